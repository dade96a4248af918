//! Keys: a name and an Ed25519 key, as text.

use super::name::{club_origin, directory_origin, is_name};
use super::signature::{KeyId, NoteSignature, Signer};
use super::{base64, from_base64};
use crate::ClubId;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

/// The signature type of a note signed with Ed25519.
const NOTE: u8 = 0x01;
/// The signature type of a witness's cosignature.
const COSIGNATURE: u8 = 0x04;

/// A key that checks the notes of a log: `name+<key id>+<Base64 of 0x01 and the key>`.
pub type VerifierKey = PublicKey<NOTE>;
/// A key that signs the notes of a log: `PRIVATE+KEY+name+<key id>+<Base64 of 0x01 and 32 secret bytes>`.
pub type SignerKey = SecretKey<NOTE>;
/// A key that checks the cosignatures of a witness: as [`VerifierKey`], with 0x04.
pub type WitnessKey = PublicKey<COSIGNATURE>;
/// A key with which a witness cosigns: as [`SignerKey`], with 0x04.
pub type WitnessSigner = SecretKey<COSIGNATURE>;

/// A public key with a name, for signatures of one type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey<const TYPE: u8> {
    name: String,
    key: VerifyingKey,
}

/// A secret key with a name, for signatures of one type. Its text is the secret; what is shown for debugging is not.
#[derive(Clone)]
pub struct SecretKey<const TYPE: u8> {
    name: String,
    key: SigningKey,
}

/// Not a key, or not as keys are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    /// Not the parts that a key is made of.
    #[error(
        "a public key is written name+id+key, a secret one PRIVATE+KEY+name+id+key: id in eight hexadecimal digits, key in Base64"
    )]
    Form,
    /// A name that a key cannot have.
    #[error("the name of a key is some text without spaces and +")]
    Name,
    /// A key for signatures of another type.
    #[error("the key is for signatures of type {found:#04x}, not {expected:#04x}")]
    Type {
        /// The type it should be for.
        expected: u8,
        /// The type it is for.
        found: u8,
    },
    /// No key of Ed25519, or one whose signatures prove nothing.
    #[error("the key is not a usable key of Ed25519")]
    Key,
    /// An id that is not that of the name and the key.
    #[error("the id of this name and key is {0}")]
    Id(KeyId),
}

impl<const TYPE: u8> PublicKey<TYPE> {
    /// A key from its 32 bytes.
    pub fn new(name: &str, bytes: &[u8; 32]) -> Result<Self, BadKey> {
        if !is_name(name) {
            return Err(BadKey::Name);
        }
        let key = VerifyingKey::from_bytes(bytes)
            .ok()
            .filter(|key| !key.is_weak())
            .ok_or(BadKey::Key)?;
        let name = name.to_owned();
        Ok(Self { name, key })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its id.
    pub fn id(&self) -> KeyId {
        KeyId::of(&self.name, TYPE, self.key.as_bytes())
    }

    /// Whose signatures it checks.
    pub fn signer(&self) -> Signer {
        let (name, key_id) = (self.name.clone(), self.id());
        Signer { name, key_id }
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        signature.is_ok_and(|signature| self.key.verify_strict(message, &signature).is_ok())
    }
}

impl VerifierKey {
    /// The key that checks the log of a club, if this is the service's: the same key, named for the club.
    pub fn for_club(&self, club: ClubId) -> Self {
        self.named(club_origin(&self.name, club))
    }

    /// The key that checks the log of all clubs' heads, if this is the service's.
    pub fn for_directory(&self) -> Self {
        self.named(directory_origin(&self.name))
    }

    fn named(&self, name: String) -> Self {
        let key = self.key;
        Self { name, key }
    }

    pub(super) fn verifies(&self, text: &str, signature: &NoteSignature) -> bool {
        self.verify(text.as_bytes(), &signature.bytes)
    }
}

impl WitnessKey {
    /// When the witness cosigned the text, in seconds since 1970; `None` if it did not.
    pub(super) fn cosigned_at(&self, text: &str, signature: &NoteSignature) -> Option<u64> {
        let (time, signature) = signature.bytes.split_first_chunk()?;
        let time = u64::from_be_bytes(*time);
        self.verify(cosigned(text, time).as_bytes(), signature)
            .then_some(time)
    }
}

impl<const TYPE: u8> SecretKey<TYPE> {
    /// A key from its 32 secret bytes.
    pub fn new(name: &str, secret: &[u8; 32]) -> Result<Self, BadKey> {
        if !is_name(name) {
            return Err(BadKey::Name);
        }
        let (name, key) = (name.to_owned(), SigningKey::from_bytes(secret));
        Ok(Self { name, key })
    }

