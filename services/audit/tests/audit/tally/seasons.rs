//! The standings of seasons, added up a second time in the plainest way, over seasons of any rules.

use evidence::{
    Counts, Ending, Handicap, Hash, PlayerId, SeasonId, SeasonOpened, SeasonRules, Team,
    UnfinishedMatches,
};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::collections::{BTreeMap, BTreeSet};
use tally::{SeasonMatch, SeasonStanding, SeasonStandings};
use time::{Date, Duration, macros::date};
use uuid::Uuid;

const PEOPLE: u128 = 9;
const VARIANTS: [&str; 3] = ["old-hong-kong", "new-hong-kong", "house"];

fn player(number: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(number))
}

fn day(number: i64) -> Date {
    date!(2026 - 01 - 01) + Duration::days(number)
}

fn matches() -> impl Strategy<Value = Vec<SeasonMatch>> {
    let players = subsequence((0..PEOPLE).collect::<Vec<_>>(), 4..6);
    let one = (
        0_i64..12,
        select(&VARIANTS),
        (any::<bool>(), 0_u32..3, of(select(Ending::ALL.to_vec()))),
        players,
        vec(-40_i64..40, 6),
    );
    let one = one.prop_map(
        |(on, variant, (void, hands, ending), players, gains)| SeasonMatch {
            played_on: day(on),
            variant_id: variant.to_owned(),
            counts: Counts::of(void, hands, ending),
            half_points: players.into_iter().map(player).zip(gains).collect(),
        },
    );
    vec(one, 0..24)
}

fn rules() -> impl Strategy<Value = SeasonRules> {
    let variants = btree_set(select(&VARIANTS), 0..3);
    let handicaps = btree_map(0..PEOPLE, -9_i64..9, 0..4);
    let teams = (
        subsequence((0..PEOPLE).collect::<Vec<_>>(), 0..7),
        1_usize..4,
    );
    (
        variants,
        any::<bool>(),
        of(1_u32..5),
        of(2_u32..6),
        handicaps,
        teams,
    )
        .prop_map(
            |(variants, counts, best, minimum_matches, handicaps, (players, size))| SeasonRules {
                variants: variants.into_iter().map(str::to_owned).collect(),
                unfinished: match counts {
                    true => UnfinishedMatches::Count,
                    false => UnfinishedMatches::LeaveOut,
                },
                best,
                minimum_matches,
                handicaps: handicaps
                    .into_iter()
                    .map(|(one, half_points)| Handicap {
                        player: player(one),
                        half_points,
                    })
                    .collect(),
                teams: players
                    .chunks(size)
                    .enumerate()
                    .map(|(at, some)| Team {
                        label: format!("Team {at}"),
                        players: some.iter().copied().map(player).collect(),
                    })
                    .collect(),
            },
        )
}

fn seasons() -> impl Strategy<Value = SeasonOpened> {
    (0_i64..8, 0_i64..8, rules()).prop_map(|(from, days, rules)| SeasonOpened {
        season: SeasonId(Uuid::nil()),
        name_commitment: Hash([0; 32]),
        from: day(from),
        until: day(from + days),
        rules,
    })
}

