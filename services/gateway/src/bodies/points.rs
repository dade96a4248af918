//! Points as people write them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// An amount of points, kept in half points since some tables pay halves. In JSON a number: `8`, `-2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) i64);

impl Points {
    /// Whole points as well as half ones.
    pub(crate) fn whole(points: i64) -> Self {
        Self(points.saturating_mul(2))
    }

    /// An amount in half points, if it is one.
    pub(crate) fn unless_zero(half_points: i64) -> Option<Self> {
        (half_points != 0).then_some(Self(half_points))
    }

    /// The sum of two amounts.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 2 {
            0 => serializer.serialize_i64(self.0 / 2),
            // Below 2^53 half points (the ledger holds no more) halving is exact.
            _ => serializer.serialize_f64(self.0 as f64 / 2.0),
        }
    }
}

/// The most points that one outcome can be said to move.
const MOST: f64 = 1_000_000.0;
/// The most points of a total: below it, halves are exact.
const MOST_OF_TOTAL: f64 = 4_503_599_627_370_496.0;

/// A total: the sum of what many outcomes moved.
struct Total(Points);

/// Reads the totals of four chairs.
pub(super) fn read_totals<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[Points; 4], D::Error> {
    let totals = <[Total; 4]>::deserialize(deserializer)?;
    Ok(totals.map(|Total(points)| points))
}

/// Reads a total that is stated.
pub(super) fn read_total<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Points>, D::Error> {
    let Total(points) = Total::deserialize(deserializer)?;
    Ok(Some(points))
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_within(MOST, deserializer)
    }
}

impl<'de> Deserialize<'de> for Total {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_within(MOST_OF_TOTAL, deserializer).map(Self)
    }
}

fn read_within<'de, D: Deserializer<'de>>(most: f64, deserializer: D) -> Result<Points, D::Error> {
    let points = f64::deserialize(deserializer)?;
    let half_points = points * 2.0;
    if points.abs() > most || half_points.fract() != 0.0 {
        let said = format!("{points} is not a multiple of 0.5 from -{most} to {most}");
        return Err(de::Error::custom(said));
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number that an f64 holds exactly"
    )]
    Ok(Points(half_points as i64))
}

impl PartialSchema for Points {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .multiple_of(Some(0.5))
            .description(Some(
                "Points: a multiple of one half, positive for what is gained, negative for what is paid.",
            ))
            .examples([serde_json::json!(8), serde_json::json!(-2.5)])
            .into()
    }
}

impl ToSchema for Points {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_show_only_where_there_are_some() {
        let json = |half_points| serde_json::to_string(&Points(half_points)).unwrap();
        assert_eq!(
            [0, 16, -4, 1, -5].map(json),
            ["0", "8", "-2", "0.5", "-2.5"]
        );
    }
}
