//! An entry of every kind by which a club holds a tournament.

use super::examples::{id, players};
use evidence::{
    Body, Cut, DrawMethod, EntrantsChanged, Hash, LastHand, MatchId, MemberSet, PenaltyGiven,
    PenaltyWithdrawn, PlayerId, Registration, Role, RoundClock, SatOut, TieBreak,
    TournamentClockChanged, TournamentClosed, TournamentId, TournamentOpened, TournamentRoundDrawn,
    TournamentRoundOpened, TournamentRules, TournamentScoring, UserId, commit, seed_hash,
};
use time::macros::date;

fn tournament() -> TournamentId {
    TournamentId(id(42))
}

/// The seed of the first draw and that of the second, whose hash it is.
fn seeds() -> [Hash; 2] {
    let second = Hash([8; 32]);
    [seed_hash(second), second]
}

/// One with the plainest rules, and one with all of them, in which the first round is drawn twice.
pub(crate) fn held() -> Vec<(&'static str, Body)> {
    let referee = MemberSet {
        user: UserId(id(41)),
        role: Role::Referee,
    };
    let mut held = vec![("member_set, a referee", Body::MemberSet(referee))];
    held.extend(opened());
    held.extend(entrants());
    held.extend(rounds());
    held.extend(decisions());
    held
}

fn opened() -> [(&'static str, Body); 2] {
    let plain = TournamentOpened {
        tournament: TournamentId(id(43)),
        name_commitment: commit(&[11; 16], "Open"),
        from: date!(2026 - 12 - 05),
        until: date!(2026 - 12 - 05),
        rules: TournamentRules {
            rounds: 5,
            draw: DrawMethod::Schedule,
            scoring: TournamentScoring::Points,
            table_points: None,
            ties: Vec::new(),
            sat_out: None,
            cut: None,
            clock: None,
        },
        seed_hash: Hash([9; 32]),
    };
    let full = TournamentOpened {
        tournament: tournament(),
        name_commitment: commit(&[12; 16], "香港公開賽"),
        from: date!(2026 - 11 - 28),
        until: date!(2026 - 11 - 29),
        rules: TournamentRules {
            rounds: 6,
            draw: DrawMethod::Swiss,
            scoring: TournamentScoring::PointsAndTablePoints,
            table_points: Some([30, 10, -10, -30]),
            ties: vec![
                TieBreak::TablePoints,
                TieBreak::FirstPlaces,
                TieBreak::Opponents,
                TieBreak::Points,
                TieBreak::BestMatch,
            ],
            sat_out: Some(SatOut {
                half_points: -1,
                table_points: 10,
            }),
            cut: Some(Cut {
                after_round: 5,
                players: 4,
                keeps_results: false,
            }),
            clock: Some(RoundClock {
                minutes: 90,
                last_hand: LastHand::FinishHand,
            }),
        },
        seed_hash: seed_hash(seeds()[0]),
    };
    [
        ("tournament_opened", Body::TournamentOpened(plain)),
        (
            "tournament_opened, with all rules",
            Body::TournamentOpened(full),
        ),
    ]
}

fn entrants() -> [(&'static str, Body); 2] {
    let [one, two, three, four] = players();
    let (substitute, late) = (PlayerId(id(70)), PlayerId(id(71)));
    let of = |player, team: Option<&str>, substitute| Registration {
        player,
        team: team.map(str::to_owned),
        substitute,
    };
    let registered = EntrantsChanged {
        tournament: tournament(),
        registered: vec![
            of(one, Some("龍"), false),
            of(two, Some("Winds"), false),
            of(three, None, false),
            of(four, None, false),
            of(substitute, None, true),
            of(late, Some("Winds"), true),
        ],
        checked_in: vec![one, two, three, four, substitute],
        withdrawn: Vec::new(),
    };
    let left = EntrantsChanged {
        tournament: tournament(),
        registered: Vec::new(),
        checked_in: vec![late],
        withdrawn: vec![two, substitute],
    };
    [
        ("entrants_changed", Body::EntrantsChanged(registered)),
        (
            "entrants_changed, some withdraw",
            Body::EntrantsChanged(left),
        ),
    ]
}

fn rounds() -> [(&'static str, Body); 4] {
    let [first, second] = seeds();
    let drawn = TournamentRoundDrawn {
        tournament: tournament(),
        round: 1,
        seed: first,
        method: DrawMethod::Random,
        redraw: false,
        tables: vec![players()],
        sitting_out: vec![PlayerId(id(72))],
        reason_commitment: None,
    };
    let again = TournamentRoundDrawn {
        seed: second,
        method: DrawMethod::Prescribed,
        redraw: true,
        sitting_out: Vec::new(),
        ..drawn.clone()
    };
    let opened = TournamentRoundOpened {
        tournament: tournament(),
        round: 1,
        matches: vec![MatchId(id(44))],
    };
    let clock = TournamentClockChanged {
        tournament: tournament(),
        round: 1,
        running: true,
        remaining_seconds: 5400,
    };
    [
        ("tournament_round_drawn", Body::TournamentRoundDrawn(drawn)),
        (
            "tournament_round_drawn, once more",
            Body::TournamentRoundDrawn(again),
        ),
        (
            "tournament_round_opened",
            Body::TournamentRoundOpened(opened),
        ),
        (
            "tournament_clock_changed",
            Body::TournamentClockChanged(clock),
        ),
    ]
}

/// A round after a cut that is prescribed against the ranks. It comes after all other examples, whose numbers do not change.
pub(crate) fn against_ranks() -> (&'static str, Body) {
    let drawn = TournamentRoundDrawn {
        tournament: tournament(),
        round: 5,
        seed: Hash([13; 32]),
        method: DrawMethod::Prescribed,
        redraw: false,
        tables: vec![players()],
        sitting_out: Vec::new(),
        reason_commitment: Some(commit(&[17; 16], "the other winner went home ill")),
    };
    (
        "tournament_round_drawn, for a reason",
        Body::TournamentRoundDrawn(drawn),
    )
}

fn decisions() -> [(&'static str, Body); 4] {
    let warning = PenaltyGiven {
        tournament: tournament(),
        player: players()[2],
        round: None,
        half_points: 0,
        table_points: 0,
        reason_commitment: commit(&[13; 16], "late"),
    };
    let penalty = PenaltyGiven {
        round: Some(1),
        half_points: 40,
        table_points: 10,
        ..warning
    };
    let withdrawn = PenaltyWithdrawn {
        tournament: tournament(),
        penalty: 54,
        reason_commitment: commit(&[14; 16], "it was somebody else"),
    };
    let closed = TournamentClosed {
        tournament: tournament(),
    };
    [
        ("penalty_given", Body::PenaltyGiven(penalty)),
        ("penalty_given, a warning", Body::PenaltyGiven(warning)),
        ("penalty_withdrawn", Body::PenaltyWithdrawn(withdrawn)),
        ("tournament_closed", Body::TournamentClosed(closed)),
    ]
}
