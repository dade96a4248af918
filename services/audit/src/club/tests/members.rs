//! Members, invitations and what a club decides.

use super::*;

#[test]
fn a_club_keeps_an_owner() {
    refused(&[(1, removed(1))], "member");
    refused(&[(1, set(1, Role::Scorer))], "member");
    refused(&[(1, removed(2))], "member");
    refused(&[(1, handed_over(2))], "member");
    refused(&[(1, handed_over(1))], "member");
    let friend = (1, set(2, Role::Scorer));
    not_permitted(&[friend.clone(), (2, handed_over(1))], Role::Scorer);
    let handed = [friend, (1, handed_over(2)), (1, removed(1))];
    let club = apply_all(&handed).unwrap();
    assert_eq!(club.members, HashMap::from([(user(2), Role::Owner)]));
}

#[test]
fn whoever_enters_something_may() {
    let friend = || (1, set(2, Role::Scorer));
    refused(&[(2, renamed(11))], "member");
    refused(&[friend(), (2, removed(2)), (2, renamed(11))], "member");
    not_permitted(&[friend(), (2, removed(1))], Role::Scorer);
    not_permitted(&[friend(), (2, erased(11))], Role::Scorer);
    apply_all(&[friend(), (1, linked(11, 2)), (2, erased(11))]).unwrap();
    apply_all(&[friend(), (1, linked(11, 2)), (1, erased(11))]).unwrap();
    // Whoever made the link, the player is theirs; another one is not.
    apply_all(&[friend(), (2, linked(11, 2)), (2, erased(11))]).unwrap();
    not_permitted(
        &[friend(), (2, linked(12, 2)), (2, erased(11))],
        Role::Scorer,
    );
}

#[test]
fn an_invitation_is_accepted_while_it_is_open() {
    let once = || (1, made(1, 50, true, None));
    let taken = || (2, accepted(1, None));
    apply_all(&[once(), taken()]).unwrap();
    refused(&[taken()], "invitation");
    refused(&[(1, made(1, 3, true, None))], "invitation");
    let scorer = (1, set(2, Role::Scorer));
    not_permitted(&[scorer, (2, made(1, 50, true, None))], Role::Scorer);
    refused(&[once(), once()], "invitation");
    refused(&[once(), taken(), (3, accepted(1, None))], "invitation");
    refused(&[once(), (1, revoked(1)), taken()], "invitation");
    refused(&[once(), (1, revoked(1)), (1, revoked(1))], "invitation");
    apply_all(&[once(), taken(), (1, revoked(1))]).unwrap();
    refused(
        &[once(), (1, renamed(11)), (1, renamed(11)), (1, revoked(2))],
        "invitation",
    );
    refused(&[(1, made(1, 9, false, None)), taken()], "invitation");
    not_permitted(&[(1, set(2, Role::Scorer)), once(), taken()], Role::Scorer);
    refused(&[once(), (2, accepted(1, Some(11)))], "invitation");
    // Nobody becomes more than they were invited to be.
    let as_owner = (2, accepted_as(1, Role::Owner, None));
    refused(&[once(), as_owner], "invitation");
    let many = [
        (1, made(1, 50, false, None)),
        taken(),
        (3, accepted(1, None)),
    ];
    apply_all(&many).unwrap();
    // Its maker has to be an owner still.
    let friend = (1, set(3, Role::Owner));
    refused(&[friend, once(), (3, removed(1)), taken()], "invitation");
}

#[test]
fn an_invitation_links_the_player_it_names() {
    let invited = (1, made(1, 50, true, Some(11)));
    let club = apply_all(&[invited.clone(), (2, accepted(1, Some(11)))]).unwrap();
    assert_eq!(club.players[&player(11)].user(), Some(user(2)));
    let merged_away = [
        invited.clone(),
        (1, merged(11, 12)),
        (2, accepted(1, Some(12))),
    ];
    let club = apply_all(&merged_away).unwrap();
    assert_eq!(club.players[&player(12)].user(), Some(user(2)));
    refused(&[invited, (2, accepted(1, None))], "invitation");
    refused(&[(1, made(1, 50, true, Some(99)))], "player");
    refused(
        &[(1, linked(11, 1)), (1, made(1, 50, true, Some(11)))],
        "player",
    );
}

#[test]
fn a_text_is_erased_once_and_where_there_is_one() {
    // The entries after the founder's and the six players' begin with 8.
    let paid = || (1, reversed());
    apply_all(&[paid(), (1, text_erased(8))]).unwrap();
    refused(&[paid(), (1, text_erased(7))], "text");
    refused(&[paid(), (1, text_erased(9))], "text");
    refused(&[paid(), (1, text_erased(8)), (1, text_erased(8))], "text");
}

#[test]
fn only_members_enter_anything() {
    refused(&[(2, renamed(11))], "member");
    let friend = || (1, set(2, Role::Scorer));
    apply_all(&[friend(), (2, renamed(11))]).unwrap();
    refused(&[friend(), (1, removed(2)), (2, renamed(11))], "member");
}

#[test]
fn a_retired_variant_opens_no_match() {
    let table = || (1, opened([11, 12, 13, 14]));
    refused(&[(1, retired()), table()], "variant");
    refused(&[(1, retired()), (1, retired())], "variant");
    refused(&[(1, reinstated())], "variant");
    apply_all(&[table(), (1, retired()), (1, reinstated()), table()]).unwrap();
}
