//! Merges that are taken back.

use super::*;

/// For whom each of the players 11–16 counts.
fn counts(entries: &[(u128, Body)]) -> [u128; 6] {
    let club = apply_all(entries).unwrap();
    [11, 12, 13, 14, 15, 16].map(|n| club.counts_for(player(n)).0.as_u128())
}

#[test]
fn who_is_unmerged_counts_as_themselves_with_those_merged_before() {
    let chain = [
        (1, merged(11, 12)),
        (1, merged(12, 13)),
        (1, merged(14, 13)),
        (1, merged(13, 15)),
    ];
    assert_eq!(counts(&chain), [15, 15, 15, 15, 15, 16]);
    let then = |more: &[(u128, Body)]| counts(&[&chain[..], more].concat());
    assert_eq!(then(&[(1, unmerged(12, 13))]), [12, 12, 15, 15, 15, 16]);
    assert_eq!(then(&[(1, unmerged(11, 12))]), [11, 15, 15, 15, 15, 16]);
    assert_eq!(then(&[(1, unmerged(13, 15))]), [13, 13, 13, 13, 15, 16]);
    let again = [
        (1, unmerged(12, 13)),
        (1, merged(12, 16)),
        (1, unmerged(11, 12)),
    ];
    assert_eq!(then(&again), [11, 16, 15, 15, 15, 16]);
    let back = [(1, unmerged(12, 13)), (1, merged(15, 12))];
    assert_eq!(
        then(&back),
        [12; 5].into_iter().chain([16]).collect::<Vec<_>>()[..]
    );
}

#[test]
fn only_the_last_merge_of_a_player_is_taken_back_and_once() {
    refused(&[(1, unmerged(11, 12))], "player");
    refused(&[(1, unmerged(99, 12))], "player");
    let chain = [(1, merged(11, 12)), (1, merged(12, 13))];
    let then = |body: Body| [&chain[..], &[(1, body)]].concat();
    // Directly into the one, not into whom that one was merged later.
    refused(&then(unmerged(11, 13)), "player");
    refused(&then(unmerged(13, 12)), "player");
    let back = then(unmerged(11, 12));
    refused(&[&back[..], &[(1, unmerged(11, 12))]].concat(), "player");
    let again = [&back[..], &[(1, merged(11, 14))]].concat();
    refused(&[&again[..], &[(1, unmerged(11, 12))]].concat(), "player");
    apply_all(&[&again[..], &[(1, unmerged(11, 14))]].concat()).unwrap();
}

#[test]
fn nobody_is_unmerged_who_was_erased() {
    let gone = [(1, merged(11, 12)), (1, merged(12, 13)), (1, erased(13))];
    for back in [unmerged(11, 12), unmerged(12, 13)] {
        refused(&[&gone[..], &[(1, back)]].concat(), "player");
    }
    // Who was unmerged before is not among them.
    let apart = [
        (1, merged(11, 12)),
        (1, unmerged(11, 12)),
        (1, erased(12)),
        (1, renamed(11)),
    ];
    apply_all(&apart).unwrap();
}

#[test]
fn the_account_stays_where_the_merge_moved_it() {
    let friend = (1, set(2, Role::Player));
    let back = [
        friend,
        (1, linked(11, 1)),
        (1, merged(11, 12)),
        (1, unmerged(11, 12)),
        (1, linked(11, 2)),
    ];
    let club = apply_all(&back).unwrap();
    let user_of = |n| club.players[&player(n)].user();
    assert_eq!((user_of(11), user_of(12)), (Some(user(2)), Some(user(1))));
    refused(&[&back[..], &[(1, merged(11, 12))]].concat(), "player");
}

/// An invitation is for whom its player counts for when it is accepted.
#[test]
fn an_invitation_is_for_the_player_again() {
    let back = [
        (1, made(1, 59, true, Some(11))),
        (1, merged(11, 12)),
        (1, unmerged(11, 12)),
    ];
    let then = |body: Body| [&back[..], &[(2, body)]].concat();
    refused(&then(accepted(1, Some(12))), "invitation");
    let club = apply_all(&then(accepted(1, Some(11)))).unwrap();
    assert_eq!(club.players[&player(11)].user(), Some(user(2)));
}

#[test]
fn who_is_unmerged_plays_and_is_merged_like_everybody() {
    let back = [(1, merged(11, 12)), (1, unmerged(11, 12))];
    let then = |more: &[(u128, Body)]| [&back[..], more].concat();
    apply_all(&then(&[(1, renamed(11)), (1, merged(13, 11))])).unwrap();
    let sat = (1, opened([11, 12, 13, 14]));
    apply_all(&then(std::slice::from_ref(&sat))).unwrap();
    refused(&then(&[sat, (1, merged(11, 12))]), "player");
}
