//! The rounds of a tournament: their draws, matches and clocks.

use ledger::evidence::{self, DrawMethod, LastHand};
use ledger::{Hash, PlayerId, Timestamp};
use serde::{Deserialize, Serialize};
use time::Duration;
use utoipa::ToSchema;

use super::evening::{DrawnTables, EveningRound, EveningTable, RoundsNow};
use super::field::{Text, Whole};
use super::people::People;
use super::seats::Player;

/// A round of a tournament to draw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournamentRound {
    /// The number of the draw that is meant: one more than the tournament has `rounds`, with those that were `replaced`. If another one is the next (409
    /// `rounds_stale`), somebody else drew meanwhile, and nothing is drawn. Absent: whichever is the next one.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 1_000)]
    pub(crate) draw: Option<Whole<1, 1_000>>,
    /// How it is drawn. Absent: as the rules say.
    pub(crate) method: Option<DrawMethod>,
    /// Whether the last round was not played: it is drawn once more, and the draw before does not count.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) redraw: bool,
    /// Who sits at each table, East first. Required with the method `prescribed`, and absent with every other one. Those who are checked in
    /// and are at no table sit out, except substitutes.
    #[schema(value_type = Option<Vec<Vec<Uuid>>>, min_items = 1, max_items = 100)]
    pub(crate) tables: Option<Vec<[PlayerId; 4]>>,
    /// Whether it is drawn although tables of earlier rounds still play. They go on.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) unfinished: bool,
    /// Why it is prescribed so; only with the method `prescribed`. Required after a cut if the tables leave out somebody who is checked in and has a better rank than
    /// somebody who is seated. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 500)]
    pub(crate) reason: Option<Text<500>>,
}

/// The clock of a round to set.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournamentClock {
    /// Whether it runs from now on, or stands still.
    pub(crate) running: bool,
    /// How many seconds are left. Absent: as many as are left by now; at first as many as the rules say.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 36_000)]
    pub(crate) remaining_seconds: Option<Whole<0, 36_000>>,
}

/// A round of a tournament: who sits where, and who sits out.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentRound {
    /// Its number: 1, 2, 3, … A round that is drawn once more keeps its number; the draw that was `replaced` is listed, too.
    #[schema(minimum = 1, maximum = 64)]
    round: u32,
    method: DrawMethod,
    /// The seed of the draw. SHA-256 of these 64 digits is the seed of the draw before, or, for the first draw, the `seed_hash` of the tournament. A
    /// draw that was `replaced` counts as a draw.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    seed: Hash,
    #[schema(value_type = String, format = DateTime)]
    drawn_at: Timestamp,
    /// Whether the round was drawn once more: then this draw does not count.
    replaced: bool,
    tables: Vec<EveningTable>,
    /// Who sits out, by id.
    sitting_out: Vec<Player>,
    /// Why it was prescribed so; absent if no reason was stated, or it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// Its clock; absent before it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock: Option<TournamentClock>,
}

/// The clock of a round.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TournamentClock {
    /// Whether it runs.
    running: bool,
    /// How many seconds were left when it was set: of a clock that stands still, how many are left.
    #[schema(minimum = 0)]
    remaining_seconds: u32,
    /// When it was set.
    #[schema(value_type = String, format = DateTime)]
    set_at: Timestamp,
    /// When the time is over; absent while it stands still.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime, nullable = false)]
    ends_at: Option<Timestamp>,
    /// What is done when the time is over; absent if the rules do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    last_hand: Option<LastHand>,
}

impl TournamentRound {
    pub(super) fn new(
        round: &evidence::TournamentRound,
        last_hand: Option<LastHand>,
        people: People<'_>,
        now: RoundsNow<'_>,
        reason: Option<String>,
    ) -> Self {
        let drawn = DrawnTables {
            drawn: round.drawn,
            tables: &round.draw.tables,
            matches: &round.matches,
            replaced: &round.replaced_matches,
        };
        Self {
            round: round.draw.round,
            method: round.draw.method,
            seed: round.draw.seed,
            drawn_at: round.drawn.time,
            replaced: round.replaced,
            tables: people.tables(drawn, &[], now),
            sitting_out: people.all(&round.draw.sitting_out),
            reason,
            clock: round
                .clock
                .map(|clock| TournamentClock::new(clock, last_hand)),
        }
    }
}

impl TournamentRound {
    /// As a round of an evening, and its clock.
    pub(super) fn on_screen(self) -> (EveningRound, Option<TournamentClock>) {
        let round = EveningRound {
            round: self.round,
            seed: self.seed,
            drawn_at: self.drawn_at,
            replaced: self.replaced,
            tables: self.tables,
            sitting_out: self.sitting_out,
        };
        (round, self.clock)
    }
}

impl TournamentClock {
    fn new(clock: evidence::TournamentClock, last_hand: Option<LastHand>) -> Self {
        let set_at = clock.changed.time;
        let left = Duration::seconds(clock.remaining_seconds.into());
        let ends_at = set_at.moment().checked_add(left);
        let ends_at = ends_at.filter(|_| clock.running);
        Self {
            running: clock.running,
            remaining_seconds: clock.remaining_seconds,
            set_at,
            ends_at: ends_at.and_then(|moment| Timestamp::new(moment).ok()),
            last_hand,
        }
    }
}
