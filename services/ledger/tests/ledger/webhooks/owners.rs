//! Webhooks of those who own the club no longer.

use super::{TAKEN, new, note, one};
use crate::scene::{Scene, write};
use ledger::{
    AttemptResult, ChangeWebhook, DisabledReason, MakeWebhook, Role, UserId, Webhook, WebhookState,
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

/// Blocks of `webhook_requests` and its indexes that were read so far. A connection counts what it reads when it ends: all others are ended.
async fn blocks_read(admin: &tokio_postgres::Client) -> i64 {
    let end = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let count = "SELECT pg_stat_force_next_flush()";
    for sql in [end, count] {
        admin.batch_execute(sql).await.unwrap();
    }
    let blocks = "SELECT heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
        FROM pg_statio_user_tables WHERE relname = 'webhook_requests'";
    admin.query_one(blocks, &[]).await.unwrap().get(0)
}

/// However many secrets somebody has made, each secret's request is looked up when somebody leaves, not looked for.
#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_is_not_looked_for_in_all_requests() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    let webhook = scene.make_webhook("own", new()).await;
    let (club, id, owner) = (scene.club.0, webhook.id.0, scene.owner.0);
    let requests = format!(
        "INSERT INTO webhook_requests (club_id, webhook_id, actor, route, key, fingerprint, secret_number, rotated)
         SELECT '{club}', '{id}', '{owner}', 'rotate_webhook_secret', n::text, decode(repeat('00', 32), 'hex'), n, true
         FROM generate_series(2, 200000) AS n;
         UPDATE webhooks SET secret_number = 200000 WHERE webhook_id = '{id}';
         ALTER TABLE webhook_requests SET (autovacuum_enabled = false);
         ANALYZE webhook_requests"
    );
    admin.batch_execute(&requests).await.unwrap();
    let leavers = ["leaver 0", "leaver 1", "leaver 2"];
    let mut members = Vec::new();
    for name in leavers {
        members.push(scene.member(name, Role::Player).await);
    }
    let asker = scene.member("d", Role::Owner).await;
    let mut read = Vec::new();
    for (name, member) in leavers.into_iter().zip(members) {
        let before = blocks_read(&admin).await;
        let remove = scene.write("remove", name);
        // The connections of the others were ended.
        let ledger = scene.database.ledger().await;
        ledger.remove_member(remove, member).await.unwrap();
        read.push(blocks_read(&admin).await - before);
    }
    let scene = Scene {
        ledger: scene.database.ledger().await,
        ..scene
    };
    assert!(!scene.is_ended(&webhook).await);
    // All of them are thousands of blocks.
    let is_looked_up = |blocks: &i64| (1..50).contains(blocks);
    assert!(read.iter().all(is_looked_up), "{read:?}");
    let requested = format!(
        "UPDATE webhook_requests SET actor = '{}' WHERE secret_number = 200000",
        asker.0
    );
    admin.batch_execute(&requested).await.unwrap();
    let write = scene.write("remove", "d");
    scene.remove_member(write, asker).await.unwrap();
    assert!(scene.is_ended(&webhook).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_made_an_owner_once_more_keeps_theirs() {
    let scene = Scene::new().await;
    let other = scene.member("other", Role::Owner).await;
    let theirs = scene.webhook_by(other, "k").await;
    let set = scene.write("member", "again");
    let set = scene.set_member(set, other, Role::Owner).await;
    set.unwrap();
    assert!(!scene.is_ended(&theirs).await);
}

/// What is done to a webhook of the owner who stays, and whether it is ended when the other goes: who does it (`other`, another owner who
/// stays, the owner, or an administrator), and what: a URL is set, a name or a secret changed, it is enabled, or SQL.
const CHANGES: &str = "
true   other url
false  other name
false  other enable
false  owner url / other name
false  owner rotate 1 / other enable
# Whoever changes something else afterwards did not choose the address.
true   other url / owner name / owner url
# The releases before do not note who set a URL: then it is anybody who changed the webhook.
true   other url / owner name / owner url / UPDATE webhooks SET url_set_by = NULL
true   owner url / other name / UPDATE webhooks SET url_set_by = NULL
true   third url / other name / UPDATE webhooks SET url = 'https://other.example/hook'
# Whoever had a secret made knows it, and can sign as the service does for as long as it is good: the one before for some days.
true   other rotate 1
true   other rotate 1 / owner rotate 1
false  other rotate 1 / owner rotate 0
# The releases before do not say that a request made a secret, or do not store requests.
true   other rotate 1 / UPDATE webhook_requests SET rotated = NULL
true   other rotate 1 / DELETE FROM webhook_requests";

/// The route and the change.
fn change(what: &str) -> (&'static str, ChangeWebhook) {
    let edit = |name: Option<&str>, url: Option<&str>| ChangeWebhook::Edit {
        name: name.map(str::to_owned),
        url: url.map(str::to_owned),
        kinds: None,
    };
    let rotate = |days: &str| ChangeWebhook::Rotate {
        key_id: [7; 8],
        overlap: time::Duration::days(days.parse().unwrap()),
    };
    match what.split_once(' ').unwrap_or((what, "")) {
        ("url", _) => (
            "change_webhook",
            edit(None, Some("https://elsewhere.example/hook")),
        ),
        ("name", _) => ("change_webhook", edit(Some("hall"), None)),
        ("enable", _) => ("enable_webhook", ChangeWebhook::Enable),
        (_, days) => ("rotate_webhook_secret", rotate(days)),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_changed_or_knows_is_told_nothing_once_they_went() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    let third = scene.member("third", Role::Owner).await;
    let untouched = scene.make_webhook("untouched", new()).await;
    let lines = CHANGES.trim().lines();
    for (number, line) in lines.filter(|line| !line.starts_with('#')).enumerate() {
        let (is_ended, steps) = line.split_once(' ').unwrap();
        let key = number.to_string();
        let other = scene.member(&key, Role::Owner).await;
        let webhook = scene.make_webhook(&key, new()).await;
        for (place, step) in steps.split(" / ").enumerate() {
            let (who, what) = step.trim().split_once(' ').unwrap();
            let actor = match who {
                "other" => other,
                "third" => third,
                "owner" => scene.owner,
                _ => {
                    admin.batch_execute(step).await.unwrap();
                    continue;
                }
            };
            let (route, change) = change(what);
            let write = write(scene.club, actor, route, &format!("{key} {place}"));
            let changed = scene.change_webhook(write, webhook.id, change).await;
            changed.unwrap();
        }
        let remove = scene.write("remove", &key);
        scene.remove_member(remove, other).await.unwrap();
        assert_eq!(
            scene.is_ended(&webhook).await.to_string(),
            is_ended,
            "{line}"
        );
        let delete = scene.write("delete", &key);
        scene.delete_webhook(delete, webhook.id).await.unwrap();
    }
    assert!(!scene.is_ended(&untouched).await);
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
    scene.remove_member(remove, other).await.unwrap();
    assert!(
        !note(
            &dispatcher,
            &taken,
            entry.seq,
            (TAKEN, AttemptResult::Delivered)
        )
        .await
    );
    for failing in [false, true] {
        assert!(dispatcher.take(failing, 10).await.unwrap().is_empty());
    }
}
