//! `faan audit receipt`: whether an entry is in a club's ledger, by its receipt and the service's key alone.

use std::fs;
use std::path::Path;

use audit::Verdict;
use evidence::{
    BadCheckpoint, BadNote, BadReceipt, Checked, ClubId, Entry, Receipt, VerifierKey, leaf_hash,
};
use serde_json::{Value, json};

use super::export_file::must_be_text;
use crate::config::ReceiptCheck;

/// The result of the check of a receipt.
struct ReceiptReport {
    verdict: Verdict,
    /// The reason why it is not sound.
    why: Option<String>,
    /// What the receipt proves, and the keys that signed it.
    proven: Option<(Checked, Vec<String>)>,
    /// The entry, if it was given and belongs to the receipt.
    entry: Option<Entry>,
}

/// Checks a receipt, and returns the text of the result. The error is that a file cannot be read.
pub(super) fn check(config: &ReceiptCheck) -> Result<(String, Verdict), String> {
    let report = verify(config)?;
    let text = match config.json {
        true => format!("{:#}\n", report.json()),
        false => report.sheet(),
    };
    Ok((text, report.verdict))
}

fn verify(config: &ReceiptCheck) -> Result<ReceiptReport, String> {
    let receipt = read(&config.receipt)?;
    let entry = config.entry.as_deref().map(read).transpose()?;
    let mut report = ReceiptReport {
        verdict: Verdict::Sound,
        why: None,
        proven: None,
        entry: None,
    };
    if let Err((verdict, why)) = report.run(&receipt, entry.as_deref(), config) {
        (report.verdict, report.why) = (verdict, Some(why));
    }
    Ok(report)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let unreadable = |error| format!("{} cannot be read: {error}", path.display());
    let bytes = fs::read(path).map_err(unreadable)?;
    must_be_text(path, &bytes)?;
    Ok(bytes)
}

type VerificationFailure = (Verdict, String);

fn tampered(why: impl ToString) -> VerificationFailure {
    (Verdict::Tampered, why.to_string())
}

impl ReceiptReport {
    fn run(
        &mut self,
        receipt: &[u8],
        entry: Option<&[u8]>,
        config: &ReceiptCheck,
    ) -> Result<(), VerificationFailure> {
        let receipt = Receipt::parse(receipt).map_err(tampered)?;
        let club = club_of(&receipt)?;
        if let Some(expected) = config.club.filter(|expected| *expected != club) {
            return Err(tampered(format!(
                "it is of the club {club}, not of {expected}"
            )));
        }
        let (checked, signed_by) = verify_proof(&receipt, &config.keys, club)?;
        self.proven = Some((checked, signed_by));
        if let Some(bytes) = entry {
            self.entry = Some(parse_entry(bytes, &checked)?);
        }
        Ok(())
    }

    /// For people.
    fn sheet(&self) -> String {
        let mut sheet = match (self.verdict, &self.proven) {
            (Verdict::Sound, Some((Checked { seq, size, .. }, _))) => {
                format!(
                    "SOUND: the ledger had this entry, number {seq}, when it had {size} entries.\n"
                )
            }
            (Verdict::Sound | Verdict::Tampered, _) => {
                "TAMPERED: this proves nothing.\n".to_owned()
            }
            (Verdict::Incomplete, _) => "INCOMPLETE: this cannot be checked.\n".to_owned(),
        };
        if let Some(why) = &self.why {
            sheet += &format!("\n  {why}\n");
        }
        if let Some((checked, signed_by)) = &self.proven {
            let Checked {
                club, leaf_hash, ..
            } = checked;
            let signed_by = signed_by.join(", ");
            sheet +=
                &format!("\nclub       {club}\nleaf hash  {leaf_hash}\nsigned by  {signed_by}\n");
        }
        match &self.entry {
            Some(Entry { time, body, .. }) => {
                let kind = body.kind();
                sheet +=
                    &format!("entry      {kind}, {time}: these are the bytes that were signed\n");
            }
            None if self.verdict == Verdict::Sound => {
                sheet += "\nWhat the entry says was not checked: give its bytes with --entry, and compare their leaf hash with this one.\n";
            }
            None => (),
        }
        if self.verdict == Verdict::Sound {
            sheet += "Whether its hand is worth what it says takes the rules: `faan audit verify` checks that in an export.\n";
        }
        sheet
    }

    /// For programs.
    fn json(&self) -> Value {
        let proven = self.proven.as_ref();
        let checked = proven.map(|(checked, _)| checked);
        json!({
            "verdict": match self.verdict {
                Verdict::Sound => "sound",
                Verdict::Tampered => "tampered",
                Verdict::Incomplete => "incomplete",
            },
            "why": self.why,
            "club": checked.map(|checked| checked.club),
            "seq": checked.map(|checked| checked.seq),
            "leaf_hash": checked.map(|checked| checked.leaf_hash),
            "size": checked.map(|checked| checked.size),
            "root": checked.map(|checked| checked.root),
            "signed_by": proven.map(|(_, keys)| keys),
            "entry": self.entry.as_ref().map(|entry| json!({ "kind": entry.body.kind(), "time": entry.time })),
        })
    }
}

/// The club that the origin of the checkpoint states. The signature then shows whether that is right.
fn club_of(receipt: &Receipt) -> Result<ClubId, VerificationFailure> {
    let origin = receipt.note.text().lines().next().unwrap_or_default();
    let club = origin
        .rsplit_once("/clubs/")
        .and_then(|(_, club)| club.parse().ok());
    club.ok_or_else(|| tampered(format!("“{origin}” is not the log of a club")))
}

/// Verifies the inclusion proof of the receipt with the keys that signed its checkpoint.
fn verify_proof(
    receipt: &Receipt,
    keys: &[VerifierKey],
    club: ClubId,
) -> Result<(Checked, Vec<String>), VerificationFailure> {
    let mut proven = None;
    let mut signed_by = Vec::new();
    for key in keys {
        match receipt.check(key, club) {
            Ok(checked) => {
                proven = Some(checked);
                signed_by.push(key.to_string());
            }
            Err(BadReceipt::Checkpoint(BadCheckpoint::Note(BadNote::NobodyKnown))) => (),
            Err(bad) => return Err(tampered(bad)),
        }
    }
    let signers = receipt.note.signatures().iter();
    let signers: Vec<String> = signers.map(|by| by.signer().to_string()).collect();
    let unknown = || {
        let signers = signers.join(", ");
        let why = format!(
            "none of the keys that were given signed it; it is said to be signed by {signers}"
        );
        (Verdict::Incomplete, why)
    };
    Ok((proven.ok_or_else(unknown)?, signed_by))
}

/// Parses the entry, and checks that its hash is the proven one. A line feed at the end of the file is ignored.
fn parse_entry(bytes: &[u8], checked: &Checked) -> Result<Entry, VerificationFailure> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let found = leaf_hash(bytes);
    if found != checked.leaf_hash {
        let why = format!("the entry is another one: its leaf hash is {found}");
        return Err(tampered(why));
    }
    let unread = |refusal| {
        let why = format!(
            "the bytes are those that were signed, but this program cannot read them: {refusal}"
        );
        (Verdict::Incomplete, why)
    };
    let entry = Entry::parse(bytes).map_err(unread)?;
    if (entry.club, entry.seq) != (checked.club, checked.seq) {
        let (club, seq) = (entry.club, entry.seq);
        return Err(tampered(format!(
            "the entry says that it is number {seq} of the club {club}"
        )));
    }
    Ok(entry)
}
