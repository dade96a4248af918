//! The rules of a tournament, which say in points what sitting out a round counts.

use ledger::evidence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::points::Points;
use crate::problem::Problem;

/// The rules of a tournament.
pub(crate) type TournamentRules = evidence::TournamentRules<SatOut>;

/// What sitting out a round counts.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SatOut {
    /// Points.
    points: Points,
    /// Table points.
    #[schema(minimum = -1_000, maximum = 1_000)]
    table_points: i32,
}

/// The rules as the ledger states them; or what in them is refused.
pub(crate) fn stated(rules: TournamentRules) -> Result<evidence::TournamentRules, Problem> {
    let sat_out = rules.sat_out.map(evidence::SatOut::from);
    // Who states that it counts nothing states nothing.
    let sat_out = sat_out.filter(|one| (one.half_points, one.table_points) != (0, 0));
    let rules = rules.with_sat_out(sat_out);
    match rules.check() {
        Ok(()) => Ok(rules),
        Err(invalid) => Err(Problem::invalid("/rules", &invalid)),
    }
}

/// The rules as REST states them.
pub(super) fn shown(rules: &evidence::TournamentRules) -> TournamentRules {
    let sat_out = rules.sat_out.map(SatOut::from);
    rules.clone().with_sat_out(sat_out)
}

impl From<SatOut> for evidence::SatOut {
    fn from(stated: SatOut) -> Self {
        Self {
            half_points: i32::try_from(stated.points.0).unwrap_or(i32::MAX),
            table_points: stated.table_points,
        }
    }
}

impl From<evidence::SatOut> for SatOut {
    fn from(stated: evidence::SatOut) -> Self {
        Self {
            points: Points(stated.half_points.into()),
            table_points: stated.table_points,
        }
    }
}
