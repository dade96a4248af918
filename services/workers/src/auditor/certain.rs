//! Which differences are certain where an entry has a part that this program does not know: those of rows and fields that neither this entry nor a
//! later one can have made or changed. Those that they may have changed are not told from edited ones, and are not compared.

use std::collections::HashSet;

use ledger::Projection;
use serde_json::Value as Json;

/// What is certain.
pub(super) struct Certain {
    /// The first entry that is unknown; `None` if there is none, and everything is certain.
    unknown_from: Option<u64>,
    /// What the rows that were read so far say that an entry from there on changed.
    touched: HashSet<Touched>,
}

/// What other rows follow from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Touched {
    /// A match.
    Match(String),
    /// A settlement.
    Settlement(String),
    /// What of a match is settled.
    Settled(String),
}

/// How to see by which entry a row was made.
enum MadeBy {
    /// The number is in this column.
    Column(&'static str),
    /// The number is the last part of the id.
    Id,
    /// The row follows from the match of its id.
    Match,
    /// The row follows from the settlement of its id.
    Settlement,
    /// The row follows from the bytes or the hashes of all entries, or from what was signed.
    Known,
    /// It cannot be seen.
    Unknown,
}

impl Certain {
    pub(super) fn new(unknown_from: Option<u64>) -> Self {
        Self {
            unknown_from,
            touched: HashSet::new(),
        }
    }

    /// Adds what the rows of a table say was changed.
    pub(super) fn add(&mut self, touched: Vec<Touched>) {
        self.touched.extend(touched);
    }

    /// What a row says was changed from the unknown entry on.
    pub(super) fn touched(&self, of: Projection, id: &str, stored: &Json) -> Option<Touched> {
        let (first, rest) = id.split_once('/').unwrap_or((id, ""));
        if of == Projection::Matches && !self.is_before(stored.get("version")) {
            return Some(Touched::Match(id.to_owned()));
        }
        if of == Projection::SettlementEntries && !self.is_before_by_id(id) {
            return Some(Touched::Settlement(first.to_owned()));
        }
        let of_settlement = of == Projection::SettlementMatches && self.is_touched_settlement(id);
        of_settlement.then(|| Touched::Settled(rest.to_owned()))
    }

    /// Whether it is a difference that a row is missing. Rows are not deleted, but those of members.
    pub(super) fn is_missing(&self, of: Projection, id: &str, due: &Json) -> bool {
        match made_by(of) {
            MadeBy::Id => self.is_before_by_id(id),
            MadeBy::Match => self.has_certain_amount(id, due),
            MadeBy::Column(_) | MadeBy::Settlement | MadeBy::Known => true,
            MadeBy::Unknown => self.unknown_from.is_none() || of != Projection::Members,
        }
    }

    /// Whether it is a difference that there is a row.
    pub(super) fn is_excess(&self, of: Projection, id: &str, stored: &Json) -> bool {
        match made_by(of) {
            MadeBy::Column(column) => self.is_before(stored.get(column)),
            MadeBy::Id => self.is_before_by_id(id),
            MadeBy::Match => self.has_certain_amount(id, stored),
            MadeBy::Settlement => !self.is_touched_settlement(id),
            MadeBy::Known => true,
            MadeBy::Unknown => self.unknown_from.is_none(),
        }
    }

    /// Whether it is a difference that a field of a row has another value.
    pub(super) fn differs(&self, of: Projection, (id, field): (&str, &str), stored: &Json) -> bool {
        match (of, field) {
            (Projection::Members, _)
            | (Projection::Clubs, "time_zone" | "last_time")
            | (Projection::Players, "merged_into")
            | (Projection::Invitations, "uses") => self.unknown_from.is_none(),
            (Projection::Players, "user_id") => self.is_before(stored.get("linked_seq")),
            (Projection::Players, "merged_directly_into") => {
                self.is_before(stored.get("merged_seq"))
            }
            (
                _,
                "linked_seq" | "merged_seq" | "erased_seq" | "revoked_seq" | "retired_seq"
                | "closed_seq",
            ) => self.is_before(stored.get(field)),
            (Projection::Matches, _) => self.is_before(stored.get("version")),
            (Projection::Balances, _) => self.is_certain_amount(id, field),
            (Projection::SettlementTransfers, "paid_cents") => !self.is_touched_settlement(id),
            _ => true,
        }
    }

    /// Whether the number of an entry is one before the unknown one. A later entry can have set the number to null.
    fn is_before(&self, seq: Option<&Json>) -> bool {
        self.is_before_number(seq.and_then(Json::as_i64))
    }

    fn is_before_by_id(&self, id: &str) -> bool {
        self.is_before_number(id.rsplit('/').next().and_then(|seq| seq.parse().ok()))
    }

    fn is_before_number(&self, seq: Option<i64>) -> bool {
        let Some(from) = self.unknown_from else {
            return true;
        };
        // One below zero is of no entry.
        seq.is_some_and(|seq| u64::try_from(seq).unwrap_or(0) < from)
    }

    fn is_touched_settlement(&self, id: &str) -> bool {
        let settlement = id.split('/').next().unwrap_or_default();
        let settlement = Touched::Settlement(settlement.to_owned());
        self.touched.contains(&settlement)
    }

    /// Whether a field of a balance is certain.
    fn is_certain_amount(&self, id: &str, field: &str) -> bool {
        let of = id.split('/').next().unwrap_or_default().to_owned();
        let touched = match field {
            "half_points" => Touched::Match(of),
            _ => Touched::Settled(of),
        };
        !self.touched.contains(&touched)
    }

    /// Whether a balance that only one side has says something that is certain. No row is the same as one of zeros.
    fn has_certain_amount(&self, id: &str, row: &Json) -> bool {
        let fields = row.as_object().into_iter().flatten();
        let mut amounts = fields.filter(|(_, amount)| **amount != 0);
        self.unknown_from.is_none() || amounts.any(|(field, _)| self.is_certain_amount(id, field))
    }
}

fn made_by(of: Projection) -> MadeBy {
    match of {
        Projection::Subtrees | Projection::Checkpoints | Projection::DirectorySubtrees => {
            MadeBy::Known
        }
        Projection::Entries
        | Projection::MatchEntries
        | Projection::Texts
        | Projection::SettlementEntries
        | Projection::EveningEntries
        | Projection::TournamentEntries => MadeBy::Id,
        Projection::Invitations => MadeBy::Column("made_seq"),
        Projection::Players => MadeBy::Column("enrolled_seq"),
        Projection::Variants => MadeBy::Column("added_seq"),
        Projection::Settlements => MadeBy::Column("settled_seq"),
        Projection::Matches
        | Projection::Evenings
        | Projection::Seasons
        | Projection::Tournaments => MadeBy::Column("opened_seq"),
        Projection::Balances => MadeBy::Match,
        Projection::SettlementMatches | Projection::SettlementTransfers => MadeBy::Settlement,
        Projection::Clubs
        | Projection::Members
        | Projection::EveningMatches
        | Projection::TournamentMatches => MadeBy::Unknown,
    }
}
