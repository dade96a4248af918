//! What happened in a hand or between two, as it is asked about.

use mahjong::{Chair, Outcome, Shown, Win, Winner};

use super::words::write;
use crate::v1;
use crate::v1::outcome::Outcome as Stated;

fn number(chair: Chair) -> u32 {
    chair.number().into()
}

/// Who takes over a chair is not told: the chair keeps its wind and its total.
impl<Player> From<&Outcome<Player>> for v1::Outcome {
    fn from(outcome: &Outcome<Player>) -> Self {
        let stated = match outcome {
            Outcome::Win(win) => Stated::Win(win.into()),
            Outcome::Goulash {} => Stated::Goulash(v1::GoulashOutcome {}),
            Outcome::Agreed(agreed) => Stated::Agreed(v1::AgreedOutcome {
                winner_chair: agreed.winner.map(number).unwrap_or_default(),
                half_points: agreed.half_points.to_vec(),
            }),
            Outcome::FalseMahjong(call) => Stated::FalseMahjong(v1::FalseMahjongOutcome {
                chair: number(call.chair),
                points: call.points,
            }),
            Outcome::Penalty(penalty) => Stated::Penalty(v1::PenaltyOutcome {
                chair: number(penalty.chair),
                penalty: penalty.penalty.clone().unwrap_or_default(),
                points: penalty.points,
                payee: write(penalty.payee),
            }),
            Outcome::SidePayment(payment) => Stated::SidePayment(v1::SidePaymentOutcome {
                chair: number(payment.chair),
                from_chair: payment.from_chair.map(number).unwrap_or_default(),
                side_payment: payment.side_payment.clone().unwrap_or_default(),
                points: payment.points,
            }),
            Outcome::Totals(totals) => Stated::Totals(v1::TotalsOutcome {
                half_points: totals.half_points.to_vec(),
                house_half_points: totals.house(),
            }),
            Outcome::Substitution(substitution) => Stated::Substitution(v1::SubstitutionOutcome {
                chair: number(substitution.chair),
            }),
            Outcome::EarlyEnd {} => Stated::EarlyEnd(v1::EarlyEndOutcome {}),
        };
        Self {
            outcome: Some(stated),
        }
    }
}

impl From<&Win> for v1::WinOutcome {
    fn from(win: &Win) -> Self {
        Self {
            winners: win.winners.iter().map(v1::Winner::from).collect(),
            circumstances: Some(win.circumstances().into()),
            from_chair: win.from_chair.map(number).unwrap_or_default(),
        }
    }
}

impl From<&Winner> for v1::Winner {
    fn from(winner: &Winner) -> Self {
        use v1::winner::Result;
        let result = match &winner.shown {
            Shown::Hand(hand) => Result::Hand(hand.into()),
            Shown::Declared(declared) => Result::Declared((*declared).into()),
        };
        let liable = winner.liability.map(|liability| number(liability.chair));
        Self {
            chair: number(winner.chair),
            result: Some(result),
            liability: winner.liability.as_ref().map(v1::Liability::from),
            liable_chair: liable.unwrap_or_default(),
        }
    }
}
