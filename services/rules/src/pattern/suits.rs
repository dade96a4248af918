//! Patterns of the suits and ranks in the whole hand.

use super::group::patterns;
use crate::tile_kind_set::TileKindSet;

patterns! {
    AllSimples {
        id: "all_simples",
        english: "All simples",
        traditional_chinese: "無字",
        jyutping: "mou4 zi6",
        definition: "No honours in the hand. The Old Hong Kong rules call every suit tile a simple, ones and nines \
                     too.",
        example: "123s 999p 23p 33m (678p) + 4p",
        matches: |facts| !facts.tiles.kinds.meet(TileKindSet::HONOURS),
        because: |_shown| "there are no winds and no dragons".to_owned(),
    }
    HalfFlush {
        id: "half_flush",
        english: "Half flush",
        traditional_chinese: "混一色",
        jyutping: "wan6 jat1 sik1",
        definition: "One suit and at least one honour.",
        example: "123m 123m 456m 78m CC + 9m",
        matches: |facts| facts.tiles.has_one_suit() && facts.tiles.kinds.meet(TileKindSet::HONOURS),
        because: |shown| format!("all suit tiles are {}, beside honours", shown.suit()),
    }
    FullFlush {
        id: "full_flush",
        english: "Full flush",
        traditional_chinese: "清一色",
        jyutping: "cing1 jat1 sik1",
        definition: "One suit and no honours.",
        example: "234s 234s 567s 78s 66s + 9s",
        matches: |facts| facts.tiles.has_one_suit() && !facts.tiles.kinds.meet(TileKindSet::HONOURS),
        because: |shown| format!("all tiles are {}", shown.suit()),
    }
    AllHonours {
        id: "all_honours",
        english: "All honours",
        traditional_chinese: "字一色",
        jyutping: "zi6 jat1 sik1",
        definition: "Honours only.",
        example: "EEE CCC SS FF (PPP) + S",
        matches: |facts| TileKindSet::HONOURS.contain(facts.tiles.kinds),
        because: |_shown| "all tiles are winds and dragons".to_owned(),
    }
    MixedTerminals {
        id: "mixed_terminals",
        english: "Mixed terminals",
        traditional_chinese: "混么九",
        jyutping: "wan6 jiu1 gau2",
        definition: "Four pungs or kongs and a pair, only ones, nines and honours, some of each.",
        example: "111m 999p EE CC (999s) + E",
        matches: |facts| {
            let kinds = facts.tiles.kinds;
            facts.pungs == 4
                && kinds.meet(TileKindSet::HONOURS)
                && kinds.meet(TileKindSet::TERMINALS)
                && !kinds.meet(TileKindSet::MIDDLES)
        },
        because: |_shown| "all tiles are ones, nines and honours, in pungs and a pair".to_owned(),
    }
    AllTerminals {
        id: "all_terminals",
        english: "All terminals",
        traditional_chinese: "清么九",
        jyutping: "cing1 jiu1 gau2",
        definition: "Only ones and nines.",
        example: "111s 999s 11p 99m (111m) + 1p",
        matches: |facts| TileKindSet::TERMINALS.contain(facts.tiles.kinds),
        because: |_shown| "all tiles are ones and nines".to_owned(),
    }
}
