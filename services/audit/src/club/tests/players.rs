//! Players and their accounts.

use super::*;

#[test]
fn a_player_has_one_account_and_an_account_one_player() {
    let friend = || (1, set(2, Role::Player));
    refused(&[(1, linked(11, 2))], "member");
    refused(&[(1, linked(99, 1))], "player");
    refused(&[(1, linked(11, 1)), (1, linked(12, 1))], "player");
    refused(
        &[friend(), (1, linked(11, 1)), (1, linked(11, 2))],
        "player",
    );
    refused(&[(1, unlinked(11))], "player");
    let moved = [(1, linked(11, 1)), (1, unlinked(11)), (1, linked(12, 1))];
    apply_all(&moved).unwrap();
    let gone = [
        friend(),
        (1, linked(11, 2)),
        (2, removed(2)),
        (1, friend().1),
        (1, linked(12, 2)),
    ];
    apply_all(&gone).unwrap();
}

#[test]
fn players_are_merged_once_and_never_sat_together() {
    let friend = (1, set(2, Role::Player));
    refused(&[(1, merged(11, 99))], "player");
    refused(&[(1, merged(99, 11))], "player");
    refused(&[(1, merged(11, 12)), (1, merged(12, 11))], "player");
    refused(&[(1, merged(11, 12)), (1, merged(11, 13))], "player");
    refused(&[(1, merged(11, 12)), (1, merged(13, 11))], "player");
    refused(&[(1, merged(11, 12)), (1, renamed(11))], "player");
    refused(&[(1, merged(11, 12)), (1, linked(11, 1))], "player");
    refused(
        &[(1, merged(11, 12)), (1, opened([11, 13, 14, 15]))],
        "player",
    );
    refused(
        &[(1, opened([11, 12, 13, 14])), (1, merged(11, 14))],
        "player",
    );
    refused(&[(1, opened([11, 12, 13, 99]))], "player");
    refused(&[(1, enrolled(11))], "player");
    // Neither did any two who were merged into them.
    let sat = [(1, opened([11, 12, 13, 14])), (1, merged(11, 15))];
    refused(&[&sat[..], &[(1, merged(15, 12))]].concat(), "player");
    apply_all(&[&sat[..], &[(1, merged(15, 16))]].concat()).unwrap();
    let both = [
        friend,
        (1, linked(11, 1)),
        (1, linked(12, 2)),
        (1, merged(11, 12)),
    ];
    refused(&both, "player");
}

/// Nor did anybody sit where a slip put them that the same correction puts right.
#[test]
fn who_is_taken_back_within_a_correction_never_sat() {
    let slip = Change::Void(Void {
        outcome_id: OutcomeId(Uuid::from_u128(1)),
    });
    let table = || (1, opened([11, 12, 13, 14]));
    let seated = (1, corrected(vec![inserted(15)]));
    refused(&[table(), seated, (1, merged(15, 11))], "player");
    let never = (1, corrected(vec![inserted(15), slip]));
    apply_all(&[table(), never, (1, merged(15, 11))]).unwrap();
}

#[test]
fn who_is_merged_is_whoever_that_one_is() {
    let chain = [(1, linked(11, 1)), (1, merged(11, 12)), (1, merged(12, 13))];
    let club = apply_all(&chain).unwrap();
    assert_eq!(club.counts_for(player(11)), player(13));
    assert_eq!(club.players[&player(13)].user(), Some(user(1)));
    assert_eq!(club.players[&player(11)].link, None);
}

#[test]
fn nobody_plays_under_an_erased_id() {
    let friend = || (1, set(2, Role::Player));
    let gone = || (1, erased(11));
    refused(&[(1, erased(99))], "player");
    refused(&[gone(), gone()], "player");
    refused(&[gone(), (1, renamed(11))], "player");
    refused(&[gone(), (1, linked(11, 1))], "player");
    refused(&[gone(), (1, merged(11, 12))], "player");
    refused(&[gone(), (1, merged(12, 11))], "player");
    refused(&[gone(), (1, opened([11, 12, 13, 14]))], "player");
    refused(&[(1, merged(11, 12)), gone()], "player");
    // Whoever was merged into them is erased with them, and their account is free.
    let both = [
        friend(),
        (1, merged(12, 11)),
        (1, linked(11, 2)),
        gone(),
        (1, linked(13, 2)),
    ];
    let club = apply_all(&both).unwrap();
    let erased = |id| club.players[&player(id)].erased_seq.is_some();
    assert!(erased(12) && erased(11));
    // What they sit in goes on.
    let sits = [(1, opened([11, 12, 13, 14])), gone()];
    let mut club = apply_all(&sits).unwrap();
    assert_eq!(
        club.seat(MatchId(Uuid::from_u128(1)), player(11)).ok(),
        Some(())
    );
    assert!(club.seat(MatchId(Uuid::from_u128(2)), player(11)).is_err());
}
