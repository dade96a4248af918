//! What a table agrees on before it begins.

use ledger::MatchView;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::{Currency, Whole};
use super::variant::{PinnedVariant, VariantChoice};

/// What a table agrees on before it begins. A match keeps it for ever.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatchTerms {
    /// The rules; a match keeps exactly this version of them.
    pub(crate) variant: VariantChoice,
    /// The least fan a hand needs to win. Absent: the variant's own minimum.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 100)]
    pub(crate) minimum_fan: Option<Whole<0, 100>>,
    /// Money per point in minor units (cents) of the currency. Absent or 0: the table plays for points. An even number if the variant
    /// pays half points.
    #[serde(default = "no_stake")]
    #[schema(value_type = i64, minimum = 0, maximum = 1_000_000, default = 0, required = false)]
    pub(crate) stake_cents: Whole<0, 1_000_000>,
    /// The currency of the stake; required with one.
    #[schema(value_type = Option<Currency>)]
    pub(crate) currency: Option<Currency>,
    /// The points everyone starts with. Absent: the `starting_points` of the variant.
    #[schema(value_type = Option<i64>, minimum = -1_000_000, maximum = 1_000_000)]
    pub(crate) starting_points: Option<Whole<-1_000_000, 1_000_000>>,
}

/// What the table agreed on before it began.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchTerms {
    variant: PinnedVariant,
    /// The least fan a hand needs; absent: the variant's own minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum_fan: Option<u32>,
    /// Money per point, in minor units of the currency.
    #[schema(minimum = 0)]
    stake_cents: i64,
    /// ISO 4217 code; `XXX` where no money is played for.
    currency: String,
    /// The points everyone started with.
    starting_points: i64,
}

impl From<&MatchView> for MatchTerms {
    fn from(view: &MatchView) -> Self {
        Self {
            variant: PinnedVariant {
                id: view.variant_id.clone(),
                hash: view.variant_hash,
            },
            minimum_fan: view.minimum_fan,
            stake_cents: view.stake_cents,
            currency: view.currency.clone(),
            starting_points: view.starting_points,
        }
    }
}

fn no_stake() -> Whole<0, 1_000_000> {
    Whole::ZERO
}
