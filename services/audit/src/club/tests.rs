//! Clubs whose entries do not add up.

use super::*;
use evidence::{
    ClubFounded, ClubId, InvitationRevoked, MatchId, MatchState, MemberRemoved, MemberSet,
    PaymentId, PaymentReversed, PlayerEnrolled, PlayerRenamed, PlayerUnlinked, SettlementId,
    VariantReinstated, VariantRetired,
};
use uuid::Uuid;

const HASH: Hash = Hash([7; 32]);

fn user(n: u128) -> UserId {
    UserId(Uuid::from_u128(n))
}

fn player(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

fn set(n: u128, role: Role) -> Body {
    Body::MemberSet(MemberSet {
        user: user(n),
        role,
    })
}

fn removed(n: u128) -> Body {
    Body::MemberRemoved(MemberRemoved { user: user(n) })
}

fn handed_over(n: u128) -> Body {
    Body::ClubHandedOver(ClubHandedOver {
        user: user(n),
        role: Role::Scorer,
    })
}

/// An invitation with the id `n` that runs out at this second.
fn made(n: u128, expires: u32, single_use: bool, named: Option<u128>) -> Body {
    Body::InvitationMade(InvitationMade {
        invitation: InvitationId(Uuid::from_u128(n)),
        role: Role::Player,
        expires_at: at(expires),
        single_use,
        player: named.map(player),
    })
}

fn accepted(n: u128, named: Option<u128>) -> Body {
    Body::InvitationAccepted(InvitationAccepted {
        invitation: InvitationId(Uuid::from_u128(n)),
        role: Role::Player,
        player: named.map(player),
    })
}

fn revoked(n: u128) -> Body {
    Body::InvitationRevoked(InvitationRevoked {
        invitation: InvitationId(Uuid::from_u128(n)),
    })
}

fn linked(n: u128, to: u128) -> Body {
    Body::PlayerLinked(PlayerLinked {
        player: player(n),
        user: user(to),
    })
}

fn unlinked(n: u128) -> Body {
    Body::PlayerUnlinked(PlayerUnlinked { player: player(n) })
}

fn enrolled(n: u128) -> Body {
    Body::PlayerEnrolled(PlayerEnrolled {
        player: player(n),
        name_commitment: HASH,
    })
}

fn renamed(n: u128) -> Body {
    Body::PlayerRenamed(PlayerRenamed {
        player: player(n),
        name_commitment: HASH,
    })
}

fn merged(n: u128, into: u128) -> Body {
    Body::PlayerMerged(PlayerMerged {
        player: player(n),
        into: player(into),
    })
}

fn erased(n: u128) -> Body {
    Body::PlayerErased(PlayerErased { player: player(n) })
}

fn text_erased(entry: u64) -> Body {
    Body::TextErased(TextErased { entry })
}

fn reversed() -> Body {
    Body::PaymentReversed(PaymentReversed {
        settlement: SettlementId(Uuid::from_u128(1)),
        payment: PaymentId(Uuid::from_u128(2)),
        reason_commitment: HASH,
    })
}

fn opened(players: [u128; 4]) -> Body {
    Body::MatchOpened(MatchOpened {
        match_id: MatchId(Uuid::from_u128(1)),
        variant_hash: HASH,
        players: players.map(player),
        minimum_fan: None,
        stake_cents: 0,
        currency: "XXX".to_owned(),
        starting_points: 0,
        played_on: time::macros::date!(2026 - 11 - 21),
        state: MatchState::START,
    })
}

fn retired() -> Body {
    Body::VariantRetired(VariantRetired { variant_hash: HASH })
}

fn reinstated() -> Body {
    Body::VariantReinstated(VariantReinstated { variant_hash: HASH })
}

fn at(second: u32) -> Timestamp {
    format!("2026-11-21T09:30:{second:02}.000000Z")
        .parse()
        .unwrap()
}

/// Follows a club of the owner 1 and the players 11–16, one entry a second; the number says who enters it.
fn follow(entries: &[(u128, Body)]) -> Result<Club, String> {
    let mut club = Club::default();
    let founded = ClubFounded {
        time_zone: "UTC".to_owned(),
        name_commitment: HASH,
    };
    let first = [(1, Body::ClubFounded(founded))];
    let players = (11..=16).map(|n| (1, enrolled(n)));
    let all = first.into_iter().chain(players).chain(entries.to_vec());
    for ((actor, body), seq) in all.zip(1_u32..) {
        let entry = Entry {
            club: ClubId(Uuid::nil()),
            seq: seq.into(),
            time: at(seq),
            actor: user(actor),
            body,
        };
        club.follow(&entry)
            .map_err(|finding| format!("{}: {finding}", entry.body.kind()))?;
    }
    Ok(club)
}

/// The last of the entries is not believed, for this; those before it are.
#[track_caller]
fn refused(entries: &[(u128, Body)], what: &str) {
    let (_, before) = entries.split_last().unwrap();
    assert_eq!(follow(before).err(), None);
    let finding = follow(entries).err().unwrap_or_default();
    let kind = entries.last().unwrap().1.kind();
    assert_eq!(
        finding,
        format!("{kind}: {}", Finding::Unfounded(Box::leak(what.into())))
    );
}

#[test]
fn a_club_keeps_an_owner() {
    refused(&[(1, removed(1))], "member");
    refused(&[(1, set(1, Role::Scorer))], "member");
    refused(&[(1, removed(2))], "member");
    refused(&[(1, handed_over(2))], "member");
    refused(&[(1, handed_over(1))], "member");
    let friend = (1, set(2, Role::Scorer));
    refused(&[friend.clone(), (2, handed_over(1))], "member");
    let handed = [friend, (1, handed_over(2)), (1, removed(1))];
    let club = follow(&handed).unwrap();
    assert_eq!(club.members, HashMap::from([(user(2), Role::Owner)]));
}

#[test]
fn whoever_enters_something_may() {
    let friend = || (1, set(2, Role::Scorer));
    refused(&[(2, renamed(11))], "member");
    refused(&[friend(), (2, removed(2)), (2, renamed(11))], "member");
    refused(&[friend(), (2, removed(1))], "member");
    let erased = |n| Body::PlayerErased(PlayerErased { player: player(n) });
    refused(&[friend(), (2, erased(11))], "player");
    follow(&[friend(), (1, linked(11, 2)), (2, erased(11))]).unwrap();
    follow(&[friend(), (1, linked(11, 2)), (1, erased(11))]).unwrap();
}

#[test]
fn an_invitation_is_accepted_while_it_is_open() {
    let once = || (1, made(1, 50, true, None));
    let taken = || (2, accepted(1, None));
    follow(&[once(), taken()]).unwrap();
    refused(&[taken()], "invitation");
    refused(&[(1, made(1, 3, true, None))], "invitation");
    let scorer = (1, set(2, Role::Scorer));
    refused(&[scorer, (2, made(1, 50, true, None))], "invitation");
    refused(&[once(), once()], "invitation");
    refused(&[once(), taken(), (3, accepted(1, None))], "invitation");
    refused(&[once(), (1, revoked(1)), taken()], "invitation");
    refused(&[once(), (1, revoked(1)), (1, revoked(1))], "invitation");
    follow(&[once(), taken(), (1, revoked(1))]).unwrap();
    refused(
        &[once(), (1, renamed(11)), (1, renamed(11)), (1, revoked(2))],
        "invitation",
    );
    refused(&[(1, made(1, 9, false, None)), taken()], "invitation");
    refused(&[(1, set(2, Role::Scorer)), once(), taken()], "member");
    refused(&[once(), (2, accepted(1, Some(11)))], "invitation");
    let many = [
        (1, made(1, 50, false, None)),
        taken(),
        (3, accepted(1, None)),
    ];
    follow(&many).unwrap();
    // Its maker has to be an owner still.
    let friend = (1, set(3, Role::Owner));
    refused(&[friend, once(), (3, removed(1)), taken()], "invitation");
}

#[test]
fn an_invitation_links_the_player_it_names() {
    let invited = (1, made(1, 50, true, Some(11)));
    let club = follow(&[invited.clone(), (2, accepted(1, Some(11)))]).unwrap();
    assert_eq!(club.players[&player(11)].account, Some(user(2)));
    let merged_away = [
        invited.clone(),
        (1, merged(11, 12)),
        (2, accepted(1, Some(12))),
    ];
    let club = follow(&merged_away).unwrap();
    assert_eq!(club.players[&player(12)].account, Some(user(2)));
    refused(&[invited, (2, accepted(1, None))], "invitation");
    refused(&[(1, made(1, 50, true, Some(99)))], "player");
    refused(
        &[(1, linked(11, 1)), (1, made(1, 50, true, Some(11)))],
        "player",
    );
}

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
    follow(&moved).unwrap();
    let gone = [
        friend(),
        (1, linked(11, 2)),
        (2, removed(2)),
        (1, friend().1),
        (1, linked(12, 2)),
    ];
    follow(&gone).unwrap();
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
    follow(&[&sat[..], &[(1, merged(15, 16))]].concat()).unwrap();
    let both = [
        friend,
        (1, linked(11, 1)),
        (1, linked(12, 2)),
        (1, merged(11, 12)),
    ];
    refused(&both, "player");
}

