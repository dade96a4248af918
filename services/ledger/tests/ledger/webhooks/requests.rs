//! Requests that are repeated late.

use super::new;
use crate::scene::Scene;
use ledger::ChangeWebhook;

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_done_once_also_after_others() {
    let scene = Scene::new().await;
    let webhook = scene.make_webhook("k", new()).await;
    let rotate = || ChangeWebhook::Rotate {
        key_id: [8; 8],
        overlap: time::Duration::hours(1),
    };
    scene.change("k", &webhook, rotate()).await;
    let disabled = scene
        .change("other", &webhook, ChangeWebhook::Disable)
        .await;
    assert_eq!(scene.change("k", &webhook, rotate()).await, disabled);
    let twice = scene.change("again", &webhook, rotate()).await;
    assert_eq!(twice.secret.number, 3);
    let late = scene.write("change_webhook", "k");
    let late = scene.change_webhook(late, webhook.id, rotate());
    let late = late.await.unwrap();
    assert!(late.replayed);
    assert_eq!((late.value.webhook, late.value.secret_number), (twice, 2));
}
