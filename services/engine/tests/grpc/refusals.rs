//! Everything the rules refuse arrives with its reason and the path of its field.

use rules::RefusalCode;
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::readme;
use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, built_in, error_text, reference};
use crate::text;

/// Wins outside a match: variant, win, reason and field.
const WINS: [(&str, &str, &str); 28] = [
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s self_draw",
        "WINNING_TILE_MISMATCH win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "1234f 1234q +8m bonus_tiles",
        "WINNING_TILE_MISMATCH win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "123m 456m 789m 5p +5p chow:ESW self_draw",
        "HONOUR_CHOW win.hand.melds[0].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:445p pung:666s +8m self_draw",
        "MELD_INVALID win.hand.melds[1].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m chow:4444p pung:666s +8m self_draw",
        "MELD_INVALID win.hand.melds[1].tiles",
    ),
    (
        NO_BONUS_TILES,
        "88m NN pung:222m pung:444p pung:666s 1f +8m self_draw",
        "BONUS_TILES_NOT_USED win.hand.bonus_tiles",
    ),
    (
        OLD_HONG_KONG,
        "22m NN pung:222m pung:444p pung:666s +2m self_draw",
        "FIFTH_COPY win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:222m pung:666s +8m self_draw",
        "FIFTH_COPY win.hand.melds[0].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s 11f +8m self_draw",
        "DUPLICATE_BONUS_TILE win.hand.bonus_tiles",
    ),
    (
        OLD_HONG_KONG,
        "8m NN pung:222m pung:444p pung:666s +8m self_draw",
        "WRONG_TILE_COUNT win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "+8m pung:222m pung:333m pung:444m pung:555m pung:666m self_draw",
        "WRONG_TILE_COUNT win.hand.melds",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m from=east",
        "DISCARDER_IS_WINNER win.from_seat",
    ),
    (
        FAN_LAAK,
        "46m 99m pung:222m pung:333m pung:888m +5m robbed=concealed_kong from=west",
        "KONG_NOT_ROBBABLE win.circumstances.robbed_kong",
    ),
    (
        OLD_HONG_KONG,
        "46m 99m pung:222m pung:333m pung:888m +5m robbed=chow from=west",
        "KONG_NOT_ROBBABLE win.circumstances.robbed_kong",
    ),
    (
        OLD_HONG_KONG,
        "55m NN pung:222m pung:444m pung:666s +5m robbed=added_kong from=west",
        "ROBBED_TILE_HELD win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m from=south replacement=kong",
        "REPLACEMENT_NOT_SELF_DRAWN win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "88m NN exposed_kong:2222m pung:444p pung:666s +8m self_draw replacement=second_kong",
        "REPLACEMENT_WITHOUT_KONG win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m self_draw replacement=bonus_tile",
        "REPLACEMENT_WITHOUT_BONUS_TILE win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m self_draw first_turn=heaven seat=west",
        "HEAVEN_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m from=south first_turn=earth",
        "EARTH_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m from=east first_turn=man seat=west",
        "MAN_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m self_draw first_turn=heaven last_tile",
        "LAST_TILE_ON_FIRST_TURN win.circumstances.last_tile",
    ),
    (
        FAN_LAAK,
        "1234f 1234q bonus_tiles",
        "BONUS_TILE_WIN_NOT_PLAYED win.circumstances.won_by",
    ),
    (
        OLD_HONG_KONG,
        "1234f 123q bonus_tiles",
        "BONUS_TILE_WIN_NOT_PLAYED win.circumstances.won_by",
    ),
    (
        OLD_HONG_KONG,
        "88m NS pung:222m pung:444p pung:666s +8m self_draw",
        "NOT_WINNING_HAND win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "66s 66s 22m 55p 77p CC P +P from=south",
        "NOT_WINNING_HAND win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "123m 789p CC pung:222s chow:456s +C self_draw",
        "WRONG_TILE_COUNT win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "79m 99p chow:123m chow:456s chow:456p +8m self_draw",
        "BELOW_MINIMUM win",
    ),
];

/// Outcomes after a first hand that nobody won: variant, outcome, reason and field.
const OUTCOMES: [(&str, &str, &str); 13] = [
    (
        OLD_HONG_KONG,
        "false_mahjong chair=2",
        "FALSE_MAHJONG_POINTS_MISSING outcomes[1].false_mahjong.points",
    ),
    (
        FIXED_FALSE_MAHJONG,
        "false_mahjong chair=2 points=5",
        "FALSE_MAHJONG_POINTS_FIXED outcomes[1].false_mahjong.points",
    ),
    (
        OLD_HONG_KONG,
        "false_mahjong chair=2 points=1000001",
        "OUT_OF_RANGE outcomes[1].false_mahjong.points",
    ),
    (
        OLD_HONG_KONG,
        "chair=5 from=2 fan=3",
        "OUT_OF_RANGE outcomes[1].win.winners[0].chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=5 fan=3",
        "OUT_OF_RANGE outcomes[1].win.from_chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=1001",
        "OUT_OF_RANGE outcomes[1].win.winners[0].declared.fan",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=4 toward_minimum=5",
        "OUT_OF_RANGE outcomes[1].win.winners[0].declared.fan_toward_minimum",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=2",
        "BELOW_MINIMUM outcomes[1].win.winners[0].declared.fan",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=1 fan=3",
        "DISCARDER_IS_WINNER outcomes[1].win.from_chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=3 & chair=3 fan=3",
        "SEVERAL_WINNERS_NOT_PLAYED outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 fan=3 & chair=1 fan=3",
        "WINNER_REPEATED outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 88m NN pung:222m pung:444p pung:666s +8m & chair=3 99s WW pung:222s pung:444s pung:777s +9s",
        "WINNING_TILES_DIFFER outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 88m NN pung:222m pung:444p pung:666s +8m & chair=3 67m WS pung:222s pung:444s pung:777s +8m",
        "NOT_WINNING_HAND outcomes[1].win.winners[1].hand.concealed",
    ),
];

