//! Evenings: who is there, and who sits where.

use ledger::{
    EveningId, Hash, MatchId, PlayerId, TableState, TablesNow, Timestamp, UserId, evidence,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day::Day;
use super::field::{Currency, Text, Whole};
use super::people::People;
use super::seats::Player;
use super::terms::NewMatchTerms;

/// An evening to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEvening {
    /// The day, in the club's time zone; it may be still to come.
    #[schema(value_type = String, format = Date, examples("2026-11-24"))]
    pub(crate) held_on: Day,
    /// Where the club plays, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 200)]
    pub(crate) hall: Option<Text<200>>,
    /// The labels of the tables, the first table first, all different. Further tables have only their numbers. Labels are in the
    /// ledger for ever: they should not contain names of people.
    #[serde(default)]
    #[schema(value_type = Vec<String>, max_items = 100, required = false)]
    pub(crate) tables: Vec<Text<40>>,
}

/// Players who came, and players who left.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AttendanceChange {
    /// Who came. Who is there already stays, also under an id that counts for the same player since a merge.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>, max_items = 400, required = false)]
    pub(crate) checked_in: Vec<PlayerId>,
    /// Who left, under all ids that count for the same player. Who is not there stays away.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>, max_items = 400, required = false)]
    pub(crate) checked_out: Vec<PlayerId>,
}

/// A round to draw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRound {
    /// The number of the round that is meant: one more than the last round has, also if that is `replaced`. If another one is the next (409 `rounds_stale`),
    /// somebody else drew meanwhile, and nothing is drawn. Absent: whichever is the next one.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000)]
    pub(crate) draw: Option<Whole<1, 1_000>>,
    /// Whether the round before it was not played: it is replaced, and does not count.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) redraw: bool,
    /// Whether it is drawn although tables of earlier rounds still play. They go on.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) unfinished: bool,
}

/// The matches of a round to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRoundMatches {
    /// The terms of the matches of all tables.
    pub(crate) terms: NewMatchTerms,
}

/// The matches of an evening to settle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewEveningSettlement {
    /// Matches that were played for this currency.
    pub(crate) currency: Currency,
}

/// An evening.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evening {
    #[serde(flatten)]
    summary: EveningSummary,
    /// Changes whenever the evening does. What becomes of its matches does not change it.
    #[schema(minimum = 1)]
    version: u64,
    /// Who is there, by id; each once, after a merge as the player they count for.
    present: Vec<Player>,
    /// The rounds, in order.
    rounds: Vec<EveningRound>,
}

/// An evening, without what happened in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EveningSummary {
    #[schema(value_type = Uuid)]
    pub(crate) id: EveningId,
    /// The day, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    held_on: Day,
    /// Where the club plays; absent if it was not stated, is unknown or was erased.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    hall: Option<String>,
    /// The labels of the tables, the first table first. Further tables have only their numbers.
    tables: Vec<String>,
    /// SHA-256 of the seed of the first round, published before anybody came.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    seed_hash: Hash,
    #[schema(value_type = String, format = DateTime)]
    opened_at: Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    opened_by: UserId,
}

/// A page of evenings, the last opened first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evenings {
    pub(crate) evenings: Vec<EveningSummary>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

/// A round: who sits where, and who sits out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EveningRound {
    /// Its number: 1, 2, 3, …
    #[schema(minimum = 1, maximum = 64)]
    pub(super) round: u32,
    /// The seed of the draw. SHA-256 of these 64 digits is the seed of the round before, or the `seed_hash` of the evening.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub(super) seed: Hash,
    #[schema(value_type = String, format = DateTime)]
    pub(super) drawn_at: Timestamp,
    /// Whether another round was drawn instead of it: then it does not count.
    pub(super) replaced: bool,
    pub(super) tables: Vec<EveningTable>,
    /// Who sits out, by id.
    pub(super) sitting_out: Vec<Player>,
}

/// A table of a round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EveningTable {
    /// Its number, from 1 on.
    #[schema(minimum = 1)]
    number: usize,
    /// Its label, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    label: Option<String>,
    /// East, South, West and North: the chairs 1 to 4 of the match.
    #[schema(min_items = 4, max_items = 4)]
    players: Vec<Player>,
    /// The match; absent until the matches of the round are opened.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>, nullable = false)]
    match_id: Option<MatchId>,
    /// Whether the match goes on, is over or void, as of now; absent until it is opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    state: Option<TableState>,
    /// The void matches that were played at this table before, the first one first: `match` is played instead of them. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Uuid>, required = false)]
    replaced: Vec<MatchId>,
    /// Who of the players has to play there yet, and is gone: checked out of the evening, or withdrawn from the tournament. The table lacks
    /// them: before the matches are opened, draw the round again (`redraw`); then record a substitution, or declare the match void and play
    /// the table again (`…/rounds/{round}:replay`).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    missing: Vec<Player>,
}

