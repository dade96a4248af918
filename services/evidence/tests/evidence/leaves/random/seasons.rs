//! Random entries by which a club plays a season.

use super::{hashes, ids};
use evidence::{
    Body, Handicap, PlayerId, SeasonClosed, SeasonId, SeasonOpened, SeasonRules, Team,
    UnfinishedMatches,
};
use proptest::collection::{btree_map, btree_set};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;
use time::Date;

/// The beginning and the end of a season.
pub(super) fn played() -> impl Strategy<Value = Body> {
    prop_oneof![
        opened(),
        ids().prop_map(|season| Body::SeasonClosed(SeasonClosed {
            season: SeasonId(season)
        })),
    ]
}

fn opened() -> impl Strategy<Value = Body> {
    (ids(), hashes(), 0..3_000_000, 0..10_000, rules()).prop_map(
        |(season, name_commitment, from, days, rules)| {
            let day = |day| Date::from_julian_day(1_721_060 + day).unwrap();
            Body::SeasonOpened(SeasonOpened {
                season: SeasonId(season),
                name_commitment,
                from: day(from),
                until: day(from + days),
                rules,
            })
        },
    )
}

fn rules() -> impl Strategy<Value = SeasonRules> {
    let handicaps = btree_map(
        ids(),
        prop_oneof![-2_000_000..0_i64, 1..=2_000_000_i64],
        0..6,
    );
    (
        btree_set(".{1,100}", 0..4),
        select(&UnfinishedMatches::ALL),
        of(1..=5_000_u32),
        of(2..=5_000_u32),
        handicaps,
        teams(),
    )
        .prop_map(
            |(variants, unfinished, best, minimum_matches, handicaps, teams)| SeasonRules {
                variants: variants.into_iter().collect(),
                unfinished,
                best,
                minimum_matches,
                handicaps: handicaps
                    .into_iter()
                    .map(|(player, half_points)| Handicap {
                        player: PlayerId(player),
                        half_points,
                    })
                    .collect(),
                teams,
            },
        )
}

fn teams() -> impl Strategy<Value = Vec<Team>> {
    let labels = btree_set(".{1,40}", 6);
    (labels, btree_set(ids(), 0..24)).prop_map(|(labels, players)| {
        let players: Vec<PlayerId> = players.into_iter().map(PlayerId).collect();
        let teams = labels.into_iter().zip(players.chunks(4));
        let teams = teams.map(|(label, some)| Team {
            label,
            players: some.to_vec(),
        });
        teams.collect()
    })
}
