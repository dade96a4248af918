//! Matches that are declared void or to count again, and tables that are played again.

use super::examples::id;
use evidence::{
    Body, EveningId, MatchDeclared, MatchId, ReplayedTable, RoundOf, TablesReplayed, TournamentId,
    commit,
};

pub(crate) fn declared() -> [(&'static str, Body); 4] {
    let void = MatchDeclared {
        match_id: MatchId(id(21)),
        void: true,
        reason_commitment: commit(&[15; 16], "started by mistake"),
    };
    let counts = MatchDeclared {
        void: false,
        reason_commitment: commit(&[16; 16], "it was another one"),
        ..void
    };
    let table = |table, n| ReplayedTable {
        table,
        match_id: MatchId(id(n)),
    };
    let of_tournament = TablesReplayed {
        of: RoundOf::Tournament {
            tournament: TournamentId(id(42)),
        },
        round: 1,
        tables: vec![table(1, 45), table(3, 46)],
    };
    let of_evening = TablesReplayed {
        of: RoundOf::Evening {
            evening: EveningId(id(20)),
        },
        round: 2,
        tables: vec![table(100, 47)],
    };
    [
        ("match_declared", Body::MatchDeclared(void)),
        (
            "match_declared, it counts again",
            Body::MatchDeclared(counts),
        ),
        ("tables_replayed", Body::TablesReplayed(of_tournament)),
        (
            "tables_replayed, of an evening",
            Body::TablesReplayed(of_evening),
        ),
    ]
}
