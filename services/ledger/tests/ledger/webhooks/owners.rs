//! Webhooks of those who own the club no longer.

use super::{TAKEN, new, note, one};
use crate::scene::{Scene, write};
use ledger::{
    ChangeWebhook, DisabledReason, Follows, MakeWebhook, Role, UserId, Webhook, WebhookState,
};

impl Scene {
    async fn webhook_by(&self, owner: UserId, key: &str) -> Webhook {
        let write = write(self.club, owner, "make_webhook", key);
        let made = self.ledger.make_webhook(write, new()).await;
        made.unwrap().value
    }

    /// Whether it is told of nothing, since an owner wanted it so.
    async fn is_ended(&self, webhook: &Webhook) -> bool {
        let now = self.webhook(webhook).await;
        let reason = now.disabled.map(|(reason, _)| reason);
        assert!(matches!(reason, None | Some(DisabledReason::Owner)));
        now.state == WebhookState::Disabled
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_owns_the_club_no_longer_has_it_tell_nobody() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let own = scene.make_webhook("own", new()).await;
    for way in ["removed", "left", "erased", "demoted", "handed over"] {
        let gone = scene.member(way, Role::Owner).await;
        let theirs = scene.webhook_by(gone, way).await;
        assert!(!scene.is_ended(&theirs).await, "{way}");
        let asks = |actor| write(scene.club, actor, "go", way);
        match way {
            "removed" => drop(ledger.remove_member(asks(scene.owner), gone).await.unwrap()),
            "left" => drop(ledger.remove_member(asks(gone), gone).await.unwrap()),
            "erased" => ledger.erase_account(gone).await.unwrap(),
            "demoted" => {
                let set = ledger.set_member(asks(scene.owner), gone, Role::Auditor);
                drop(set.await.unwrap());
            }
            _ => {
                let handed = ledger.hand_over_club(asks(gone), scene.owner, Role::Scorer);
                drop(handed.await.unwrap());
            }
        }
        assert!(scene.is_ended(&theirs).await, "{way}");
        assert!(!scene.is_ended(&own).await, "{way}");
        // An owner who is left may want it all the same.
        let enabled = scene.change(way, &theirs, ChangeWebhook::Enable).await;
        assert_eq!(enabled.state, WebhookState::Active);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_made_an_owner_once_more_keeps_theirs() {
    let scene = Scene::new().await;
    let other = scene.member("other", Role::Owner).await;
    let theirs = scene.webhook_by(other, "k").await;
    let set = scene.write("member", "again");
    let set = scene.ledger.set_member(set, other, Role::Owner).await;
    set.unwrap();
    assert!(!scene.is_ended(&theirs).await);
}

/// Somebody may have had it sent elsewhere.
#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_changed_before_they_went_is_told_nothing() {
    let scene = Scene::new().await;
    let other = scene.member("other", Role::Owner).await;
    let [theirs, mine] = [
        scene.make_webhook("a", new()).await,
        scene.make_webhook("b", new()).await,
    ];
    let elsewhere = ChangeWebhook::Edit {
        name: None,
        url: Some("https://other.example/hook".to_owned()),
        kinds: None,
    };
    let change = write(scene.club, other, "change_webhook", "k");
    let changed = scene.ledger.change_webhook(change, theirs.id, elsewhere);
    changed.await.unwrap();
    let remove = scene.write("remove", "1");
    scene.ledger.remove_member(remove, other).await.unwrap();
    assert!(scene.is_ended(&theirs).await);
    assert!(!scene.is_ended(&mine).await);
}

/// Whoever changes something else afterwards did not choose the address.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_set_the_url_is_remembered_whatever_others_change() {
    let scene = Scene::new().await;
    let ledger = &scene.ledger;
    let admin = scene.admin().await;
    // In the database of the release before nobody noted who it was: then it is anybody who changed the webhook.
    for forgotten in [false, true] {
        let key = format!("{forgotten}");
        let other = scene.member(&key, Role::Owner).await;
        let webhook = scene.make_webhook(&key, new()).await;
        let edit = |name: Option<&str>, url: Option<&str>| ChangeWebhook::Edit {
            name: name.map(str::to_owned),
            url: url.map(str::to_owned),
            kinds: None,
        };
        let elsewhere = Some("https://other.example/hook");
        let theirs = write(scene.club, other, "change_webhook", &key);
        let changed = ledger.change_webhook(theirs, webhook.id, edit(None, elsewhere));
        changed.await.unwrap();
        let name = format!("{key} name");
        scene
            .change(&name, &webhook, edit(Some("hall"), None))
            .await;
        let same = format!("{key} same");
        scene.change(&same, &webhook, edit(None, elsewhere)).await;
        if forgotten {
            let forget = "UPDATE webhooks SET url_set_by = NULL";
            admin.batch_execute(forget).await.unwrap();
        }
        let remove = scene.write("remove", &key);
        ledger.remove_member(remove, other).await.unwrap();
        assert!(scene.is_ended(&webhook).await, "{forgotten}");
    }
}

/// Whoever changed the name alone, and goes, takes nothing along.
#[tokio::test(flavor = "multi_thread")]
async fn who_changed_no_url_ends_no_webhook() {
    let scene = Scene::new().await;
    let other = scene.member("other", Role::Owner).await;
    let webhook = scene.make_webhook("k", new()).await;
    let renamed = ChangeWebhook::Edit {
        name: Some("hall".to_owned()),
        url: None,
        kinds: None,
    };
    let theirs = write(scene.club, other, "change_webhook", "k");
    let changed = scene.ledger.change_webhook(theirs, webhook.id, renamed);
    changed.await.unwrap();
    let remove = scene.write("remove", "1");
    scene.ledger.remove_member(remove, other).await.unwrap();
    assert!(!scene.is_ended(&webhook).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispatcher_that_is_at_it_stops() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let other = scene.member("other", Role::Owner).await;
    let kinds = Some(vec!["player_enrolled".to_owned()]);
    let make = write(scene.club, other, "make_webhook", "k");
    let wanted = MakeWebhook { kinds, ..new() };
    scene.ledger.make_webhook(make, wanted).await.unwrap();
    for name in ["Eng", "Fan"] {
        scene.enrol(name).await;
    }
    let taken = one(&dispatcher).await;
    let entry = dispatcher.next(&taken).await.unwrap().entries.remove(0);
    let remove = scene.write("remove", "1");
    scene.ledger.remove_member(remove, other).await.unwrap();
    assert!(!note(&dispatcher, &taken, entry.seq, (TAKEN, Follows::Told)).await);
    for failing in [false, true] {
        assert!(dispatcher.take(failing, 10).await.unwrap().is_empty());
    }
}
