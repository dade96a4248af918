//! What a hand waits for, line by line, and against every tile tried one after another.

use std::sync::LazyLock;

use proptest::prelude::*;
use rules::{
    BonusTile, Hand, Holding, Meld, MeldKind, Prospect, RefusalCode, Shape, Tile, TileCounts, Wait,
    catalogue, is_seven_pairs, is_standard, is_thirteen_orphans, notation,
};
use rules::{TableOptions, Variant, Wind, WinningShape, WonBy, score, waits};
use serde_json::{Value, json};

fn fan_laak() -> &'static Variant {
    Variant::built_in("hkos-fan-laak").unwrap()
}

fn holding(text: &str) -> Holding {
    let win = notation::win(text).unwrap();
    Holding {
        hand: win.hand,
        seat_wind: win.seat_wind,
        round_wind: win.round_wind,
    }
}

/// `9m 4: 7/-1`: nine of characters, four left, 7 fan self-drawn, one short by discard.
fn shown(wait: &Wait) -> String {
    let prospect = |prospect: &Prospect| match (prospect.missing_fan, prospect.score.limit) {
        (0, true) => "limit".to_owned(),
        (0, false) => prospect.score.fan.to_string(),
        (missing, _) => format!("-{missing}"),
    };
    format!(
        "{} {}: {}/{}",
        notation::playing(&[wait.tile]),
        wait.left,
        prospect(&wait.self_draw),
        prospect(&wait.discard)
    )
}

/// A hand, what was seen, and its waits at the fan-laak table with its minimum of three.
const CASES: &str = "
    # A pair to be made, both sides of a chow, one tile in its middle.
    111m 222m 444p 666s 8s 2f | | 7s 4: -2/-3; 8s 3: limit/3
    111m 444p 666s 888s 2m 2f | | 2m 3: limit/3; 3m 4: -2/-3
    123m 456m 78m 22p (789p) 2f | | 3m 3: -1/-2; 6m 3: -1/-2; 9m 4: -1/-2
    123m 456m 78m CC (999m) 2f | | 3m 3: 4/3; 6m 3: 4/3; 9m 1: 4/3
    123m 456m 78m CC (999m) 2f | 6m 9m 6m 9p | 3m 3: 4/3; 6m 1: 4/3; 9m 0: 4/3
    # Of a tile that the player holds four of, no fifth can come.
    1111m 234m 567m 999p 2f | | 4m 3: -2/-3; 7m 3: -2/-3
    # Seven pairs and four sets at once.
    223344m 55667p 88p 2f | | 4p 4: -1/-2; 7p 3: 5/4
    223344m 667788p 9p 2f | | 6p 2: -1/-2; 9p 3: 5/4
    # Thirteen orphans, on one tile and on thirteen.
    19m 19p 19s ESWNCFF | | P 4: limit/limit
    19m 19p 19s ESWNCFP | | 1m 3: limit/limit; 9m 3: limit/limit; 1p 3: limit/limit; 9p 3: limit/limit; 1s 3: limit/limit; 9s 3: limit/limit; E 3: limit/limit; S 3: limit/limit; W 3: limit/limit; N 3: limit/limit; C 3: limit/limit; F 3: limit/limit; P 3: limit/limit
    # Nine gates wait for nine.
    1112345678999m 2f | | 1m 1: limit/limit; 2m 3: limit/limit; 3m 3: limit/limit; 4m 3: limit/limit; 5m 3: limit/limit; 6m 3: limit/limit; 7m 3: limit/limit; 8m 3: limit/limit; 9m 1: limit/limit
    # Four melds: any tile would do, if it is the one.
    9s (123s) (456s) (777s) (888s) 2f | | 9s 3: 7/6
    # Nothing.
    135m 246m 79p 13s ESW | |
";

