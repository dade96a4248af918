//! Who pays what to whom.

use crate::variant::{Liability, OtherDiscard, RobbedKongPayment, is_of_the_discard};
use crate::{Amounts, Payee, StatedLiability, Variant, Wind, WonBy};

/// What everyone pays a winner, by seat wind.
pub(crate) fn win(
    variant: &Variant,
    winner: Wind,
    won_by: &WonBy<Wind>,
    liability: Option<&StatedLiability<Wind>>,
    points: u32,
    limit: bool,
) -> Amounts {
    let shared = match won_by {
        WonBy::RobbedKong { from, .. } => robbed_kong(variant, winner, *from, points, limit),
        WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => {
            shared(variant, winner, won_by.from(), points, limit)
        }
    };
    let rule = liability.and_then(|stated| Some((stated, variant.liability(stated.rule)?)));
    match rule {
        Some((stated, rule)) => liable(rule, stated.liable, winner, won_by, shared),
        None => shared,
    }
}

/// What everyone pays who robbed a kong, if nobody is liable.
fn robbed_kong(variant: &Variant, winner: Wind, owner: Wind, points: u32, limit: bool) -> Amounts {
    let payment = variant.robbed_kong_payment();
    let (giver, is_alone) = match payment {
        RobbedKongPayment::AsDiscard => (Some(owner), false),
        RobbedKongPayment::AsSelfDraw => (None, false),
        RobbedKongPayment::AloneAsDiscard => (Some(owner), true),
        RobbedKongPayment::AloneAsSelfDraw => (None, true),
    };
    let shared = shared(variant, winner, giver, points, limit);
    if !is_alone {
        return shared;
    }
    let mut amounts = Amounts::default();
    amounts.pay(owner.index(), winner.index(), total(winner, shared));
    amounts
}

/// What a winner gets in half points.
fn total(winner: Wind, payments: Amounts) -> u32 {
    let total = payments.half_points()[winner.index()];
    u32::try_from(total).unwrap_or_default()
}

/// What everyone pays a winner who was given the tile, or drew it, if nobody is liable.
fn shared(
    variant: &Variant,
    winner: Wind,
    giver: Option<Wind>,
    points: u32,
    limit: bool,
) -> Amounts {
    let multipliers = variant.multipliers();
    let flat = limit && !variant.limit().multiplied;
    let others = match giver {
        None => multipliers.self_draw,
        Some(_) => multipliers.other,
    };
    // How many half points a payer owes for each base point.
    let halves = |payer| {
        let by_win = if giver == Some(payer) {
            multipliers.discarder
        } else {
            others
        };
        let with_dealer = winner == Wind::East || payer == Wind::East;
        let by_dealer = if with_dealer { multipliers.dealer } else { 1 };
        if flat { 2 } else { by_win * by_dealer }
    };
    let paid = Wind::ALL.map(|payer| points * halves(payer));
    Amounts::won(winner.index(), paid)
}

/// What is paid if one player is liable: what all three would have paid, or the rule's least if that is more, and the
/// other two nothing.
///
/// If another player than the one who fed the melds gave the winning tile, the rule says which of the two pays, or that
/// each pays half. (A document under which a half point could be left over is refused.) The rule's least is for the
/// win that it was made for: it does not raise what is paid when a hand for whose melds somebody is liable is won by a
/// discard after all.
fn liable(
    rule: &Liability,
    liable: Wind,
    winner: Wind,
    won_by: &WonBy<Wind>,
    shared: Amounts,
) -> Amounts {
    let total = total(winner, shared);
    let as_punished = won_by.is_own_draw() || is_of_the_discard(rule.rule);
    let least = if as_punished {
        rule.at_least.unwrap_or_default() * 2
    } else {
        0
    };
    let total = total.max(least);
    let mut amounts = Amounts::default();
    match (won_by.from(), rule.other_discard) {
        (Some(giver), OtherDiscard::Discarder) => {
            amounts.pay(giver.index(), winner.index(), total);
        }
        (Some(giver), OtherDiscard::Halves) if giver != liable => {
            amounts.pay(liable.index(), winner.index(), total / 2);
            amounts.pay(giver.index(), winner.index(), total - total / 2);
        }
        _ => amounts.pay(liable.index(), winner.index(), total),
    }
    amounts
}

/// What a false mahjong or a penalty costs, by place: so many points to each other player, or once to the house, without
/// multipliers.
pub(crate) fn penalty(payer: usize, points: u32, payee: Payee) -> Amounts {
    let mut amounts = Amounts::default();
    match payee {
        Payee::Players => (0..4)
            .filter(|&other| other != payer)
            .for_each(|other| amounts.pay(payer, other, points * 2)),
        Payee::House => amounts.pay_house(payer, points * 2),
    }
    amounts
}
