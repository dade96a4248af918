//! The course of a match: the example of Old Hong Kong row by row, and what else moves or holds the deal.

#![expect(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

mod deal;
mod declared;
mod stated;

use rules::{
    Chair, Circumstances, Deal, DeclaredResult, Ending, MatchState, Outcome, PlayedHand,
    RefusalCode, Shown,
};
use rules::{TableOptions, Variant, Wind, Winner, WonBy, play};

/// The example match: prevailing wind, and the winds of players 1–4, hand by hand.
const EXAMPLE: &str = "
    East  | East South West North
    East  | North East South West
    East  | West North East South
    East  | South West North East
    South | East South West North
    South | North East South West
    South | West North East South | goulash
    South | West North East South
    South | South West North East
    West  | East South West North
    West  | North East South West
    West  | West North East South
    West  | South West North East
    North | East South West North
    North | North East South West
    North | West North East South | East wins
    North | West North East South
    North | South West North East";

fn declared(winner: u32, from: Option<u32>, fan: u32) -> Outcome {
    let won_by = from.map_or(WonBy::SelfDraw, |from| WonBy::Discard {
        from: Chair::new(from).unwrap(),
    });
    let shown = Shown::Declared(DeclaredResult {
        fan,
        limit: false,
        fan_toward_minimum: None,
    });
    Outcome::Win {
        winners: vec![Winner {
            chair: Chair::new(winner).unwrap(),
            shown,
            liability: None,
        }],
        circumstances: Circumstances::plain(won_by),
    }
}

fn old_hong_kong(outcomes: &[Outcome]) -> Vec<PlayedHand> {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    play(
        variant,
        &TableOptions::default(),
        &MatchState::start(),
        outcomes,
    )
    .unwrap()
}

fn example_outcomes() -> Vec<Outcome> {
    let mut dealer = 0;
    let rows = EXAMPLE.lines().filter(|line| !line.trim().is_empty());
    rows.map(|row| {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        dealer = columns[1]
            .split_whitespace()
            .position(|wind| wind == "East")
            .unwrap() as u32
            + 1;
        match columns.get(2) {
            Some(&"goulash") => Outcome::Goulash,
            Some(_) => declared(dealer, None, 4),
            None => declared(dealer % 4 + 1, Some(dealer), 3),
        }
    })
    .collect()
}

#[test]
fn the_example_match_goes_as_its_table_says() {
    let played = old_hong_kong(&example_outcomes());
    let found: Vec<String> = played
        .iter()
        .map(|hand| {
            let winds = Chair::ALL
                .map(|chair| hand.deal.seat_wind(chair).english())
                .join(" ");
            format!("{} | {winds}", hand.deal.round_wind.english())
        })
        .collect();
    let rows = EXAMPLE.lines().filter(|line| !line.trim().is_empty());
    let expected: Vec<String> = rows
        .map(|row| {
            let columns: Vec<&str> = row.split('|').map(str::trim).collect();
            format!("{} | {}", columns[0], columns[1])
        })
        .collect();
    assert_eq!(found, expected);
    let extras: Vec<u32> = played
        .iter()
        .filter(|hand| hand.deal.extra > 0)
        .filter_map(|hand| hand.number)
        .collect();
    assert_eq!(extras, [8, 17]);
    let last = played.last().unwrap().state_after;
    assert_eq!(
        (last.next_number, last.ending),
        (19, Some(Ending::Complete))
    );
    assert!(
        played[..17]
            .iter()
            .all(|hand| hand.state_after.ending.is_none())
    );
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let over = play(
        variant,
        &TableOptions::default(),
        &last,
        &[Outcome::Goulash],
    )
    .unwrap_err();
    assert_eq!(
        (over.outcome, over.refusal.code),
        (0, RefusalCode::MatchOver)
    );
}

