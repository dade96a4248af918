//! How the issuer is asked for its keys, and what becomes of everybody if it does not answer.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::Value;

use super::issuer::{Issuer, Manner, Signer};
use super::linking::{link, me};
use crate::app::{Answer, LONG, TestApp, wait_until};

pub(super) fn unavailable(answer: Answer) -> Value {
    let seconds = answer.header("retry-after").parse::<u64>();
    assert!(seconds.is_ok_and(|seconds| (1..=11).contains(&seconds)));
    answer.refused(503, "issuer_unavailable")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_key_is_taken_at_once() {
    let (old, new) = (Signer::ec("old"), Signer::ed("new"));
    let issuer = Issuer::start(&[&old]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    link(&mei, &issuer.token(&old, "mei")).await.expect(201);
    me(&mei, &issuer.token(&old, "mei")).await.expect(200);
    issuer.publish(&[&old, &new]);
    for signer in [&new, &old, &new] {
        me(&mei, &issuer.token(signer, "mei")).await.expect(200);
    }
    assert_eq!(issuer.asked(), (2, 2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_withdrawn_key_is_taken_no_more() {
    let (old, new) = (Signer::ec("old"), Signer::ed("new"));
    let issuer = Issuer::start(&[&old, &new]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&old, "mei");
    link(&mei, &token).await.expect(201);
    issuer.publish(&[&new]);
    // For five minutes its keys are fresh. Then it is asked, and nobody waits for that.
    app.clock.advance(Duration::from_secs(299));
    me(&mei, &token).await.expect(200);
    assert_eq!(issuer.asked(), (1, 1, 0));
    app.clock.advance(Duration::from_secs(1));
    wait_until("the key is taken no more", async || {
        me(&mei, &token).await.status == 401
    })
    .await;
    me(&mei, &issuer.token(&new, "mei")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_keys_do_not_make_a_storm() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    link(&mei, &token).await.expect(201);
    let mut stranger = Signer::ec("");
    let tokens: Vec<String> = (0..100)
        .map(|number| {
            stranger.header["kid"] = format!("unknown-{number}").into();
            issuer.token(&stranger, "mei")
        })
        .collect();
    for some in tokens.chunks(50) {
        let asked = some.iter().map(async |token| {
            let refused = me(&mei, token).await;
            refused.refused(401, "not_signed_in");
            me(&mei, mei.token.as_ref().unwrap()).await.expect(200);
        });
        join_all(asked).await;
        me(&mei, &token).await.expect(200);
    }
    // Once at first, and once for the first stranger; once more when ten seconds are over.
    assert_eq!(issuer.asked(), (2, 2, 0));
    app.clock.advance(Duration::from_secs(10));
    for token in &tokens[..2] {
        me(&mei, token).await.refused(401, "not_signed_in");
    }
    assert_eq!(issuer.asked(), (3, 3, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hundred_who_come_at_once_make_one_fetch() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    let all = join_all((0..100).map(|_| me(&mei, &token))).await;
    for answer in all {
        answer.refused(403, "identity_not_linked");
    }
    assert_eq!(issuer.asked(), (1, 1, 0));
}

/// Everything that can be wrong with an issuer: its tokens wait, and nobody else does.
#[tokio::test(flavor = "multi_thread")]
async fn an_issuer_in_trouble_troubles_nobody_else() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let waiting_for = |deadline: Duration| {
        Issuer::gateway_set_to(gateway::Oidc {
            pause: Duration::ZERO,
            deadline,
            ..issuer.settings()
        })
    };
    let app = waiting_for(LONG).await;
    let impatient = waiting_for(Duration::from_millis(500)).await;
    let (mei, hasty) = (app.sign_up("mei").await, impatient.sign_up("mei").await);
    let token = issuer.token(&signer, "mei");
    for manner in [
        Manner::Down,
        Manner::Never,
        Manner::Hugely,
        Manner::Abundantly,
        Manner::Nonsense,
        Manner::Redirecting,
        Manner::AsAnother,
        Manner::KeysElsewhere,
    ] {
        issuer.behave(manner);
        let mei = if manner == Manner::Never {
            &hasty
        } else {
            &mei
        };
        let waiting = me(mei, &token);
        let own = me(mei, mei.token.as_ref().unwrap());
        let (refused, own) = futures_util::future::join(waiting, own).await;
        unavailable(refused);
        own.expect(200);
    }
    // Where keys were told, they were too many; nothing else was asked for, the redirect's target neither.
    let (_, told, strayed) = issuer.asked();
    assert_eq!((told, strayed), (2, 0));
    unavailable(link(&mei, &token).await);
    issuer.behave(Manner::Well);
    link(&mei, &token).await.expect(201);
    me(&mei, &token).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issuer_that_is_down_is_left_alone_for_a_while() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    issuer.behave(Manner::Down);
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    for (seconds, asked) in [(0, 1), (0, 1), (9, 1), (1, 2), (9, 2)] {
        app.clock.advance(Duration::from_secs(seconds));
        unavailable(me(&mei, &token).await);
        assert_eq!(issuer.asked(), (asked, 0, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn known_keys_go_on_while_their_issuer_is_down_and_not_for_ever() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let app = issuer.gateway().await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    link(&mei, &token).await.expect(201);
    me(&mei, &token).await.expect(200);
    issuer.behave(Manner::Down);
    app.clock.advance(Duration::from_secs(59 * 60 + 50));
    me(&mei, &token).await.expect(200);
    // Nobody waits for that it is asked; whether it is after this or before, it is left alone for ten seconds then.
    wait_until("it is asked", async || issuer.asked().0 == 2).await;
    app.clock.advance(Duration::from_secs(10));
    unavailable(me(&mei, &token).await);
    // Ours are as good as ever.
    me(&mei, mei.token.as_ref().unwrap()).await.expect(200);
    issuer.behave(Manner::Well);
    app.clock.advance(Duration::from_secs(10));
    me(&mei, &token).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_that_are_not_safe_are_refused() {
    let app = TestApp::start().await;
    for (issuer, audience, said) in [
        ("http://id.example.org", "faan", "https://"),
        ("ftp://127.0.0.1", "faan", "https://"),
        ("id.example.org", "faan", "relative URL"),
        ("https://id.example.org?a=b", "faan", "no query"),
        ("https://id.example.org#a", "faan", "no query"),
        ("https://mei:secret@id.example.org", "faan", "no password"),
        ("https://id.example.org", "", "audience"),
        ("faan", "faan", "our own tokens"),
    ] {
        let mut config = crate::app::config(([127, 0, 0, 1], 9).into(), app.database());
        config.oidc = Some(gateway::Oidc::new(issuer.to_owned(), audience.to_owned()));
        let refused = gateway::App::build(config).await.err().unwrap().to_string();
        assert!(refused.contains(said), "{issuer}: {refused}");
    }
}
