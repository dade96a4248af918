//! Notation of tiles and of wins.

use rules::notation::{self, NotationError, bonus, playing};
use rules::variant::built_ins;

use super::machine::{Target, change_text, fuzz};
use super::wins::{check_score, golden};

#[test]
fn notation() {
    let unicode = [
        "🀄\u{FE0F}🀀🀆",
        "🀇🀏🀐🀘🀙🀡",
        "🀢🀣🀤🀥🀦🀩",
        "八萬二三筒 東 紅中白板 梅春",
    ];
    let texts = golden().chain(unicode);
    let target = Target {
        name: "notation",
        inputs: 20_000,
        seeds: texts.map(|text| text.trim().into()).collect(),
        words: &[
            " ",
            "+",
            "(",
            ")",
            "[",
            "]",
            "m",
            "p",
            "s",
            "z",
            "f",
            "q",
            "E",
            "C",
            "1111m",
            "(222p)",
            "[3333s]",
            "self_draw",
            "bonus_tiles",
            "last_tile",
            "added",
            "seat=west",
            "round=south",
            "from=north",
            "robbed=added",
            "replacement=kong",
            "first_turn=heaven",
            "first_turn=man",
            "\u{1f004}",
            "\u{fe0f}",
            "\u{3000}",
        ],
        change: change_text,
    };
    fuzz(target, |input| {
        let text = String::from_utf8_lossy(input);
        check_tiles(&text);
        check_win(&text);
    });
}

/// What was read, written and read again is the same.
fn check_tiles(text: &str) {
    let mut tiles = match notation::parse(text) {
        Ok(tiles) => tiles,
        Err(error) => return check_error(text, &error),
    };
    tiles.playing.sort_unstable();
    tiles.bonus.sort_unstable();
    let written = format!("{} {}", playing(&tiles.playing), bonus(&tiles.bonus));
    assert_eq!(notation::parse(&written), Ok(tiles), "{text}");
}

fn check_error(text: &str, error: &NotationError) {
    let signs = text.chars().count();
    assert!((1..=signs + 1).contains(&error.position), "{text}: {error}");
    assert!(!error.text.is_empty(), "{text}");
}

fn check_win(text: &str) {
    match notation::win(text) {
        Ok(win) => {
            for variant in built_ins().iter().step_by(3) {
                check_score(variant, &win);
            }
        }
        Err(error) => check_error(text, &error),
    }
}
