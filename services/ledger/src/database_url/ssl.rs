//! The parameters of a database URL about TLS, with the meaning that libpq gives them. What libpq would do in plain text if the server
//! says so is refused, and nothing is less than `verify-full` unless the URL says so or the connection stays on this machine.

use percent_encoding::percent_decode_str;
use std::path::PathBuf;

/// How a connection is secured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Security {
    /// Not at all.
    PlainText,
    /// By TLS.
    Tls {
        /// What the server has to prove.
        proof: Proof,
        /// What this client proves, beside its password.
        identity: Option<Identity>,
    },
}

/// What a server has to prove.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Proof {
    /// `require`: nothing.
    Nothing,
    /// `verify-ca`: that a CA in this file signed its certificate.
    Authority(PathBuf),
    /// `verify-full`: that the certificate is for its name, too.
    Full(Authorities),
}

/// The CAs that are trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Authorities {
    /// Those that the system trusts.
    System,
    /// Those in a PEM file.
    File(PathBuf),
}

/// A certificate for this client and its private key, both PEM files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Disable,
    Require,
    VerifyCa,
    VerifyFull,
}

/// The parameters as they are given.
#[derive(Debug, Default)]
pub(super) struct SslParameters {
    mode: Option<String>,
    root_cert: Option<String>,
    cert: Option<String>,
    key: Option<String>,
}

impl SslParameters {
    /// Takes them out of a query; the rest is with its question mark, if there is one.
    pub(super) fn take(query: &str) -> Result<(Self, String), String> {
        let mut ssl = Self::default();
        let mut rest = Vec::new();
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let place = match decode(name)?.as_str() {
                "sslmode" => &mut ssl.mode,
                "sslrootcert" => &mut ssl.root_cert,
                "sslcert" => &mut ssl.cert,
                "sslkey" => &mut ssl.key,
                _ => {
                    rest.push(parameter);
                    continue;
                }
            };
            let value = decode(value)?;
            if value.is_empty() || place.replace(value).is_some() {
                return Err(format!("{name} is empty, or there twice"));
            }
        }
        let rest = match rest.is_empty() {
            true => String::new(),
            false => format!("?{}", rest.join("&")),
        };
        Ok((ssl, rest))
    }

    /// How they secure a connection, which stays on this machine or does not.
    pub(super) fn security(self, is_local: bool) -> Result<Security, String> {
        let is_silent = self.root_cert.is_none() && self.cert.is_none() && self.key.is_none();
        let mode = match &self.mode {
            Some(mode) => read_mode(mode)?,
            None if is_local && is_silent => Mode::Disable,
            None => Mode::VerifyFull,
        };
        let authorities = self.root_cert.map(|named| match named.as_str() {
            "system" => Authorities::System,
            _ => Authorities::File(named.into()),
        });
        let proof = match (mode, authorities) {
            (Mode::Disable, _) => return Ok(Security::PlainText),
            (Mode::Require, None) => Proof::Nothing,
            (Mode::Require | Mode::VerifyCa, Some(Authorities::File(file))) => {
                Proof::Authority(file)
            }
            (Mode::VerifyCa, None) => {
                return Err(
                    "sslmode=verify-ca wants sslrootcert=FILE, the PEM file of the CA".into(),
                );
            }
            (Mode::Require | Mode::VerifyCa, Some(Authorities::System)) => {
                return Err(
                    "sslrootcert=system wants sslmode=verify-full: anybody gets a certificate for some name".into(),
                );
            }
            (Mode::VerifyFull, authorities) => {
                Proof::Full(authorities.unwrap_or(Authorities::System))
            }
        };
        let identity = match (self.cert, self.key) {
            (Some(certificate), Some(key)) => Some(Identity {
                certificate: certificate.into(),
                key: key.into(),
            }),
            (None, None) => None,
            (Some(_), None) | (None, Some(_)) => {
                return Err("sslcert and sslkey are there together or not at all".into());
            }
        };
        Ok(Security::Tls { proof, identity })
    }
}

fn read_mode(mode: &str) -> Result<Mode, String> {
    match mode {
        "disable" => Ok(Mode::Disable),
        "require" => Ok(Mode::Require),
        "verify-ca" => Ok(Mode::VerifyCa),
        "verify-full" => Ok(Mode::VerifyFull),
        "allow" | "prefer" => Err(format!(
            "sslmode={mode} is not taken, since whoever is on the way could turn TLS off: set verify-full, or disable where nobody is on the way"
        )),
        _ => Err("sslmode is one of verify-full, verify-ca, require and disable".to_owned()),
    }
}

fn decode(text: &str) -> Result<String, String> {
    let decoded = percent_decode_str(text).decode_utf8();
    let decoded = decoded.map_err(|_| "one of its parameters is not UTF-8".to_owned())?;
    Ok(decoded.into_owned())
}
