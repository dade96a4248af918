//! Whatever a club says of itself, its tables follow from its entries.

use crate::invitations::accept;
use crate::scene::{DOCUMENT, Scene, invite, sign_up, write};
use crate::settling::check;
use ledger::{ChangeClub, Hash, Invite, Role, Write};

#[tokio::test(flavor = "multi_thread")]
async fn a_clubs_tables_follow_from_its_entries() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let [a, b, ..] = scene.players;
    let change = ChangeClub {
        name: Some("堅尼地城".to_owned()),
        time_zone: Some("UTC".to_owned()),
    };
    let changed = ledger.change_club(scene.write("club", "1"), change);
    changed.await.unwrap();
    let friend = scene.member("friend", Role::Player).await;
    let gone = scene.member("gone", Role::Auditor).await;
    for (key, player, user) in [("1", a, friend), ("2", b, gone)] {
        let linked = ledger.link_player(scene.write("link", key), player, user);
        linked.await.unwrap();
    }
    let removed = ledger.remove_member(scene.write("remove", "1"), gone);
    removed.await.unwrap();
    let with_player = Invite {
        player: Some(b),
        ..invite("with a player", Role::Player)
    };
    let for_many = Invite {
        single_use: false,
        ..invite("for many", Role::Auditor)
    };
    for new in [with_player, for_many] {
        let key = Hash(new.token_hash).to_string();
        let made = ledger.make_invitation(scene.write("invite", &key), new);
        made.await.unwrap();
    }
    for (name, token) in [
        ("one", "with a player"),
        ("two", "for many"),
        ("three", "for many"),
    ] {
        let user = sign_up(ledger, &format!("{name}@club.example")).await;
        accept(ledger, user, token, name).await.unwrap();
    }
    let revoked = scene.invite("revoked", Role::Scorer).await;
    let revoked = ledger.revoke_invitation(scene.write("revoke", "1"), revoked.id);
    revoked.await.unwrap();
    scene.open_match("m").await;
    let hash = Hash::of(DOCUMENT);
    let retired = ledger.retire_variant(scene.write("retire", "1"), hash);
    retired.await.unwrap();
    check(&scene).await;
    let reinstated = ledger.reinstate_variant(scene.write("reinstate", "1"), hash);
    reinstated.await.unwrap();
    scene.join(friend, "owns", Role::Owner).await;
    check(&scene).await;
    let handed_over = ledger.hand_over_club(scene.write("hand over", "1"), friend, Role::Scorer);
    handed_over.await.unwrap();
    let by_friend = |key: &str| write(scene.club, friend, "unlink", key);
    let unlinked = ledger.unlink_player(by_friend("1"), a).await;
    unlinked.unwrap();
    let left = Write {
        role: Role::Scorer,
        ..scene.write("leave", "1")
    };
    ledger.remove_member(left, scene.owner).await.unwrap();
    check(&scene).await;
}
