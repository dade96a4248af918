//! What was checked and what was not, for people.

use audit::{Check, Report, Unchecked};

/// What is so if the check came out well.
pub(super) fn right(check: Check) -> &'static str {
    match check {
        Check::Signatures => "The service's key signed the checkpoint.",
        Check::Tree => "The entries have, byte for byte, the root that was signed.",
        Check::Order => {
            "The entries are numbered without a hole, each is later than the one before, all are of this club."
        }
        Check::Club => {
            "Every entry was entered by somebody whose role permits it; members, invitations, players and variants agree with what was entered before."
        }
        Check::Matches => {
            "Every match agrees with itself: deals, numbers, corrections, and sums that are zero."
        }
        Check::Scores => {
            "Every hand that shows its tiles is worth what is stated, by the rules of its match."
        }
        Check::Settlements => {
            "Settlements settle what was open, in the fewest transfers, and nothing is paid twice."
        }
        Check::Draws => {
            "Every draw of a round follows from its seed, whose hash was published before."
        }
        Check::Kept => "The ledger is the one whose checkpoint was kept, with entries appended.",
        Check::Openings => "The texts that were given are those that the entries commit to.",
        Check::InDirectory => "The export proves that the directory has its checkpoint.",
        Check::Witnesses => {
            "As many witnesses as were asked for cosigned the directory that has it."
        }
        Check::Directory => "The ledger is the one that the directory has.",
        Check::Projections => {
            "What is kept beside the entries and follows from them is what they come to."
        }
    }
}

/// What was asked, where not every check came out well.
pub(super) fn asked(check: Check) -> String {
    let right = right(check);
    let (first, rest) = right.split_at(1);
    format!("Whether {}{rest}", first.to_lowercase())
}

pub(super) fn unchecked(gap: Unchecked, report: &Report) -> String {
    match gap {
        Unchecked::Later => "What came after this export.".to_owned(),
        Unchecked::Scores => "Whether the hands are worth what is stated.".to_owned(),
        Unchecked::Declared => format!(
            "{} results that the table declared without showing tiles: nobody can score those again.",
            report.counts.declared
        ),
        Unchecked::OtherHistories => {
            "Whether the service shows others another history: keep a checkpoint, and compare with --checkpoint or --directory."
                .to_owned()
        }
        Unchecked::Directory => "Whether the directory of all clubs has this ledger.".to_owned(),
        Unchecked::RetiredKeys => {
            "When it was signed: only retired keys signed it, and whoever had one later could sign for earlier."
                .to_owned()
        }
        Unchecked::Names => "Which names the players have: entries only commit to them.".to_owned(),
        Unchecked::Unsigned => "Whether the last entries will be signed as they are.".to_owned(),
        Unchecked::Projections => "Whether what is kept beside the entries and follows from them is what they come to.".to_owned(),
    }
}
