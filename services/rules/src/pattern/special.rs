//! Special hands: other shapes, and hands fixed almost to the tile.

use super::group::patterns;
use crate::Shape;
use crate::hand_features::HandFeatures;
use crate::tile_kind_set::TileKindSet;
use crate::{Suit, Tile};

patterns! {
    SevenPairs {
        id: "seven_pairs",
        english: "Seven pairs",
        traditional_chinese: "七對子",
        jyutping: "cat1 deoi3 zi2",
        definition: "Seven different pairs; four of a kind is not two pairs.",
        example: "66s 99s 22m 55p 77p FF P + P",
        matches: |facts| facts.shape == Shape::SevenPairs,
        because: |shown| format!("pairs of {}", shown.list(|_| true)),
    }
    ThirteenOrphans {
        id: "thirteen_orphans",
        english: "Thirteen orphans",
        traditional_chinese: "十三么",
        jyutping: "sap6 saam1 jiu1",
        definition: "One of each one, nine, wind and dragon, and one of them twice.",
        example: "19m 19p 19s ESWN CFP + 9p",
        matches: |facts| facts.shape == Shape::ThirteenOrphans,
        because: |_shown| "one of each one, nine, wind and dragon, and one of them twice".to_owned(),
    }
    NineGates {
        id: "nine_gates",
        english: "Nine gates",
        traditional_chinese: "九蓮寶燈",
        jyutping: "gau2 lin4 bou2 dang1",
        definition: "Concealed and without a kong: 1112345678999 of one suit and any fourteenth tile of it. Pure, \
                     where a variant asks for that, when the thirteen before the winning tile are exactly these.",
        example: "1112345678999m + 5m",
        matches: |facts| facts.tiles.has_nine_gates(),
        because: |shown| format!("1112345678999 of {} and one more", shown.suit()),
    }
    PearlDragon {
        id: "pearl_dragon",
        english: "Pearl dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of dots, with a pung or kong of white dragons.",
        example: "22p 77p (111p) (444p) (PPP) + 2p",
        matches: |facts| dragon_of(facts, Suit::Dots, Tile::WHITE),
        because: |shown| shown.suit_and_dragon(),
    }
    RubyDragon {
        id: "ruby_dragon",
        english: "Ruby dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of characters, with a pung or kong of red dragons.",
        example: "22m 77m (111m) (444m) (CCC) + 2m",
        matches: |facts| dragon_of(facts, Suit::Characters, Tile::RED),
        because: |shown| shown.suit_and_dragon(),
    }
    JadeDragon {
        id: "jade_dragon",
        english: "Jade dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of bamboos, with a pung or kong of green dragons.",
        example: "22s 77s (111s) (444s) (FFF) + 2s",
        matches: |facts| dragon_of(facts, Suit::Bamboos, Tile::GREEN),
        because: |shown| shown.suit_and_dragon(),
    }
}

/// Three pungs or kongs and the pair of a suit, and a pung or kong of a dragon.
fn dragon_of(facts: &HandFeatures, suit: Suit, dragon: Tile) -> bool {
    let suit = TileKindSet::of_suit(suit);
    facts.pungs == 4
        && suit.meet(facts.pair)
        && facts.of_pungs.without(suit) == TileKindSet::of(dragon)
}
