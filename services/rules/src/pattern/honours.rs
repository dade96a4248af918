//! Patterns of dragons and winds.

use super::group::patterns;
use crate::Tile;
use crate::tile_kind_set::TileKindSet;

patterns! {
    DragonPung {
        id: "dragon_pung",
        english: "Dragon pung",
        traditional_chinese: "三元牌",
        jyutping: "saam1 jyun4 paai2",
        definition: "A pung or kong of dragons; counts once for each.",
        example: "222s 3s 567s (777s) (PPP) + 3s",
        matches: |facts| facts.of_pungs.meet(TileKindSet::DRAGONS),
        because: |shown| shown.pungs(|set| set.tile.is_dragon()),
    }
    LittleThreeDragons {
        id: "little_three_dragons",
        english: "Little three dragons",
        traditional_chinese: "小三元",
        jyutping: "siu2 saam1 jyun4",
        definition: "Pungs or kongs of two dragons and a pair of the third.",
        example: "23m 789p PP (CCC) (FFF) + 4m",
        matches: |facts| facts.little(TileKindSet::DRAGONS),
        because: |shown| shown.pungs_and_pair(Tile::is_dragon),
    }
    BigThreeDragons {
        id: "big_three_dragons",
        english: "Big three dragons",
        traditional_chinese: "大三元",
        jyutping: "daai6 saam1 jyun4",
        definition: "Pungs or kongs of all three dragons.",
        example: "33s EE (PPP) (FFF) (CCC) + 3s",
        matches: |facts| facts.of_pungs.contain(TileKindSet::DRAGONS),
        because: |shown| shown.pungs(|set| set.tile.is_dragon()),
    }
    SeatWindPung {
        id: "seat_wind_pung",
        english: "Seat wind pung",
        traditional_chinese: "門風",
        jyutping: "mun4 fung1",
        definition: "A pung or kong of the winner's seat wind. The same pung can be a round wind pung too.",
        example: "46s 22s 456m (777p) (SSS) + 5s seat=south",
        matches: |facts| facts.of_pungs.contains(Tile::wind(facts.win.seat_wind)),
        because: |shown| format!("a pung of {}, the seat wind", shown.win.seat_wind.english()),
    }
    RoundWindPung {
        id: "round_wind_pung",
        english: "Round wind pung",
        traditional_chinese: "圈風",
        jyutping: "hyun1 fung1",
        definition: "A pung or kong of the round wind. The same pung can be a seat wind pung too.",
        example: "46s 22s 456m (777p) (WWW) + 5s seat=south round=west",
        matches: |facts| facts.of_pungs.contains(Tile::wind(facts.win.round_wind)),
        because: |shown| format!("a pung of {}, the round wind", shown.win.round_wind.english()),
    }
    LittleFourWinds {
        id: "little_four_winds",
        english: "Little four winds",
        traditional_chinese: "小四喜",
        jyutping: "siu2 sei3 hei2",
        definition: "Pungs or kongs of three winds and a pair of the fourth.",
        example: "23m NN (EEE) (SSS) (WWW) + 4m",
        matches: |facts| facts.little(TileKindSet::WINDS),
        because: |shown| shown.pungs_and_pair(Tile::is_wind),
    }
    BigFourWinds {
        id: "big_four_winds",
        english: "Big four winds",
        traditional_chinese: "大四喜",
        jyutping: "daai6 sei3 hei2",
        definition: "Pungs or kongs of all four winds.",
        example: "NN 44s (EEE) (SSS) (WWW) + N",
        matches: |facts| facts.of_pungs.contain(TileKindSet::WINDS),
        because: |shown| shown.pungs(|set| set.tile.is_wind()),
    }
}
