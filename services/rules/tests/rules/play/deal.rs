//! When the deal stays, against the words of the rule over the number of the deal.

use rules::{Chair, Deal, Ending, MatchState, Outcome, TableOptions, Variant, Wind, play};
use serde_json::{Value, json};

use crate::golden::play_case::outcome;

const RESULTS: [&str; 4] = [
    "dealer_win",
    "goulash",
    "dealer_false_mahjong",
    "other_false_mahjong",
];

/// Some of the results.
fn some(subset: usize) -> Vec<&'static str> {
    let results = RESULTS.into_iter().enumerate();
    let chosen = results.filter(|(place, _)| subset >> place & 1 == 1);
    chosen.map(|(_, result)| result).collect()
}

fn variant(stays_after: &[&str], last: Option<&[&str]>) -> Variant {
    let old_hong_kong = include_str!("../../../variants/old-hong-kong.json");
    let mut document: Value = serde_json::from_str(old_hong_kong).unwrap();
    document["deal"] = json!({ "stays_after": stays_after });
    if let Some(last) = last {
        document["deal"]["last_deal_stays_after"] = json!(last);
    }
    Variant::from_json(document.to_string().as_bytes()).unwrap()
}

/// The deals of a match are counted from 0 to 15.
fn deal(number: usize, extra: u32) -> Deal {
    Deal {
        round_wind: Wind::ALL[number / 4],
        dealer: Chair::ALL[number % 4],
        extra,
    }
}

/// The result of a hand, and how it comes about; one of them never holds the deal.
fn outcomes(number: usize) -> [(&'static str, Outcome); 5] {
    let dealer = number % 4 + 1;
    let (dealer_win, other) = (
        format!("win {dealer}: 4fan self_draw"),
        format!("win {}: 4fan from={dealer}", dealer % 4 + 1),
    );
    [
        ("dealer_win", outcome(&dealer_win)),
        ("goulash", outcome("goulash")),
        (
            "dealer_false_mahjong",
            outcome(&format!("false_mahjong {dealer} 10")),
        ),
        (
            "other_false_mahjong",
            outcome(&format!("false_mahjong {} 10", dealer % 4 + 1)),
        ),
        ("", outcome(&other)),
    ]
}

#[test]
fn the_deal_stays_as_the_document_says_and_in_the_last_deal_as_it_says_of_that() {
    for stays in 0..16 {
        for last in (0..16).map(Some).chain([None]) {
            let (stays, last) = (some(stays), last.map(some));
            let variant = variant(&stays, last.as_deref());
            for number in 0..16 {
                let holds = match &last {
                    Some(last) if number == 15 => last,
                    _ => &stays,
                };
                for (result, outcome) in outcomes(number) {
                    let state = MatchState {
                        deal: deal(number, 0),
                        ..MatchState::start()
                    };
                    let played = play(&variant, &TableOptions::default(), &state, &[outcome]);
                    let after = played.unwrap()[0].state_after;
                    let (expected, ending) = match holds.contains(&result) {
                        true => (deal(number, 1), None),
                        false if number == 15 => (deal(number, 0), Some(Ending::Complete)),
                        false => (deal(number + 1, 0), None),
                    };
                    let found = (after.deal, after.ending);
                    assert_eq!(
                        found,
                        (expected, ending),
                        "{stays:?} {last:?} {number} {result}"
                    );
                }
            }
        }
    }
}
