//! One request to one witness.

use std::error::Error as _;
use std::slice;
use std::time::Duration;

use evidence::{BadNote, CosignRequest, SignedNote, WitnessKey};
use host::{Failure, client_for};
use ledger::{SignerLedger, UncosignedDirectory};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, StatusCode, redirect};

use crate::config::Witness;

/// The maximum size of an answer in bytes. It has room for some signatures, also of unknown kinds.
const LONGEST_ANSWER: usize = 64 * 1024;
/// The content type of a size.
const SIZE: &str = "text/x.tlog.size";

/// The dependencies of a request to a witness.
#[derive(Clone)]
pub(super) struct Asker {
    pub(super) witness: Witness,
    pub(super) ledger: SignerLedger,
    pub(super) http: Client,
}

/// Why a witness did not cosign.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Ledger(#[from] ledger::Error),
    #[error("it cannot be reached: {0}")]
    Http(String),
    #[error("its answer is longer than {LONGEST_ANSWER} bytes")]
    TooLong,
    #[error("it answers {0}")]
    Status(StatusCode),
    #[error(
        "it answers {}, and no size that could be proven from",
        StatusCode::CONFLICT
    )]
    Size,
    #[error("its answer is not its cosignature of this checkpoint: {0}")]
    Answer(#[from] BadNote),
    #[error(transparent)]
    Dispute(#[from] Dispute),
}

/// The witness has cosigned another directory: two directories were signed, or the witness is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Dispute {
    #[error("it cosigned a directory of {theirs} heads, and there are {ours}")]
    Larger { ours: u64, theirs: u64 },
    #[error("it cosigned another directory of {size} heads")]
    Other { size: u64 },
    #[error(
        "it says that the directory of {ours} heads did not grow out of the {theirs} that it cosigned"
    )]
    Past { ours: u64, theirs: u64 },
}

/// The answer of a witness.
enum Answer {
    /// The signature lines for the note.
    Lines(Vec<u8>),
    /// The size that it cosigned last, which is not the expected one.
    Last(u64),
}

impl Asker {
    /// `deadline` is the timeout for a complete answer.
    pub(super) fn new(
        witness: &Witness,
        ledger: &SignerLedger,
        deadline: Duration,
    ) -> Result<Asker, Failure> {
        let http = client_for(&witness.url)
            .timeout(deadline)
            // A redirect could lead to another address than the operator set.
            .redirect(redirect::Policy::none())
            .user_agent(concat!("faan/", env!("CARGO_PKG_VERSION")))
            .build();
        let name = witness.key.name();
        Ok(Asker {
            witness: witness.clone(),
            ledger: ledger.clone(),
            http: http.map_err(|error| format!("cannot ask {name}: {}", Trouble::from(error)))?,
        })
    }

    /// Asks for a cosignature on the latest checkpoint of the directory, if there is none yet, and stores it.
    pub(super) async fn ask(&self) -> Result<(), Trouble> {
        let key = &self.witness.key;
        let Some(asked) = self.ledger.to_cosign(key).await? else {
            return Ok(());
        };
        match self.cosigned(&asked).await {
            Ok(line) => Ok(self.ledger.cosigned(asked.size, key, line).await?),
            Err(Trouble::Dispute(dispute)) => {
                self.ledger.disputed(key, dispute.to_string()).await?;
                Err(dispute.into())
            }
            Err(other) => Err(other),
        }
    }

    /// The cosignature line of the witness.
    async fn cosigned(&self, asked: &UncosignedDirectory) -> Result<String, Trouble> {
        let mut answer = self.send(asked, asked.last).await?;
        if let Answer::Last(theirs) = answer {
            let ours = asked.size;
            if theirs > ours {
                return Err(Dispute::Larger { ours, theirs }.into());
            }
            answer = self.send(asked, theirs).await?;
        }
        match answer {
            Answer::Lines(lines) => Ok(line_of(&self.witness.key, &asked.note, &lines)?),
            Answer::Last(_) => Err(Trouble::Size),
        }
    }

    /// Sends the checkpoint, with a consistency proof from the checkpoint that the witness probably cosigned last.
    async fn send(&self, asked: &UncosignedDirectory, last: u64) -> Result<Answer, Trouble> {
        let request = CosignRequest {
            old_size: last,
            proof: self.ledger.directory_proof(last, asked.size).await?,
            note: asked.note.clone(),
        };
        let post = self.http.post(self.witness.url.clone());
        let response = post.body(request.to_string()).send().await?;
        let (ours, theirs) = (asked.size, last);
        match response.status() {
            StatusCode::OK => Ok(Answer::Lines(bounded(response).await?)),
            StatusCode::CONFLICT => match size_in(response).await? {
                Some(theirs) if theirs != last => Ok(Answer::Last(theirs)),
                // The witness reports the expected size as a conflict.
                Some(_) | None if ours == theirs => Err(Dispute::Other { size: ours }.into()),
                Some(_) | None => Err(Trouble::Size),
            },
            StatusCode::UNPROCESSABLE_ENTITY if ours == theirs => {
                Err(Dispute::Other { size: ours }.into())
            }
            StatusCode::UNPROCESSABLE_ENTITY => Err(Dispute::Past { ours, theirs }.into()),
            other => Err(Trouble::Status(other)),
        }
    }
}

/// The witness's own line in its answer. Other lines are ignored.
fn line_of(key: &WitnessKey, note: &SignedNote, lines: &[u8]) -> Result<String, BadNote> {
    let note = note.clone().with_lines(lines)?;
    note.verify(&[], slice::from_ref(key))?;
    let signer = key.signer();
    let line = note.signatures().iter().find(|one| *one.signer() == signer);
    line.map(ToString::to_string).ok_or(BadNote::NobodyKnown)
}

/// The size in an answer; `None` if the answer is not a size.
async fn size_in(response: Response) -> Result<Option<u64>, Trouble> {
    let kind = response.headers().get(CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != SIZE) {
        return Ok(None);
    }
    let answer = String::from_utf8(bounded(response).await?).unwrap_or_default();
    let size = answer.strip_suffix('\n').and_then(|size| size.parse().ok());
    Ok(size.filter(|size: &u64| format!("{size}\n") == answer))
}

/// The bytes of the answer, up to the maximum.
async fn bounded(mut response: Response) -> Result<Vec<u8>, Trouble> {
    let mut answer = Vec::new();
    while let Some(more) = response.chunk().await? {
        if answer.len() + more.len() > LONGEST_ANSWER {
            return Err(Trouble::TooLong);
        }
        answer.extend_from_slice(&more);
    }
    Ok(answer)
}

/// The error with all its causes, since the outer error alone says little, and without the address.
impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Self {
        let error = error.without_url();
        let mut said = error.to_string();
        let mut cause = error.source();
        while let Some(error) = cause {
            said += &format!(": {error}");
            cause = error.source();
        }
        Self::Http(said)
    }
}