/// What a player comes to, without looking at anybody else: gained, handicap, matches, counted matches.
fn plainly(
    terms: &SeasonOpened,
    matches: &[SeasonMatch],
    ids: &BTreeSet<PlayerId>,
) -> Option<(i64, i64, usize, usize)> {
    let rules = &terms.rules;
    let mut gains = Vec::new();
    for one in matches {
        if one.played_on < terms.from || one.played_on > terms.until {
            continue;
        }
        if !rules.variants.is_empty() && !rules.variants.contains(&one.variant_id) {
            continue;
        }
        if one.counts == Counts::ForNothing {
            continue;
        }
        if rules.unfinished == UnfinishedMatches::LeaveOut && one.counts != Counts::InFull {
            continue;
        }
        let of_match = one.half_points.iter().filter(|(id, _)| ids.contains(id));
        let of_match: Vec<i64> = of_match.map(|(_, gain)| *gain).collect();
        if !of_match.is_empty() {
            gains.push(of_match.iter().sum::<i64>());
        }
    }
    if gains.is_empty() {
        return None;
    }
    let took_part = gains.len();
    // The smallest result goes, until few enough are left.
    while rules.best.is_some_and(|best| gains.len() > best as usize) {
        let least = *gains.iter().min().unwrap();
        let at = gains.iter().position(|gain| *gain == least).unwrap();
        gains.remove(at);
    }
    let handicaps = rules.handicaps.iter();
    let handicaps = handicaps.filter(|one| ids.contains(&one.player));
    let handicap = handicaps.map(|one| one.half_points).sum::<i64>();
    let gained = gains.iter().sum::<i64>() + handicap;
    Some((gained, handicap, took_part, gains.len()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn standings_are_what_each_player_comes_to_alone(
        terms in seasons(),
        matches in matches(),
        merged in btree_map(0..PEOPLE, 0..PEOPLE, 0..3),
    ) {
        // Whoever is merged into somebody who was merged counts for themselves here.
        let into = |id: PlayerId| {
            let number = id.0.as_u128();
            let target = merged.get(&number).copied();
            target.filter(|one| !merged.contains_key(one)).map_or(id, player)
        };
        let found = SeasonStandings::of(&terms, matches.clone(), into);
        let mut people: BTreeMap<PlayerId, BTreeSet<PlayerId>> = BTreeMap::new();
        for id in (0..PEOPLE).map(player) {
            people.entry(into(id)).or_default().insert(id);
        }
        let plain: BTreeMap<PlayerId, _> = people
            .iter()
            .filter_map(|(id, ids)| Some((*id, plainly(&terms, &matches, ids)?)))
            .collect();
        let minimum = terms.rules.minimum_matches.unwrap_or(1) as usize;
        let rank = |gained: i64| {
            let ranked = plain.values().filter(|(_, _, matches, _)| *matches >= minimum);
            1 + ranked.filter(|(other, ..)| *other > gained).count() as u64
        };
        let mut expected: Vec<SeasonStanding> = plain
            .iter()
            .map(|(id, (gained, handicap, matches, counted))| SeasonStanding {
                player: *id,
                rank: (*matches >= minimum).then(|| rank(*gained)),
                half_points: *gained,
                handicap_half_points: *handicap,
                matches: *matches as u64,
                counted_matches: *counted as u64,
            })
            .collect();
        expected.sort_by_key(|one| one.player);
        let mut by_id = found.players.clone();
        by_id.sort_by_key(|one| one.player);
        prop_assert_eq!(by_id, expected);
        let ranks: Vec<u64> = found.players.iter().map(|one| one.rank.unwrap_or(u64::MAX)).collect();
        prop_assert!(ranks.is_sorted());

        // Everybody is in one team at most: the first that has one of the ids they have.
        let team_of = |ids: &BTreeSet<PlayerId>| {
            let teams = terms.rules.teams.iter();
            let mut teams = teams.filter(|team| team.players.iter().any(|id| ids.contains(id)));
            teams.next().map(|team| team.label.clone())
        };
        prop_assert_eq!(found.teams.len(), terms.rules.teams.len());
        for team in &found.teams {
            let in_it = plain.iter().filter(|(id, _)| team_of(&people[*id]).as_ref() == Some(&team.label));
            let in_it: Vec<_> = in_it.collect();
            prop_assert_eq!(team.half_points, in_it.iter().map(|(_, (gained, ..))| gained).sum::<i64>());
            prop_assert_eq!(&team.players, &in_it.iter().map(|(id, _)| **id).collect::<Vec<_>>());
            let better = found.teams.iter().filter(|other| other.half_points > team.half_points);
            prop_assert_eq!(team.rank, 1 + better.count() as u64);
        }
    }
}

/// The rules that are easy to read wrong, by hand.
#[test]
fn the_best_matches_and_the_handicap_make_the_total() {
    let one = |on: i64, gains: [i64; 4]| SeasonMatch {
        played_on: day(on),
        variant_id: "house".to_owned(),
        counts: Counts::of(false, 1, (on < 3).then_some(Ending::Complete)),
        half_points: (0..4).map(player).zip(gains).collect(),
    };
    let terms = SeasonOpened {
        season: SeasonId(Uuid::nil()),
        name_commitment: Hash([0; 32]),
        from: day(1),
        until: day(3),
        rules: SeasonRules {
            unfinished: UnfinishedMatches::LeaveOut,
            best: Some(1),
            handicaps: vec![Handicap {
                player: player(3),
                half_points: 50,
            }],
            ..SeasonRules::PLAIN
        },
    };
    let matches = [
        one(0, [900, -300, -300, -300]),
        one(1, [30, -10, -10, -10]),
        one(2, [-20, 50, -20, -10]),
        one(3, [-900, 300, 300, 300]),
    ];
    let found = SeasonStandings::of(&terms, matches, |player| player);
    let rows = found.players.iter().map(|row| {
        let who = row.player.0.as_u128();
        (row.rank.unwrap(), who, row.half_points, row.matches)
    });
    assert_eq!(found.matches, 2);
    let expected = [(1, 1, 50, 2), (2, 3, 40, 2), (3, 0, 30, 2), (4, 2, -10, 2)];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
}
