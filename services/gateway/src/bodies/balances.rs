//! Who owes and is owed what in a club.

use ledger::{PartyBalance, SettlementId};
use serde::Serialize;
use utoipa::ToSchema;

use super::party::{Names, Party};
use super::payment::Transfer;

/// A page of who owes and is owed what in the club, settled or not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ClubBalances {
    /// One for each currency of which something is on the page, in the order of their codes.
    currencies: Vec<CurrencyBalances>,
    /// For the page after; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

/// Who owes and is owed what in one currency.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CurrencyBalances {
    /// ISO 4217 code.
    currency: String,
    /// Everybody who owes or is owed something. Over all pages each column sums to zero.
    balances: Vec<OpenBalance>,
    /// The transfers of settlements that are not paid in full, the oldest first.
    unpaid: Vec<UnpaidTransfer>,
}

/// What somebody is owed (positive) or owes (negative), in minor units of the currency.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OpenBalance {
    party: Party,
    /// Gained or lost in matches and not settled yet.
    unsettled_cents: i64,
    /// Settled and not paid yet.
    unpaid_cents: i64,
    /// Both together.
    total_cents: i64,
}

/// A transfer of a settlement that is not paid in full.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnpaidTransfer {
    #[schema(value_type = Uuid)]
    settlement: SettlementId,
    transfer: Transfer,
}

impl ClubBalances {
    pub(crate) fn new(found: ledger::ClubBalances, next_cursor: Option<String>) -> Self {
        let names = Names(&found.names);
        let balance = |balance: PartyBalance| OpenBalance {
            party: names.party(balance.party),
            unsettled_cents: balance.unsettled_cents,
            unpaid_cents: balance.unpaid_cents,
            total_cents: balance.unsettled_cents.saturating_add(balance.unpaid_cents),
        };
        let unpaid = |unpaid: ledger::UnpaidTransfer| UnpaidTransfer {
            settlement: unpaid.settlement,
            transfer: names.due(&unpaid.due),
        };
        let one = |found: ledger::CurrencyBalances| CurrencyBalances {
            currency: found.currency,
            balances: found.balances.into_iter().map(balance).collect(),
            unpaid: found.unpaid.into_iter().map(unpaid).collect(),
        };
        Self {
            currencies: found.currencies.into_iter().map(one).collect(),
            next_cursor,
        }
    }
}
