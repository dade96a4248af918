//! Requests to score: one hand, and batches.

use prost::Message;
use wire::v1;
use wire::v1::hand_result::Result as HandResult;

use super::ask::{Engine, built_in, document, fuzz_answers, sent, target};
use super::machine::fuzz;

pub(crate) const WORDS: &[&str] = &[
    "hkos-fan-laak",
    "modern-chinese",
    "old-hong-kong",
    "1111m",
    "ESWN",
    "CFP",
    "1f",
    "\u{1f004}",
    "our-club",
];

/// The number of its kind, and its tiles.
type Meld = (i32, &'static str);

/// Concealed tiles, melds, and the winning tile.
const HANDS: [(&str, &[Meld], &str); 5] = [
    ("88m NN", &[(2, "222m"), (2, "444p"), (2, "666s")], "8m"),
    ("123m 456m 789m C", &[], "C"),
    ("ESWN CFP 19s 19m 19p", &[], "9p"),
    ("46s 99s", &[(2, "222s"), (5, "3333s"), (2, "888s")], "5s"),
    ("11m 22p 33s 44m 55p 66s C", &[], "C"),
];

fn tiles(notation: &str) -> Option<v1::Tiles> {
    Some(v1::Tiles {
        notation: notation.to_owned(),
        ..Default::default()
    })
}

pub(crate) fn hands() -> impl Iterator<Item = v1::Hand> {
    HANDS.into_iter().map(|(concealed, melds, winning)| {
        let meld = |&(kind, notation): &Meld| v1::Meld {
            kind,
            tiles: tiles(notation),
        };
        v1::Hand {
            concealed: tiles(concealed),
            melds: melds.iter().map(meld).collect(),
            bonus_tiles: tiles("1f"),
            winning_tile: tiles(winning),
        }
    })
}

pub(crate) fn circumstances() -> impl Iterator<Item = v1::Circumstances> + Clone {
    let won = [
        v1::WonBy::SelfDraw,
        v1::WonBy::Discard,
        v1::WonBy::RobbedKong,
    ];
    won.into_iter().map(|won_by| v1::Circumstances {
        won_by: won_by.into(),
        ..Default::default()
    })
}

fn wins() -> impl Iterator<Item = v1::Win> {
    hands().flat_map(|hand| {
        circumstances().map(move |circumstances| {
            let given = circumstances.won_by != i32::from(v1::WonBy::SelfDraw);
            let giver = if given {
                v1::Wind::South
            } else {
                v1::Wind::Unspecified
            };
            v1::Win {
                hand: Some(hand.clone()),
                circumstances: Some(circumstances),
                seat_wind: v1::Wind::West.into(),
                round_wind: v1::Wind::East.into(),
                from_seat: giver.into(),
                ..Default::default()
            }
        })
    })
}

fn check_payments(payments: &[v1::SeatPayment]) {
    assert_eq!(payments.len(), 4);
    let sum: i64 = payments.iter().map(|payment| payment.half_points).sum();
    assert_eq!(sum, 0, "{payments:?}");
}

pub(crate) fn check_score(score: &v1::Score) {
    let ids = score.counted.iter().map(|counted| &counted.pattern);
    assert!(ids.into_iter().all(|id| !id.is_empty()), "{score:?}");
}

#[test]
fn score_hand() {
    let variants = [
        built_in("old-hong-kong"),
        built_in("modern-chinese"),
        sent(document("old-hong-kong")),
    ];
    let requests = wins().enumerate().map(|(place, win)| v1::ScoreHandRequest {
        variant: variants[place % variants.len()].clone(),
        options: Some(v1::TableOptions {
            minimum_fan: Some(1),
        }),
        win: Some(win),
        explain: true,
    });
    let target = target("score_hand", 1_500, WORDS, requests);
    fuzz_answers(target, "ScoreHand", |answer: v1::ScoreHandResponse| {
        check_payments(&answer.payments);
        check_score(&answer.score.unwrap());
        answer.other_readings.iter().for_each(check_score);
    });
}

/// Each message of the stream is the input again, without the variant's name first: later ones do with the former.
#[test]
fn score_hands() {
    let batches = [1, 3, 15].map(|count| v1::ScoreHandsRequest {
        variant: built_in("hkos-fan-laak"),
        options: None,
        wins: wins().take(count).collect(),
    });
    let target = target("score_hands", 1_000, WORDS, batches);
    let engine = Engine::new();
    let later = v1::ScoreHandsRequest {
        wins: wins().take(1).collect(),
        ..Default::default()
    };
    let later = later.encode_to_vec();
    fuzz(target, |input| {
        let messages = vec![input.to_vec(), later.clone()];
        let answers: Vec<v1::ScoreHandsResponse> = engine.ask_stream("ScoreHands", messages);
        assert!(
            answers.len() != 1,
            "the second message is good if the first one is"
        );
        for result in answers.into_iter().flat_map(|answer| answer.results) {
            match result.result.unwrap() {
                HandResult::Scored(scored) => {
                    check_payments(&scored.payments);
                    check_score(&scored.score.unwrap());
                }
                HandResult::Refused(refused) => {
                    let said = [&refused.reason, &refused.field, &refused.message];
                    assert!(said.iter().all(|text| !text.is_empty()), "{refused:?}");
                }
            }
        }
    });
}
