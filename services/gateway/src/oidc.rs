//! Tokens of an OIDC issuer: JSON Web Tokens that somebody else signed, and that say who comes in (OpenID Connect Core 1.0, RFC 7519,
//! and the advice of RFC 8725).

mod cache;
mod config;
mod discovery;
mod key_set;
mod keys;

use jsonwebtoken::{Algorithm, Header, Validation};
use ledger::Subject;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::clock::Clock;
use crate::token::{LEEWAY, now};
pub use config::{BadIssuer, Oidc};
use discovery::Discovery;
use keys::Keys;
pub(crate) use keys::Unavailable;

/// The most bytes of a token: some issuers name all of somebody's groups.
const LONGEST: usize = 16 * 1024;
/// The most seconds a token may live. One that is stolen cannot be taken back here.
const LONGEST_LIFE: u64 = 24 * 60 * 60;
/// How tokens may be signed: by a private key, since whoever checks with a shared secret could sign as well.
const ALGORITHMS: [Algorithm; 4] = [
    Algorithm::RS256,
    Algorithm::PS256,
    Algorithm::ES256,
    Algorithm::EdDSA,
];
/// What a token may call itself, in small letters. A logout token and others that are for something else say so.
const TYPES: [&str; 4] = ["jwt", "application/jwt", "at+jwt", "application/at+jwt"];

/// The issuer whose tokens are taken.
pub(crate) struct Issuer {
    name: String,
    audience: String,
    keys: Keys,
}

/// What is read of a token before anything of it is believed.
#[derive(Deserialize)]
struct Claimed {
    iss: String,
}

/// What a token has to say. Times are whole seconds since 1970.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    iat: u64,
    exp: u64,
    /// A security event, such as a logout, is not about who comes in (RFC 8417).
    events: Option<IgnoredAny>,
}

impl Issuer {
    /// `own` is the issuer of our own tokens. Call it on the runtime on which the issuer is to be asked.
    pub(crate) fn new(config: &Oidc, own: &str, clock: &Clock) -> Result<Self, BadIssuer> {
        if config.issuer == own {
            let same = "it has the name that our own tokens carry as their issuer";
            return Err(BadIssuer(same.to_owned()));
        }
        if config.audience.is_empty() {
            let none = "whom its tokens are for (the audience) is not set";
            return Err(BadIssuer(none.to_owned()));
        }
        Ok(Self {
            name: config.issuer.clone(),
            audience: config.audience.clone(),
            keys: Keys::new(Discovery::new(config)?, config, clock),
        })
    }

    /// Of whom a token speaks; `None` if it is not a good one of this issuer. Whoever it is may have no account.
    pub(crate) async fn verify(&self, token: &str) -> Result<Option<Subject>, Unavailable> {
        let Some((key_id, algorithm)) = self.announced(token) else {
            return Ok(None);
        };
        let Some(key) = self.keys.find(&key_id, algorithm).await? else {
            return Ok(None);
        };
        let decoded = jsonwebtoken::decode::<Claims>(token, &key, &self.validation(algorithm));
        let claims = decoded.ok().map(|token| token.claims);
        Ok(claims.filter(Claims::are_good).map(|claims| Subject {
            issuer: self.name.clone(),
            name: claims.sub,
        }))
    }

    /// By which key a token says that it is signed, and how, if it may be one of this issuer: before its key is looked for, which may mean
    /// to ask the issuer.
    fn announced(&self, token: &str) -> Option<(String, Algorithm)> {
        if token.len() > LONGEST {
            return None;
        }
        let token = jsonwebtoken::dangerous::insecure_decode::<Claimed>(token).ok()?;
        let header = token.header;
        if token.claims.iss != self.name || !is_plain(&header) {
            return None;
        }
        ALGORITHMS.contains(&header.alg).then_some(())?;
        Some((header.kid?, header.alg))
    }

    fn validation(&self, algorithm: Algorithm) -> Validation {
        let mut validation = Validation::new(algorithm);
        validation.set_issuer(&[&self.name]);
        validation.set_audience(&[&self.audience]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation
    }
}

/// Whether a header asks for nothing that is not done: keys that it brings along or points to are not looked at, and extensions
/// that it calls critical are not understood.
fn is_plain(header: &Header) -> bool {
    let typ = header.typ.as_deref().unwrap_or("jwt").to_ascii_lowercase();
    let brings = header.jwk.is_some() || header.jku.is_some() || header.x5u.is_some();
    TYPES.contains(&typ.as_str()) && !brings && header.crit.is_none()
}

impl Claims {
    /// What is not checked with the signature: when it was issued, for how long, and whether the subject is one.
    fn are_good(&self) -> bool {
        let is_subject = (1..=255).contains(&self.sub.len()) && self.sub.is_ascii();
        let lives = self.exp.checked_sub(self.iat);
        is_subject
            && self.events.is_none()
            && self.iat <= now() + LEEWAY
            && lives.is_some_and(|lives| lives <= LONGEST_LIFE)
    }
}
