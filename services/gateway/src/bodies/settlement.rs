//! Who owes whom: what is open of matches, and settlements.

use ledger::evidence::{self, Scope};
use ledger::{MatchId, PlayerId, SettlementId, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::day::Day;
use super::field::Currency;
use super::party::{Names, Party};
use super::payment::{Payment, Transfer};
use super::points::Points;

/// Settles a match. There is nothing to say.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatchSettlement {}

/// A period to settle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSettlement {
    /// The first day of the period, by the days the matches were played on. Absent: from the beginning.
    #[schema(value_type = Option<String>, format = Date, examples("2026-11-01"))]
    pub(crate) from: Option<Day>,
    /// The last day of the period. Absent: everything.
    #[schema(value_type = Option<String>, format = Date, examples("2026-11-30"))]
    pub(crate) until: Option<Day>,
    /// Matches that were played for this currency.
    pub(crate) currency: Currency,
}

/// A transfer of money that is not owed yet.
type PlannedTransfer = evidence::Transfer<Party>;

/// How a match stands between those who took part.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MatchSettlement {
    /// The match's version.
    #[schema(minimum = 1)]
    version: u64,
    /// ISO 4217 code; `XXX` where no money is played for.
    currency: String,
    /// Money per point, in minor units of the currency; 0 where the table plays for points: then nothing is settled.
    #[schema(minimum = 0)]
    stake_cents: i64,
    /// What everybody who took part gained or lost: those who sit there now first, chair 1 first, the house last. Each
    /// column sums to zero.
    balances: Vec<Balance>,
    /// The transfers that settle all points of the match: as few as there can be.
    point_transfers: Vec<PointTransfer>,
    /// The transfers that settle the money that is open: as few as there can be, the largest first.
    transfers: Vec<PlannedTransfer>,
}

/// What somebody gained (positive) or lost (negative) in a match.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Balance {
    party: Party,
    points: Points,
    /// In minor units of the currency.
    amount_cents: i64,
    /// What of that has been settled.
    settled_cents: i64,
    /// What of that is open.
    open_cents: i64,
}

/// A transfer of points.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PointTransfer {
    from: Party,
    to: Party,
    points: Points,
}

/// What a settlement would be, if it were made now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SettlementPreview {
    scope: Scope,
    /// ISO 4217 code.
    currency: String,
    /// What is open, by match and party; none if everything is settled. A page of it, if there is more than on a page.
    parts: Vec<Part>,
    /// The transfers that settle all of it: as few as there can be up to twelve parties, beyond that fewer than the parties. The largest
    /// comes first. A page of them, if there are more than on a page.
    transfers: Vec<PlannedTransfer>,
    /// Where the next page of the preview begins, in both lists; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

/// What of one match is settled of one party.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Part {
    #[serde(rename = "match")]
    #[schema(value_type = Uuid)]
    match_id: MatchId,
    /// The version of the match that was settled.
    #[schema(minimum = 1)]
    version: u64,
    party: Party,
    /// Whom the party was merged into, and who therefore pays or is paid; absent: the party itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>, nullable = false)]
    counts_for: Option<PlayerId>,
    /// Gained (positive) or lost (negative), in minor units of the currency.
    amount_cents: i64,
    /// Whether the match had been settled before: then this is what a correction or another hand changed since.
    adjustment: bool,
}

/// A settlement: what was open, who owes whom for it, and what of that has been paid.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Settlement {
    #[schema(value_type = Uuid)]
    pub(crate) id: SettlementId,
    scope: Scope,
    /// ISO 4217 code.
    currency: String,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    settled_at: ledger::Timestamp,
    /// By whom: the id of an account.
    #[schema(value_type = Uuid)]
    settled_by: UserId,
    /// What was settled, by match and party.
    parts: Vec<Part>,
    /// Who owes whom, the largest transfer first.
    transfers: Vec<Transfer>,
    /// What was paid, in the order recorded, the payments that were reversed included.
    payments: Vec<Payment>,
    /// Whether nothing is left to be paid.
    complete: bool,
}

/// A page of settlements, the last made first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Settlements {
    settlements: Vec<Settlement>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

impl From<ledger::MatchSettlement> for MatchSettlement {
    fn from(settlement: ledger::MatchSettlement) -> Self {
        let names = Names(&settlement.names);
        let balance = |balance: &ledger::Balance| Balance {
            party: names.party(balance.party),
            points: Points(balance.half_points),
            amount_cents: balance.amount_cents,
            settled_cents: balance.settled_cents,
            open_cents: balance.open_cents,
        };
        let points = |debt: &evidence::Debt| PointTransfer {
            from: names.party(debt.from),
            to: names.party(debt.to),
            points: Points(debt.amount),
        };
        let transfers = settlement.transfers.iter();
        Self {
            version: settlement.version,
            balances: settlement.balances.iter().map(balance).collect(),
            point_transfers: settlement.points.iter().map(points).collect(),
            transfers: transfers.map(|transfer| names.planned(transfer)).collect(),
            stake_cents: settlement.stake_cents,
            currency: settlement.currency,
        }
    }
}

impl SettlementPreview {
    /// A page of both lists, with the cursor of the next.
    pub(crate) fn page(
        preview: &ledger::SettlementPreview,
        (begin, limit): (usize, usize),
        next_cursor: Option<String>,
    ) -> Self {
        let names = Names(&preview.names);
        let parts = preview.parts.iter().skip(begin).take(limit);
        let transfers = preview.transfers.iter().skip(begin).take(limit);
        Self {
            scope: preview.scope,
            currency: preview.currency.clone(),
            parts: parts.map(|part| names.part(part)).collect(),
            transfers: transfers.map(|transfer| names.planned(transfer)).collect(),
            next_cursor,
        }
    }
}

impl From<&ledger::SettlementView> for Settlement {
    fn from(view: &ledger::SettlementView) -> Self {
        let names = Names(&view.names);
        let settlement = &view.settlement;
        let (terms, payments) = (&settlement.terms, settlement.payments.iter());
        Self {
            id: terms.settlement,
            scope: terms.scope,
            currency: terms.currency.clone(),
            settled_at: settlement.made.time,
            settled_by: settlement.made.actor,
            parts: terms.parts.iter().map(|part| names.part(part)).collect(),
            transfers: settlement.dues().map(|due| names.due(&due)).collect(),
            payments: payments
                .map(|paid| names.payment(paid, &view.texts))
                .collect(),
            complete: settlement.is_complete(),
        }
    }
}

impl Settlements {
    /// A page, with the cursor of the next.
    pub(crate) fn new(page: &ledger::Settlements, next_cursor: Option<String>) -> Self {
        Self {
            settlements: page.settlements.iter().map(Settlement::from).collect(),
            next_cursor,
        }
    }
}

impl Names<'_> {
    fn part(&self, part: &evidence::Part) -> Part {
        Part {
            match_id: part.match_id,
            version: part.version,
            party: self.party(part.party),
            counts_for: part.counts_for,
            amount_cents: part.amount_cents,
            adjustment: part.adjustment,
        }
    }

    fn planned(&self, transfer: &evidence::Transfer) -> PlannedTransfer {
        PlannedTransfer {
            from: self.party(transfer.from),
            to: self.party(transfer.to),
            amount_cents: transfer.amount_cents,
        }
    }
}
