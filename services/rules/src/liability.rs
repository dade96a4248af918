//! Liability 包: one player pays for all three, because that player gave the win away.
//!
//! The table states who is liable and by which rule. Whatever the stated tiles and circumstances can contradict is
//! refused; everything else (who fed which meld, whether a tile was live) is taken as stated.

use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::variant::Liability;
use crate::{
    Circumstances, DeclaredResult, Hand, LiabilityRule, Meld, MeldKind, PatternSet, Replacement,
    StatedLiability, Suit, Tile, Variant, Win, Wind, WonBy,
};

/// The most tiles before the dead wall at which `five_tiles` makes liable.
const FIVE: u8 = 5;

impl Variant {
    /// How the variant plays a rule of liability, if it does.
    #[must_use]
    pub fn liability(&self, rule: LiabilityRule) -> Option<&Liability> {
        self.liabilities()
            .iter()
            .find(|liability| liability.rule == rule)
    }
}

/// The checks before a hand is read, in their order.
pub(crate) fn check(variant: &Variant, win: &Win) -> Result<(), Refusal> {
    let Some(stated) = &win.liability else {
        return Ok(());
    };
    check_circumstances(variant, win.seat_wind, &win.circumstances, stated)?;
    melds_shown(stated, &win.hand, &win.circumstances)?;
    five_tiles(stated)
}

/// The checks that need no tiles, for a result that the table declares.
pub(crate) fn check_declared(
    variant: &Variant,
    seat_wind: Wind,
    circumstances: &Circumstances<Wind>,
    stated: &StatedLiability<Wind>,
    declared: DeclaredResult,
) -> Result<(), Refusal> {
    check_circumstances(variant, seat_wind, circumstances, stated)?;
    five_tiles(stated)?;
    match variant.liability(stated.rule) {
        Some(rule) => enough_fan(rule, declared.fan, declared.limit),
        None => Ok(()),
    }
}

/// The check of a hand that was read and is a legal win, and perhaps a limit hand: whether it is one that the rule
/// punishes.
pub(crate) fn check_hand(
    variant: &Variant,
    win: &Win,
    shown: PatternSet,
    (fan, limit): (u32, bool),
) -> Result<(), Refusal> {
    let stated = win.liability.as_ref();
    let rule = stated.and_then(|stated| variant.liability(stated.rule));
    match rule {
        Some(rule) if !rule.punishes(shown, limit) => Err(Refusal::new(
            RefusalCode::LiabilityHandMissing,
            Field::LiabilityRule,
            format!(
                "this liability is for hands of another kind: {}",
                punished(variant, rule).join(", ")
            ),
        )),
        Some(rule) => enough_fan(rule, fan, limit),
        None => Ok(()),
    }
}

fn enough_fan(rule: &Liability, fan: u32, limit: bool) -> Result<(), Refusal> {
    if limit || fan >= rule.from_fan {
        return Ok(());
    }
    let begins = rule.from_fan;
    Err(Refusal::new(
        RefusalCode::LiabilityHandMissing,
        Field::LiabilityRule,
        format!("this liability begins at {begins} fan, and the hand has {fan}"),
    ))
}

/// The hands that a rule punishes, as people call them.
fn punished(variant: &Variant, rule: &Liability) -> Vec<String> {
    let patterns = rule.hands.map(|pattern| {
        let (english, _) = variant.pattern_names(pattern);
        english.to_lowercase()
    });
    let limit = rule.limit_hands.then(|| "any limit hand".to_owned());
    patterns.chain(limit).collect()
}

fn check_circumstances(
    variant: &Variant,
    seat_wind: Wind,
    circumstances: &Circumstances<Wind>,
    stated: &StatedLiability<Wind>,
) -> Result<(), Refusal> {
    let rule = variant.liability(stated.rule).ok_or_else(|| {
        let message = "this variant does not play this rule of liability";
        let code = RefusalCode::LiabilityNotPlayed;
        Refusal::new(code, Field::LiabilityRule, message)
    })?;
    Refusal::unless(
        stated.liable != seat_wind,
        RefusalCode::LiableIsWinner,
        Field::Liable,
        "nobody is liable for their own win: name the player who gave it away",
    )?;
    won_as_punished(rule, circumstances, stated)
}

