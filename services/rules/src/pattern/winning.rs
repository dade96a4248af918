//! Patterns of how the hand was won.

use super::group::patterns;
use crate::{FirstTurn, Replacement, WonBy};

patterns! {
    ConcealedHand {
        id: "concealed_hand",
        english: "Concealed hand",
        traditional_chinese: "門前清",
        jyutping: "mun4 cin4 cing1",
        definition: "Nothing was claimed before the winning tile. Concealed kongs are fine, and a discard may \
                     complete the hand.",
        example: "123m 456m 78m 55p [9999s] + 9m",
        matches: |facts| facts.tiles.is_concealed(),
        because: |_shown| "nothing was claimed before the winning tile".to_owned(),
    }
    SelfDraw {
        id: "self_draw",
        english: "Self-draw",
        traditional_chinese: "自摸",
        jyutping: "zi6 mo1",
        definition: "The winner drew the winning tile, from the wall or as a replacement.",
        example: "123m 456m 78m 55p (999s) + 9m self_draw",
        matches: |facts| facts.win.circumstances.won_by == WonBy::SelfDraw,
        because: |shown| format!("the winner drew {}", shown.drawn()),
    }
    RobbingKong {
        id: "robbing_kong",
        english: "Robbing a kong",
        traditional_chinese: "搶槓",
        jyutping: "coeng2 gong3",
        definition: "The winning tile was taken from a kong that another player was declaring.",
        example: "123m 456m 78m 55p (999s) + 9m robbed=added",
        matches: |facts| matches!(facts.win.circumstances.won_by, WonBy::RobbedKong { .. }),
        because: |shown| shown.robbed(),
    }
    LastTile {
        id: "last_tile",
        english: "Last tile",
        traditional_chinese: "海底撈月",
        jyutping: "hoi2 dai2 laau4 jyut6",
        definition: "The winning tile was the last of the wall, or the discard or kong that followed it.",
        example: "123m 456m 78m 55p (999s) + 9m self_draw last_tile",
        matches: |facts| facts.win.circumstances.last_tile,
        because: |shown| format!("{} was the last tile", shown.drawn()),
    }
    KongReplacement {
        id: "kong_replacement",
        english: "Kong replacement",
        traditional_chinese: "槓上開花",
        jyutping: "gong3 soeng6 hoi1 faa1",
        definition: "Won on the replacement tile of a kong.",
        example: "123m 456m 78m 55p [9999s] + 9m self_draw replacement=kong",
        matches: |facts| matches!(
            facts.win.circumstances.replacement,
            Some(Replacement::Kong | Replacement::SecondKong)
        ),
        because: |shown| format!("{} was the replacement of a kong", shown.winning_tile()),
    }
    DoubleKongReplacement {
        id: "double_kong_replacement",
        english: "Double kong replacement",
        traditional_chinese: "槓上槓",
        jyutping: "gong3 soeng6 gong3",
        definition: "Won on the replacement tile of a second kong, made with the replacement of the first.",
        example: "123m 78m 55p [9999s] (2222p) + 9m self_draw replacement=second_kong",
        matches: |facts| facts.win.circumstances.replacement == Some(Replacement::SecondKong),
        because: |shown| format!("{} was the replacement of a second kong", shown.winning_tile()),
    }
    Replacement {
        id: "replacement",
        english: "Replacement tile",
        traditional_chinese: "",
        jyutping: "",
        definition: "Won on any replacement tile, of a kong or of a bonus tile.",
        example: "123m 456m 78m 55p (999s) 2f + 9m self_draw replacement=bonus_tile",
        matches: |facts| facts.win.circumstances.replacement.is_some(),
        because: |shown| format!("{} was a replacement", shown.drawn()),
    }
    Heaven {
        id: "heaven",
        english: "Blessing of heaven",
        traditional_chinese: "天糊",
        jyutping: "tin1 wu4",
        definition: "The dealer's dealt hand wins.",
        example: "123m 456m 78m 55p 999s + 9m self_draw first_turn=heaven",
        matches: |facts| facts.win.circumstances.first_turn == Some(FirstTurn::Heaven),
        because: |_shown| "the dealer's dealt hand wins".to_owned(),
    }
    Earth {
        id: "earth",
        english: "Blessing of earth",
        traditional_chinese: "地糊",
        jyutping: "dei6 wu4",
        definition: "A non-dealer wins on the dealer's first discard.",
        example: "123m 456m 78m 55p 999s + 9m seat=south from=east first_turn=earth",
        matches: |facts| facts.win.circumstances.first_turn == Some(FirstTurn::Earth),
        because: |_shown| "won on the dealer's first discard".to_owned(),
    }
    Man {
        id: "man",
        english: "Blessing of man",
        traditional_chinese: "人糊",
        jyutping: "jan4 wu4",
        definition: "A non-dealer wins on the first turn: by self-draw, or by a discard before the own first draw where the variant says so.",
        example: "123m 456m 78m 55p 999s + 9m seat=south self_draw first_turn=man",
        matches: |facts| facts.win.circumstances.first_turn == Some(FirstTurn::Man),
        because: |shown| match shown.win.circumstances.won_by.from() {
            None => "won by self-draw on the first turn".to_owned(),
            Some(_) => "won by a discard before the own first draw".to_owned(),
        },
    }
}
