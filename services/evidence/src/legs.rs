//! What a hand moves between four chairs and the house: nothing is made and nothing is lost.

use crate::points::as_points;
use crate::{Chair, Deal, MAX_INTEGER, PlayerId, Wind};
use serde::{Deserialize, Serialize};

/// What one chair gains (positive) or pays (negative).
// As answers of REST have it; a leaf has a `Line`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = ChairPayment)
)]
pub struct Leg {
    /// Whose.
    #[cfg_attr(feature = "openapi", schema(value_type = u8, minimum = 1, maximum = 4))]
    pub chair: Chair,
    /// The player who sits there.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub player: PlayerId,
    /// The wind of the chair in this hand.
    pub seat_wind: Wind,
    /// How much.
    #[serde(rename = "points", serialize_with = "as_points")]
    #[cfg_attr(feature = "openapi", schema(value_type = crate::Points))]
    pub half_points: i64,
}

/// Four chairs and the house; the amounts always sum to zero, since there is no other way to make one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<Line>", try_from = "Vec<Line>")]
pub struct Legs {
    chairs: [Leg; 4],
    house: i64,
}

/// Legs that cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unbalanced {
    /// The amounts do not sum to zero.
    #[error("the amounts sum to {0} half points instead of zero")]
    Sum(i128),
    /// An amount that JSON does not hold exactly.
    #[error("{0} half points are beyond ±(2^53 − 1)")]
    TooLarge(i64),
    /// Not the four chairs in order, each with its own player and wind.
    #[error("legs are those of chairs 1, 2, 3 and 4, each with its own player and wind")]
    Chairs,
    /// A line of a leaf with the fields of neither a chair nor the house.
    #[error("a line of the legs is neither a chair's nor the house's")]
    Line,
}

impl Legs {
    /// The legs of a hand: players and amounts in half points, chair 1 first, and what the house takes.
    pub fn new(
        deal: &Deal,
        players: [PlayerId; 4],
        half_points: [i64; 4],
        house: i64,
    ) -> Result<Self, Unbalanced> {
        let chairs = Chair::ALL.map(|chair| Leg {
            chair,
            player: *chair.of(&players),
            seat_wind: deal.seat_wind(chair),
            half_points: *chair.of(&half_points),
        });
        Self::check(chairs, house)
    }

    /// The legs of the chairs, chair 1 first.
    pub fn chairs(&self) -> &[Leg; 4] {
        &self.chairs
    }

    /// The amounts of the chairs in half points, chair 1 first.
    pub fn half_points(&self) -> [i64; 4] {
        self.chairs.map(|leg| leg.half_points)
    }

    /// What the house gains (positive) or pays (negative), in half points.
    pub fn house(&self) -> i64 {
        self.house
    }

    fn check(chairs: [Leg; 4], house: i64) -> Result<Self, Unbalanced> {
        let amounts = || chairs.iter().map(|leg| leg.half_points).chain([house]);
        if let Some(amount) = amounts().find(|amount| amount.unsigned_abs() > MAX_INTEGER as u64) {
            return Err(Unbalanced::TooLarge(amount));
        }
        let sum = amounts().map(i128::from).sum();
        if sum != 0 {
            return Err(Unbalanced::Sum(sum));
        }
        let dealer = chairs
            .iter()
            .find(|leg| leg.seat_wind == Wind::East)
            .ok_or(Unbalanced::Chairs)?
            .chair;
        let deal = Deal {
            dealer,
            ..Deal::FIRST
        };
        let seated = |(leg, chair): (&Leg, Chair)| {
            let once = chairs
                .iter()
                .filter(|other| other.player == leg.player)
                .count()
                == 1;
            leg.chair == chair && leg.seat_wind == deal.seat_wind(chair) && once
        };
        if !chairs.iter().zip(Chair::ALL).all(seated) {
            return Err(Unbalanced::Chairs);
        }
        Ok(Self { chairs, house })
    }
}

/// A line of the array that legs are in a leaf: four chairs, then the house unless it is zero. It has the fields of both, so that a field which
/// neither has is called unknown.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    chair: Option<Chair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seat_wind: Option<Wind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    half_points: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house_half_points: Option<i64>,
}

