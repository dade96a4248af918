//! Tournaments: entrants, rounds that are drawn, their clock, and penalties.

use std::collections::BTreeMap;

use ledger::evidence::{self, EntrantState, Registration};
use ledger::{Hash, PlayerId, Timestamp, TournamentId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day::Day;
use super::evening::{EveningRound, RoundsNow};
use super::field::{Text, Whole};
use super::people::People;
use super::points::Points;
use super::seats::Player;
use super::tournament_round::{TournamentClock, TournamentRound};
use super::tournament_rules::{self, TournamentRules};

/// A tournament to open.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournament {
    /// What it is called. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Autumn cup 2026"))]
    pub(crate) name: Text<100>,
    /// Its first day, in the club's time zone; it may be still to come.
    #[schema(value_type = String, format = Date, examples("2026-12-05"))]
    pub(crate) from: Day,
    /// Its last day.
    #[schema(value_type = String, format = Date, examples("2026-12-06"))]
    pub(crate) until: Day,
    /// How it is drawn and scored.
    pub(crate) rules: TournamentRules,
}

/// Entrants who are registered, are there, or are not any more.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntrantsChange {
    /// Who takes part from now on, or with another team, or as a substitute or no longer as one. Who is registered like this already stays
    /// so.
    #[serde(default)]
    #[schema(max_items = 400, required = false)]
    pub(crate) registered: Vec<Registration>,
    /// Who is there: the draws are among them. Somebody can be registered and checked in at once, and check in again after they withdrew.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>, max_items = 400, required = false)]
    pub(crate) checked_in: Vec<PlayerId>,
    /// Who plays no more. Their results stay.
    #[serde(default)]
    #[schema(value_type = Vec<Uuid>, max_items = 400, required = false)]
    pub(crate) withdrawn: Vec<PlayerId>,
}

/// A penalty to give.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournamentPenalty {
    /// For whom.
    #[schema(value_type = Uuid)]
    pub(crate) player: PlayerId,
    /// The round in which it counts. Absent: the last round that was drawn.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 64)]
    pub(crate) round: Option<Whole<1, 64>>,
    /// The points that are taken away, from 0 to 1,000,000. Absent: none.
    #[schema(value_type = Option<Points>, minimum = 0)]
    pub(crate) points: Option<Points>,
    /// The table points that are taken away. Absent: none. With neither, the penalty is a warning.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 1_000)]
    pub(crate) table_points: Option<Whole<0, 1_000>>,
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Text<500>,
}

/// A penalty to withdraw.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PenaltyWithdrawal {
    /// Why, for people. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = String, min_length = 1, max_length = 500)]
    pub(crate) reason: Text<500>,
}

/// A tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tournament {
    #[serde(flatten)]
    summary: TournamentSummary,
    /// Changes whenever the tournament does. What becomes of its matches does not change it.
    #[schema(minimum = 1)]
    version: u64,
    /// How it is drawn and scored.
    rules: TournamentRules,
    /// Who takes part, by id; each once, after a merge as the player they count for.
    entrants: Vec<Entrant>,
    /// The rounds, in order.
    rounds: Vec<TournamentRound>,
    /// The penalties, in the order in which they were given.
    penalties: Vec<TournamentPenalty>,
}

/// A tournament, without its rules and what happened in it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentSummary {
    #[schema(value_type = Uuid)]
    pub(crate) id: TournamentId,
    /// What it is called; absent if it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// Its first day, in the club's time zone.
    #[schema(value_type = String, format = Date)]
    from: Day,
    /// Its last day.
    #[schema(value_type = String, format = Date)]
    until: Day,
    /// SHA-256 of the seed of the first draw, published before anybody was registered.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    seed_hash: Hash,
    /// The sequence number of the ledger entry that opened it.
    #[schema(minimum = 1)]
    opened_seq: u64,
    #[schema(value_type = String, format = DateTime)]
    opened_at: Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    opened_by: UserId,
    /// The sequence number of the ledger entry that closed it: its standings are those as of this entry. Absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    closed_seq: Option<u64>,
}

/// The tournament whose round the screen of the hall shows.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentOnScreen {
    #[schema(value_type = Uuid)]
    id: TournamentId,
    /// What it is called; absent if it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// The number of the round.
    #[schema(minimum = 1, maximum = 64)]
    round: u32,
    /// How many rounds are planned.
    #[schema(minimum = 1, maximum = 64)]
    rounds: u32,
    /// The clock of the round; absent before it was set.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock: Option<TournamentClock>,
}

/// A page of tournaments, the last opened first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Tournaments {
    pub(crate) tournaments: Vec<TournamentSummary>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) next_cursor: Option<String>,
}

/// Somebody who takes part in a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entrant {
    player: Player,
    /// The label of their team; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    team: Option<String>,
    /// Whether they only take the places of others.
    substitute: bool,
    state: EntrantState,
}

