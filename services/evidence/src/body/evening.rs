//! A club plays on a day: who is there, who sits where in each round, and which matches are played.

use super::round::{MAX_TABLES, are_in_order, check_matches, check_places, players};
use crate::canonical::{self, Refusal};
use crate::{Authority, Commitment, Kind, Subject};
use crate::{EveningId, Hash, MatchId, PlayerId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use time::Date;

/// Characters of the label of a table, at most.
const MAX_LABEL: usize = 40;

/// The club plays on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EveningOpened {
    /// Which.
    pub evening: EveningId,
    /// The day, in the club's time zone.
    #[serde(with = "canonical::date")]
    pub held_on: Date,
    /// The labels of the tables, the first table first. Further tables have no label.
    pub tables: Vec<String>,
    /// The hash of the seed of the first round. The seed itself is secret until that round is drawn.
    pub seed_hash: Hash,
    /// A salted commitment to the hall, if it was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_commitment: Option<Hash>,
}

/// Players came, or left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttendanceChanged {
    /// The evening.
    pub evening: EveningId,
    /// Who is there from now on, by id.
    pub checked_in: Vec<PlayerId>,
    /// Who is not there any more, by id.
    pub checked_out: Vec<PlayerId>,
}

/// Who sits where, and who sits out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundDrawn {
    /// The evening.
    pub evening: EveningId,
    /// The number of the round: 1, 2, 3, …
    pub round: u32,
    /// The seed, whose hash is the seed of the round before; of the first round the one that the evening was opened with.
    pub seed: Hash,
    /// Whether the round before it was not played, and does not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redraw: bool,
    /// Those at each table, East first; the first table first.
    pub tables: Vec<[PlayerId; 4]>,
    /// Who sits out, by id.
    pub sitting_out: Vec<PlayerId>,
}

/// The matches of a drawn round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundOpened {
    /// The evening.
    pub evening: EveningId,
    /// The number of the round.
    pub round: u32,
    /// The match of each table, the first table first.
    pub matches: Vec<MatchId>,
}

impl Kind for EveningOpened {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Evening(self.evening)
    }

    fn commitment(&self) -> Option<Commitment> {
        self.note_commitment.map(Commitment::to_note)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.tables.len() > MAX_TABLES {
            return Err(Refusal::Contradiction("an evening has at most 100 tables"));
        }
        let fits = |label: &String| (1..=MAX_LABEL).contains(&label.chars().count());
        if !self.tables.iter().all(fits) {
            return Err(Refusal::Contradiction(
                "the label of a table has 1 to 40 characters",
            ));
        }
        let labels: BTreeSet<&String> = self.tables.iter().collect();
        match labels.len() == self.tables.len() {
            true => Ok(()),
            false => Err(Refusal::Contradiction("two tables have the same label")),
        }
    }
}

impl Kind for AttendanceChanged {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Evening(self.evening)
    }

    fn check(&self) -> Result<(), Refusal> {
        let (came, left) = (&self.checked_in, &self.checked_out);
        let came_at_once: BTreeSet<&PlayerId> = came.iter().collect();
        Err(Refusal::Contradiction(if !are_in_order(came) {
            "those who came are not in the order of their ids, each once"
        } else if !are_in_order(left) {
            "those who left are not in the order of their ids, each once"
        } else if came.is_empty() && left.is_empty() {
            "nobody came or left"
        } else if left.iter().any(|player| came_at_once.contains(player)) {
            "somebody came and left at once"
        } else {
            return Ok(());
        }))
    }
}

impl Kind for RoundDrawn {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Evening(self.evening)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.round == 0 {
            return Err(Refusal::Contradiction("rounds are numbered from 1"));
        }
        if self.redraw && self.round == 1 {
            return Err(Refusal::Contradiction("no round is before the first one"));
        }
        check_places(&self.tables, &self.sitting_out)
    }
}

impl RoundDrawn {
    /// Everybody who has a place in it, at a table or none.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        players(&self.tables, &self.sitting_out)
    }
}

impl Kind for RoundOpened {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Evening(self.evening)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.round == 0 {
            return Err(Refusal::Contradiction("rounds are numbered from 1"));
        }
        check_matches(&self.matches)
    }
}
