//! How things of a hand are called.

use rules::{
    Counted, FirstTurn, KongKind, PatternIndex, Replacement, Set, SetKind, Variant, Win, WonBy,
};

/// A pattern by its names: `All pungs 對對糊`.
pub(super) fn pattern(variant: &Variant, pattern: PatternIndex) -> String {
    let (english, chinese) = variant.pattern_names(pattern);
    format!("{english} {chinese}").trim_end().to_owned()
}

/// Who won, and how: `West in the East round, self-drawn`.
pub(super) fn how(win: &Win) -> String {
    let circumstances = &win.circumstances;
    let mut text = format!("{} in the {} round, ", win.seat_wind, win.round_wind);
    text += &match circumstances.won_by {
        WonBy::SelfDraw => "self-drawn".to_owned(),
        WonBy::Discard { from } => format!("on {from}'s discard"),
        WonBy::RobbedKong { from, kong } => format!("robbing {from}'s {}", kong_kind(kong)),
        WonBy::BonusTiles => "by bonus tiles".to_owned(),
    };
    text += match circumstances.replacement {
        None => "",
        Some(Replacement::BonusTile) => ", as the replacement of a bonus tile",
        Some(Replacement::Kong) => ", as the replacement of a kong",
        Some(Replacement::SecondKong) => ", as the replacement of a second kong",
    };
    text += match circumstances.first_turn {
        None => "",
        Some(FirstTurn::Heaven) => ", with the dealt hand",
        Some(FirstTurn::Earth | FirstTurn::Man) => ", on the first turn",
    };
    text += if circumstances.last_tile {
        ", with the last tile"
    } else {
        ""
    };
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
