//! One witness is asked once.

use std::error::Error as _;
use std::slice;
use std::time::Duration;

use evidence::{BadNote, CosignRequest, SignedNote, WitnessKey};
use host::{Failure, client_for};
use ledger::{SignerLedger, UncosignedDirectory};
use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, Response, StatusCode, redirect};

use crate::config::Witness;

/// The most bytes of an answer that are read: room for some signatures, also of kinds that are not known here.
const LONGEST_ANSWER: usize = 64 * 1024;
/// What a size is sent as.
const SIZE: &str = "text/x.tlog.size";

/// What it takes to ask a witness.
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

/// What a witness saw is not the directory that is here: somebody signed two, or the witness is wrong.
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

/// What a witness answered.
enum Answer {
    /// Lines to stand under the note.
    Lines(Vec<u8>),
    /// The size that it cosigned last, which is another than was thought.
    Last(u64),
}

impl Asker {
    /// `deadline` is for a whole answer.
    pub(super) fn new(
        witness: &Witness,
        ledger: &SignerLedger,
        deadline: Duration,
    ) -> Result<Asker, Failure> {
        let http = client_for(&witness.url)
            .timeout(deadline)
            // A witness is where its operator said, and nowhere else.
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

    /// Asks for a cosignature of the latest directory, if there is none yet, and stores it.
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

    /// The line by which the witness cosigned it.
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

    /// Sends the checkpoint, with the proof that it grew out of what the witness is thought to have cosigned last.
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
                // It thinks of the same size, and objects all the same.
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

/// The witness's own line of those that it answered. The others are left out.
fn line_of(key: &WitnessKey, note: &SignedNote, lines: &[u8]) -> Result<String, BadNote> {
    let note = note.clone().with_lines(lines)?;
    note.verify(&[], slice::from_ref(key))?;
    let signer = key.signer();
    let line = note.signatures().iter().find(|one| *one.signer() == signer);
    line.map(ToString::to_string).ok_or(BadNote::NobodyKnown)
}

/// The size in a witness's answer, if that is what it is.
async fn size_in(response: Response) -> Result<Option<u64>, Trouble> {
    let kind = response.headers().get(CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != SIZE) {
        return Ok(None);
    }
    let answer = String::from_utf8(bounded(response).await?).unwrap_or_default();
    let size = answer.strip_suffix('\n').and_then(|size| size.parse().ok());
    Ok(size.filter(|size: &u64| format!("{size}\n") == answer))
}

/// The answer's bytes, unless there are too many.
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

/// With everything that led to it, which alone says much, and without the address.
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
