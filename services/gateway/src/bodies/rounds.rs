//! A match as people read it: rounds, deals and extra hands, as on a score sheet.

use ledger::evidence::{self, Chair, Ending, Facts, Wind, WonBy};
use ledger::{MatchView, RecordedHand};
use serde::Serialize;
use utoipa::ToSchema;

use super::points::Points;
use super::schema;
use super::seats::Player;

/// The score sheet of a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rounds {
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: ledger::MatchId,
    /// The four players, chair 1 first.
    #[schema(min_items = 4, max_items = 4)]
    players: Vec<Player>,
    /// The rounds that were begun, East first.
    rounds: Vec<Round>,
    /// Why the match is over; absent while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::Ending>)]
    ending: Option<Ending>,
}

/// A round: the hands under one prevailing wind.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Round {
    #[schema(value_type = schema::Wind)]
    round_wind: Wind,
    /// In the order played.
    hands: Vec<Line>,
}

/// A line of the score sheet: one hand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Line {
    #[schema(value_type = Uuid)]
    id: ledger::HandId,
    /// Its number in the order played.
    #[schema(minimum = 1)]
    number: u32,
    /// What a score sheet calls it: the deal counted 1–16 through the match, or `extra hand`.
    #[schema(examples("7", "extra hand"))]
    label: String,
    /// The chair that is East and deals.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    dealer: Chair,
    /// 0 for the first hand of a deal, 1, 2, … for the extra hands that repeat it.
    extra: u32,
    /// How it ended.
    result: HandResult,
    /// How the winning tile was got, if somebody won.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::WonBy>)]
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
}

/// How a hand ended: somebody won, nobody (`goulash`), or somebody called a false mahjong.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HandResult {
    Win,
    Goulash,
    FalseMahjong,
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
    #[schema(value_type = schema::Wind)]
    seat_wind: Wind,
    /// What the hand brought or cost.
    points: Points,
    /// Gained or lost so far, this hand included.
    total_points: Points,
}

impl Rounds {
    /// The sheet of a match from its hands, in the order played.
    pub(crate) fn new(view: MatchView, hands: Vec<RecordedHand>) -> Self {
        let mut rounds: Vec<Round> = Vec::new();
        for recorded in hands {
            let round_wind = recorded.hand.deal.round_wind;
            let line = Line::from(recorded);
            match rounds
                .last_mut()
                .filter(|round| round.round_wind == round_wind)
            {
                Some(round) => round.hands.push(line),
                None => rounds.push(Round {
                    round_wind,
                    hands: vec![line],
                }),
            }
        }
        Self {
            match_id: view.id,
            players: view.players.map(Player::from).into(),
            rounds,
            ending: view.state.ending,
        }
    }
}

impl From<RecordedHand> for Line {
    fn from(recorded: RecordedHand) -> Self {
        let hand = recorded.hand;
        let (result, won_by, from_chair) = match hand.facts {
            Facts::Win(win) => (HandResult::Win, Some(win.won_by), win.from_chair),
            Facts::Goulash {} => (HandResult::Goulash, None, None),
            Facts::FalseMahjong(_) => (HandResult::FalseMahjong, None, None),
        };
        let totals = hand.state_after.total_half_points;
        let seat = |leg: &evidence::Leg| LineSeat {
            chair: leg.chair,
            seat_wind: leg.seat_wind,
            points: Points(leg.half_points),
            total_points: Points(*leg.chair.of(&totals)),
        };
        Self {
            id: hand.hand,
            number: hand.number,
            label: label(&hand.deal),
            dealer: hand.deal.dealer,
            extra: hand.deal.extra,
            result,
            won_by,
            from_chair,
            winners: hand
                .result
                .scores
                .into_iter()
                .map(LineWinner::from)
                .collect(),
            seats: hand.legs.chairs().iter().map(seat).collect(),
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
