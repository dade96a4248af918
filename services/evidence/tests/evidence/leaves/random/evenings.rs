//! Random entries by which a club holds an evening.

use super::{hashes, ids};
use evidence::{
    AttendanceChanged, Body, EveningId, EveningOpened, MatchId, PlayerId, RoundDrawn, RoundOpened,
};
use proptest::collection::{btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use time::Date;
use uuid::Uuid;

/// What happens in an evening.
pub(super) fn held() -> impl Strategy<Value = Body> {
    prop_oneof![opened(), attendance(), drawn(), of_round()]
}

fn opened() -> impl Strategy<Value = Body> {
    let labels = btree_set(".{1,40}", 0..6);
    (ids(), 0..3_000_000, labels, hashes(), of(hashes())).prop_map(
        |(evening, day, labels, seed_hash, note_commitment)| {
            Body::EveningOpened(EveningOpened {
                evening: EveningId(evening),
                held_on: Date::from_julian_day(1_721_060 + day).unwrap(),
                tables: labels.into_iter().collect(),
                seed_hash,
                note_commitment,
            })
        },
    )
}

fn attendance() -> impl Strategy<Value = Body> {
    let players = btree_set(ids(), 1..30);
    (ids(), players, any::<prop::sample::Index>()).prop_map(|(evening, players, index)| {
        let mut came: Vec<PlayerId> = players.into_iter().map(PlayerId).collect();
        let left = came.split_off(index.index(came.len() + 1));
        Body::AttendanceChanged(AttendanceChanged {
            evening: EveningId(evening),
            checked_in: came,
            checked_out: left,
        })
    })
}

fn drawn() -> impl Strategy<Value = Body> {
    let players = btree_set(ids(), 4..40);
    (ids(), 2..=u32::MAX, hashes(), any::<bool>(), players).prop_map(
        |(evening, round, seed, redraw, players)| {
            let players: Vec<PlayerId> = players.into_iter().map(PlayerId).collect();
            let tables = players.chunks_exact(4);
            Body::RoundDrawn(RoundDrawn {
                evening: EveningId(evening),
                round,
                seed,
                redraw,
                sitting_out: tables.remainder().to_vec(),
                tables: tables.map(|four| four.try_into().unwrap()).collect(),
            })
        },
    )
}

fn of_round() -> impl Strategy<Value = Body> {
    let matches = vec(any::<u64>(), 1..9);
    (ids(), 1..=u32::MAX, matches).prop_map(|(evening, round, matches)| {
        let match_id = |(place, high): (usize, u64)| {
            MatchId(Uuid::from_u64_pair(high, u64::try_from(place).unwrap()))
        };
        Body::RoundOpened(RoundOpened {
            evening: EveningId(evening),
            round,
            matches: matches.into_iter().enumerate().map(match_id).collect(),
        })
    })
}