impl From<ledger::EveningSummary> for EveningSummary {
    fn from(summary: ledger::EveningSummary) -> Self {
        let ledger::EveningSummary {
            opened,
            terms,
            hall,
        } = summary;
        Self {
            id: terms.evening,
            held_on: Day(terms.held_on),
            hall,
            tables: terms.tables,
            seed_hash: terms.seed_hash,
            opened_at: opened.time,
            opened_by: opened.actor,
        }
    }
}

impl From<ledger::EveningView> for Evening {
    fn from(view: ledger::EveningView) -> Self {
        let ledger::EveningView {
            evening,
            hall,
            names,
            tables,
        } = view;
        let people = People(&names);
        let present = people.each(&evening.present);
        let is_gone = |player| !present.contains_key(&people.counts_for(player));
        let now = RoundsNow {
            tables: &tables,
            is_gone: &is_gone,
            last_drawn: evening.rounds.last().map(|round| round.drawn.seq),
        };
        let labels = &evening.terms.tables;
        let rounds = evening.rounds.iter();
        Self {
            version: evening.version,
            rounds: rounds
                .map(|round| people.round(round, labels, now))
                .collect(),
            present: present.into_values().collect(),
            summary: EveningSummary::from(ledger::EveningSummary {
                opened: evening.opened,
                terms: evening.terms.clone(),
                hall,
            }),
        }
    }
}

impl Evening {
    /// Its rounds, in order.
    pub(crate) fn into_rounds(self) -> Vec<EveningRound> {
        self.rounds
    }
}

impl EveningRound {
    pub(crate) fn number(&self) -> u32 {
        self.round
    }

    pub(crate) fn drawn_at(&self) -> Timestamp {
        self.drawn_at
    }

    /// Whether a table of it still plays.
    pub(crate) fn still_plays(&self) -> bool {
        let mut tables = self.tables.iter();
        tables.any(|table| table.state == Some(TableState::Playing))
    }

    /// The matches of its tables.
    pub(crate) fn matches(&self) -> impl Iterator<Item = MatchId> {
        self.tables.iter().filter_map(|table| table.match_id)
    }
}

/// What the entries of an evening or a tournament do not tell of the tables of its rounds.
#[derive(Clone, Copy)]
pub(super) struct RoundsNow<'a> {
    /// Their matches as they stand.
    pub(super) tables: &'a TablesNow,
    /// Whether somebody plays no more, as far as is known.
    pub(super) is_gone: &'a dyn Fn(PlayerId) -> bool,
    /// The entry that drew the last round.
    pub(super) last_drawn: Option<u64>,
}

/// The tables of a round as its entries tell them.
pub(super) struct DrawnTables<'a> {
    /// The entry that drew it.
    pub(super) drawn: evidence::Event,
    pub(super) tables: &'a [[PlayerId; 4]],
    /// The match of each table; none before they are opened.
    pub(super) matches: &'a [MatchId],
    /// The void matches in whose place others are played.
    pub(super) replaced: &'a [evidence::ReplacedMatch],
}

/// The matches that were replaced at a table.
fn replaced_at(table: usize, replaced: &[evidence::ReplacedMatch]) -> Vec<MatchId> {
    let here = replaced.iter().filter(|one| one.table == table);
    here.map(|one| one.match_id).collect()
}

impl People<'_> {
    pub(super) fn tables(
        &self,
        drawn: DrawnTables<'_>,
        labels: &[String],
        now: RoundsNow<'_>,
    ) -> Vec<EveningTable> {
        let DrawnTables {
            drawn,
            tables,
            matches,
            replaced,
        } = drawn;
        // Nobody waits for a round that was not opened before the next one was drawn.
        let is_to_play = !matches.is_empty() || now.last_drawn == Some(drawn.seq);
        let table = |(index, players): (usize, &[PlayerId; 4])| {
            let match_id = matches.get(index).copied();
            let is_missing = |player| is_to_play && (now.is_gone)(player);
            let missing = now.tables.missing(players, match_id, is_missing);
            EveningTable {
                number: index + 1,
                label: labels.get(index).cloned(),
                players: self.all(players),
                match_id,
                state: match_id.and_then(|id| now.tables.state(id)),
                replaced: replaced_at(index + 1, replaced),
                missing: self.all(&missing),
            }
        };
        tables.iter().enumerate().map(table).collect()
    }

    fn round(
        &self,
        round: &evidence::EveningRound,
        labels: &[String],
        now: RoundsNow<'_>,
    ) -> EveningRound {
        let drawn = DrawnTables {
            drawn: round.drawn,
            tables: &round.draw.tables,
            matches: &round.matches,
            replaced: &round.replaced_matches,
        };
        EveningRound {
            round: round.draw.round,
            seed: round.draw.seed,
            drawn_at: round.drawn.time,
            replaced: round.replaced,
            tables: self.tables(drawn, labels, now),
            sitting_out: self.all(&round.draw.sitting_out),
        }
    }
}
