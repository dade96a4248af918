//! The secrets by which events are signed.

use ledger::{ClubId, SecretId, WebhookId};
use uuid::Uuid;
use webhooks::WebhookKeys;

fn keys(digit: &str, before: Option<&str>) -> WebhookKeys {
    let before = before.map(|digit| digit.repeat(64));
    WebhookKeys::new(&digit.repeat(64), before.as_deref()).unwrap()
}

#[test]
fn a_secret_is_of_one_webhook_and_one_number_and_one_key() {
    let (club, webhook) = (ClubId(Uuid::from_u128(1)), WebhookId(Uuid::from_u128(2)));
    let ours = keys("7", None);
    let first = SecretId {
        number: 1,
        key_id: ours.current_id(),
    };
    let text = |keys: &WebhookKeys, webhook, id| Some(keys.secret(club, webhook, id)?.to_text());
    let secret = text(&ours, webhook, first).unwrap();
    assert_eq!(text(&ours, webhook, first).unwrap(), secret);
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{secret}"
    );
    let second = SecretId { number: 2, ..first };
    assert_ne!(text(&ours, webhook, second).unwrap(), secret);
    let other = WebhookId(Uuid::from_u128(3));
    assert_ne!(text(&ours, other, first).unwrap(), secret);
    // Another key knows that it is not its own; told of it as well, it goes on with it.
    assert!(text(&keys("8", None), webhook, first).is_none());
    let both = keys("8", Some("7"));
    assert_eq!(text(&both, webhook, first).unwrap(), secret);
    assert_ne!(both.current_id(), first.key_id);
}

#[test]
fn a_signature_is_what_others_verify() {
    let id = SecretId {
        number: 1,
        key_id: keys("7", None).current_id(),
    };
    let secret = keys("7", None).secret(ClubId(Uuid::nil()), WebhookId(Uuid::nil()), id);
    let secret = secret.unwrap();
    let theirs = standardwebhooks::Webhook::new(&secret.to_text()).unwrap();
    let ours = secret.sign("evt_1", 1_794_000_000, "{}").unwrap();
    let signed = theirs.sign("evt_1", 1_794_000_000, b"{}").unwrap();
    assert_eq!(ours, signed);
}

#[test]
fn a_key_has_one_form() {
    for bad in [
        "",
        "7",
        &"7".repeat(63),
        &"7".repeat(65),
        &"g".repeat(64),
        &"é".repeat(32),
    ] {
        assert!(WebhookKeys::new(bad, None).is_err(), "{bad}");
    }
    assert!(WebhookKeys::new(&("7".repeat(64) + "\n"), None).is_ok());
}