/// A penalty that was given in a tournament. A warning if it takes nothing away.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentPenalty {
    /// The sequence number of the ledger entry that gave it.
    #[schema(minimum = 1)]
    seq: u64,
    player: Player,
    /// The round that was stated. Absent: it counts in the last round that was drawn before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    round: Option<u32>,
    /// The points that are taken away.
    points: Points,
    /// The table points that are taken away.
    #[schema(minimum = 0)]
    table_points: u32,
    /// Why; absent if it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    given_at: Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    given_by: UserId,
    /// Who withdrew it; absent while it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    withdrawn: Option<WithdrawnPenalty>,
}

/// How a penalty was withdrawn.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WithdrawnPenalty {
    /// The sequence number of the ledger entry that withdrew it.
    #[schema(minimum = 1)]
    seq: u64,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    by: UserId,
    /// Why; absent if it was erased or is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

impl From<ledger::TournamentSummary> for TournamentSummary {
    fn from(summary: ledger::TournamentSummary) -> Self {
        let ledger::TournamentSummary {
            opened,
            terms,
            name,
            closed_seq,
        } = summary;
        Self {
            id: terms.tournament,
            name,
            from: Day(terms.from),
            until: Day(terms.until),
            seed_hash: terms.seed_hash,
            opened_seq: opened.seq,
            opened_at: opened.time,
            opened_by: opened.actor,
            closed_seq,
        }
    }
}

impl From<ledger::TournamentView> for Tournament {
    fn from(view: ledger::TournamentView) -> Self {
        let tournament = &view.tournament;
        let people = People(&view.names);
        let entrants = tournament.entrants_by(|id| people.counts_for(id));
        let is_gone = |player| {
            let entrant = entrants.get(&people.counts_for(player));
            entrant.is_some_and(|one| one.state == EntrantState::Withdrawn)
        };
        let now = RoundsNow {
            tables: &view.tables,
            is_gone: &is_gone,
            last_drawn: tournament.rounds.last().map(|round| round.drawn.seq),
        };
        let rules = &tournament.terms.rules;
        let last_hand = rules.clock.map(|clock| clock.last_hand);
        let rounds = tournament.rounds.iter();
        let players = people.each(tournament.entrants.keys()).into_iter();
        let penalties = tournament.penalties.iter();
        Self {
            version: tournament.version,
            rules: tournament_rules::shown(rules),
            entrants: players
                .filter_map(|(id, player)| Some(Entrant::new(player, entrants.get(&id)?)))
                .collect(),
            rounds: rounds
                .map(|round| {
                    let reason = view.texts.get(&round.drawn.seq).cloned();
                    TournamentRound::new(round, last_hand, people, now, reason)
                })
                .collect(),
            penalties: penalties
                .filter_map(|one| TournamentPenalty::new(one, &view.texts, people))
                .collect(),
            summary: TournamentSummary::from(ledger::TournamentSummary {
                opened: tournament.opened,
                terms: tournament.terms.clone(),
                name: view.name().map(str::to_owned),
                closed_seq: tournament.closed.map(|closed| closed.seq),
            }),
        }
    }
}

impl Tournament {
    /// Itself as the screen of the hall shows it while it plays this round with this clock.
    pub(crate) fn on_screen(
        &self,
        round: &EveningRound,
        clock: Option<TournamentClock>,
    ) -> TournamentOnScreen {
        TournamentOnScreen {
            id: self.summary.id,
            name: self.summary.name.clone(),
            round: round.number(),
            rounds: self.rules.rounds,
            clock,
        }
    }

    /// Its rounds in order, as rounds of an evening with their clocks.
    pub(crate) fn take_rounds(&mut self) -> Vec<(EveningRound, Option<TournamentClock>)> {
        let rounds = std::mem::take(&mut self.rounds);
        rounds.into_iter().map(TournamentRound::on_screen).collect()
    }
}

impl Entrant {
    fn new(player: Player, entrant: &evidence::Entrant) -> Self {
        Self {
            player,
            team: entrant.team.clone(),
            substitute: entrant.substitute,
            state: entrant.state,
        }
    }
}

impl TournamentPenalty {
    fn new(
        penalty: &evidence::TournamentPenalty,
        texts: &BTreeMap<u64, String>,
        people: People<'_>,
    ) -> Option<Self> {
        let (given, terms) = (penalty.given, penalty.terms);
        let withdrawn = penalty.withdrawn.map(|withdrawn| WithdrawnPenalty {
            seq: withdrawn.seq,
            at: withdrawn.time,
            by: withdrawn.actor,
            reason: texts.get(&withdrawn.seq).cloned(),
        });
        Some(Self {
            seq: given.seq,
            player: people.one(terms.player)?,
            round: terms.round,
            points: Points(terms.half_points.into()),
            table_points: terms.table_points,
            reason: texts.get(&given.seq).cloned(),
            given_at: given.time,
            given_by: given.actor,
            withdrawn,
        })
    }
}
