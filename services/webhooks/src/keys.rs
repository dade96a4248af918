//! The secrets by which receivers know who sends. They are not kept: each follows from a key of the service, so that whoever gets hold
//! of the database can sign nothing.

use base64::{Engine, prelude::BASE64_STANDARD};
use data_encoding::HEXLOWER_PERMISSIVE;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use ledger::{ClubId, SecretId, WebhookId};
use sha2::Sha256;

/// What Standard Webhooks has a secret begin with.
const PREFIX: &str = "whsec_";

/// The key that secrets follow from, and while it takes over from another, that one too.
#[derive(Clone)]
pub struct WebhookKeys {
    current: Key,
    before: Option<Key>,
}

#[derive(Clone)]
struct Key {
    id: [u8; 8],
    hkdf: Hkdf<Sha256>,
}

/// A key that is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key for webhooks is 64 hexadecimal digits, as `faan keygen --webhooks` makes them")]
pub struct BadWebhookKey;

/// A secret of a webhook.
#[derive(Clone)]
pub struct WebhookSecret([u8; 32]);

impl WebhookKeys {
    /// The key that new secrets follow from, and one that older ones may follow from: 64 hexadecimal digits each.
    pub fn new(current: &str, before: Option<&str>) -> Result<Self, BadWebhookKey> {
        Ok(Self {
            current: Key::parse(current)?,
            before: before.map(Key::parse).transpose()?,
        })
    }

    /// The id of the key that new secrets follow from.
    pub fn current_id(&self) -> [u8; 8] {
        self.current.id
    }

    /// A secret of a webhook, if its key is one of these.
    pub fn secret(&self, club: ClubId, webhook: WebhookId, id: SecretId) -> Option<WebhookSecret> {
        let mut keys = std::iter::once(&self.current).chain(&self.before);
        let key = keys.find(|key| key.id == id.key_id)?;
        let number = id.number.to_be_bytes();
        let info: [&[u8]; 4] = [
            b"faan webhook secret",
            club.0.as_bytes(),
            webhook.0.as_bytes(),
            &number,
        ];
        key.derive(&info).map(WebhookSecret)
    }
}

impl Key {
    fn parse(text: &str) -> Result<Self, BadWebhookKey> {
        let key = HEXLOWER_PERMISSIVE.decode(text.trim_end().as_bytes());
        let key: Option<[u8; 32]> = key.ok().and_then(|key| key.try_into().ok());
        let hkdf = Hkdf::new(None, &key.ok_or(BadWebhookKey)?);
        let mut id = [0; 8];
        hkdf.expand(b"faan webhook key id", &mut id)
            .map_err(|_| BadWebhookKey)?;
        Ok(Self { id, hkdf })
    }

    fn derive(&self, info: &[&[u8]]) -> Option<[u8; 32]> {
        let mut derived = [0; 32];
        self.hkdf.expand_multi_info(info, &mut derived).ok()?;
        Some(derived)
    }
}

impl WebhookSecret {
    /// As it is handed to whoever checks signatures.
    pub fn to_text(&self) -> String {
        format!("{PREFIX}{}", BASE64_STANDARD.encode(self.0))
    }

    /// The signature over what is sent: its id, the time in seconds since 1970, and the body.
    pub fn sign(&self, id: &str, timestamp: i64, body: &str) -> Option<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
        let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        Some(format!("v1,{signature}"))
    }
}

impl std::fmt::Debug for WebhookKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebhookKeys").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

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
        let text =
            |keys: &WebhookKeys, webhook, id| Some(keys.secret(club, webhook, id)?.to_text());
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
}
