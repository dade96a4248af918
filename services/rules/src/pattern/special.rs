//! Special hands: other shapes, and hands fixed almost to the tile.

use super::{Definition, Pattern};
use crate::facts::Facts;
use crate::reading::Shape;
use crate::{Suit, Tile, TileCounts};

pub(super) static DEFINITIONS: [Definition; 6] = [
    Definition {
        pattern: Pattern::SevenPairs,
        id: "seven_pairs",
        english: "Seven pairs",
        traditional_chinese: "七對子",
        jyutping: "cat1 deoi3 zi2",
        definition: "Seven different pairs; four of a kind is not two pairs.",
        example: "66s 99s 22m 55p 77p FF P + P",
        matches: |facts| u8::from(facts.reading.shape == Shape::SevenPairs),
    },
    Definition {
        pattern: Pattern::ThirteenOrphans,
        id: "thirteen_orphans",
        english: "Thirteen orphans",
        traditional_chinese: "十三么",
        jyutping: "sap6 saam1 jiu1",
        definition: "One of each one, nine, wind and dragon, and one of them twice.",
        example: "19m 19p 19s ESWN CFP + 9p",
        matches: |facts| u8::from(facts.reading.shape == Shape::ThirteenOrphans),
    },
    Definition {
        pattern: Pattern::NineGates,
        id: "nine_gates",
        english: "Nine gates",
        traditional_chinese: "九蓮寶燈",
        jyutping: "gau2 lin4 bou2 dang1",
        definition: "Concealed and without a kong: 1112345678999 of one suit and any fourteenth tile of it. Pure, \
                     where a variant asks for that, when the thirteen before the winning tile are exactly these.",
        example: "1112345678999m + 5m",
        matches: |facts| {
            u8::from(facts.win.hand.melds.is_empty() && has_nine_gates(&facts.tiles.counts))
        },
    },
    Definition {
        pattern: Pattern::PearlDragon,
        id: "pearl_dragon",
        english: "Pearl dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of dots, with a pung or kong of white dragons.",
        example: "22p 77p (111p) (444p) (PPP) + 2p",
        matches: |facts| dragon_of(facts, Suit::Dots, Tile::WHITE),
    },
    Definition {
        pattern: Pattern::RubyDragon,
        id: "ruby_dragon",
        english: "Ruby dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of characters, with a pung or kong of red dragons.",
        example: "22m 77m (111m) (444m) (CCC) + 2m",
        matches: |facts| dragon_of(facts, Suit::Characters, Tile::RED),
    },
    Definition {
        pattern: Pattern::JadeDragon,
        id: "jade_dragon",
        english: "Jade dragon",
        traditional_chinese: "",
        jyutping: "",
        definition: "Pungs or kongs and a pair of bamboos, with a pung or kong of green dragons.",
        example: "22s 77s (111s) (444s) (FFF) + 2s",
        matches: |facts| dragon_of(facts, Suit::Bamboos, Tile::GREEN),
    },
];

/// Whether thirteen or fourteen tiles hold 1112345678999 of one suit and nothing of another.
pub(crate) fn has_nine_gates(counts: &TileCounts) -> bool {
    let needed = |rank: u8| if matches!(rank, 1 | 9) { 3 } else { 1 };
    Suit::ALL.into_iter().any(|suit| {
        counts.present().all(|(tile, _)| tile.suit() == Some(suit))
            && (1..=9).all(|rank| {
                Tile::suited(suit, rank).is_some_and(|tile| counts[tile] >= needed(rank))
            })
    })
}

fn dragon_of(facts: &Facts, suit: Suit, dragon: Tile) -> u8 {
    let of_suit = |tile: Tile| tile.suit() == Some(suit);
    u8::from(
        facts.has_pung(dragon)
            && facts.pungs_where(of_suit) == 3
            && facts.pair.is_some_and(of_suit),
    )
}
