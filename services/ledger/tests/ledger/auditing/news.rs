//! Those who follow audits are told when there is something new.

use super::finish;
use crate::scene::Scene;
use ledger::{AuditId, AuditNotifications, Subscription};
use std::time::{Duration, Instant};
use uuid::Uuid;

/// Waits for news of this audit. That the connection is new is none: it may be told before anybody subscribes, or later.
async fn news_of(id: AuditId, reader: &mut Subscription<AuditId>) {
    while reader.any().await.unwrap() != Some(id) {}
}

/// Waits until a reader is told what is notified: the connection stands.
async fn until_told(scene: &Scene, reader: &mut Subscription<AuditId>) {
    let nothing = AuditId(Uuid::nil());
    let notify = format!("NOTIFY faan_audits, '{}'", nothing.0);
    let admin = scene.admin().await;
    let is_told = async |reader: &mut Subscription<AuditId>| {
        admin.batch_execute(&notify).await.unwrap();
        let told = tokio::time::timeout(Duration::from_millis(100), news_of(nothing, reader));
        told.await.is_ok()
    };
    let begun = Instant::now();
    while !is_told(reader).await {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is told");
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
    let (quiet, soon) = (Duration::from_millis(300), Duration::from_secs(30));
    let mut go_on = async |done, time| {
        let (before, version) = (until().await, scene.audited(id).await.version);
        assert!(auditor.go_on(&taken, done, 5).await.unwrap());
        assert!(until().await > before, "it may go on longer");
        let told = tokio::time::timeout(time, news_of(id, &mut reader)).await;
        (told.is_ok(), scene.audited(id).await.version - version)
    };
    assert_eq!(go_on(3, soon).await, (true, 1));
    assert_eq!(go_on(3, quiet).await, (false, 0));
    assert_eq!(go_on(4, soon).await, (true, 1));
    // Of what another does there is no news from this one.
    scene.forget_auditors().await;
    let other = scene.auditor().await;
    other.take().await.unwrap().unwrap();
    news_of(id, &mut reader).await;
    assert!(!auditor.go_on(&taken, 5, 5).await.unwrap());
    let told = tokio::time::timeout(quiet, news_of(id, &mut reader)).await;
    assert!(told.is_err());
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
    let foreign = news_of(AuditId(scene.club.0), &mut one);
    let none = tokio::time::timeout(Duration::from_millis(300), foreign).await;
    assert!(none.is_err(), "of another one there is no news");

    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'news' AND datname = current_database()";
    scene.admin().await.batch_execute(kill).await.unwrap();
    other.next(id).await.unwrap();
    assert!(finish(&auditor, &taken).await);
    other.next(id).await.unwrap();
}
