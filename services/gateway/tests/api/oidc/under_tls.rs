//! An issuer under TLS, with a certificate of a CA that the system does not know.

use std::time::Duration;

use ::tls::Certificate;

use super::fetching::unavailable;
use super::issuer::{Issuer, Signer};
use super::linking::{link, me};
use crate::app::TestApp;
use crate::certificates::{Authority, authority, expired, identity};

const HOST: &str = "localhost";

fn certificate((certificate, key): (Vec<u8>, Vec<u8>)) -> Certificate {
    Certificate::new(&certificate, &key).unwrap()
}

/// A gateway that takes the tokens of an issuer under TLS, if its certificate is of this authority. It asks again at once.
async fn gateway_that_trusts(issuer: &Issuer, authority: &Authority) -> TestApp {
    Issuer::gateway_set_to(gateway::Oidc {
        ca: Some(authority.pem().into_bytes()),
        pause: Duration::ZERO,
        ..issuer.settings()
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issuer_is_known_by_its_certificate() {
    let (ours, others) = (authority(), authority());
    let signer = Signer::ec("1");
    let shown = certificate(identity(&ours, HOST));
    let issuer = Issuer::under_tls(&[&signer], &shown).await;
    let app = gateway_that_trusts(&issuer, &ours).await;
    let mei = app.sign_up("mei").await;
    let token = issuer.token(&signer, "mei");
    for (bad, what) in [
        (identity(&others, HOST), "of another CA"),
        (identity(&ours, "elsewhere.example.org"), "for another name"),
        (expired(&ours, HOST), "of a time that is over"),
    ] {
        shown.renew(&bad.0, &bad.1).unwrap();
        unavailable(link(&mei, &token).await);
        unavailable(me(&mei, &token).await);
        assert_eq!(issuer.asked(), (0, 0, 0), "a certificate {what}");
        // Ours are as good as ever.
        me(&mei, mei.token.as_ref().unwrap()).await.expect(200);
    }
    let good = identity(&ours, HOST);
    shown.renew(&good.0, &good.1).unwrap();
    link(&mei, &token).await.expect(201);
    me(&mei, &token).await.expect(200);
}

/// Whoever trusts another CA does not take it.
#[tokio::test(flavor = "multi_thread")]
async fn no_other_ca_will_do() {
    let (ours, others) = (authority(), authority());
    let signer = Signer::ec("1");
    let issuer = Issuer::under_tls(&[&signer], &certificate(identity(&ours, HOST))).await;
    let app = gateway_that_trusts(&issuer, &others).await;
    let mei = app.sign_up("mei").await;
    unavailable(me(&mei, &issuer.token(&signer, "mei")).await);
    assert_eq!(issuer.asked(), (0, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ca_that_is_none_is_refused_at_the_start() {
    let app = TestApp::start().await;
    let half = "-----BEGIN CERTIFICATE-----\nAAAA\n";
    let damaged = format!("{half}-----END CERTIFICATE-----\n");
    for (ca, said) in [
        ("", "what should be a CA is no certificate"),
        ("a CA", "what should be a CA is no certificate"),
        (half, "what should be a CA is no certificate"),
        (&damaged, "cannot be used"),
    ] {
        let oidc = gateway::Oidc {
            ca: Some(ca.as_bytes().to_vec()),
            ..gateway::Oidc::new("https://id.example.org".to_owned(), "faan".to_owned())
        };
        let config = gateway::Config {
            oidc: Some(oidc),
            ..crate::app::config(([127, 0, 0, 1], 9).into(), app.database())
        };
        let refused = gateway::App::build(config).await.err().unwrap().to_string();
        assert!(
            refused.starts_with("the OIDC issuer: ") && refused.contains(said),
            "{refused}"
        );
    }
}
