//! Standings and statistics.

mod player_matches;
mod row;

pub(crate) use player_matches::PlayerMatches;

use ledger::evidence;
use ledger::tally::{self, Totals};
use ledger::{MatchId, OutcomeId, StandingsProgress};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use super::points::Points;
use super::seats::Player;

/// The standings of a period.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Standings {
    #[serde(flatten)]
    reflected: StandingsProgress,
    /// Everybody who took part in a match of the period; who gained most comes first.
    players: Vec<Standing>,
}

/// What the matches of a period come to for one player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StandingsRow)]
pub(crate) struct Standing {
    /// 1 for who gained most; who gained the same shares the better rank.
    #[schema(minimum = 1)]
    rank: usize,
    player: Player,
    #[serde(flatten)]
    figures: Figures,
}

/// What the matches of a period come to for one player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Figures {
    /// The matches they took part in, those that go on included.
    #[schema(minimum = 0)]
    matches: u64,
    /// What they gained (positive) or lost; penalties are in it.
    points: Points,
    /// The hands they sat at.
    #[schema(minimum = 0)]
    hands: u64,
    /// Those they won.
    #[schema(minimum = 0)]
    wins: u64,
    /// Those they won by self-draw.
    #[schema(minimum = 0)]
    self_draws: u64,
    /// Those they won with a limit hand.
    #[schema(minimum = 0)]
    limit_hands: u64,
    /// Those that others won by their discard, or by robbing their kong.
    #[schema(minimum = 0)]
    deal_ins: u64,
    /// What they paid in those.
    deal_in_points: Points,
    /// The fan of a win on average; limit hands and hands whose payments were agreed have none. Absent without such a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    average_fan: Option<f64>,
    /// A limit hand, else the most fan, else what brought most points; of equal ones the first. Absent without a win that was scored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    best_hand: Option<BestHand>,
    /// Of the matches that are over, how many they finished first, second, and so on. Who gained the same shares the better place.
    places: Vec<u64>,
    /// How many of the last matches that are over brought a gain, one after the other.
    #[schema(minimum = 0)]
    current_streak: u64,
    /// How many in a row did at best.
    #[schema(minimum = 0)]
    longest_streak: u64,
    /// What is thought of their strength at the end of the period, from all matches that were over, whatever the variant. Absent before
    /// the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<Rating>,
}

/// How strong a player is thought to be, by the places of matches in their order (Weng and Lin 2011, as OpenSkill has it).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rating {
    /// The strength that is most likely; everybody begins with 25.
    rating: f64,
    /// Its standard deviation; everybody begins with 25/3, and it falls with every match.
    uncertainty: f64,
    /// A strength the player has almost certainly: `rating` − 3 × `uncertainty`.
    at_least: f64,
}

/// A hand that was won.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BestHand {
    /// Its fan; 0 for a limit hand.
    #[schema(minimum = 0)]
    fan: u32,
    /// Whether it was a limit hand.
    limit: bool,
    /// What it brought.
    points: Points,
    /// The match.
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The hand, by its id.
    #[schema(value_type = Uuid)]
    hand: OutcomeId,
    /// Its tiles; absent if the result was declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    tiles: Option<evidence::Hand>,
    /// The patterns that counted, by their ids in the catalogue.
    patterns: Vec<String>,
}

/// What the matches of a period come to for one player, in full.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Statistics {
    #[serde(flatten)]
    reflected: StandingsProgress,
    /// Who; of somebody who was merged, the player who counts for both.
    player: Player,
    #[serde(flatten)]
    figures: Figures,
    /// How often each pattern counted in their wins, by its id in the catalogue.
    patterns: BTreeMap<String, u64>,
    /// How it went with everybody they played with; from whom they gained most comes first.
    against: Vec<HeadToHead>,
}

/// How it went with another player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeadToHead {
    player: Player,
    /// The matches both took part in.
    #[schema(minimum = 0)]
    matches: u64,
    /// The hands both sat at.
    #[schema(minimum = 0)]
    hands: u64,
    /// What came from the other (positive) or went to them. What an outcome moves is netted into the fewest transfers.
    points: Points,
}

impl From<ledger::Standings> for Standings {
    fn from(found: ledger::Standings) -> Self {
        let gained: Vec<i64> = found
            .rows
            .iter()
            .map(|row| row.totals.half_points)
            .collect();
        let rank = |own: i64| {
            gained
                .partition_point(|other| *other > own)
                .saturating_add(1)
        };
        let standing = |row: ledger::StandingsRow| Standing {
            rank: rank(row.totals.half_points),
            player: Player::from(row.player),
            figures: Figures::new(row.totals, row.rating),
        };
        Self {
            reflected: found.reflected,
            players: found.rows.into_iter().map(standing).collect(),
        }
    }
}

impl From<ledger::Statistics> for Statistics {
    fn from(found: ledger::Statistics) -> Self {
        let tally::Figures { totals, detail } = found.figures;
        let mut others = found.others;
        let against = detail.against.into_iter().filter_map(|(id, with)| {
            Some(HeadToHead {
                player: Player::from(others.remove(&id)?),
                matches: with.matches,
                hands: with.hands,
                points: Points(with.half_points),
            })
        });
        let mut against: Vec<_> = against.collect();
        against.sort_by_key(|with| std::cmp::Reverse(with.points.0));
        Self {
            reflected: found.reflected,
            player: Player::from(found.player),
            figures: Figures::new(totals, found.rating),
            patterns: detail.patterns,
            against,
        }
    }
}

impl Figures {
    fn new(totals: Totals, rating: Option<tally::Rating>) -> Self {
        Self {
            average_fan: totals.average_fan(),
            matches: totals.matches,
            points: Points(totals.half_points),
            hands: totals.hands,
            wins: totals.wins,
            self_draws: totals.self_draws,
            limit_hands: totals.limit_hands,
            deal_ins: totals.deal_ins,
            deal_in_points: Points(totals.deal_in_half_points),
            best_hand: totals.best.map(BestHand::from),
            places: totals.places,
            current_streak: totals.streaks.current,
            longest_streak: totals.streaks.longest,
            rating: rating.map(|rating| Rating {
                rating: rating.rating,
                uncertainty: rating.uncertainty,
                at_least: rating.at_least(),
            }),
        }
    }
}

impl From<tally::Best> for BestHand {
    fn from(best: tally::Best) -> Self {
        Self {
            fan: best.fan,
            limit: best.limit,
            points: Points(best.half_points),
            match_id: best.match_id,
            hand: best.outcome_id,
            tiles: best.hand,
            patterns: best.patterns,
        }
    }
}
