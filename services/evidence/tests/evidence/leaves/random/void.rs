//! Random declarations of matches, and tables that are played again.

use super::{hashes, ids};
use evidence::{
    Body, EveningId, MatchDeclared, MatchId, ReplayedTable, RoundOf, TablesReplayed, TournamentId,
};
use proptest::collection::btree_map;
use proptest::prelude::*;

pub(super) fn declared() -> impl Strategy<Value = Body> {
    prop_oneof![
        (ids(), any::<bool>(), hashes()).prop_map(|(match_id, void, reason_commitment)| {
            Body::MatchDeclared(MatchDeclared {
                match_id: MatchId(match_id),
                void,
                reason_commitment,
            })
        }),
        (rounds(), 1..=64_u32, btree_map(1..=100_u32, ids(), 1..9)).prop_filter_map(
            "two tables have the same match",
            |(of, round, tables)| {
                let tables: Vec<ReplayedTable> = tables
                    .into_iter()
                    .map(|(table, id)| ReplayedTable {
                        table,
                        match_id: MatchId(id),
                    })
                    .collect();
                let mut matches: Vec<MatchId> = tables.iter().map(|one| one.match_id).collect();
                matches.sort_unstable();
                matches.dedup();
                (matches.len() == tables.len()).then_some(Body::TablesReplayed(TablesReplayed {
                    of,
                    round,
                    tables,
                }))
            }
        ),
    ]
}

fn rounds() -> impl Strategy<Value = RoundOf> {
    (any::<bool>(), ids()).prop_map(|(is_evening, id)| match is_evening {
        true => RoundOf::Evening {
            evening: EveningId(id),
        },
        false => RoundOf::Tournament {
            tournament: TournamentId(id),
        },
    })
}
