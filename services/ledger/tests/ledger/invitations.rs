//! Invitations: made, accepted, run out, revoked.

use crate::scene::{
    FIRST, Scene, assert_refused, found_club, founding, invite, sign_up, until, write,
};
use ledger::test_database::all_entries;
use ledger::{
    AcceptInvitation, Error, Hash, InvitationStatus, Invite, Ledger, Membership, PeopleError, Role,
    UserId, Written,
};
use time::Duration;

pub(crate) async fn accept(
    ledger: &Ledger,
    actor: UserId,
    token: &str,
    key: &str,
) -> ledger::Result<Written<Membership>> {
    let accept = AcceptInvitation {
        actor,
        route: "accept",
        key: key.to_owned(),
        fingerprint: [0; 32],
        token_hash: Hash::of(token.as_bytes()).0,
    };
    ledger.accept_invitation(accept).await
}

async fn statuses(scene: &Scene) -> Vec<InvitationStatus> {
    let invitations = scene
        .invitations(scene.club, FIRST)
        .await
        .unwrap()
        .invitations;
    invitations
        .iter()
        .map(|invitation| invitation.status())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_makes_a_member_once() {
    let scene = Scene::new().await;
    let made = scene.invite("token", Role::Scorer).await;
    assert_eq!(
        (made.role, made.made_by, made.uses),
        (Role::Scorer, scene.owner, 0)
    );
    assert!(made.expires_at.moment() - made.made_at.moment() <= Duration::days(7));
    assert_eq!(statuses(&scene).await, [InvitationStatus::Open]);
    let again = scene.make_invitation(
        scene.write("invite", "token"),
        invite("other", Role::Scorer),
    );
    assert!(again.await.unwrap().replayed);

    let friend = sign_up(&scene.ledger, "friend@club.example").await;
    let joined = accept(&scene.ledger, friend, "token", "1").await.unwrap();
    assert_eq!(
        (joined.value.role, joined.value.club.id),
        (Role::Scorer, scene.club)
    );
    let again = accept(&scene.ledger, friend, "token", "1").await.unwrap();
    assert_eq!((again.replayed, again.value), (true, joined.value));
    assert_eq!(statuses(&scene).await, [InvitationStatus::Used]);

    let late = sign_up(&scene.ledger, "late@club.example").await;
    for (token, key) in [("token", "2"), ("other", "3"), ("", "4")] {
        let refused = accept(&scene.ledger, late, token, key).await;
        assert_refused(refused, "People(InvitationNotOpen)");
    }
    assert_eq!(
        scene.kinds().await,
        ["invitation_made", "invitation_accepted"]
    );
    let entries = all_entries(&scene.ledger, scene.club, 5).await;
    let hash = Hash::of(b"token").to_string();
    for entry in entries {
        let leaf = String::from_utf8(entry.leaf).unwrap();
        assert!(!leaf.contains("token") && !leaf.contains(&hash), "{leaf}");
    }

    // Who was removed since does not learn more from the old key than a stranger.
    let remove = scene.remove_member(scene.write("remove", "1"), friend);
    remove.await.unwrap();
    let gone = accept(&scene.ledger, friend, "token", "1").await;
    assert_refused(gone, "People(InvitationNotOpen)");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_accept_at_once_one_becomes_a_member() {
    let scene = Scene::new().await;
    for round in 0..10 {
        let token = format!("token-{round}");
        scene.invite(&token, Role::Player).await;
        let mut people = Vec::new();
        for place in 0..4 {
            people.push(sign_up(&scene.ledger, &format!("{round}.{place}@club.example")).await);
        }
        let tries = people
            .iter()
            .map(|user| accept(&scene.ledger, *user, &token, "now"));
        let answers = futures_util::future::join_all(tries).await;
        let joined = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(joined, 1, "{answers:?}");
        let refused = |answer: &ledger::Result<_>| {
            matches!(
                answer,
                Ok(_) | Err(Error::People(PeopleError::InvitationNotOpen))
            )
        };
        assert!(answers.iter().all(refused), "{answers:?}");
        assert_eq!(scene.members(scene.club).await.unwrap().len(), 2 + round);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_open_is_not_accepted() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let friend = sign_up(ledger, "friend@club.example").await;
    let short = Invite {
        lifetime: Duration::milliseconds(20),
        ..invite("short", Role::Player)
    };
    ledger
        .make_invitation(scene.write("invite", "short"), short)
        .await
        .unwrap();
    let revoked = scene.invite("revoked", Role::Player).await.id;
    let revoke = async |key: &str| {
        ledger
            .revoke_invitation(scene.write("revoke", key), revoked)
            .await
    };
    revoke("1").await.unwrap();
    // What is revoked stays so, and one entry says it.
    revoke("2").await.unwrap();
    assert!(revoke("2").await.unwrap().replayed);
    let is_over = "SELECT min(expires_at) < clock_timestamp() FROM invitations";
    until(&scene.admin().await, is_over).await;
    for token in ["short", "revoked", "unknown"] {
        let refused = accept(ledger, friend, token, token).await;
        assert_refused(refused, "People(InvitationNotOpen)");
    }
    let expected = [InvitationStatus::Revoked, InvitationStatus::Expired];
    assert_eq!(statuses(&scene).await, expected);
    let kinds = ["invitation_made", "invitation_made", "invitation_revoked"];
    assert_eq!(scene.kinds().await, kinds);
}

/// Nothing stops whoever administers the database from editing an invitation. It gives nothing that its entries do not say.
#[tokio::test(flavor = "multi_thread")]
async fn an_edited_invitation_lets_nobody_in() {
    let scene = Scene::new().await;
    let friend = sign_up(&scene.ledger, "friend@club.example").await;
    scene.invite("other", Role::Owner).await;
    scene.invite("token", Role::Player).await;
    let revoked = scene.invite("revoked", Role::Player).await.id;
    let revoke = scene.write("revoke", "1");
    scene.revoke_invitation(revoke, revoked).await.unwrap();
    let before = scene.kinds().await;
    let admin = scene.admin().await;
    // The entry before is the one that made another invitation.
    let edits = format!(
        "\
token role = 'owner'
token expires_at = expires_at + interval '1 year'
token single_use = false
token uses = 1, single_use = false
token player_id = '{}'
token made_by = '{friend}'
token made_at = made_at - interval '1 second'
token made_seq = 1
token made_seq = made_seq - 1, role = 'owner'
token made_seq = made_seq + 1
revoked revoked_seq = NULL",
        scene.players[0]
    );
    admin
        .batch_execute("CREATE TABLE invitations_before AS TABLE invitations")
        .await
        .unwrap();
    for line in edits.lines() {
        let (token, edit) = line.split_once(' ').unwrap();
        let hash = Hash::of(token.as_bytes());
        let sql =
            format!("UPDATE invitations SET {edit} WHERE token_hash = decode('{hash}', 'hex')");
        assert_eq!(admin.execute(&sql, &[]).await.unwrap(), 1);
        let refused = accept(&scene.ledger, friend, token, edit).await;
        // Who made it is no owner, and that is found out first.
        let why = match edit.starts_with("made_by") {
            true => "People(InvitationNotOpen)",
            false => "Differs(invitation)",
        };
        assert_refused(refused, why);
        let undo = "DELETE FROM invitations; INSERT INTO invitations TABLE invitations_before";
        admin.batch_execute(undo).await.unwrap();
    }
    assert_eq!(scene.kinds().await, before);
    let members = scene.members(scene.club).await.unwrap();
    assert_eq!(members.len(), 1);
    let joined = accept(&scene.ledger, friend, "token", "at last").await;
    assert_eq!(joined.unwrap().value.role, Role::Player);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_is_as_good_as_its_maker() {
    let scene = Scene::new().await;
    let many = Invite {
        single_use: false,
        ..invite("many", Role::Owner)
    };
    scene
        .make_invitation(scene.write("invite", "many"), many)
        .await
        .unwrap();
    let friend = sign_up(&scene.ledger, "friend@club.example").await;
    accept(&scene.ledger, friend, "many", "1").await.unwrap();
    let member = accept(&scene.ledger, scene.owner, "many", "2").await;
    assert_refused(member, "People(AlreadyMember)");
    assert_eq!(statuses(&scene).await, [InvitationStatus::Open]);
    // A former owner does not come back by an invitation of their own.
    let leave = scene.remove_member(scene.write("leave", "1"), scene.owner);
    leave.await.unwrap();
    let back = accept(&scene.ledger, scene.owner, "many", "3").await;
    assert_refused(back, "People(InvitationNotOpen)");
    assert_eq!(statuses(&scene).await, [InvitationStatus::Revoked]);
}

/// Whoever gives an account up locks all of its clubs at once.
#[tokio::test(flavor = "multi_thread")]
async fn an_account_is_in_so_many_clubs() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let friend = sign_up(ledger, "friend@club.example").await;
    let clubs = format!(
        "WITH copies AS (
            INSERT INTO clubs SELECT (jsonb_populate_record(clubs, jsonb_build_object('club_id', gen_random_uuid()))).*
            FROM clubs, generate_series(1, 299)
            RETURNING club_id
        )
        INSERT INTO members (club_id, user_id, role) SELECT club_id, '{}', 'player' FROM copies",
        friend.0
    );
    let admin = scene.admin().await;
    admin.batch_execute(&clubs).await.unwrap();
    scene.invite("last", Role::Player).await;
    accept(ledger, friend, "last", "1").await.unwrap();

    let other = found_club(ledger, scene.owner, "other").await;
    let write = write(other, scene.owner, "invite", "one more");
    let made = ledger.make_invitation(write, invite("one more", Role::Player));
    made.await.unwrap();
    let refused = accept(ledger, friend, "one more", "2").await;
    assert!(
        matches!(refused, Err(Error::TooManyMemberships { most: 300 })),
        "{refused:?}"
    );
    let founded = ledger.found_club(founding(friend, "of their own")).await;
    assert!(
        matches!(founded, Err(Error::TooManyMemberships { most: 300 })),
        "{founded:?}"
    );
    assert!(accept(ledger, friend, "last", "1").await.unwrap().replayed);
    // Of two who come in at once, the second one is too many.
    let removed = scene.remove_member(scene.write("remove", "1"), friend);
    removed.await.unwrap();
    scene.invite("again", Role::Player).await;
    let both = [
        accept(ledger, friend, "one more", "3"),
        accept(ledger, friend, "again", "4"),
    ];
    let both = futures_util::future::join_all(both).await;
    assert_eq!(both.iter().filter(|one| one.is_ok()).count(), 1, "{both:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_brings_its_player_along() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let [a, b, ..] = scene.players;
    let for_player = |token: &str, player| Invite {
        player: Some(player),
        ..invite(token, Role::Player)
    };
    let make = async |token: &str, player| {
        let write = scene.write("invite", token);
        ledger
            .make_invitation(write, for_player(token, player))
            .await
    };
    let nobody = ledger::PlayerId(uuid::Uuid::nil());
    assert_refused(make("nobody", nobody).await, "People(NoSuchPlayer)");
    make("a", a).await.unwrap();
    make("also a", a).await.unwrap();
    let double = ledger.enrol_player(scene.write("players", "double"), "Bing 2");
    let double = double.await.unwrap().value.id;
    make("double", double).await.unwrap();
    let merge = ledger.merge_player(scene.write("merge", "1"), double, b);
    merge.await.unwrap();
    assert_refused(make("merged", double).await, "People(PlayerMerged)");

    let one = sign_up(ledger, "one@club.example").await;
    accept(ledger, one, "a", "1").await.unwrap();
    assert_eq!(ledger.player(scene.club, a).await.unwrap().user, Some(one));
    assert_refused(make("linked", a).await, "People(PlayerLinked)");
    // The player went to somebody else meanwhile: nobody becomes a member by halves.
    let two = sign_up(ledger, "two@club.example").await;
    assert_refused(
        accept(ledger, two, "also a", "1").await,
        "People(PlayerLinked)",
    );
    assert_eq!(ledger.membership(two, scene.club).await.unwrap(), None);
    // Whoever the player was merged into is linked.
    accept(ledger, two, "double", "2").await.unwrap();
    assert_eq!(ledger.player(scene.club, b).await.unwrap().user, Some(two));

    let for_many = Invite {
        single_use: false,
        ..for_player("many", scene.players[2])
    };
    let refused = ledger
        .make_invitation(scene.write("invite", "many"), for_many)
        .await;
    assert_refused(refused, "Unwritable");
}
