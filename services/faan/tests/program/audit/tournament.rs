//! `faan audit tournament`.

use super::bundle::Bundle;
use super::{are_described, are_misuse, audit, data, faan, vkey};
use crate::honest::{self, id};
use evidence::{
    Body, DrawMethod, EntrantsChanged, Entry, Hash, MatchId, PenaltyGiven, PlayerId, Registration,
    TournamentClosed, TournamentId, TournamentOpened, TournamentRoundDrawn, TournamentRoundOpened,
    TournamentRules, TournamentScoring, commit, seed_hash,
};
use time::macros::date;

const TOURNAMENT: TournamentId = TournamentId(id_of(6001));

const fn id_of(n: u128) -> uuid::Uuid {
    uuid::Uuid::from_u128(n)
}

/// The match of the honest club as the only one of a tournament, which was closed before a penalty.
fn ledger() -> Vec<Entry> {
    let mut entries = honest::ledger();
    let seated = honest::players();
    let seed = Hash([5; 32]);
    let team = |n: usize| ["Winds", "Dragons"][n % 2].to_owned();
    let registered = seated.iter().enumerate().map(|(n, player)| Registration {
        player: *player,
        team: Some(team(n)),
        substitute: false,
    });
    let late = Registration {
        player: PlayerId(id(16)),
        team: None,
        substitute: true,
    };
    let bodies = [
        Body::TournamentOpened(TournamentOpened {
            tournament: TOURNAMENT,
            name_commitment: commit(&[3; 16], "Open"),
            from: date!(2026 - 11 - 21),
            until: date!(2026 - 11 - 22),
            rules: TournamentRules {
                rounds: 1,
                draw: DrawMethod::Prescribed,
                scoring: TournamentScoring::PointsAndTablePoints,
                table_points: Some([4, 2, 1, 0]),
                ties: Vec::new(),
                sat_out: None,
                cut: None,
                clock: None,
            },
            seed_hash: seed_hash(seed),
        }),
        Body::EntrantsChanged(EntrantsChanged {
            tournament: TOURNAMENT,
            registered: registered.chain([late]).collect(),
            checked_in: seated.to_vec(),
            withdrawn: Vec::new(),
        }),
        Body::TournamentRoundDrawn(TournamentRoundDrawn {
            tournament: TOURNAMENT,
            round: 1,
            seed,
            method: DrawMethod::Prescribed,
            redraw: false,
            tables: vec![seated],
            sitting_out: Vec::new(),
            reason_commitment: None,
        }),
        Body::TournamentRoundOpened(TournamentRoundOpened {
            tournament: TOURNAMENT,
            round: 1,
            matches: vec![MatchId(id(5))],
        }),
        Body::TournamentClosed(TournamentClosed {
            tournament: TOURNAMENT,
        }),
        Body::PenaltyGiven(PenaltyGiven {
            tournament: TOURNAMENT,
            player: seated[0],
            round: None,
            half_points: 3,
            table_points: 1,
            reason_commitment: commit(&[3; 16], "late"),
        }),
    ];
    for body in bodies {
        let seq = entries.len() as u64 + 1;
        entries.push(honest::entry((body, seq)));
    }
    entries
}

#[test]
fn standings_of_a_tournament_follow_from_the_export_alone() {
    let entries = ledger();
    let export = Bundle::of(&entries).export();
    let (status, report, _) = faan("tournament", &["-", "--key", &vkey()], &export);
    assert_eq!(status, 0, "{report}");
    assert!(report.contains("\n  tournaments    1\n"), "{report}");
    let (status, printed, _) = audit("tournament", "tournament", &["-"], &export);
    assert_eq!(status, 0);
    assert_eq!(printed, include_str!("tournament.txt"));
    let all = data("tournament", &[], &export);
    let closed = entries.len() as u64 - 1;
    let standings = &all[0]["standings"];
    assert_eq!(standings["seq"], closed);
    assert_eq!(all[0]["since_closing"]["seq"], closed + 1);
    are_described(&[&all[0], standings]);
    let (player, team) = (&standings["players"][0], &standings["teams"][0]);
    let scores = [player, team].map(|one| one["score_twelfths"].is_i64());
    assert_eq!(scores, [true; 2]);
    let before = (closed - 2).to_string();
    let earlier = data("tournament", &["--as-of", &before], &export);
    assert_eq!(earlier[0]["standings"]["rounds"], 0);
    let named = ["--tournament", &TOURNAMENT.to_string()];
    assert_eq!(data("tournament", &named, &export), all);
    let misuses: [&[&str]; 2] = [
        &["--as-of", "100000"],
        &["--tournament", "00000000-0000-0000-0000-000000000077"],
    ];
    are_misuse("tournament", &misuses, &export);
}
