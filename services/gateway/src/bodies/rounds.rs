//! A match as people read it: rounds, deals and extra hands, as on a score sheet.

mod row;
mod sheet;

pub(crate) use row::OutcomeRow;

use ledger::evidence::{self, Chair, Ending, Outcome, OutcomeKind, OutcomeWithState, Wind, WonBy};
use ledger::{MatchWithHistory, Party, PlayerId};
use serde::Serialize;
use std::collections::HashMap;
use utoipa::ToSchema;

use super::points::Points;
use super::seats::Player;

/// The score sheet of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rounds {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: ledger::MatchId,
    /// The time zone of the club, in the IANA database.
    #[schema(examples("Asia/Hong_Kong"))]
    time_zone: String,
    /// Who sat where at the start, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    players: Vec<Player>,
    /// The rounds that were begun, East first.
    rounds: Vec<Round>,
    /// What everybody who took part gained or lost.
    standings: Vec<Standing>,
    /// What penalties brought the club's house; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    house_points: Option<Points>,
    /// Why the match is over; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
    /// The version of the match from whose entries the sheet was made, as `version` of the match. With `corrected` it is the present one.
    #[schema(minimum = 1)]
    version: u64,
}

/// What somebody gained or lost in a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Standing {
    player: Player,
    /// Gained or lost in all.
    points: Points,
    /// How many hands the player won, those with agreed payments too.
    #[schema(minimum = 0)]
    wins: usize,
}

/// A round: what happened under one prevailing wind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Round {
    round_wind: Wind,
    /// The hands, and what happened between them, in the order played.
    hands: Vec<Line>,
}

/// A line of the score sheet: one hand, or what happened between two.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Line {
    #[schema(value_type = Uuid)]
    id: ledger::OutcomeId,
    /// Its number in the order played; absent for what is not a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    number: Option<u32>,
    /// What a score sheet calls it: the deal counted 1–16 through the match, or `extra hand`; empty for what is not a hand.
    #[schema(examples("7", "extra hand"))]
    label: String,
    /// The chair that is East and deals.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    dealer: Chair,
    /// 0 for the first hand of a deal, 1, 2, … for the extra hands that repeat it.
    extra: u32,
    /// How it ended, or what it was.
    result: OutcomeKind,
    /// Whether a correction changed something about it.
    corrected: bool,
    /// How the winning tile was got, if somebody won.
    #[serde(skip_serializing_if = "Option::is_none")]
    won_by: Option<WonBy>,
    /// The chair that gave the winning tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 4)]
    from_chair: Option<Chair>,
    /// Who won, with what.
    winners: Vec<LineWinner>,
    /// The four chairs, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    seats: Vec<LineSeat>,
    /// What the club's house got; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    house_points: Option<Points>,
    /// Why, if that was said when it was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
}

/// One winner.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineWinner {
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    chair: Chair,
    /// The fan in all; 0 for a limit hand.
    fan: u32,
    /// Whether it was a limit hand.
    limit: bool,
    /// Whether the table declared the result instead of showing tiles.
    declared: bool,
    /// The ids of the patterns that counted.
    patterns: Vec<String>,
}

/// One chair in one hand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LineSeat {
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    chair: Chair,
    /// Who sat there.
    #[schema(value_type = Uuid)]
    player: PlayerId,
    seat_wind: Wind,
    /// What it brought or cost.
    points: Points,
    /// What the chair gained or lost so far, this included, whoever sat there.
    total_points: Points,
}

impl Rounds {
    /// The sheet of a match.
    pub(crate) fn new(told: &MatchWithHistory) -> Self {
        let mut rounds: Vec<Round> = Vec::new();
        for outcome in told.history.course() {
            let round_wind = outcome.current.now.result.deal.round_wind;
            let line = Line::new(&outcome, told);
            let current = rounds.last_mut();
            match current.filter(|round| round.round_wind == round_wind) {
                Some(round) => round.hands.push(line),
                None => rounds.push(Round {
                    round_wind,
                    hands: vec![line],
                }),
            }
        }
        Self {
            match_id: told.view.id,
            time_zone: told.time_zone.clone(),
            players: told.history.players.map(|id| player(told, id)).into(),
            rounds,
            standings: standings(told),
            house_points: Points::unless_zero(told.history.state.house_half_points),
            ending: told.history.state.ending,
            version: told.view.version,
        }
    }
}

