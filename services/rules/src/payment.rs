//! Who pays what to whom.

use crate::variant::Multipliers;
use crate::{Amounts, Variant, Wind, WonBy};

/// What everyone pays a winner, by seat wind.
pub(crate) fn win(
    variant: &Variant,
    winner: Wind,
    won_by: &WonBy<Wind>,
    points: u32,
    limit: bool,
) -> Amounts {
    let mut amounts = Amounts::default();
    let flat = limit && !variant.limit().multiplied;
    for payer in Wind::ALL.into_iter().filter(|&payer| payer != winner) {
        let halves = if flat {
            2
        } else {
            halves(variant.multipliers(), winner, won_by, payer)
        };
        amounts.pay(payer.index(), winner.index(), points * halves);
    }
    amounts
}

/// How many half points a payer owes for each base point.
fn halves(multipliers: &Multipliers, winner: Wind, won_by: &WonBy<Wind>, payer: Wind) -> u32 {
    let by_win = match won_by.from() {
        None => multipliers.self_draw,
        Some(from) if from == payer => multipliers.discarder,
        Some(_) => multipliers.other,
    };
    let with_dealer = winner == Wind::East || payer == Wind::East;
    by_win * if with_dealer { multipliers.dealer } else { 1 }
}

/// What a false mahjong costs, by seat wind: so many points to each other player, without multipliers.
pub(crate) fn false_mahjong(caller: Wind, points: u32) -> Amounts {
    let mut amounts = Amounts::default();
    for other in Wind::ALL.into_iter().filter(|&other| other != caller) {
        amounts.pay(caller.index(), other.index(), points * 2);
    }
    amounts
}