    /// The key that checks its signatures.
    pub fn public(&self) -> PublicKey<TYPE> {
        let (name, key) = (self.name.clone(), self.key.verifying_key());
        PublicKey { name, key }
    }

    /// Its text, which is the secret: `PRIVATE+KEY+name+<key id>+<Base64>`.
    pub fn to_secret_text(&self) -> String {
        let (name, id) = (&self.name, self.public().id());
        let key = base64(&[&[TYPE], &self.key.as_bytes()[..]].concat());
        format!("{SECRET}{name}+{id}+{key}")
    }

    fn sign_bytes(&self, message: &str) -> [u8; 64] {
        self.key.sign(message.as_bytes()).to_bytes()
    }
}

impl SignerKey {
    /// The key that signs for the log of a club, if this is the service's: the same key, named for the club.
    pub fn for_club(&self, club: ClubId) -> Self {
        self.named(club_origin(&self.name, club))
    }

    /// The key that signs for the log of all clubs' heads, if this is the service's.
    pub fn for_directory(&self) -> Self {
        self.named(directory_origin(&self.name))
    }

    fn named(&self, name: String) -> Self {
        let key = self.key.clone();
        Self { name, key }
    }

    pub(super) fn sign(&self, text: &str) -> NoteSignature {
        NoteSignature {
            signer: self.public().signer(),
            bytes: self.sign_bytes(text).to_vec(),
        }
    }
}

impl WitnessSigner {
    pub(super) fn cosign(&self, text: &str, time: u64) -> NoteSignature {
        let signature = self.sign_bytes(&cosigned(text, time));
        NoteSignature {
            signer: self.public().signer(),
            bytes: [&time.to_be_bytes()[..], &signature].concat(),
        }
    }
}

/// What a witness signs at a time, in seconds since 1970.
fn cosigned(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

const SECRET: &str = "PRIVATE+KEY+";

impl<const TYPE: u8> std::fmt::Display for PublicKey<TYPE> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let key = base64(&[&[TYPE], &self.key.as_bytes()[..]].concat());
        write!(f, "{}+{}+{key}", self.name, self.id())
    }
}

impl<const TYPE: u8> std::str::FromStr for PublicKey<TYPE> {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let (name, id, bytes) = parts::<TYPE>(text)?;
        let key = Self::new(name, &bytes)?;
        check_id(id, key.id())?;
        Ok(key)
    }
}

impl<const TYPE: u8> std::str::FromStr for SecretKey<TYPE> {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let text = text.strip_prefix(SECRET).ok_or(BadKey::Form)?;
        let (name, id, bytes) = parts::<TYPE>(text)?;
        let key = Self::new(name, &bytes)?;
        check_id(id, key.public().id())?;
        Ok(key)
    }
}

impl<const TYPE: u8> std::fmt::Debug for SecretKey<TYPE> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecretKey({})", self.public())
    }
}

/// The name, the id and the bytes of a key for signatures of this type.
fn parts<const TYPE: u8>(text: &str) -> Result<(&str, &str, [u8; 32]), BadKey> {
    let (name, rest) = text.split_once('+').ok_or(BadKey::Form)?;
    let (id, key) = rest.split_once('+').ok_or(BadKey::Form)?;
    let bytes = from_base64(key).ok_or(BadKey::Form)?;
    let (found, bytes) = bytes.split_first().ok_or(BadKey::Form)?;
    if *found != TYPE {
        let (expected, found) = (TYPE, *found);
        return Err(BadKey::Type { expected, found });
    }
    let bytes = bytes.try_into().map_err(|_| BadKey::Key)?;
    Ok((name, id, bytes))
}

fn check_id(stated: &str, id: KeyId) -> Result<(), BadKey> {
    if stated != id.to_string() {
        return Err(BadKey::Id(id));
    }
    Ok(())
}
