//! Those who follow audits are told when there is something new.

use super::finish;
use crate::scene::Scene;
use ledger::{AuditId, AuditNotifications, Subscription};
use std::time::Duration;

/// Waits for news of this audit. That the connection is new is none: it may be told before anybody subscribes, or later.
async fn news_of(id: AuditId, reader: &mut Subscription<AuditId>) {
    while reader.any().await.unwrap() != Some(id) {}
}

/// Has readers told of an audit that there is not. Each time it is another one.
async fn tell_of_none(scene: &Scene) -> AuditId {
    let notify = "SELECT id::text FROM gen_random_uuid() AS id, pg_notify('faan_audits', id::text)";
    let told = scene.admin().await.query_one(notify, &[]).await.unwrap();
    AuditId(told.get::<_, &str>(0).parse().unwrap())
}

/// Waits until a reader is told what is notified: the connection stands.
async fn until_told(scene: &Scene, reader: &mut Subscription<AuditId>) {
    let mut told = None;
    while told.is_none() {
        let none = tell_of_none(scene).await;
        let news = news_of(none, reader);
        told = tokio::time::timeout(Duration::from_millis(100), news)
            .await
            .ok();
    }
}

/// Whether a reader was told something of this audit until now.
async fn was_told_of(id: AuditId, scene: &Scene, reader: &mut Subscription<AuditId>) -> bool {
    let none = tell_of_none(scene).await;
    let mut was_told = false;
    loop {
        match reader.any().await.unwrap() {
            news if news == Some(none) => return was_told,
            news => was_told |= news == Some(id),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_follows_is_told_only_when_an_audit_has_come_further() {
    let scene = Scene::new().await;
    let id = scene.ask("a").await.unwrap().value.id;
    let auditor = scene.auditor().await;
    let taken = auditor.take().await.unwrap().unwrap();
    let news = AuditNotifications::listen(scene.database.url());
    let mut reader = news.subscribe();
    until_told(&scene, &mut reader).await;
    let until = async || {
        let sql = "SELECT leased_until::text FROM audits";
        let row = scene.admin().await.query_one(sql, &[]).await.unwrap();
        row.get::<_, String>(0)
    };
    let mut go_on = async |done| {
        let (before, version) = (until().await, scene.audited(id).await.version);
        assert!(auditor.go_on(&taken, done, 5).await.unwrap());
        assert!(until().await > before, "it may go on longer");
        let told = was_told_of(id, &scene, &mut reader).await;
        (told, scene.audited(id).await.version - version)
    };
    assert_eq!(go_on(3).await, (true, 1));
    assert_eq!(go_on(3).await, (false, 0));
    assert_eq!(go_on(4).await, (true, 1));
    // Of what another does there is no news from this one.
    scene.forget_auditors().await;
    let other = scene.auditor().await;
    other.take().await.unwrap().unwrap();
    news_of(id, &mut reader).await;
    assert!(!auditor.go_on(&taken, 5, 5).await.unwrap());
    assert!(!was_told_of(id, &scene, &mut reader).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn news_of_an_audit_come_to_all_who_follow_it_and_after_a_lost_connection_too() {
    let scene = Scene::new().await;
    let url = format!("{}&application_name=news", scene.database.url());
    let news = AuditNotifications::listen(url);
    let (mut one, mut other) = (news.subscribe(), news.subscribe());
    let id = scene.ask("a").await.unwrap().value.id;
    until_told(&scene, &mut one).await;
    until_told(&scene, &mut other).await;
    let auditor = scene.auditor().await;
    let taken = auditor.take().await.unwrap().unwrap();
    news_of(id, &mut one).await;
    news_of(id, &mut other).await;
    let is_foreign = was_told_of(AuditId(scene.club.0), &scene, &mut one).await;
    assert!(!is_foreign, "of another one there is no news");

    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'news' AND datname = current_database()";
    scene.admin().await.batch_execute(kill).await.unwrap();
    other.next(id).await.unwrap();
    assert!(finish(&auditor, &taken).await);
    other.next(id).await.unwrap();
}
