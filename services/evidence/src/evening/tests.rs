//! Evenings whose entries contradict each other, and draws.

use super::*;
use crate::{ClubId, EarlierRounds, EveningId, UserId, draw_round};
use uuid::Uuid;

fn id(n: u128) -> Uuid {
    Uuid::from_u128(n)
}

fn player(n: u128) -> PlayerId {
    PlayerId(id(n))
}

const EVENING: EveningId = EveningId(Uuid::from_u128(9));

/// The seed of a round.
fn seed(round: u32) -> Hash {
    seed_of_round(Hash([7; 32]), round)
}

fn entry(seq: u64, body: Body) -> Entry {
    Entry {
        club: ClubId(id(1)),
        seq,
        time: format!("2026-11-21T09:30:00.{seq:06}Z").parse().unwrap(),
        actor: UserId(id(2)),
        body,
    }
}

fn opened() -> Evening {
    let terms = EveningOpened {
        evening: EVENING,
        held_on: time::macros::date!(2026 - 11 - 21),
        tables: Vec::new(),
        seed_hash: seed(0),
        note_commitment: None,
    };
    Evening::open(&entry(2, Body::EveningOpened(terms))).unwrap()
}

fn attendance(came: &[u128], left: &[u128]) -> Body {
    Body::AttendanceChanged(AttendanceChanged {
        evening: EVENING,
        checked_in: came.iter().copied().map(player).collect(),
        checked_out: left.iter().copied().map(player).collect(),
    })
}

fn with_players(count: u128) -> Evening {
    let mut evening = opened();
    let came: Vec<u128> = (101..=100 + count).collect();
    evening.add(&entry(3, attendance(&came, &[]))).unwrap();
    evening
}

/// The next round, as its seed gives it.
fn drawn(evening: &Evening, redraw: bool) -> RoundDrawn {
    let round = evening.next_round();
    let seed = seed(round);
    let draw = draw_round(evening, redraw, &EarlierRounds::default(), seed, Some).unwrap();
    RoundDrawn {
        evening: EVENING,
        round,
        seed,
        redraw,
        tables: draw.tables,
        sitting_out: draw.sitting_out,
    }
}

fn round_opened(round: u32, matches: &[u128]) -> Body {
    Body::RoundOpened(RoundOpened {
        evening: EVENING,
        round,
        matches: matches.iter().map(|n| MatchId(id(*n))).collect(),
    })
}

fn refusal(evening: &Evening, body: Body) -> String {
    let mut evening = evening.clone();
    let seq = evening.version + 1;
    evening.add(&entry(seq, body)).unwrap_err().to_string()
}

fn add(evening: &mut Evening, body: Body) {
    let seq = evening.version + 1;
    evening.add(&entry(seq, body)).unwrap();
}

#[test]
fn what_contradicts_the_entries_before_is_refused() {
    let mut evening = with_players(9);
    let check = |evening: &Evening, body, says: &str| {
        let refusal = refusal(evening, body);
        assert!(refusal.contains(says), "{refusal}");
    };
    check(&evening, attendance(&[101], &[]), "came who is there");
    check(&evening, attendance(&[], &[110]), "left who is not there");
    let many: Vec<u128> = (1000..1392).collect();
    check(&evening, attendance(&many, &[]), "more than 400");
    let first = drawn(&evening, false);
    let other_seed = RoundDrawn {
        seed: seed(2),
        ..first.clone()
    };
    check(
        &evening,
        Body::RoundDrawn(other_seed),
        "not the one that was published",
    );
    let second = RoundDrawn {
        round: 2,
        ..first.clone()
    };
    check(&evening, Body::RoundDrawn(second), "not the next one");
    check(&evening, round_opened(1, &[1, 2]), "no such round");
    add(&mut evening, Body::RoundDrawn(first));
    check(&evening, round_opened(1, &[1]), "one match for each table");
    let again = drawn(&evening, true);
    add(&mut evening, Body::RoundDrawn(again));
    check(
        &evening,
        round_opened(1, &[1, 2]),
        "drawn instead of this one",
    );
    add(&mut evening, round_opened(2, &[1, 2]));
    check(&evening, round_opened(2, &[3, 4]), "opened before");
    let third = RoundDrawn {
        redraw: true,
        ..drawn(&evening, false)
    };
    check(&evening, Body::RoundDrawn(third), "were opened");
    let elsewhere = AttendanceChanged {
        evening: EveningId(id(10)),
        checked_in: vec![player(200)],
        checked_out: Vec::new(),
    };
    check(
        &evening,
        Body::AttendanceChanged(elsewhere),
        "another evening",
    );
}

