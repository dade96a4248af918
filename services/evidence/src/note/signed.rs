//! Notes: text, and who signed it.

use super::key::{SignerKey, VerifierKey, WitnessKey, WitnessSigner};
use super::signature::{NoteSignature, Signer};
use serde::{Deserialize, Serialize};

/// The most signatures that are read under a note.
pub const MAX_SIGNATURES: usize = 100;
/// The most bytes that are read of a note.
pub const MAX_NOTE: usize = 1_000_000;

/// Text with signatures. The text means nothing until [`SignedNote::verify`] says who signed it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SignedNote {
    text: String,
    signatures: Vec<NoteSignature>,
}

/// Who signed a note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signers {
    /// Keys that were asked for and signed it.
    pub signed: Vec<Signer>,
    /// Witnesses that were asked for and cosigned it.
    pub witnessed: Vec<Witnessed>,
    /// Whom nobody asked for. Whether they really signed is not known; that they are there takes nothing away.
    pub unknown: Vec<Signer>,
}

/// A witness's word that this was the largest tree of the log that it had seen, and that it grew out of all before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witnessed {
    /// Which witness.
    pub witness: Signer,
    /// When, in seconds since 1970.
    pub time: u64,
}

/// Bytes that are no signed note, or one that is not signed as it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadNote {
    /// More than is read.
    #[error("a note has at most {MAX_NOTE} bytes and {MAX_SIGNATURES} signatures")]
    TooLong,
    /// Not text.
    #[error(
        "a note is text in UTF-8, without control characters other than line feeds, and ends with one"
    )]
    NotText,
    /// No text above an empty line, with signatures below.
    #[error("a note is some lines of text, an empty line, and signatures below it")]
    Unsigned,
    /// A line below the text is not a signature. Counted from 1 under the empty line.
    #[error("line {0} under the text is not a signature: — name and Base64")]
    Signature(usize),
    /// A key signed twice.
    #[error("{0} signed twice")]
    Twice(Signer),
    /// A key that was asked for did not sign this text.
    #[error("the signature of {0} is false")]
    False(Signer),
    /// None of the keys that were asked for signed it.
    #[error("none of the keys that are known signed it")]
    NobodyKnown,
}

impl SignedNote {
    /// Signs a text: one or more lines, each ended by a line feed.
    pub fn sign(text: &str, key: &SignerKey) -> Result<Self, BadNote> {
        check_text(text)?;
        let note = Self {
            text: text.to_owned(),
            signatures: vec![key.sign(text)],
        };
        note.checked()
    }

    /// The note with the signature of one more key.
    pub fn also_signed(mut self, key: &SignerKey) -> Result<Self, BadNote> {
        self.signatures.push(key.sign(&self.text));
        self.checked()
    }

    /// The note with a witness's cosignature, made at a time in seconds since 1970.
    pub fn cosigned(mut self, key: &WitnessSigner, time: u64) -> Result<Self, BadNote> {
        self.signatures.push(key.cosign(&self.text, time));
        self.checked()
    }

    /// The note with more signatures: lines as they stand under one, such as a witness answers. Whether they are good is
    /// for [`SignedNote::verify`] to say.
    pub fn with_lines(mut self, lines: &[u8]) -> Result<Self, BadNote> {
        let lines = str::from_utf8(lines).map_err(|_| BadNote::NotText)?;
        check_text(lines)?;
        self.signatures.extend(read_lines(lines)?);
        self.checked()
    }

    /// The text. Whoever relies on it verifies the note first.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The signatures under it, as they stand there.
    pub fn signatures(&self) -> &[NoteSignature] {
        &self.signatures
    }

    /// Reads a note. Accepts exactly what this type writes.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadNote> {
        if bytes.len() > MAX_NOTE {
            return Err(BadNote::TooLong);
        }
        let note = str::from_utf8(bytes).map_err(|_| BadNote::NotText)?;
        check_text(note)?;
        // The text may have empty lines; the last one of all ends it.
        let (text, below) = note.rsplit_once("\n\n").ok_or(BadNote::Unsigned)?;
        let text = format!("{text}\n");
        let signatures = read_lines(below)?;
        if signatures.is_empty() {
            return Err(BadNote::Unsigned);
        }
        Self { text, signatures }.checked()
    }

    /// Who of these signed it. Refused if a signature of any of them is false, or none of them signed it.
    ///
    /// That somebody signed it does not say that they may: [`Checkpoint::open`](crate::Checkpoint::open) does.
    pub fn verify(
        &self,
        keys: &[VerifierKey],
        witnesses: &[WitnessKey],
    ) -> Result<Signers, BadNote> {
        let mut signers = Signers::default();
        for signature in &self.signatures {
            let signer = signature.signer.clone();
            let is_false = || BadNote::False(signer.clone());
            if let Some(key) = keys.iter().find(|key| key.signer() == signer) {
                if !key.verifies(&self.text, signature) {
                    return Err(is_false());
                }
                signers.signed.push(signer);
            } else if let Some(key) = witnesses.iter().find(|key| key.signer() == signer) {
                let time = key
                    .cosigned_at(&self.text, signature)
                    .ok_or_else(is_false)?;
                let witness = signer;
                signers.witnessed.push(Witnessed { witness, time });
            } else {
                signers.unknown.push(signer);
            }
        }
        if signers.signed.is_empty() && signers.witnessed.is_empty() {
            return Err(BadNote::NobodyKnown);
        }
        Ok(signers)
    }

    fn checked(self) -> Result<Self, BadNote> {
        let mut signers: Vec<&Signer> = self.signatures.iter().map(NoteSignature::signer).collect();
        signers.sort_unstable();
        if signers.len() > MAX_SIGNATURES || self.to_string().len() > MAX_NOTE {
            return Err(BadNote::TooLong);
        }
        if let Some([twice, _]) = signers.array_windows().find(|[one, other]| one == other) {
            return Err(BadNote::Twice((*twice).clone()));
        }
        Ok(self)
    }
}

fn read_lines(lines: &str) -> Result<Vec<NoteSignature>, BadNote> {
    let lines = lines.split_terminator('\n').enumerate();
    lines
        .map(|(at, line)| NoteSignature::parse(line).ok_or(BadNote::Signature(at + 1)))
        .collect()
}

fn check_text(text: &str) -> Result<(), BadNote> {
    let is_text = !text.chars().any(|sign| sign < ' ' && sign != '\n');
    if !is_text || !text.ends_with('\n') {
        return Err(BadNote::NotText);
    }
    Ok(())
}

/// As it is stored and passed on.
impl std::fmt::Display for SignedNote {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures
            .iter()
            .try_for_each(|signature| signature.fmt(f))
    }
}

impl From<SignedNote> for String {
    fn from(note: SignedNote) -> Self {
        note.to_string()
    }
}

impl TryFrom<String> for SignedNote {
    type Error = BadNote;

    fn try_from(text: String) -> Result<Self, BadNote> {
        Self::parse(text.as_bytes())
    }
}
