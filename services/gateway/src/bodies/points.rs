//! Points that are stated, and totals of points.

pub(crate) use ledger::evidence::Points;
use serde::{Deserialize, Deserializer};

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

impl<'de> Deserialize<'de> for Total {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Points::read(MOST_OF_TOTAL, deserializer).map(Self)
    }
}
