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
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body.as_bytes());
        let signature = BASE64_STANDARD.encode(mac.finalize().into_bytes());
        Some(format!("v1,{signature}"))
    }
}

impl std::fmt::Debug for WebhookKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebhookKeys").finish_non_exhaustive()
    }
}