#[test]
fn the_totals_are_the_sums_of_the_payments() {
    let played = old_hong_kong(&example_outcomes());
    let mut totals = [0; 4];
    for hand in &played {
        (0..4).for_each(|chair| totals[chair] += hand.payments.half_points()[chair]);
        assert_eq!(hand.state_after.totals.half_points(), totals);
    }
    assert_ne!(totals, [0; 4]);
}

fn deals(outcomes: &[Outcome]) -> Vec<(Wind, u8, u32)> {
    let played = old_hong_kong(outcomes);
    played
        .iter()
        .map(|hand| hand.state_after.deal)
        .map(
            |Deal {
                 round_wind,
                 dealer,
                 extra,
             }| (round_wind, dealer.number(), extra),
        )
        .collect()
}

#[test]
fn the_deal_stays_after_a_dealer_win_a_goulash_and_a_false_mahjong() {
    let false_mahjong = Outcome::FalseMahjong {
        chair: Chair::ALL[2],
        points: Some(10),
    };
    let found = deals(&[
        declared(1, Some(2), 3),
        Outcome::Goulash,
        false_mahjong,
        declared(2, None, 4),
        Outcome::Goulash,
    ]);
    let east = |dealer, extra| (Wind::East, dealer, extra);
    assert_eq!(
        found,
        [east(1, 1), east(1, 2), east(1, 3), east(2, 0), east(2, 1)]
    );
}

#[test]
fn an_early_end_is_no_hand() {
    let played = old_hong_kong(&[declared(2, None, 4), Outcome::EarlyEnd]);
    assert_eq!(
        (played[1].number, played[1].state_after.next_number),
        (None, 2)
    );
    assert_eq!(played[1].state_after.ending, Some(Ending::Early));
    assert_eq!(played[1].state_after.totals, played[0].payments);
}

/// Plays one outcome on a fresh table of Old Hong Kong.
fn refused(outcome: Outcome) -> RefusalCode {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    play(
        variant,
        &TableOptions::default(),
        &MatchState::start(),
        &[outcome],
    )
    .unwrap_err()
    .refusal
    .code
}

#[test]
fn winners_must_make_sense() {
    let win = |chairs: &[u32]| {
        let Outcome::Win {
            winners,
            circumstances,
        } = declared(2, Some(1), 3)
        else {
            unreachable!()
        };
        let winners = chairs.iter().map(|&chair| Winner {
            chair: Chair::new(chair).unwrap(),
            ..winners[0].clone()
        });
        Outcome::Win {
            winners: winners.collect(),
            circumstances,
        }
    };
    assert_eq!(refused(win(&[])), RefusalCode::WinnerMissing);
    assert_eq!(refused(win(&[2, 2])), RefusalCode::WinnerRepeated);
    assert_eq!(refused(win(&[2, 3])), RefusalCode::SeveralWinnersNotPlayed);
}

