//! The course of a match: the example of Old Hong Kong row by row, and what the golden cases of matches (`plays.txt`) do not show.

mod deal;

use rules::{
    Agreed, Chair, DeclaredResult, Ending, MatchState, Outcome, PlayedHand, RefusalCode, Score,
    Shown, TableOptions, Variant, notation, play, score,
};

use crate::golden::play_case::outcome;

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

/// Outcomes as the golden cases write them.
fn outcomes(text: &str) -> Vec<Outcome> {
    text.split("; ").map(outcome).collect()
}

fn old_hong_kong(outcomes: &[Outcome]) -> Vec<PlayedHand> {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let start = MatchState::start();
    play(variant, &TableOptions::default(), &start, outcomes).unwrap()
}

fn refused(state: &MatchState, outcomes: &[Outcome]) -> (usize, Option<usize>, RefusalCode) {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let refused = play(variant, &TableOptions::default(), state, outcomes).unwrap_err();
    (
        refused.outcome,
        refused.refusal.winner,
        refused.refusal.code,
    )
}

/// The rows of the example without what happens in them, and what happens.
fn example() -> (Vec<String>, Vec<Outcome>) {
    let rows = EXAMPLE.lines().filter(|line| !line.trim().is_empty());
    let row = |row: &str| {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let mut winds = columns[1].split_whitespace();
        let dealer = winds.position(|wind| wind == "East").unwrap() + 1;
        let played = match columns.get(2) {
            Some(&"goulash") => "goulash".to_owned(),
            Some(_) => format!("win {dealer}: 4fan self_draw"),
            None => format!("win {}: 3fan from={dealer}", dealer % 4 + 1),
        };
        (format!("{} | {}", columns[0], columns[1]), outcome(&played))
    };
    rows.map(row).unzip()
}

#[test]
fn the_example_match_goes_as_its_table_says() {
    let (rows, outcomes) = example();
    let played = old_hong_kong(&outcomes);
    let (mut found, mut extras, mut totals) = (Vec::new(), Vec::new(), [0; 4]);
    for hand in &played {
        let winds = Chair::ALL.map(|chair| hand.deal.seat_wind(chair).english());
        found.push(format!(
            "{} | {}",
            hand.deal.round_wind.english(),
            winds.join(" ")
        ));
        extras.extend(hand.number.filter(|_| hand.deal.extra > 0));
        (0..4).for_each(|chair| totals[chair] += hand.payments.half_points()[chair]);
        assert_eq!(hand.state_after.totals.half_points(), totals);
    }
    assert_eq!(found, rows);
    assert_eq!(extras, [8, 17]);
    assert_ne!(totals, [0; 4]);
    let (last, before) = played.split_last().unwrap();
    let last = last.state_after;
    assert_eq!(
        (last.next_number, last.ending),
        (19, Some(Ending::Complete))
    );
    assert!(before.iter().all(|hand| hand.state_after.ending.is_none()));
    assert_eq!(
        refused(&last, &[Outcome::Goulash {}]),
        (0, None, RefusalCode::MatchOver)
    );
}

/// Entries state how a hand was read. So what is recorded is read as it always was: of readings that pay the same, the first.
#[test]
fn what_is_recorded_is_explained_as_it_always_was() {
    let variant = Variant::built_in("hkos-fan-laak").unwrap();
    let text = "444p 555p 666p 777p 8p + 8p self_draw first_turn=heaven";
    let options = TableOptions::default();
    let limits = |score: &Score| {
        score
            .counted(variant)
            .filter(|counted| counted.limit)
            .count()
    };
    let scored = score(variant, &options, &notation::win(text).unwrap()).unwrap();
    assert_eq!(limits(&scored.score), 2);
    let played = play(
        variant,
        &options,
        &MatchState::start(),
        &outcomes(&format!("win 1: {text}")),
    );
    let played = played.unwrap().remove(0);
    assert_eq!(limits(&played.scores[0].1), 1);
    assert_eq!(played.payments.half_points(), scored.payments.half_points());
}

/// What is no hand has no number and leaves the deal; what left the table is kept count of, so that everything still sums to zero.
#[test]
fn what_is_no_hand_has_no_number() {
    let played = old_hong_kong(&outcomes(
        "win 2: 3fan from=1; penalty 2 5 players; penalty 3 7 house; substitution 2; win 2: 3fan from=1; end",
    ));
    let numbers: Vec<Option<u32>> = played.iter().map(|hand| hand.number).collect();
    assert_eq!(numbers, [Some(1), None, None, None, Some(2), None]);
    let house: Vec<i64> = played.iter().map(|hand| hand.payments.house()).collect();
    assert_eq!(house, [0, 0, 14, 0, 0, 0]);
    for hand in &played[1..4] {
        assert_eq!(hand.deal, played[0].state_after.deal);
        assert_eq!(hand.state_after.deal, hand.deal);
        assert_eq!(hand.state_after.next_number, 2);
    }
    assert_eq!(played[3].state_after, played[2].state_after);
    let end = played[5].state_after;
    assert_eq!((end.next_number, end.ending), (3, Some(Ending::Early)));
    assert_eq!(end.totals.house(), 14);
    assert_eq!(end.totals.half_points().iter().sum::<i64>(), -14);
}

/// What text cannot say of agreed points and declared results.
#[test]
fn amounts_have_their_limits() {
    let far = Outcome::Agreed(Agreed {
        winner: None,
        half_points: [i64::MIN, i64::MAX, 1, 0],
    });
    let mut limit_of_five = outcome("win 2: limit self_draw");
    if let Outcome::Win(win) = &mut limit_of_five {
        win.winners[0].shown = Shown::Declared(DeclaredResult {
            fan: 5,
            limit: true,
            fan_toward_minimum: None,
        });
    }
    let start = MatchState::start();
    assert_eq!(refused(&start, &[far]), (0, None, RefusalCode::OutOfRange));
    let of_winner = (0, Some(0), RefusalCode::OutOfRange);
    assert_eq!(refused(&start, &[limit_of_five]), of_winner);
    let toward = &old_hong_kong(&outcomes("win 2: 5fan/3 self_draw"))[0];
    assert_eq!(toward.scores[0].1.fan_toward_minimum, 3);
    let limit = &old_hong_kong(&outcomes("win 2: limit self_draw"))[0];
    assert!(limit.scores[0].1.limit);
}

#[test]
fn the_first_refused_outcome_is_named() {
    let outcomes = outcomes("goulash; win 2: 2fan from=1; win 3: 2fan from=3");
    let expected = (1, Some(0), RefusalCode::BelowMinimum);
    assert_eq!(refused(&MatchState::start(), &outcomes), expected);
}

/// At once or one after another, it is the same hand that is one too many.
#[test]
fn a_match_ends_with_its_last_possible_hand() {
    let last = MatchState {
        next_number: MatchState::MOST_HANDS,
        ..MatchState::start()
    };
    let two = [Outcome::Goulash {}, Outcome::Goulash {}];
    assert_eq!(refused(&last, &two), (1, None, RefusalCode::OutOfRange));
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let played = play(variant, &TableOptions::default(), &last, &two[..1]).unwrap();
    let after = played[0].state_after;
    assert_eq!(
        refused(&after, &two[..1]),
        (0, None, RefusalCode::OutOfRange)
    );
}