/// Names of house rules: Old Hong Kong with one difference.
const NO_BONUS_TILES: &str = "136 tiles";
const FIXED_FALSE_MAHJONG: &str = "false mahjong at 10 points";
const EVERY_WINNER: &str = "every winner is paid";

async fn variant(caller: &Caller, name: &str) -> Option<v1::VariantRef> {
    let (pointer, value) = match name {
        NO_BONUS_TILES => ("/tiles", 136.into()),
        FIXED_FALSE_MAHJONG => ("/false_mahjong", serde_json::json!({ "points": 10 })),
        EVERY_WINNER => ("/claims/several", "all".into()),
        _ => return built_in(name),
    };
    let document = caller
        .variant(Variant::Id(OLD_HONG_KONG.to_owned()))
        .await
        .unwrap()
        .document;
    let mut document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    *document.pointer_mut(pointer).unwrap() = value;
    Some(reference(Variant::Document(document.to_string().into())))
}

async fn refused_win(caller: &Caller, name: &str, win: &str) -> String {
    let request = v1::ScoreHandRequest {
        variant: variant(caller, name).await,
        win: Some(text::win(win)),
        ..Default::default()
    };
    error_text(&caller.score(request).await.unwrap_err())
}

async fn refused_outcome(caller: &Caller, name: &str, outcome: v1::Outcome) -> String {
    let request = v1::PlayHandsRequest {
        variant: variant(caller, name).await,
        outcomes: vec![text::outcome("goulash"), outcome],
        ..Default::default()
    };
    error_text(&caller.play(request).await.unwrap_err())
}

#[tokio::test]
async fn every_refusal_arrives_with_its_reason_and_field() {
    let caller = Caller::of_new_engine().await;
    let mut reasons = Vec::new();
    let mut check = |found: String, expected: &str, what: &str| {
        assert_eq!(found, format!("InvalidArgument {expected}"), "{what}");
        reasons.extend(expected.split(' ').next().map(str::to_owned));
    };
    for (name, win, expected) in WINS {
        check(refused_win(&caller, name, win).await, expected, win);
    }
    for (name, outcome, expected) in OUTCOMES {
        check(
            refused_outcome(&caller, name, text::outcome(outcome)).await,
            expected,
            outcome,
        );
    }
    let nobody = v1::outcome::Outcome::Win(v1::WinOutcome {
        winners: Vec::new(),
        ..match text::outcome("chair=1 from=2 fan=3").outcome {
            Some(v1::outcome::Outcome::Win(win)) => win,
            other => panic!("{other:?}"),
        }
    });
    let nobody = v1::Outcome {
        outcome: Some(nobody),
    };
    check(
        refused_outcome(&caller, OLD_HONG_KONG, nobody).await,
        "WINNER_MISSING outcomes[1].win.winners",
        "nobody",
    );
    let after_the_end = vec![text::outcome("early_end"), text::outcome("goulash")];
    let request = v1::PlayHandsRequest {
        variant: built_in(OLD_HONG_KONG),
        outcomes: after_the_end,
        ..Default::default()
    };
    let found = error_text(&caller.play(request).await.unwrap_err());
    check(found, "MATCH_OVER outcomes[1]", "after the end");

    // Every code of the rules was met above, and the README lists them in their order of precedence.
    let declared: Vec<String> = RefusalCode::ALL
        .iter()
        .map(|code| upper_snake(&format!("{code:?}")))
        .collect();
    for code in &declared {
        assert!(reasons.contains(code), "no case for {code}");
    }
    let documented = readme::reasons("Refusals");
    assert_eq!(
        documented
            .iter()
            .map(|(reason, _)| reason.clone())
            .collect::<Vec<_>>(),
        declared
    );
    assert!(
        documented
            .iter()
            .all(|(_, status)| status == "INVALID_ARGUMENT")
    );
}

/// `FifthCopy` as `FIFTH_COPY`.
fn upper_snake(name: &str) -> String {
    let letters = name.chars().enumerate();
    let words = letters.map(|(place, letter)| match letter.is_uppercase() && place > 0 {
        true => format!("_{letter}"),
        false => letter.to_uppercase().to_string(),
    });
    words.collect()
}