fn won_as_punished(
    rule: &Liability,
    circumstances: &Circumstances<Wind>,
    stated: &StatedLiability<Wind>,
) -> Result<(), Refusal> {
    let code = RefusalCode::LiabilityWinMismatch;
    let won_by = circumstances.won_by;
    Refusal::unless(
        circumstances.first_turn.is_none(),
        code,
        Field::LiabilityRule,
        "nobody is liable for a win on the first turn: nothing was fed or shown before it",
    )?;
    match stated.rule {
        LiabilityRule::NineTiles | LiabilityRule::FiveTiles => {
            let is_given = match won_by {
                WonBy::Discard { .. } => true,
                WonBy::RobbedKong { .. } => rule.robbed_kong,
                WonBy::SelfDraw | WonBy::BonusTiles => false,
            };
            Refusal::unless(
                is_given && won_by.from() == Some(stated.liable),
                code,
                Field::Liable,
                "this liability is for the discard that wins: the liable player has to be the discarder",
            )?;
            let left = stated.tiles_left.unwrap_or(0);
            Refusal::unless(
                !circumstances.last_tile || left == 0,
                code,
                Field::TilesLeft,
                "after the last tile of the wall none is left: state none left, or not the last tile",
            )
        }
        LiabilityRule::TwelveTiles | LiabilityRule::BigFourWinds | LiabilityRule::FourthMeld => {
            Refusal::unless(
                matches!(won_by, WonBy::SelfDraw | WonBy::Discard { .. }),
                code,
                Field::LiabilityRule,
                // Four melds wait for the second tile of the pair, and who robs a kong holds no tile of it.
                "this liability is for a hand of four melds, which wins neither by bonus tiles nor by robbing a kong",
            )
        }
        LiabilityRule::BigThreeDragons => Refusal::unless(
            won_by != WonBy::BonusTiles,
            code,
            Field::LiabilityRule,
            "this liability is for a complete hand, not for a win by bonus tiles",
        ),
        LiabilityRule::KongReplacement => Refusal::unless(
            matches!(
                circumstances.replacement,
                Some(Replacement::Kong | Replacement::SecondKong)
            ),
            code,
            Field::LiabilityRule,
            "this liability is for a win on the replacement of a kong",
        ),
    }
}

/// Whether the winner shows what should have been a warning.
fn melds_shown(
    stated: &StatedLiability<Wind>,
    hand: &Hand,
    circumstances: &Circumstances<Wind>,
) -> Result<(), Refusal> {
    let (shown, message) = match stated.rule {
        LiabilityRule::NineTiles => (
            exposed_of_one_suit(hand) >= 3,
            "nine tiles are three exposed melds of one suit or of honours, and the hand shows fewer",
        ),
        LiabilityRule::TwelveTiles => (
            exposed_of_one_suit(hand) >= 4,
            "twelve tiles are four exposed melds of one suit or of honours, and the hand shows fewer",
        ),
        LiabilityRule::BigThreeDragons => (
            fed(stated, hand, circumstances, 3, Tile::is_dragon),
            "the liable player fed the third meld of dragons: three have to be declared, one of them exposed",
        ),
        LiabilityRule::BigFourWinds => (
            fed(stated, hand, circumstances, 4, Tile::is_wind),
            "the liable player fed the fourth meld of winds: four have to be declared, one of them exposed",
        ),
        LiabilityRule::KongReplacement => (
            hand.melds
                .iter()
                .any(|meld| meld.kind == MeldKind::ExposedKong),
            "the liable player fed the kong: one claimed from a discard has to be declared",
        ),
        LiabilityRule::FourthMeld => (
            hand.melds
                .iter()
                .filter(|meld| meld.kind.is_exposed())
                .count()
                >= 4,
            "the liable player fed the fourth exposed meld: four have to be declared, and exposed",
        ),
        LiabilityRule::FiveTiles => (true, ""),
    };
    Refusal::unless(
        shown,
        RefusalCode::LiabilityMeldsMissing,
        Field::Melds,
        message,
    )
}

/// The most exposed melds that are of one suit or of honours: those let the others foresee a hand of one suit, with
/// honours where the rule punishes such hands too.
fn exposed_of_one_suit(hand: &Hand) -> usize {
    let of = |suit: Suit| {
        let fits = |tile: &Tile| tile.suit().is_none_or(|other| other == suit);
        let melds = hand.melds.iter();
        melds
            .filter(|meld| meld.kind.is_exposed() && meld.tiles.iter().all(fits))
            .count()
    };
    Suit::ALL.into_iter().map(of).max().unwrap_or(0)
}

/// Whether so many melds of a kind are declared and one of them was claimed; the last may also be what the liable
/// player's discard completed.
fn fed(
    stated: &StatedLiability<Wind>,
    hand: &Hand,
    circumstances: &Circumstances<Wind>,
    needed: usize,
    kind: fn(Tile) -> bool,
) -> bool {
    let of_kind = |meld: &&Meld| meld.tiles.iter().all(|&tile| kind(tile));
    let declared = hand.melds.iter().filter(of_kind).count();
    let exposed = hand
        .melds
        .iter()
        .filter(of_kind)
        .any(|meld| meld.kind.is_exposed());
    let from = stated.liable;
    let completed =
        circumstances.won_by == WonBy::Discard { from } && hand.winning_tile.is_some_and(kind);
    (declared >= needed && exposed) || (declared + 1 >= needed && completed)
}

fn five_tiles(stated: &StatedLiability<Wind>) -> Result<(), Refusal> {
    if stated.rule != LiabilityRule::FiveTiles {
        return Ok(());
    }
    let code = RefusalCode::FiveTilesNotMet;
    Refusal::unless(
        stated.tiles_left.is_none_or(|left| left <= FIVE),
        code,
        Field::TilesLeft,
        "with more than five tiles before the dead wall nobody is liable by this rule",
    )?;
    Refusal::unless(
        stated.live_tile.unwrap_or(true),
        code,
        Field::LiveTile,
        "for a tile that was discarded or shown before nobody is liable by this rule",
    )
}
