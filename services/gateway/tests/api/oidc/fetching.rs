//! How the issuer is asked for its keys, and what becomes of everybody if it does not answer.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::Value;

use super::issuer::{Issuer, Manner, Signer};
use super::linking::{link, me};
use crate::app::{Answer, Person, TestApp};

/// The first answer with this status; there is one before long.
async fn until(person: &Person<'_>, token: &str, status: u16) -> Answer {
    let began = Instant::now();
    loop {
        let answer = me(person, token).await;
        if answer.status == status {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

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
    let app = Issuer::gateway_set_to(gateway::Oidc {
        keys_fresh_for: Duration::ZERO,
        ..issuer.settings()
    })
    .await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&old, "mei");
    link(&mei, &token).await.expect(201);
    issuer.publish(&[&new]);
    until(&mei, &token, 401).await;
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
    let began = Instant::now();
    let mut stranger = Signer::ec("");
    let tokens: Vec<String> = (0..500)
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
    // Once at first, once for the first stranger, and once in ten seconds after that.
    let most = 3 + u32::try_from(began.elapsed().as_secs() / 10).unwrap();
    let (described, told, _) = issuer.asked();
    assert!(
        described <= most && told <= most,
        "{described} {told} of {most}"
    );
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
    // An issuer that answers may be slow if the machine is.
    let app = waiting_for(Duration::from_secs(60)).await;
    let impatient = waiting_for(Duration::from_secs(2)).await;
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
        let (waiting, began) = (me(mei, &token), Instant::now());
        let own = me(mei, mei.token.as_ref().unwrap());
        let (refused, own) = futures_util::future::join(waiting, own).await;
        unavailable(refused);
        own.expect(200);
        assert!(began.elapsed() < Duration::from_secs(30), "{manner:?}");
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
    let app = Issuer::gateway_set_to(gateway::Oidc {
        pause: Duration::from_secs(600),
        ..issuer.settings()
    })
    .await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    for _ in 0..20 {
        let refused = me(&mei, &token).await;
        let seconds: u64 = refused.header("retry-after").parse().unwrap();
        assert!((1..=600).contains(&seconds), "{seconds}");
        refused.refused(503, "issuer_unavailable");
    }
    assert_eq!(issuer.asked(), (1, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn known_keys_go_on_while_their_issuer_is_down_and_not_for_ever() {
    let signer = Signer::ec("1");
    let issuer = Issuer::start(&[&signer]).await;
    let usable = Duration::from_secs(4);
    let app = Issuer::gateway_set_to(gateway::Oidc {
        keys_fresh_for: Duration::ZERO,
        keys_usable_for: usable,
        pause: Duration::ZERO,
        ..issuer.settings()
    })
    .await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    let fetched = Instant::now();
    link(&mei, &token).await.expect(201);
    me(&mei, &token).await.expect(200);
    issuer.behave(Manner::Down);
    let down = Instant::now();
    // Whatever was fetched last, was fetched after that.
    loop {
        let answer = me(&mei, &token).await;
        if fetched.elapsed() < usable {
            answer.expect(200);
        } else if answer.status == 503 {
            unavailable(answer);
            break;
        } else {
            answer.expect(200);
            assert!(down.elapsed() < Duration::from_secs(60));
        }
        // Ours are as good as ever.
        me(&mei, mei.token.as_ref().unwrap()).await.expect(200);
    }
    issuer.behave(Manner::Well);
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
