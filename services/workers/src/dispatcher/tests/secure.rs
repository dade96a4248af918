//! Receivers under TLS, whose certificates are of a CA that the system does not know.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use tls::Certificate;

use super::super::Sender;
use super::receiver::{Does, Receiver};
use super::scene::{HOUR, Scene, here, keys};

const HERE: &str = "127.0.0.1";

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority() -> Authority {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

fn certificate(name: &str) -> CertificateParams {
    CertificateParams::new([name.to_owned()]).unwrap()
}

/// Of a time that is over.
fn expired() -> CertificateParams {
    let mut params = certificate(HERE);
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2021, 1, 1);
    params
}

/// A certificate and its key, in PEM.
fn signed(authority: &Authority, params: CertificateParams) -> (String, String) {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, authority).unwrap();
    (certificate.pem(), key.serialize_pem())
}

/// Somebody who shows this, and what it takes to show something else.
async fn receiver((certificate, key): (String, String)) -> (Receiver, Certificate) {
    let shown = Certificate::new(certificate.as_bytes(), key.as_bytes()).unwrap();
    let receiver = Receiver::under_tls(Does::Answers(200), &shown).await;
    (receiver, shown)
}

#[tokio::test(flavor = "multi_thread")]
async fn receivers_are_known_by_their_certificates_and_others_are_told_meanwhile() {
    let scene = Scene::new().await;
    let (ours, others) = (authority(), authority());
    let mut bad = Vec::new();
    for shows in [
        signed(&others, certificate(HERE)),
        signed(&ours, certificate("elsewhere.example.org")),
        signed(&ours, expired()),
    ] {
        let (receiver, shown) = receiver(shows).await;
        bad.push((scene.webhook(&receiver.url).await, receiver, shown));
    }
    let (mut good, _) = receiver(signed(&ours, certificate(HERE))).await;
    let webhook = scene.webhook(&good.url).await;
    let ca = ours.pem();
    let _dispatcher = scene.dispatch_trusting(Some(ca.as_bytes()), HOUR).await;
    for _ in 0..3 {
        scene.enrol().await;
    }
    let verifier = scene.verifier(&webhook);
    for seq in 1..=3 {
        let got = good.next().await;
        verifier.verify(got.body.as_bytes(), &got.headers).unwrap();
        let told = &got.json()["data"]["entry"]["seq"];
        assert_eq!(*told, webhook.delivered_seq + seq);
    }
    for (webhook, receiver, shown) in &mut bad {
        scene.until(webhook, |now| now.failures > 0).await;
        let first = scene.deliveries(webhook).await.pop().unwrap();
        assert_eq!(first.error.as_deref(), Some("certificate_refused"));
        assert!(first.next_attempt_at.is_some());
        assert!(receiver.is_silent(), "it was told something");
        let (certificate, key) = signed(&ours, certificate(HERE));
        shown.renew(certificate.as_bytes(), key.as_bytes()).unwrap();
    }
    scene
        .sql("UPDATE webhooks SET next_attempt_at = now(); NOTIFY faan_dispatcher")
        .await;
    for (webhook, mut receiver, _) in bad {
        for seq in 1..=3 {
            let told = receiver.next().await.json();
            assert_eq!(told["data"]["entry"]["seq"], webhook.delivered_seq + seq);
        }
    }
}

/// Nobody is believed for being inside.
#[tokio::test(flavor = "multi_thread")]
async fn without_its_ca_no_receiver_is_told_anything() {
    let scene = Scene::new().await;
    let (mut receiver, _) = receiver(signed(&authority(), certificate(HERE))).await;
    let webhook = scene.webhook(&receiver.url).await;
    let ca = authority().pem();
    let _dispatcher = scene.dispatch_trusting(Some(ca.as_bytes()), HOUR).await;
    scene.enrol().await;
    scene.until(&webhook, |now| now.failures > 0).await;
    assert!(receiver.is_silent());
}

#[test]
fn a_ca_that_is_none_is_refused() {
    for ca in ["", "a CA", "-----BEGIN CERTIFICATE-----"] {
        let refused = Sender::new(keys(), here(), Some(ca.as_bytes())).err();
        let refused = refused.unwrap().to_string();
        let sentence = "--webhook-ca: what should be a CA is no certificate";
        assert!(refused.starts_with(sentence), "{refused}");
    }
}