#[test]
fn waits_are_every_tile_that_completes_the_hand() {
    let mut wrong = Vec::new();
    for line in CASES.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let [hand, seen, expected] = columns[..] else {
            panic!("{line}")
        };
        let seen = notation::parse(seen).unwrap().playing;
        let options = TableOptions::default();
        let found = waits(fan_laak(), &options, &holding(hand), &seen).unwrap();
        let found: Vec<String> = found.iter().map(shown).collect();
        if found.join("; ") != expected {
            wrong.push(format!("{line}\n    found: {}", found.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hand_that_cannot_wait_is_refused() {
    use RefusalCode::*;
    for (hand, seen, expected) in [
        ("123m 456m 78m CC (999m) + 9m", "", WinningTileMismatch),
        ("123m 456m 78m C (999m)", "", WrongTileCount),
        ("123m 456m 789m CC (999p)", "", WrongTileCount),
        ("123m 456m 78m CC (ESW)", "", HonourChow),
        ("123m 456m 78m CC (891m)", "", MeldInvalid),
        ("99m 456m 78m CC (999m) 1m", "", FifthCopy),
        ("123m 456m 78m CC (999m)", "CCC", FifthCopy),
        ("123m 456m 78m CC (999m)", "EEEEE", FifthCopy),
        ("123m 456m 78m CC (999m) 11f", "", DuplicateBonusTile),
    ] {
        let seen = notation::parse(seen).unwrap().playing;
        let refusal = waits(fan_laak(), &TableOptions::default(), &holding(hand), &seen);
        assert_eq!(refusal.unwrap_err().code, expected, "{hand}");
    }
}

/// Tiles with a chance to wait for something: sets, a pair, and one tile taken away or changed.
fn hand() -> impl Strategy<Value = Holding> {
    let tile = || (0..34usize).prop_map(|index| Tile::from_index(index).unwrap());
    let few = || (0..12usize).prop_map(|index| Tile::from_index(index).unwrap());
    let set = prop_oneof![
        3 => (0..7usize, 0..2usize).prop_map(|(rank, suit)| {
            Tile::from_index(9 * suit + rank).unwrap().chow().unwrap().to_vec()
        }),
        3 => few().prop_map(|tile| vec![tile; 3]),
        1 => tile().prop_map(|tile| vec![tile; 3]),
    ];
    let standard = (
        proptest::collection::vec(set, 4),
        few(),
        0..5usize,
        0..14usize,
    );
    let standard = standard.prop_map(|(sets, pair, melded, out)| {
        let mut concealed: Vec<Tile> = sets[melded..].concat();
        concealed.extend([pair, pair]);
        let out = out % concealed.len();
        concealed.remove(out);
        let melds = sets[..melded].iter().map(|tiles| Meld {
            kind: if tiles[0] == tiles[1] {
                MeldKind::Pung
            } else {
                MeldKind::Chow
            },
            tiles: tiles.clone(),
        });
        (concealed, melds.collect::<Vec<_>>())
    });
    let pairs = proptest::sample::subsequence((0..34usize).collect::<Vec<_>>(), 7);
    let pairs = pairs.prop_map(|kinds| {
        let twice = kinds.iter().flat_map(|&kind| [kind, kind]).skip(1);
        (
            twice.map(|kind| Tile::from_index(kind).unwrap()).collect(),
            Vec::new(),
        )
    });
    let orphans = (0..13usize, 0..13usize).prop_map(|(out, twice)| {
        let mut tiles = notation::parse("19m 19p 19s ESWNCFP").unwrap().playing;
        tiles[out] = tiles[twice];
        (tiles, Vec::new())
    });
    let tiles = prop_oneof![8 => standard, 1 => pairs, 1 => orphans];
    let winds = || proptest::sample::select(Wind::ALL.to_vec());
    (tiles, winds(), winds(), any::<bool>()).prop_map(
        |((concealed, melds), seat, round, flower)| Holding {
            hand: Hand {
                concealed,
                winning_tile: None,
                melds,
                bonus_tiles: flower
                    .then(|| BonusTile::flower(seat))
                    .into_iter()
                    .collect(),
            },
            seat_wind: seat,
            round_wind: round,
        },
    )
}

/// Built-in variants in which some shapes win, each with those shapes.
static VARIANTS: LazyLock<Vec<(Vec<WinningShape>, Variant)>> = LazyLock::new(|| {
    let some = |subset: usize| {
        let shapes = WinningShape::ALL.into_iter().enumerate();
        let chosen = shapes.filter(move |(place, _)| subset >> place & 1 == 1);
        chosen.map(|(_, shape)| shape).collect::<Vec<_>>()
    };
    let ids = ["old-hong-kong", "hkos-fan-laak", "hong-kong-new-style"];
    let every = ids
        .iter()
        .flat_map(|id| (1..8).map(move |subset| (id, some(subset))));
    every
        .map(|(id, shapes)| {
            let variant = with_shapes(id, &shapes);
            (shapes, variant)
        })
        .collect()
});

fn with_shapes(id: &str, shapes: &[WinningShape]) -> Variant {
    let built_in = Variant::built_in(id).unwrap();
    let mut document: Value = serde_json::from_slice(built_in.document()).unwrap();
    document["shapes"] = shapes.iter().map(|shape| json!(shape.id())).collect();
    let patterns = document["patterns"].as_object_mut().unwrap();
    for entry in catalogue() {
        let only = entry.pattern.only_shape();
        if only.is_some_and(|shape| !shapes.contains(&shape)) {
            patterns.remove(entry.id);
        }
    }
    Variant::from_json(document.to_string().as_bytes()).unwrap()
}

fn shape_id(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::Standard => Some("standard"),
        Shape::SevenPairs => Some("seven_pairs"),
        Shape::ThirteenOrphans => Some("thirteen_orphans"),
        Shape::BonusTiles => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn waits_are_what_trying_every_tile_finds(
        holding in hand(),
        seen in proptest::collection::vec((0..34usize).prop_map(|index| Tile::from_index(index).unwrap()), 0..12),
        minimum in 0..5u32,
        (shapes, variant) in proptest::sample::select((0..VARIANTS.len()).collect::<Vec<_>>())
            .prop_map(|place| &VARIANTS[place]),
    ) {
        let wins = |shape| shapes.contains(&shape);
        let options = TableOptions { minimum_fan: Some(minimum) };
        let counts = holding.hand.counts();
        let seen_counts = TileCounts::of(seen.iter().copied());
        let possible = Tile::all().all(|tile| counts[tile] + seen_counts[tile] <= 4);
        let found = waits(variant, &options, &holding, &seen);
        prop_assert_eq!(found.is_ok(), possible);
        let Ok(found) = found else { return Ok(()) };
        let mut next = found.iter();
        for tile in Tile::all().filter(|&tile| counts[tile] < 4) {
            let melds = holding.hand.melds.len();
            let concealed = TileCounts::of(holding.hand.concealed.iter().copied().chain([tile]));
            let special = wins(WinningShape::SevenPairs) && is_seven_pairs(&concealed)
                || wins(WinningShape::ThirteenOrphans) && is_thirteen_orphans(&concealed);
            let complete = wins(WinningShape::Standard) && is_standard(&concealed, 4 - melds as u32)
                || melds == 0 && special;
            if !complete {
                continue;
            }
            let wait = next.next().unwrap();
            prop_assert_eq!(wait.tile, tile);
            prop_assert_eq!(wait.left, 4 - counts[tile] - seen_counts[tile]);
            for (prospect, won_by) in [
                (&wait.self_draw, WonBy::SelfDraw),
                (&wait.discard, WonBy::Discard { from: holding.seat_wind.next().next() }),
            ] {
                let mut win = notation::win("").unwrap();
                win.hand = Hand { winning_tile: Some(tile), ..holding.hand.clone() };
                win.seat_wind = holding.seat_wind;
                win.round_wind = holding.round_wind;
                win.circumstances.won_by = won_by;
                let legal = score(variant, &options, &win);
                prop_assert_eq!(prospect.missing_fan == 0, legal.is_ok());
                let open = TableOptions { minimum_fan: Some(0) };
                let scored = legal.unwrap_or_else(|_| score(variant, &open, &win).unwrap());
                prop_assert_eq!(prospect.score.fan, scored.score.fan);
                prop_assert_eq!(prospect.score.points, scored.score.points);
                prop_assert_eq!(prospect.score.reading(), scored.score.reading());
                let shape = shape_id(scored.score.reading().unwrap().shape);
                prop_assert!(shapes.iter().any(|wins| Some(wins.id()) == shape));
                for counted in scored.score.counted(variant) {
                    let only = counted.pattern.pattern().and_then(rules::Pattern::only_shape);
                    prop_assert!(only.is_none_or(|only| Some(only.id()) == shape));
                }
                prop_assert_eq!(prospect.score.minimum_fan, minimum);
                if prospect.missing_fan > 0 {
                    let toward = scored.score.fan_toward_minimum;
                    prop_assert_eq!(prospect.missing_fan + toward, minimum);
                }
            }
        }
        prop_assert!(next.next().is_none());
    }

    #[test]
    fn nothing_panics(
        concealed in proptest::collection::vec((0..34usize).prop_map(|index| Tile::from_index(index).unwrap()), 0..60),
        melds in proptest::collection::vec(proptest::collection::vec((0..34usize).prop_map(|index| Tile::from_index(index).unwrap()), 0..5), 0..6),
    ) {
        let kind = MeldKind::ConcealedKong;
        let melds = melds.into_iter().map(|tiles| Meld { kind, tiles }).collect();
        let hand = Hand { concealed: concealed.clone(), winning_tile: None, melds, bonus_tiles: Vec::new() };
        let holding = Holding { hand, seat_wind: Wind::East, round_wind: Wind::East };
        let _ = waits(fan_laak(), &TableOptions::default(), &holding, &concealed);
    }
}
