//! Everything the rules refuse arrives with its reason and the path of its field.

mod cases;

use cases::{CLAIMS, LIABILITIES, OUTCOMES, WAITS, WINS};
use cases::{EVERY_WINNER, FIXED_FALSE_MAHJONG, LIABLE, MISS_WIN, NO_BONUS_TILES};
use rules::RefusalCode;
use serde_json::json;
use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::readme;
use crate::server::{Caller, OLD_HONG_KONG, built_in, error_text, reference};
use crate::text;

async fn variant(caller: &Caller, name: &str) -> Option<v1::VariantRef> {
    let patch = match name {
        NO_BONUS_TILES => json!({ "tiles": 136, "bonus_tile_wins": [] }),
        FIXED_FALSE_MAHJONG => json!({ "false_mahjong": { "points": 10 } }),
        EVERY_WINNER => json!({ "claims": { "several": "all" } }),
        LIABLE => json!({ "liabilities": [{ "rule": "nine_tiles" }, { "rule": "five_tiles" }] }),
        MISS_WIN => json!({ "claims": { "miss_win": true } }),
        _ => return built_in(name),
    };
    let document = caller
        .variant(Variant::Id(OLD_HONG_KONG.to_owned()))
        .await
        .unwrap()
        .document;
    let mut document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    rules::variant::merge(&mut document, &patch);
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

/// What is said of claims and of hands that wait: found, expected, and of what.
async fn refused_at_the_table(caller: &Caller) -> Vec<(String, &'static str, &'static str)> {
    let mut refused = Vec::new();
    for (name, offered, claims, expected) in CLAIMS {
        let request = v1::ResolveClaimsRequest {
            variant: variant(caller, name).await,
            ..text::claims(offered, claims)
        };
        let found = error_text(&caller.claims(request).await.unwrap_err());
        refused.push((found, expected, claims[0]));
    }
    for (hand, seen, expected) in WAITS {
        let request = v1::FindWaitsRequest {
            variant: built_in(OLD_HONG_KONG),
            ..text::holding(hand, seen)
        };
        let found = error_text(&caller.waits(request).await.unwrap_err());
        refused.push((found, expected, hand));
    }
    refused
}

#[tokio::test]
async fn every_refusal_arrives_with_its_reason_and_field() {
    let caller = Caller::of_new_engine().await;
    let mut reasons = Vec::new();
    let mut check = |found: String, expected: &str, what: &str| {
        assert_eq!(found, format!("InvalidArgument {expected}"), "{what}");
        reasons.extend(expected.split(' ').next().map(str::to_owned));
    };
    for (name, win, expected) in WINS.into_iter().chain(LIABILITIES) {
        check(refused_win(&caller, name, win).await, expected, win);
    }
    for (name, outcome, expected) in OUTCOMES {
        check(
            refused_outcome(&caller, name, text::outcome(outcome)).await,
            expected,
            outcome,
        );
    }
    for (found, expected, what) in refused_at_the_table(&caller).await {
        check(found, expected, what);
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
