//! Accounts are given up.

use crate::erasing::rows_with;
use crate::invitations::accept;
use crate::scene::{Scene, assert_refused, found_club, founding, join, sign_up};
use crate::settling::check;
use ledger::test_database::all_entries;
use ledger::{Error, NewSession, Role};
use time::macros::datetime;

#[tokio::test(flavor = "multi_thread")]
async fn of_an_erased_account_nothing_is_left_but_its_id() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let friend = scene.member("Lau.Siu-ming", Role::Player).await;
    let [a, ..] = scene.players;
    let linked = ledger.link_player(scene.write("link", "1"), a, friend);
    linked.await.unwrap();
    let later = datetime!(2126-11-21 09:30 UTC);
    let session = NewSession {
        token_hash: [1; 32],
        expires_at: later,
    };
    let checked = ledger.credentials_of(friend).await.unwrap();
    ledger
        .open_session(checked, session)
        .await
        .unwrap()
        .unwrap();
    let before = all_entries(ledger, scene.club, 0).await;

    ledger.erase_account(friend).await.unwrap();

    let after = all_entries(ledger, scene.club, 0).await;
    assert_eq!(after[..before.len()], before);
    let kinds = scene.kinds().await;
    let joined = ["invitation_made", "invitation_accepted"];
    assert_eq!(kinds[..2], joined);
    assert_eq!(kinds[2..], ["player_linked", "member_removed"]);
    let member = ledger.membership(friend, scene.club).await.unwrap();
    let player = ledger.player(scene.club, a).await.unwrap();
    assert_eq!((member, player.user), (None, None));
    // The member was invited under a key with the name in it.
    assert_eq!(rows_with(&scene, "Siu-ming").await, 1);
    let refreshed = ledger.rotate_session([1; 32], [2; 32], later).await;
    assert_refused(refreshed, "SessionEnded");
    let known = ledger.credentials("lau.siu-ming@club.example").await;
    assert_eq!(known.unwrap(), None);
    for gone in [
        ledger.user(friend).await.map(|_| ()),
        ledger.credentials_of(friend).await.map(|_| ()),
        ledger.erase_account(friend).await,
        ledger
            .found_club(founding(friend, "late"))
            .await
            .map(|_| ()),
    ] {
        assert_refused(gone, "NoSuchUser");
    }
    let set = ledger.set_member(scene.write("member", "late"), friend, Role::Player);
    assert_refused(set.await, "People(NotAMember)");
    // The address is free.
    sign_up(ledger, "Lau.Siu-ming@club.example").await;
    check(&scene).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_only_owner_stays_and_nothing_is_erased() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let second = found_club(ledger, scene.owner, "a second club").await;
    let friend = scene.member("friend", Role::Owner).await;
    let other = found_club(ledger, friend, "the friend's").await;
    join(ledger, (other, friend), (scene.owner, "1"), Role::Player).await;
    let refused = ledger.erase_account(scene.owner).await.unwrap_err();
    let Error::OnlyOwner(clubs) = refused else {
        panic!("{refused}")
    };
    let clubs: Vec<_> = clubs.iter().map(|club| club.id).collect();
    assert_eq!(clubs, [second]);
    assert_eq!(ledger.clubs_of(scene.owner).await.unwrap().len(), 3);
    ledger.user(scene.owner).await.unwrap();

    join(ledger, (second, scene.owner), (friend, "1"), Role::Owner).await;
    ledger.erase_account(scene.owner).await.unwrap();
    for club in [scene.club, second, other] {
        let members = ledger.members(club).await.unwrap();
        assert_eq!(members.len(), 1, "{members:?}");
    }
}

/// Whoever comes into a club while their account is erased is in none afterwards, whichever comes first.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_a_member_who_is_erased() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    for round in 0..20 {
        let name = format!("friend-{round}");
        let friend = sign_up(ledger, &format!("{name}@club.example")).await;
        scene.invite(&name, Role::Player).await;
        let (joined, erased) = tokio::join!(
            accept(ledger, friend, &name, &name),
            ledger.erase_account(friend)
        );
        erased.unwrap();
        if let Err(error) = joined {
            assert!(matches!(error, Error::NoSuchUser), "{error}");
        }
        let role = ledger.membership(friend, scene.club).await.unwrap();
        assert_eq!(role, None);
    }
    check(&scene).await;
}

/// Who is refused again and again keeps nobody waiting.
#[tokio::test(flavor = "multi_thread")]
async fn the_only_owner_is_refused_without_a_lock() {
    let scene = Scene::new().await;
    let friend = sign_up(&scene.ledger, "friend@club.example").await;
    let other = found_club(&scene.ledger, friend, "the friend's").await;
    join(
        &scene.ledger,
        (other, friend),
        (scene.owner, "1"),
        Role::Player,
    )
    .await;
    let admin = scene.admin().await;
    let lock = "BEGIN; SELECT FROM clubs FOR UPDATE";
    admin.batch_execute(lock).await.unwrap();
    let refused = scene.ledger.erase_account(scene.owner).await;
    assert!(matches!(refused, Err(Error::OnlyOwner(clubs)) if clubs.len() == 1));
}
