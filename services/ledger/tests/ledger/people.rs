//! Members come and go; players are linked, renamed and merged.

use crate::scene::{Scene, assert_refused, join, sign_up, write};
use ledger::evidence::commit;
use ledger::test_database::all_entries;
use ledger::{Body, ChangeClub, Entry, Error, PlayerId, Role, UserId, Write};
use uuid::Uuid;

fn by(scene: &Scene, actor: UserId, role: Role, key: &str) -> Write {
    Write {
        role,
        ..write(scene.club, actor, "people", key)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_gets_another_name_and_time_zone() {
    let scene = Scene::new().await;
    let name = ChangeClub {
        name: Some("堅尼地城".to_owned()),
        time_zone: None,
    };
    let change = async |key: &str, change| {
        let change = scene.change_club(scene.write("club", key), change);
        change.await.unwrap()
    };
    let named = change("1", name.clone()).await;
    assert_eq!(named.value.name, "堅尼地城");
    assert_eq!(named.value.time_zone, "Asia/Hong_Kong");
    let moved = ChangeClub {
        name: None,
        time_zone: Some("UTC".to_owned()),
    };
    let moved = change("2", moved).await.value;
    assert_eq!(
        (moved.name.as_str(), moved.time_zone.as_str()),
        ("堅尼地城", "UTC")
    );
    assert_eq!(scene.club(scene.club).await.unwrap(), moved);
    assert!(change("1", name).await.replayed);
    assert_eq!(scene.kinds().await, ["club_changed", "club_changed"]);

    // A name that stays keeps its commitment, which is that of the name and salt beside the ledger.
    let admin = scene.admin().await;
    let salt = admin.query_one("SELECT name_salt FROM clubs", &[]).await;
    let salt: Vec<u8> = salt.unwrap().get(0);
    let expected = commit(&salt.try_into().unwrap(), "堅尼地城");
    for stored in all_entries(&scene.ledger, scene.club, 5).await {
        let Body::ClubChanged(changed) = Entry::parse(&stored.leaf).unwrap().body else {
            panic!("{stored:?}");
        };
        assert_eq!(changed.name_commitment, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_removed_may_nothing_at_once() {
    let scene = Scene::new().await;
    let scorer = scene.member("scorer", Role::Scorer).await;
    let ledger = &scene.ledger;
    let linked = ledger.link_player(scene.write("link", "1"), scene.players[0], scorer);
    linked.await.unwrap();
    let remove = ledger
        .remove_member(scene.write("remove", "1"), scorer)
        .await;
    assert!(!remove.unwrap().replayed);
    assert_eq!(ledger.membership(scorer, scene.club).await.unwrap(), None);
    assert_eq!(
        ledger
            .player(scene.club, scene.players[0])
            .await
            .unwrap()
            .user,
        None
    );
    let late = ledger.enrol_player(by(&scene, scorer, Role::Scorer, "late"), "X");
    assert_refused(late.await, "RoleChanged");
    let again = ledger
        .remove_member(scene.write("remove", "1"), scorer)
        .await;
    assert!(again.unwrap().replayed);
    let twice = ledger
        .remove_member(scene.write("remove", "2"), scorer)
        .await;
    assert_refused(twice, "NotFound(member)");
    // They may come back, and are linked to nobody then.
    scene.join(scorer, "back", Role::Player).await;
    assert_eq!(
        scene.kinds().await,
        [
            "invitation_made",
            "invitation_accepted",
            "player_linked",
            "member_removed",
            "invitation_made",
            "invitation_accepted",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_last_owner_stays() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let leave = async |key: &str, user| {
        let left = ledger.remove_member(by(&scene, user, Role::Owner, key), user);
        left.await.map(|_| ())
    };
    assert_refused(leave("1", scene.owner).await, "LastOwner");
    let friend = scene.member("friend", Role::Player).await;
    assert_refused(leave("2", scene.owner).await, "LastOwner");
    let gone = ledger.remove_member(by(&scene, friend, Role::Player, "3"), friend);
    gone.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_owners_who_leave_at_once_one_stays() {
    let scene = Scene::new().await;
    for round in 0..10 {
        let name = format!("friend-{round}");
        let owners = scene.members(scene.club).await.unwrap();
        let owner = owners.iter().find(|member| member.role == Role::Owner);
        let owner = owner.unwrap().user;
        let friend = sign_up(&scene.ledger, &format!("{name}@club.example")).await;
        let club = (scene.club, owner);
        join(&scene.ledger, club, (friend, &name), Role::Owner).await;
        let leave = |user| {
            let write = by(&scene, user, Role::Owner, &format!("{name} out"));
            scene.remove_member(write, user)
        };
        let (one, other) = tokio::join!(leave(owner), leave(friend));
        let stays = [one, other]
            .into_iter()
            .filter_map(Result::err)
            .collect::<Vec<_>>();
        assert!(matches!(stays.as_slice(), [Error::LastOwner]), "{stays:?}");
        let left = scene.members(scene.club).await.unwrap();
        assert_eq!((left.len(), left[0].role), (1, Role::Owner));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_is_handed_over_in_one_step() {
    let scene = Scene::new().await;
    let friend = scene.member("friend", Role::Auditor).await;
    let hand_over = async |key: &str, to| {
        let write = scene.write("hand over", key);
        scene.hand_over_club(write, to, Role::Player).await
    };
    let stranger = sign_up(&scene.ledger, "stranger@club.example").await;
    assert_refused(hand_over("1", stranger).await, "NotFound(member)");
    assert_refused(hand_over("1", friend).await, "People(AcceptanceRequired)");
    scene.join(friend, "accepts", Role::Owner).await;
    let done = hand_over("2", friend).await.unwrap().value;
    assert_eq!(
        (done.new_owner.user, done.new_owner.role),
        (friend, Role::Owner)
    );
    assert_eq!(
        (done.former_owner.user, done.former_owner.role),
        (scene.owner, Role::Player)
    );
    assert_eq!(done.former_owner.display_name.as_deref(), Some("east"));
    assert_refused(hand_over("3", friend).await, "RoleChanged");
    let members = scene.members(scene.club).await.unwrap();
    let roles: Vec<Role> = members.iter().map(|member| member.role).collect();
    assert_eq!(roles, [Role::Player, Role::Owner]);
    let kinds = [
        "invitation_made",
        "invitation_accepted",
        "invitation_made",
        "member_removed",
        "invitation_accepted",
        "club_handed_over",
    ];
    assert_eq!(scene.kinds().await, kinds);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_is_one_member_and_a_member_one_player() {
    let scene = Scene::new().await;
    let friend = scene.member("friend", Role::Player).await;
    let stranger = sign_up(&scene.ledger, "stranger@club.example").await;
    let [a, b, ..] = scene.players;
    let link = async |key: &str, player, user| {
        let link = scene.link_player(scene.write("link", key), player, user);
        link.await.map(|linked| linked.value.user)
    };
    let nobody = PlayerId(Uuid::nil());
    assert_refused(link("1", nobody, friend).await, "NotFound(player)");
    assert_refused(link("2", a, stranger).await, "People(NotAMember)");
    assert_eq!(link("3", a, friend).await.unwrap(), Some(friend));
    assert_eq!(link("4", a, friend).await.unwrap(), Some(friend));
    assert_eq!(link("3", a, friend).await.unwrap(), Some(friend));
    assert_refused(link("5", a, scene.owner).await, "People(PlayerLinked)");
    assert_refused(link("6", b, friend).await, "People(AccountLinked)");
    let unlink = async |key: &str| scene.unlink_player(scene.write("unlink", key), a).await;
    assert_eq!(unlink("1").await.unwrap().value.user, None);
    assert_refused(unlink("2").await, "NotFound(link)");
    assert!(unlink("1").await.unwrap().replayed);
    assert_eq!(link("7", b, friend).await.unwrap(), Some(friend));
    let kinds = [
        "invitation_made",
        "invitation_accepted",
        "player_linked",
        "player_unlinked",
        "player_linked",
    ];
    assert_eq!(scene.kinds().await, kinds);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_name_is_committed_to_and_in_no_leaf() {
    let scene = Scene::new().await;
    let rename = scene.rename_player(
        scene.write("rename", "1"),
        scene.players[1],
        "阿冰".to_owned(),
    );
    assert_eq!(rename.await.unwrap().value.name.as_deref(), Some("阿冰"));
    let players = scene.players(scene.club).await.unwrap();
    assert!(
        players
            .iter()
            .any(|player| player.name.as_deref() == Some("阿冰"))
    );
    assert!(
        players
            .iter()
            .all(|player| player.name.as_deref() != Some("Bing"))
    );
    let entries = all_entries(&scene.ledger, scene.club, 5).await;
    let leaf = String::from_utf8(entries[0].leaf.clone()).unwrap();
    assert!(!leaf.contains("阿冰"), "{leaf}");
    let Body::PlayerRenamed(renamed) = Entry::parse(&entries[0].leaf).unwrap().body else {
        panic!("{leaf}");
    };
    let sql = "SELECT name_salt FROM players WHERE name = '阿冰'";
    let salt: Vec<u8> = scene
        .admin()
        .await
        .query_one(sql, &[])
        .await
        .unwrap()
        .get(0);
    assert_eq!(
        renamed.name_commitment,
        commit(&salt.try_into().unwrap(), "阿冰")
    );
}
