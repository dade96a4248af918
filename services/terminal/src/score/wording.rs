//! How things of a hand are called.

use rules::{
    Amounts, Counted, KongKind, LiabilityRule, PatternIndex, Set, SetKind, StatedLiability,
    Variant, Win, Wind, WonBy,
};

/// A pattern by its names: `All pungs 對對糊`.
pub(super) fn pattern(variant: &Variant, pattern: PatternIndex) -> String {
    let (english, chinese) = variant.pattern_names(pattern);
    format!("{english} {chinese}").trim_end().to_owned()
}

/// Who won, and how: `West in the East round, self-drawn`.
pub(super) fn how(win: &Win) -> String {
    let circumstances = &win.circumstances;
    let mut text = format!(
        "{} in the {} round, ",
        win.seat_wind.english(),
        win.round_wind.english()
    );
    text += &match circumstances.won_by {
        WonBy::SelfDraw => "self-drawn".to_owned(),
        WonBy::Discard { from } => format!("on {}'s discard", from.english()),
        WonBy::RobbedKong { from, kong } => {
            format!("robbing {}'s {}", from.english(), kong_kind(kong))
        }
        WonBy::BonusTiles => "by bonus tiles".to_owned(),
    };
    text += &circumstances.besides();
    text
}

fn kong_kind(kong: KongKind) -> &'static str {
    match kong {
        KongKind::Exposed => "exposed kong",
        KongKind::Added => "added kong",
        KongKind::Concealed => "concealed kong",
    }
}

/// `pung, exposed`. A set in the hand is not exposed by the tile that completes it.
pub(super) fn set(set: &Set, tell_exposed: bool) -> String {
    let kind = match set.kind {
        SetKind::Chow => "chow",
        SetKind::Pung => "pung",
        SetKind::Kong => "kong",
        SetKind::Pair => return "pair".to_owned(),
    };
    match (set.concealed, tell_exposed) {
        (true, _) => format!("{kind}, concealed"),
        (false, true) => format!("{kind}, exposed"),
        (false, false) => kind.to_owned(),
    }
}

/// What a pattern brings: `3 fan`, or `limit`.
pub(super) fn worth(counted: &Counted) -> String {
    if counted.limit {
        "limit".to_owned()
    } else {
        format!("{} fan", counted.fan)
    }
}

/// Who is liable, why, and who pays for whom: `South is liable 包 (big_three_dragons): fed the third meld of dragons.
/// South pays for all three.`
pub(super) fn liability(
    variant: &Variant,
    stated: &StatedLiability<Wind>,
    won_by: WonBy<Wind>,
    payments: &Amounts,
) -> String {
    let StatedLiability { rule, liable, .. } = *stated;
    let paid = Wind::ALL.into_iter().zip(payments.half_points());
    let payers = paid.filter(|&(_, half_points)| half_points < 0);
    let payers: Vec<Wind> = payers.map(|(seat, _)| seat).collect();
    let who_pays = match (&payers[..], won_by.from()) {
        ([one, other], _) => {
            format!(
                "{} and {} pay half each for all three",
                one.english(),
                other.english()
            )
        }
        ([payer], Some(from)) if from != liable && from == *payer => {
            format!(
                "But {} gave the winning tile, and pays for all three instead",
                from.english()
            )
        }
        ([payer], _) => format!("{} pays for all three", payer.english()),
        _ => "There is nothing to pay".to_owned(),
    };
    let least = variant.liability(rule).and_then(|played| played.at_least);
    let total: i64 = payments
        .half_points()
        .into_iter()
        .filter(|&gain| gain > 0)
        .sum();
    let least = match least {
        Some(least) if total == i64::from(least) * 2 => ", the least that the rule asks for",
        _ => "",
    };
    format!(
        "{} is liable 包 ({}): {}. {who_pays}{least}.",
        liable.english(),
        rule.as_str(),
        given_away(rule)
    )
}

/// What the liable player did.
fn given_away(rule: LiabilityRule) -> &'static str {
    match rule {
        LiabilityRule::NineTiles => "gave the winning tile to three shown melds of one suit",
        LiabilityRule::TwelveTiles => "fed the fourth shown meld of one suit",
        LiabilityRule::FiveTiles => {
            "gave the win with a tile that nobody had shown, with five tiles or fewer left"
        }
        LiabilityRule::BigThreeDragons => "fed the third meld of dragons",
        LiabilityRule::BigFourWinds => "fed the fourth meld of winds",
        LiabilityRule::KongReplacement => "fed the kong whose replacement won",
        LiabilityRule::FourthMeld => "fed the fourth shown meld",
    }
}