/// What everybody gained or lost, in the order in which they took a chair.
fn standings(told: &MatchWithHistory) -> Vec<Standing> {
    let mut wins: HashMap<PlayerId, usize> = HashMap::new();
    let mut order: Vec<PlayerId> = told.history.players.into();
    for standing in &told.history.outcomes {
        let legs = standing.now.result.legs.chairs();
        for winner in standing.now.outcome.winning_chairs() {
            *wins.entry(winner.of(legs).player).or_default() += 1;
        }
        if let Some(substitution) = standing.now.outcome.substitution()
            && !order.contains(&substitution.player)
        {
            order.push(substitution.player);
        }
    }
    let balances = told.history.balances();
    let standing = |id: PlayerId| Standing {
        player: player(told, id),
        points: Points(
            balances
                .get(&Party::Player(id))
                .copied()
                .unwrap_or_default(),
        ),
        wins: wins.get(&id).copied().unwrap_or_default(),
    };
    order.into_iter().map(standing).collect()
}

fn player(told: &MatchWithHistory, id: PlayerId) -> Player {
    let player = told.players.get(&id).cloned();
    // Everybody in a history took part in its match.
    player.map(Player::from).unwrap_or_else(|| Player {
        id,
        name: None,
        erased: false,
        merged_into: None,
    })
}

impl Line {
    fn new(outcome: &OutcomeWithState<'_>, told: &MatchWithHistory) -> Self {
        let (standing, totals) = (outcome.current, outcome.state_after.total_half_points);
        let (outcome, result) = (&standing.now.outcome, &standing.now.result);
        let win = if let Outcome::Win(win) = outcome {
            Some(win)
        } else {
            None
        };
        let seat = |leg: &evidence::Leg| LineSeat {
            chair: leg.chair,
            player: leg.player,
            seat_wind: leg.seat_wind,
            points: Points(leg.half_points),
            total_points: Points(*leg.chair.of(&totals)),
        };
        let reason = told.texts.get(&standing.recorded().seq).cloned();
        Self {
            id: standing.outcome_id,
            number: result.number,
            label: result
                .number
                .map(|_| label(&result.deal))
                .unwrap_or_default(),
            dealer: result.deal.dealer,
            extra: result.deal.extra,
            result: outcome.kind(),
            corrected: standing.is_corrected(),
            won_by: win.map(|win| win.won_by),
            from_chair: win.and_then(|win| win.from_chair),
            winners: result
                .scores
                .iter()
                .cloned()
                .map(LineWinner::from)
                .collect(),
            seats: result.legs.chairs().iter().map(seat).collect(),
            house_points: Points::unless_zero(result.legs.house()),
            reason: reason.filter(|_| standing.reason_commitment.is_some()),
        }
    }
}

impl From<evidence::WinnerScore> for LineWinner {
    fn from(winner: evidence::WinnerScore) -> Self {
        let score = winner.score;
        Self {
            chair: winner.chair,
            fan: score.fan,
            limit: score.limit,
            declared: score.declared,
            patterns: score
                .counted
                .into_iter()
                .map(|counted| counted.pattern)
                .collect(),
        }
    }
}

/// Sixteen deals make a match, four to a round; the deal goes from chair 1 to chair 4 in each.
fn label(deal: &evidence::Deal) -> String {
    if deal.extra > 0 {
        return "extra hand".to_owned();
    }
    let rounds_before = match deal.round_wind {
        Wind::East => 0,
        Wind::South => 1,
        Wind::West => 2,
        Wind::North => 3,
    };
    (rounds_before * 4 + deal.dealer.number()).to_string()
}
