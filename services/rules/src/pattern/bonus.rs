//! Patterns of flowers and seasons.

use super::group::patterns;
use crate::{BonusTile, notation};

patterns! {
    NoBonusTiles {
        id: "no_bonus_tiles",
        english: "No flowers or seasons",
        traditional_chinese: "無花",
        jyutping: "mou4 faa1",
        definition: "No flowers and no seasons, in a variant that is played with them.",
        example: "123m 456m 78m 55p (999s) + 9m",
        matches: |facts| facts.tiles.bonus_tiles() == 0,
        because: |_shown| "there are no flowers and no seasons".to_owned(),
    }
    SeatFlower {
        id: "seat_flower",
        english: "Seat flower",
        traditional_chinese: "正花",
        jyutping: "zing3 faa1",
        definition: "The flower of the winner's own seat: plum is East's, orchid South's, chrysanthemum West's, \
                     bamboo North's.",
        example: "123m 456m 78m 55p (999s) 1f + 9m",
        matches: |facts| facts.tiles.has_bonus(BonusTile::flower(facts.win.seat_wind)),
        because: |shown| format!("the flower of {}", shown.win.seat_wind.english()),
    }
    SeatSeason {
        id: "seat_season",
        english: "Seat season",
        traditional_chinese: "正花",
        jyutping: "zing3 faa1",
        definition: "The season of the winner's own seat: spring is East's, summer South's, autumn West's, winter \
                     North's.",
        example: "123m 456m 78m 55p (999s) 1q + 9m",
        matches: |facts| facts.tiles.has_bonus(BonusTile::season(facts.win.seat_wind)),
        because: |shown| format!("the season of {}", shown.win.seat_wind.english()),
    }
    AllFlowers {
        id: "all_flowers",
        english: "All flowers",
        traditional_chinese: "一槓花",
        jyutping: "jat1 gong3 faa1",
        definition: "All four flowers.",
        example: "123m 456m 78m 55p (999s) 1234f + 9m",
        matches: |facts| facts.tiles.has_all_flowers(),
        because: |_shown| "all four flowers".to_owned(),
    }
    AllSeasons {
        id: "all_seasons",
        english: "All seasons",
        traditional_chinese: "一槓花",
        jyutping: "jat1 gong3 faa1",
        definition: "All four seasons.",
        example: "123m 456m 78m 55p (999s) 1234q + 9m",
        matches: |facts| facts.tiles.has_all_seasons(),
        because: |_shown| "all four seasons".to_owned(),
    }
    SevenBonusTiles {
        id: "seven_bonus_tiles",
        english: "Seven bonus tiles",
        traditional_chinese: "花糊",
        jyutping: "faa1 wu4",
        definition: "Seven of the eight flowers and seasons. A variant may let them win at once.",
        example: "123q 1234f bonus_tiles",
        matches: |facts| facts.tiles.bonus_tiles() == 7,
        because: |shown| notation::bonus(&shown.win.hand.bonus_tiles),
    }
    EightBonusTiles {
        id: "eight_bonus_tiles",
        english: "Eight bonus tiles",
        traditional_chinese: "大花糊",
        jyutping: "daai6 faa1 wu4",
        definition: "All eight flowers and seasons. A variant may let them win at once.",
        example: "1234q 1234f bonus_tiles",
        matches: |facts| facts.tiles.bonus_tiles() == 8,
        because: |shown| notation::bonus(&shown.win.hand.bonus_tiles),
    }
}
