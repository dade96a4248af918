//! Points as people write them, and as REST has them.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The most points that one outcome can be said to move.
const MOST: f64 = 1_000_000.0;

/// An amount of points, kept in half points since some tables pay halves. In JSON a number: `8`, `-2.5`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points(pub i64);

impl Points {
    /// Whole points as well as half ones.
    pub fn whole(points: i64) -> Self {
        Self(points.saturating_mul(2))
    }

    /// An amount in half points, if it is one.
    pub fn unless_zero(half_points: i64) -> Option<Self> {
        (half_points != 0).then_some(Self(half_points))
    }

    /// The sum of two amounts.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Reads an amount of at most so many points, gained or paid.
    ///
    /// # Errors
    /// It is no multiple of one half, or more.
    pub fn read<'de, D: Deserializer<'de>>(most: f64, deserializer: D) -> Result<Self, D::Error> {
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
        Ok(Self(half_points as i64))
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

/// Writes half points, if there are any, as points.
///
/// # Errors
/// The serializer's.
pub fn as_points<T: Copy + Into<Option<i64>>, S: Serializer>(
    half_points: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let half_points: Option<i64> = (*half_points).into();
    half_points.map(Points).serialize(serializer)
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(MOST, deserializer)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Points {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::Number)
            .multiple_of(Some(0.5))
            .description(Some(
                "Points: a multiple of one half, positive for what is gained, negative for what is paid.",
            ))
            .examples([serde_json::json!(8), serde_json::json!(-2.5)])
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Points {}

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