impl Line {
    fn chair(self) -> Result<Leg, Unbalanced> {
        match self {
            Self {
                chair: Some(chair),
                player: Some(player),
                seat_wind: Some(seat_wind),
                half_points: Some(half_points),
                house_half_points: None,
            } => Ok(Leg {
                chair,
                player,
                seat_wind,
                half_points,
            }),
            _ => Err(Unbalanced::Line),
        }
    }

    fn house(self) -> Result<i64, Unbalanced> {
        match self {
            Self {
                chair: None,
                player: None,
                seat_wind: None,
                half_points: None,
                house_half_points: Some(house),
            } => Ok(house),
            _ => Err(Unbalanced::Line),
        }
    }
}

impl From<Legs> for Vec<Line> {
    fn from(legs: Legs) -> Self {
        let chair = |leg: Leg| Line {
            chair: Some(leg.chair),
            player: Some(leg.player),
            seat_wind: Some(leg.seat_wind),
            half_points: Some(leg.half_points),
            house_half_points: None,
        };
        let house = (legs.house != 0).then_some(Line {
            house_half_points: Some(legs.house),
            ..Line::default()
        });
        legs.chairs.map(chair).into_iter().chain(house).collect()
    }
}

impl TryFrom<Vec<Line>> for Legs {
    type Error = Unbalanced;

    fn try_from(lines: Vec<Line>) -> Result<Self, Unbalanced> {
        let (chairs, house) = match *lines.as_slice() {
            [a, b, c, d] => ([a, b, c, d], 0),
            [a, b, c, d, house] => ([a, b, c, d], house.house()?),
            _ => return Err(Unbalanced::Chairs),
        };
        let [a, b, c, d] = chairs.map(Line::chair);
        Self::check([a?, b?, c?, d?], house)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn players() -> [PlayerId; 4] {
        [1, 2, 3, 4].map(|n| PlayerId(Uuid::from_u128(n)))
    }

    fn legs(half_points: [i64; 4], house: i64) -> Result<Legs, Unbalanced> {
        Legs::new(&Deal::FIRST, players(), half_points, house)
    }

    #[test]
    fn legs_sum_to_zero_or_are_not() {
        assert_eq!(
            legs([-8, -4, 16, -4], 0).unwrap().half_points(),
            [-8, -4, 16, -4]
        );
        assert_eq!(legs([-20, 0, 0, 0], 20).unwrap().house(), 20);
        assert_eq!(legs([-8, -4, 16, -5], 0), Err(Unbalanced::Sum(-1)));
        assert_eq!(legs([0; 4], 1), Err(Unbalanced::Sum(1)));
        assert_eq!(
            legs([i64::MAX, i64::MAX, 2, 0], 0),
            Err(Unbalanced::TooLarge(i64::MAX))
        );
        assert_eq!(
            legs([i64::MIN, 0, 0, 0], 0),
            Err(Unbalanced::TooLarge(i64::MIN))
        );
    }

    #[test]
    fn one_person_sits_on_one_chair() {
        let mut players = players();
        players[3] = players[0];
        assert_eq!(
            Legs::new(&Deal::FIRST, players, [0; 4], 0),
            Err(Unbalanced::Chairs)
        );
    }

    #[test]
    fn legs_are_read_as_strictly_as_they_are_made() {
        let good = serde_json::to_value(legs([-20, 6, 6, 6], 2).unwrap()).unwrap();
        assert_eq!(good.as_array().unwrap().len(), 5);
        assert!(serde_json::from_value::<Legs>(good.clone()).is_ok());
        let bad = |change: fn(&mut Vec<serde_json::Value>)| {
            let mut lines = good.as_array().unwrap().clone();
            change(&mut lines);
            serde_json::from_value::<Legs>(lines.into())
                .unwrap_err()
                .to_string()
        };
        assert!(bad(|lines| drop(lines.pop())).contains("sum to -2"));
        assert!(bad(|lines| lines.swap(0, 1)).contains("chairs 1, 2, 3 and 4"));
        assert!(bad(|lines| lines.swap(0, 4)).contains("neither a chair's"));
        assert!(bad(|lines| lines[1]["seat_wind"] = "east".into()).contains("own player and wind"));
        assert!(
            bad(|lines| lines[1]["player"] = lines[0]["player"].clone()).contains("own player")
        );
        assert!(bad(|lines| lines[1]["tip"] = 1.into()).contains("unknown field `tip`"));
        assert!(bad(|lines| lines[1]["house_half_points"] = 1.into()).contains("neither"));
    }
}