/// Two winners of chair 1's discard, where every winner is paid: what is refused of them, if anything is.
fn both_win(one: &str, other: &str) -> Option<RefusalCode> {
    let document = include_str!("../../variants/old-hong-kong.json")
        .replace(r#""several": "nearest""#, r#""several": "all""#);
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    let winner = |chair: usize, text: &str| Winner {
        chair: Chair::ALL[chair],
        shown: Shown::Tiles(rules::notation::win(text).unwrap().hand),
        liability: None,
    };
    let won_by = WonBy::Discard {
        from: Chair::ALL[0],
    };
    let outcome = Outcome::Win {
        winners: vec![winner(1, one), winner(2, other)],
        circumstances: Circumstances::plain(won_by),
    };
    let options = TableOptions {
        minimum_fan: Some(0),
    };
    play(&variant, &options, &MatchState::start(), &[outcome])
        .err()
        .map(|refusal| refusal.refusal.code)
}

#[test]
fn the_winners_of_one_discard_share_one_set_of_tiles() {
    let one = "55m (111p) (222p) (333p) 99s + 5m";
    assert_eq!(both_win(one, "46m (444p) (666p) (777p) 88s + 5m"), None);
    assert_eq!(
        both_win(one, "66m (444p) (888p) (777p) 88s + 6m"),
        Some(RefusalCode::WinningTilesDiffer)
    );
    // The discard is one tile, whoever takes it: 55m and 55m and the discard are five.
    assert_eq!(
        both_win(one, "55m (444p) (666p) (777p) 88s + 5m"),
        Some(RefusalCode::FifthCopy)
    );
    assert_eq!(
        both_win(one, "46m (444p) (222p) (777p) 88s + 5m"),
        Some(RefusalCode::FifthCopy)
    );
    let flower = |win: &str| win.replace("+", "1f +");
    let other = "46m (444p) (666p) (777p) 88s + 5m";
    assert_eq!(
        both_win(&flower(one), &flower(other)),
        Some(RefusalCode::DuplicateBonusTile)
    );
}

#[test]
fn every_winner_is_paid_where_the_variant_says_so() {
    let document = include_str!("../../variants/old-hong-kong.json")
        .replace(r#""several": "nearest""#, r#""several": "all""#);
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    let Outcome::Win {
        mut winners,
        circumstances,
    } = declared(2, Some(3), 3)
    else {
        unreachable!()
    };
    winners.push(Winner {
        chair: Chair::ALL[0],
        ..winners[0].clone()
    });
    let outcome = Outcome::Win {
        winners,
        circumstances,
    };
    let played = play(
        &variant,
        &TableOptions::default(),
        &MatchState::start(),
        &[outcome],
    )
    .unwrap();
    // Chair 2 gets 2 from the dealer, 2 from the discarder, 1 from chair 4; the dealer 2, 4 and 2.
    assert_eq!(
        played[0].payments.half_points(),
        [2 * 6, 2 * 3, -2 * 6, -2 * 3]
    );
    // The dealer is among the winners, so the deal stays.
    assert_eq!(
        played[0].state_after.deal,
        Deal {
            extra: 1,
            ..Deal::FIRST
        }
    );
}

#[test]
fn a_table_may_limit_the_hands_of_one_deal() {
    let document = include_str!("../../variants/old-hong-kong.json")
        .replace(r#""deal": {"#, r#""deal": { "most_hands": 3,"#);
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    let goulashes = vec![Outcome::Goulash; 4];
    let played = play(
        &variant,
        &TableOptions::default(),
        &MatchState::start(),
        &goulashes,
    )
    .unwrap();
    let next: Vec<(u8, u32)> = played
        .iter()
        .map(|hand| {
            (
                hand.state_after.deal.dealer.number(),
                hand.state_after.deal.extra,
            )
        })
        .collect();
    assert_eq!(next, [(1, 1), (1, 2), (2, 0), (2, 1)]);
}

#[test]
fn the_first_refused_outcome_is_named_and_none_is_played() {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let outcomes = [
        Outcome::Goulash,
        declared(2, Some(1), 2),
        declared(3, Some(3), 2),
    ];
    let refusal = play(
        variant,
        &TableOptions::default(),
        &MatchState::start(),
        &outcomes,
    )
    .unwrap_err();
    assert_eq!((refusal.outcome, refusal.refusal.winner), (1, Some(0)));
}

/// At once or one after another, it is the same hand that is one too many.
#[test]
fn a_match_ends_with_its_last_possible_hand() {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let play = |state: &MatchState, outcomes: &[Outcome]| {
        play(variant, &TableOptions::default(), state, outcomes)
    };
    let last = MatchState {
        next_number: MatchState::MOST_HANDS,
        ..MatchState::start()
    };
    let refusal = play(&last, &[Outcome::Goulash, Outcome::Goulash]).unwrap_err();
    assert_eq!(
        (refusal.outcome, refusal.refusal.code),
        (1, RefusalCode::OutOfRange)
    );
    let played = play(&last, &[Outcome::Goulash]).unwrap();
    let after = played[0].state_after;
    let refusal = play(&after, &[Outcome::Goulash]).unwrap_err();
    assert_eq!(refusal.refusal.code, RefusalCode::OutOfRange);
}
