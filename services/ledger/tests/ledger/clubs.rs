//! Clubs, members and players.

use crate::scene::{Scene, assert_refused, found_club, founding, sign_up};
use ledger::test_database::all_entries;
use ledger::{ClubId, Error, Role, UserId};
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread")]
async fn a_founder_owns_the_club_and_finds_it_again() {
    let scene = Scene::new().await;
    let again = scene
        .found_club(founding(scene.owner, "founding"))
        .await
        .unwrap();
    assert!(again.replayed);
    assert_eq!(again.value, scene.club(scene.club).await.unwrap());
    assert_eq!(again.value.name, "西營盤");
    assert_eq!(scene.club.0.get_version_num(), 8);

    let other = ledger::FoundClub {
        fingerprint: [0; 32],
        ..founding(scene.owner, "founding")
    };
    assert_refused(scene.found_club(other).await, "IdempotencyKeyReused");
    let elsewhere = ledger::FoundClub {
        route: "other",
        ..founding(scene.owner, "founding")
    };
    assert_refused(scene.found_club(elsewhere).await, "IdempotencyKeyReused");

    let mine = scene.clubs_of(scene.owner).await.unwrap();
    assert_eq!(
        mine.iter()
            .map(|mine| (mine.club.id, mine.role))
            .collect::<Vec<_>>(),
        [(scene.club, Role::Owner)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn founding_one_club_many_times_at_once_founds_one() {
    let scene = Scene::new().await;
    let tries = (0..8).map(|_| scene.found_club(founding(scene.owner, "at once")));
    let clubs: Vec<_> = futures_util::future::join_all(tries)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(clubs.iter().filter(|club| !club.replayed).count(), 1);
    assert!(clubs.iter().all(|club| club.value == clubs[0].value));
}

#[tokio::test(flavor = "multi_thread")]
async fn roles_are_set_and_an_owner_stays() {
    let scene = Scene::new().await;
    let friend = sign_up(&scene.ledger, "friend@club.example").await;
    assert_eq!(scene.membership(friend, scene.club).await.unwrap(), None);
    let set = async |key, user, role| {
        scene
            .set_member(scene.write("members", key), user, role)
            .await
            .map(|written| written.value.role)
    };
    assert_refused(set("1", scene.owner, Role::Player).await, "LastOwner");
    // Nobody is made a member, or an owner, without accepting it.
    for role in [Role::Owner, Role::Player] {
        assert_refused(set("2", friend, role).await, "People(NotAMember)");
    }
    scene.join(friend, "friend", Role::Player).await;
    assert_eq!(set("2", friend, Role::Scorer).await.unwrap(), Role::Scorer);
    assert_refused(
        set("3", friend, Role::Owner).await,
        "People(AcceptanceRequired)",
    );
    scene.join(friend, "owner", Role::Owner).await;
    assert_eq!(set("3", friend, Role::Owner).await.unwrap(), Role::Owner);
    assert_eq!(set("2", friend, Role::Scorer).await.unwrap(), Role::Scorer);
    assert_eq!(
        scene.membership(friend, scene.club).await.unwrap(),
        Some(Role::Owner)
    );
    let stranger = UserId(Uuid::from_u128(1));
    assert_refused(set("5", stranger, Role::Player).await, "People(NotAMember)");
    assert_eq!(
        set("4", scene.owner, Role::Auditor).await.unwrap(),
        Role::Auditor
    );
    let members = scene.members(scene.club).await.unwrap();
    let members: Vec<_> = members
        .iter()
        .map(|member| (member.display_name.as_deref().unwrap(), member.role))
        .collect();
    assert_eq!(members, [("east", Role::Auditor), ("friend", Role::Owner)]);

    let nowhere = ledger::Write {
        club: ClubId(Uuid::from_u128(1)),
        ..scene.write("members", "6")
    };
    let nowhere = scene.set_member(nowhere, friend, Role::Player).await;
    assert_refused(nowhere, "NotFound(club)");
}

#[tokio::test(flavor = "multi_thread")]
async fn players_are_listed_by_name_and_leaves_do_not_name_them() {
    let scene = Scene::new().await;
    let again = scene
        .enrol_player(scene.write("players", "Bing"), "Bing".to_owned())
        .await
        .unwrap();
    assert!(again.replayed);
    let players = scene.players(scene.club).await.unwrap();
    let names: Vec<_> = players
        .iter()
        .map(|player| player.name.as_deref().unwrap())
        .collect();
    assert_eq!(names, ["Ah Yee", "Bing", "Cheung", "Dai Man"]);
    assert_eq!(again.value, players[1]);

    let entries = all_entries(&scene.ledger, scene.club, 0).await;
    assert_eq!(entries.len(), 5);
    for entry in entries {
        let leaf = String::from_utf8(entry.leaf).unwrap();
        assert!(
            ["Bing", "Dai Man", "西營盤", "east"]
                .iter()
                .all(|name| !leaf.contains(name)),
            "{leaf}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clubs_of_one_user_do_not_show_those_of_another() {
    let scene = Scene::new().await;
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club = found_club(&scene.ledger, other, "founding").await;
    assert_ne!(club, scene.club);
    let clubs = scene.clubs_of(other).await.unwrap();
    assert_eq!(
        clubs.iter().map(|mine| mine.club.id).collect::<Vec<_>>(),
        [club]
    );
    assert_eq!(scene.membership(other, scene.club).await.unwrap(), None);
    assert_refused(scene.club(ClubId(Uuid::nil())).await, "NotFound(club)");
}

/// The gate looks at the role before the lock; what happens in between must not slip through.
#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_was_taken_away_writes_no_more() {
    let scene = Scene::new().await;
    let scorer = sign_up(&scene.ledger, "scorer@club.example").await;
    let set = |key: &'static str, role| scene.set_member(scene.write("members", key), scorer, role);
    scene.join(scorer, "1", Role::Scorer).await;
    let as_scorer = |key: &str| ledger::Write {
        actor: scorer,
        role: Role::Scorer,
        ..scene.write("players", key)
    };
    let enrol = |key: &'static str| scene.enrol_player(as_scorer(key), key.to_owned());
    enrol("before").await.unwrap();
    set("2", Role::Player).await.unwrap();
    assert_refused(enrol("after").await, "RoleChanged");
    assert_refused(enrol("before").await, "RoleChanged");
    let names: Vec<String> = scene
        .players(scene.club)
        .await
        .unwrap()
        .into_iter()
        .filter_map(|player| player.name)
        .collect();
    assert!(names.contains(&"before".to_owned()) && !names.contains(&"after".to_owned()));
}

/// Also of foundings at once no more succeed; a repeated one does, and so does one after a club went to somebody else.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_owns_a_hundred_clubs_and_founds_no_other() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    // One club is there already.
    let found = |number: u32| ledger.found_club(founding(scene.owner, &number.to_string()));
    for number in 1..98 {
        found(number).await.unwrap();
    }
    let at_once = futures_util::future::join_all((98..104).map(found)).await;
    let too_many = |error: &Error| matches!(error, Error::TooManyClubs { most: 100 });
    assert_eq!(at_once.iter().filter(|one| one.is_ok()).count(), 2);
    assert!(
        at_once
            .iter()
            .all(|one| one.as_ref().err().is_none_or(too_many))
    );
    assert!(found(97).await.unwrap().replayed);
    let friend = scene.member("friend", Role::Owner).await;
    let over = scene.write("hand_over", "1");
    ledger
        .hand_over_club(over, friend, Role::Player)
        .await
        .unwrap();
    found(200).await.unwrap();
    assert!(too_many(&found(201).await.unwrap_err()));
}
