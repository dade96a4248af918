//! Who pays whom after a match.

use crate::reads::matches;
use crate::{ClubId, Error, Ledger, MatchId, MatchView, Player, Result, settle};
use evidence::Chair;

/// Who pays whom, as the match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The version of the match that was settled.
    pub version: u64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What each chair gained or lost, chair 1 first.
    pub balances: [Balance; 4],
    /// The payments that settle it: as few as there can be.
    pub payments: Vec<Payment>,
}

/// What a chair gained (positive) or lost (negative).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The chair.
    pub chair: Chair,
    /// Who sits there.
    pub player: Player,
    /// In half points.
    pub half_points: i64,
    /// In minor units of the currency.
    pub amount_cents: i64,
}

/// A payment from one player to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Who pays.
    pub from: Player,
    /// Who is paid.
    pub to: Player,
    /// In half points.
    pub half_points: i64,
    /// In minor units of the currency.
    pub amount_cents: i64,
}

impl Ledger {
    /// Who pays whom, as the match stands.
    pub async fn settlement(&self, club: ClubId, match_id: MatchId) -> Result<Settlement> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let view = tx
                .read(club, async {
                    matches::one(tx.sql()?, club, match_id).await
                })
                .await?;
            settle_match(&view)
        })
        .await
    }
}

fn settle_match(view: &MatchView) -> Result<Settlement> {
    let (stake, totals) = (view.stake_cents, view.state.total_half_points);
    let transfers = settle::fewest(&totals).ok_or(Error::impossible("sum of a match"))?;
    let player = |at: usize| {
        view.players
            .get(at)
            .cloned()
            .ok_or(Error::impossible("chair"))
    };
    let payment = |transfer: settle::Transfer| {
        Ok(Payment {
            from: player(transfer.from)?,
            to: player(transfer.to)?,
            half_points: transfer.amount,
            amount_cents: cents(stake, transfer.amount)?,
        })
    };
    let payments = transfers.into_iter().map(payment).collect::<Result<_>>()?;
    Ok(Settlement {
        version: view.version,
        currency: view.currency.clone(),
        balances: balances(view)?,
        payments,
    })
}

fn balances(view: &MatchView) -> Result<[Balance; 4]> {
    let balance = |chair: Chair| {
        let half_points = *chair.of(&view.state.total_half_points);
        let amount_cents = cents(view.stake_cents, half_points)?;
        Ok::<_, Error>(Balance {
            chair,
            player: chair.of(&view.players).clone(),
            half_points,
            amount_cents,
        })
    };
    let [first, second, third, fourth] = Chair::ALL.map(balance);
    Ok([first?, second?, third?, fourth?])
}

/// Every hand moved whole minor units, and totals were kept within range, when they were recorded.
fn cents(stake_cents: i64, half_points: i64) -> Result<i64> {
    let twice = i128::from(stake_cents) * i128::from(half_points);
    i64::try_from(twice / 2).map_err(|_| Error::AmountTooLarge)
}