#[test]
fn an_evening_has_as_many_rounds_as_its_seeds() {
    let mut evening = with_players(4);
    for _ in 0..MAX_ROUNDS {
        let next = drawn(&evening, false);
        add(&mut evening, Body::RoundDrawn(next));
    }
    let last = evening.rounds.last().unwrap().draw.clone();
    let beyond = RoundDrawn { round: 65, ..last };
    assert!(refusal(&evening, Body::RoundDrawn(beyond)).contains("at most 64"));
}

/// Entries state draws, so that the way to draw cannot change any more.
#[test]
fn a_draw_stays_as_it_is() {
    let mut evening = with_players(17);
    let mut told = String::new();
    for _ in 0..4 {
        let next = drawn(&evening, false);
        let places = |ids: &[PlayerId]| {
            let numbers = ids.iter().map(|id| (id.0.as_u128() - 100).to_string());
            numbers.collect::<Vec<_>>().join(" ")
        };
        let tables = next.tables.iter().map(|table| places(table));
        let tables = tables.collect::<Vec<_>>().join(" | ");
        told += &format!("{tables}; out {}\n", places(&next.sitting_out));
        add(&mut evening, Body::RoundDrawn(next));
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_round_that_was_not_played_does_not_count() {
    let mut evening = with_players(5);
    let first = drawn(&evening, false);
    add(&mut evening, Body::RoundDrawn(first.clone()));
    let redrawn = drawn(&evening, true);
    let next = drawn(&evening, false);
    // Who sat out the round before does not sit out the next one, if it counts.
    assert_ne!(first.sitting_out, next.sitting_out);
    let alone = with_players(5);
    let draw = draw_round(&alone, false, &EarlierRounds::default(), redrawn.seed, Some).unwrap();
    assert_eq!(
        (redrawn.tables, redrawn.sitting_out),
        (draw.tables, draw.sitting_out)
    );
}

#[test]
fn earlier_rounds_say_who_sat_out_and_leave_out_what_was_replaced() {
    let evening = with_players(5);
    let seed = seed(1);
    let free = draw_round(&evening, false, &EarlierRounds::default(), seed, Some).unwrap();
    let [out] = free.sitting_out[..] else {
        panic!("one sits out")
    };
    let round = |redraw, sitting_out: PlayerId| RoundDrawn {
        evening: EveningId(id(10)),
        round: 1,
        seed,
        redraw,
        tables: vec![[1, 2, 3, 4].map(player)],
        sitting_out: vec![sitting_out],
    };
    let of = |rounds: Vec<RoundDrawn>| {
        let earlier = EarlierRounds::of_last(rounds);
        draw_round(&evening, false, &earlier, seed, Some)
            .unwrap()
            .sitting_out
    };
    assert_ne!(of(vec![round(false, out)]), [out]);
    // The last one first: the earlier round was replaced.
    assert_eq!(of(vec![round(true, player(300)), round(false, out)]), [out]);
    // Only the last ones are looked at.
    let mut many = vec![round(false, player(300)); crate::EARLIER_ROUNDS];
    many.push(round(false, out));
    assert_eq!(of(many), [out]);
}

#[test]
fn those_who_were_merged_have_one_place_and_those_who_were_erased_none() {
    let evening = with_players(7);
    let whom = |id: PlayerId| match id.0.as_u128() {
        101 => Some(player(107)),
        102 => None,
        _ => Some(id),
    };
    let drawn = draw_round(&evening, false, &EarlierRounds::default(), seed(1), whom).unwrap();
    let mut all: Vec<PlayerId> = drawn.tables.into_iter().flatten().collect();
    all.extend(drawn.sitting_out);
    all.sort_unstable();
    assert_eq!(all, [103, 104, 105, 106, 107].map(player));
}

/// Whatever compares each who came with each who left takes 10^10 steps here.
#[test]
fn those_who_come_and_leave_at_once_are_looked_at_once() {
    const EACH: u128 = 100_000;
    let came: Vec<u128> = (1..=EACH).collect();
    let left: Vec<u128> = (EACH + 1..=2 * EACH).collect();
    attendance(&came, &left).check().unwrap();
    let refusal = attendance(&came, &came).check().unwrap_err();
    assert!(refusal.to_string().contains("came and left at once"));
}

#[test]
fn every_coming_and_leaving_is_a_change() {
    let mut evening = with_players(9);
    add(&mut evening, attendance(&[], &[101, 102]));
    add(&mut evening, attendance(&[102], &[103]));
    assert_eq!((evening.present.len(), evening.changes), (7, 13));
}
