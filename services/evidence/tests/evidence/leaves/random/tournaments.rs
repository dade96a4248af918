//! Random entries by which a club holds a tournament.

use super::{hashes, ids};
use evidence::{
    Body, Cut, DrawMethod, EntrantsChanged, LastHand, MAX_INTEGER, MatchId, PenaltyGiven,
    PenaltyWithdrawn, PlayerId, Registration, RoundClock, SatOut, TieBreak, TournamentClockChanged,
    TournamentClosed, TournamentId, TournamentOpened, TournamentRoundDrawn, TournamentRoundOpened,
    TournamentRules, TournamentScoring,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use time::Date;
use uuid::Uuid;

/// What happens in a tournament.
pub(super) fn held() -> impl Strategy<Value = Body> {
    prop_oneof![
        opened(),
        entrants(),
        drawn(),
        of_round(),
        clock(),
        penalty(),
        withdrawn(),
        ids().prop_map(|tournament| Body::TournamentClosed(TournamentClosed {
            tournament: TournamentId(tournament)
        })),
    ]
}

fn opened() -> impl Strategy<Value = Body> {
    let known = (ids(), hashes(), 0..3_000_000, 0..1000, hashes());
    (known, rules()).prop_map(|((tournament, name, from, days, seed_hash), rules)| {
        let day = |day| Date::from_julian_day(1_721_060 + day).unwrap();
        Body::TournamentOpened(TournamentOpened {
            tournament: TournamentId(tournament),
            name_commitment: name,
            from: day(from),
            until: day(from + days),
            rules,
            seed_hash,
        })
    })
}

fn rules() -> impl Strategy<Value = TournamentRules> {
    let points = prop::array::uniform4(-1000..=1000_i32);
    let scoring = select(TournamentScoring::ALL.to_vec());
    let ties = subsequence(TieBreak::ALL.to_vec(), 0..=5).prop_shuffle();
    let sat_out = of((1..=2_000_000_i32, -1000..=1000_i32));
    let cut = of((any::<prop::sample::Index>(), 1..=100_u32, any::<bool>()));
    let clock = of((1..=600_u32, select(LastHand::ALL.to_vec())));
    let draw = select(DrawMethod::ALL.to_vec());
    (1..=64_u32, draw, scoring, points, ties, sat_out, cut, clock).prop_map(
        |(rounds, draw, scoring, mut points, ties, sat_out, cut, clock)| {
            let has_points = scoring != TournamentScoring::Points;
            points.sort_unstable_by_key(|points| -points);
            let ties = ties.into_iter();
            TournamentRules {
                rounds,
                draw,
                scoring,
                table_points: has_points.then_some(points),
                ties: ties
                    .filter(|tie| has_points || *tie != TieBreak::TablePoints)
                    .collect(),
                sat_out: sat_out.map(|(half_points, table_points)| SatOut {
                    half_points: -half_points,
                    table_points: i32::from(has_points) * table_points,
                }),
                cut: cut
                    .filter(|_| rounds > 1)
                    .map(|(after, tables, keeps_results)| Cut {
                        after_round: u32::try_from(after.index(rounds as usize - 1)).unwrap() + 1,
                        players: tables * 4,
                        keeps_results,
                    }),
                clock: clock.map(|(minutes, last_hand)| RoundClock { minutes, last_hand }),
            }
        },
    )
}

fn entrants() -> impl Strategy<Value = Body> {
    let registered = btree_map(ids(), (of(".{1,40}"), any::<bool>()), 0..9);
    let others = btree_set(ids(), 1..20);
    (ids(), registered, others, any::<prop::sample::Index>()).prop_map(
        |(tournament, registered, others, index)| {
            let mut came: Vec<PlayerId> = others.into_iter().map(PlayerId).collect();
            let left = came.split_off(index.index(came.len() + 1));
            let registered = registered.into_iter();
            let registered = registered.map(|(player, (team, substitute))| Registration {
                player: PlayerId(player),
                team,
                substitute,
            });
            Body::EntrantsChanged(EntrantsChanged {
                tournament: TournamentId(tournament),
                registered: registered
                    .filter(|one| !left.contains(&one.player))
                    .collect(),
                checked_in: came,
                withdrawn: left,
            })
        },
    )
}

fn drawn() -> impl Strategy<Value = Body> {
    let players = btree_set(ids(), 4..40);
    let method = select(DrawMethod::ALL.to_vec());
    let reason = of(hashes());
    let round = (ids(), 1..=64_u32, hashes(), method, any::<bool>());
    (round, players, reason).prop_map(
        |((tournament, round, seed, method, redraw), players, reason_commitment)| {
            let players: Vec<PlayerId> = players.into_iter().map(PlayerId).collect();
            let tables = players.chunks_exact(4);
            Body::TournamentRoundDrawn(TournamentRoundDrawn {
                tournament: TournamentId(tournament),
                round,
                seed,
                method,
                redraw,
                sitting_out: tables.remainder().to_vec(),
                tables: tables.map(|four| four.try_into().unwrap()).collect(),
                reason_commitment,
            })
        },
    )
}

fn of_round() -> impl Strategy<Value = Body> {
    (ids(), 1..=64_u32, vec(any::<u64>(), 1..9)).prop_map(|(tournament, round, matches)| {
        let match_id = |(place, high): (usize, u64)| {
            MatchId(Uuid::from_u64_pair(high, u64::try_from(place).unwrap()))
        };
        Body::TournamentRoundOpened(TournamentRoundOpened {
            tournament: TournamentId(tournament),
            round,
            matches: matches.into_iter().enumerate().map(match_id).collect(),
        })
    })
}

fn clock() -> impl Strategy<Value = Body> {
    (ids(), 1..=64_u32, any::<bool>(), 0..=36_000_u32).prop_map(
        |(tournament, round, running, remaining_seconds)| {
            Body::TournamentClockChanged(TournamentClockChanged {
                tournament: TournamentId(tournament),
                round,
                running,
                remaining_seconds,
            })
        },
    )
}

fn penalty() -> impl Strategy<Value = Body> {
    let round = of(1..=64_u32);
    let takes = (0..=2_000_000_u32, 0..=1000_u32);
    (ids(), ids(), round, takes, hashes()).prop_map(
        |(tournament, player, round, (half_points, table_points), reason_commitment)| {
            Body::PenaltyGiven(PenaltyGiven {
                tournament: TournamentId(tournament),
                player: PlayerId(player),
                round,
                half_points,
                table_points,
                reason_commitment,
            })
        },
    )
}

fn withdrawn() -> impl Strategy<Value = Body> {
    (ids(), 1..=MAX_INTEGER as u64, hashes()).prop_map(
        |(tournament, penalty, reason_commitment)| {
            Body::PenaltyWithdrawn(PenaltyWithdrawn {
                tournament: TournamentId(tournament),
                penalty,
                reason_commitment,
            })
        },
    )
}