#[test]
fn who_is_merged_is_whoever_that_one_is() {
    let chain = [(1, linked(11, 1)), (1, merged(11, 12)), (1, merged(12, 13))];
    let club = follow(&chain).unwrap();
    assert_eq!(club.counts_for(player(11)), player(13));
    assert_eq!(club.players[&player(13)].account, Some(user(1)));
    assert_eq!(club.players[&player(11)].account, None);
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
    let club = follow(&both).unwrap();
    assert!(club.players[&player(12)].erased && club.players[&player(11)].erased);
    // What they sit in goes on.
    let sits = [(1, opened([11, 12, 13, 14])), gone()];
    let mut club = follow(&sits).unwrap();
    assert_eq!(
        club.sit_down(MatchId(Uuid::from_u128(1)), player(11)).ok(),
        Some(())
    );
    assert!(
        club.sit_down(MatchId(Uuid::from_u128(2)), player(11))
            .is_err()
    );
}

#[test]
fn a_text_is_erased_once_and_where_there_is_one() {
    // The entries after the founder's and the six players' begin with 8.
    let paid = || (1, reversed());
    follow(&[paid(), (1, text_erased(8))]).unwrap();
    refused(&[paid(), (1, text_erased(7))], "text");
    refused(&[paid(), (1, text_erased(9))], "text");
    refused(&[paid(), (1, text_erased(8)), (1, text_erased(8))], "text");
}

#[test]
fn only_members_enter_anything() {
    refused(&[(2, renamed(11))], "member");
    let friend = || (1, set(2, Role::Scorer));
    follow(&[friend(), (2, renamed(11))]).unwrap();
    refused(&[friend(), (1, removed(2)), (2, renamed(11))], "member");
}

#[test]
fn a_retired_variant_opens_no_match() {
    let table = || (1, opened([11, 12, 13, 14]));
    refused(&[(1, retired()), table()], "variant");
    refused(&[(1, retired()), (1, retired())], "variant");
    refused(&[(1, reinstated())], "variant");
    follow(&[table(), (1, retired()), (1, reinstated()), table()]).unwrap();
}
