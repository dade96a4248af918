//! Tiles as text, one line a case.

use rules::notation::{bonus, parse, playing, win};

/// What a text means, in canonical form, or where it is wrong.
fn read(text: &str) -> String {
    match parse(text) {
        Ok(tiles) => format!("{} {}", playing(&tiles.playing), bonus(&tiles.bonus))
            .trim()
            .to_owned(),
        Err(error) => format!("error at {}", error.position),
    }
}

#[test]
fn notation_is_read() {
    for (text, expected) in [
        ("", ""),
        ("123m55p EEE CC", "123m 55p EEE CC"),
        ("3 2 1 m", "123m"),
        ("1z2z3z4z5z6z7z", "E S W N C F P"),
        ("5z", "P"),
        ("6z", "F"),
        ("7z", "C"),
        ("S1sP1p", "1p 1s S P"),
        ("4f1f2q", "14f 2q"),
        ("🀀🀁🀂🀃🀄🀅🀆", "E S W N C F P"),
        ("🀇🀏🀐🀘🀙🀡", "19m 19p 19s"),
        ("🀄\u{FE0F}", "C"),
        // Unicode has the bamboo flower before the chrysanthemum.
        ("🀢🀣", "12f"),
        ("🀤", "4f"),
        ("🀥", "3f"),
        ("🀦🀧🀨🀩", "1234q"),
        ("八萬 二三四筒 一索一索一索 5萬", "58m 234p 111s"),
        ("東南西北中發白", "E S W N C F P"),
        ("紅中紅中 白板 發財 東風", "E CC F P"),
        ("三万四饼五条 东红中发财", "3m 4p 5s E C F"),
        ("梅蘭菊竹 春夏秋冬", "1234f 1234q"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_notation_is_refused_at_its_place() {
    for (text, position) in [
        ("0m", 1),
        ("10m", 2),
        ("8z", 1),
        ("5f", 1),
        ("123", 1),
        ("12x", 3),
        ("m", 1),
        ("1m e", 4),
        ("1M", 2),
        ("🀪", 1),
        ("🀫", 1),
        ("1m\0", 3),
        ("１m", 1),
        ("一", 1),
        ("一東", 2),
        ("萬", 1),
        ("十萬", 1),
        ("板", 1),
        ("白白板板", 4),
        ("紅 中中中風", 6),
    ] {
        assert_eq!(read(text), format!("error at {position}"), "{text}");
    }
}

#[test]
fn a_capital_for_a_small_letter_is_told() {
    for (text, told) in [
        ("11P", "`P` is the white dragon"),
        ("ppp", "the white dragon is a capital `P`"),
        ("11S", "`S` is the south wind"),
        ("s", "the south wind is a capital `S`"),
        ("1F", "`F` is the green dragon"),
        ("ff", "the green dragon is a capital `F`"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.text.ends_with(told), "{error}");
    }
}

#[test]
fn a_win_is_read_from_chinese_names() {
    let named = "八八萬北北(二萬二萬二萬)(四四四筒)[六索六索六索六索]梅+八萬 self_draw seat=west round=south";
    assert_eq!(win(named), win(WIN));
}

const WIN: &str = "88m NN (222m) (444p) [6666s] 1f + 8m self_draw seat=west round=south";

#[test]
fn spaces_are_free_where_the_sense_is_clear() {
    for text in [
        "88mNN(222m)(444p)[6666s]1f+8m self_draw seat=west round=south",
        "  88m NN ( 222m ) (4p4p 4p)[6666s] 1f +8m  self_draw seat=West round=SOUTH ",
        "round=south seat=west self_draw [6666s] 1f 88m NN + 8m",
    ] {
        let (mut read, mut expected) = (win(text).unwrap(), win(WIN).unwrap());
        if !text.contains('(') {
            expected.hand.melds.retain(|meld| meld.tiles.len() == 4);
        }
        for hand in [&mut read.hand, &mut expected.hand] {
            hand.melds.sort_by_key(|meld| meld.tiles.clone());
        }
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn an_added_kong_may_be_said_before_or_after_it() {
    let before = win("added 123m 55p (2222s) [3333s] + 5p");
    assert_eq!(before, win("123m 55p (2222s) [3333s] + 5p added"));
    assert_ne!(before, win("123m 55p (2222s) [3333s] + 5p"));
}

/// A win that cannot be read, the place where that is seen, and what is said of it.
#[test]
fn what_is_no_win_is_refused_at_its_place() {
    for (text, position, said) in [
        (
            "88m (222m + 8m",
            11,
            "expected `)` after the tiles of the meld that begins at character 5",
        ),
        ("88m (222m] + 8m", 10, "expected `)`"),
        ("88m [2222m", 11, "expected `]`"),
        ("88m 222m) + 8m", 9, "`)` closes nothing"),
        ("88m (22x) + 8m", 8, "`x` cannot follow"),
        ("88m (222m 1f) + 8m", 6, "a meld has no flowers or seasons"),
        ("88m+8m+9m", 7, "a second `+`"),
        ("88m + 8m 9m", 10, "one winning tile"),
        ("88m + 89m", 7, "one winning tile"),
        (
            "88m selfdraw + 8m",
            5,
            "`selfdraw` is neither tiles nor a known word",
        ),
        ("88m ee + 8m", 5, "the case matters"),
        ("88m + 8m seat = west", 10, "`seat` needs a value"),
        (
            "88m + 8m seat=up",
            10,
            "`seat=up`: expected east, south, west or north",
        ),
        (
            "88m + 8m seet=west",
            10,
            "expected one of the words seat, round",
        ),
        (
            "88m + 8m robbed=kong",
            10,
            "expected exposed, added or concealed",
        ),
        ("88m + 8m tiles_left=many", 10, "expected a number"),
        ("88m + 8m seat=west seat=east", 20, "`seat` is stated twice"),
        (
            "88m + 8m self_draw from=south",
            20,
            "`from` does not go with `self_draw`",
        ),
        (
            "88m robbed=added bonus_tiles",
            5,
            "`robbed` does not go with `bonus_tiles`",
        ),
        (
            "88m + 8m liable=south",
            10,
            "needs both `liable=` and `rule=`",
        ),
        (
            "88m + 8m self_draw live_tile=yes",
            20,
            "needs both `liable=` and `rule=`",
        ),
    ] {
        let error = win(text).unwrap_err();
        assert_eq!(error.position, position, "{text}: {error}");
        assert!(error.text.contains(said), "{text}: {error}");
    }
}
