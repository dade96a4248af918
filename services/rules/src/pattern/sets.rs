//! Patterns of the sets: all chows, all pungs, concealed pungs, kongs.

use super::group::patterns;
use super::shown::{is_chow, is_pung};

patterns! {
    AllChows {
        id: "all_chows",
        english: "All chows",
        traditional_chinese: "平糊",
        jyutping: "ping4 wu4",
        definition: "Four chows; the variant says whether the pair must be suited.",
        example: "123s 345s 23p 33m (678p) + 4p",
        matches: |facts| facts.chows == 4,
        because: |shown| format!("chows {}", shown.list(is_chow)),
    }
    AllPungs {
        id: "all_pungs",
        english: "All pungs",
        traditional_chinese: "對對糊",
        jyutping: "deoi3 deoi3 wu4",
        definition: "Four pungs or kongs.",
        example: "66s 99p (111s) (444p) (PPP) + 6s",
        matches: |facts| facts.pungs == 4,
        because: |shown| shown.pungs(is_pung),
    }
    ThreeConcealedPungs {
        id: "three_concealed_pungs",
        english: "Three concealed pungs",
        traditional_chinese: "三暗刻",
        jyutping: "saam1 am3 hak1",
        definition: "Three or more concealed pungs or kongs. A pung that a discard or a robbed tile completed is \
                     not concealed.",
        example: "222m 555p 88s 99s [7777m] + 8s self_draw",
        matches: |facts| facts.concealed_pungs >= 3,
        because: |shown| shown.concealed_pungs(),
    }
    FourConcealedPungs {
        id: "four_concealed_pungs",
        english: "Four concealed pungs",
        traditional_chinese: "四暗刻",
        jyutping: "sei3 am3 hak1",
        definition: "Four concealed pungs or kongs. A discard can only have completed the pair.",
        example: "222m 555p 888s EEE C + C",
        matches: |facts| facts.concealed_pungs == 4,
        because: |shown| shown.concealed_pungs(),
    }
    ThreeKongs {
        id: "three_kongs",
        english: "Three kongs",
        traditional_chinese: "三槓子",
        jyutping: "saam1 gong3 zi2",
        definition: "Three or more kongs of any kind.",
        example: "23m 55p (2222s) (7777p) [9999m] + 4m",
        matches: |facts| facts.tiles.kongs >= 3,
        because: |shown| shown.kongs(),
    }
    FourKongs {
        id: "four_kongs",
        english: "Four kongs",
        traditional_chinese: "四槓子",
        jyutping: "sei3 gong3 zi2",
        definition: "Four kongs of any kind.",
        example: "5p (2222s) (7777p) [9999m] [EEEE] + 5p",
        matches: |facts| facts.tiles.kongs == 4,
        because: |shown| shown.kongs(),
    }
}
