//! The notation for witnesses in flags and variables.

use std::str::FromStr;

use evidence::WitnessKey;
use reqwest::Url;

/// A witness, and its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// `<its submission prefix>/add-checkpoint`.
    pub url: Url,
    /// The key that verifies its cosignatures.
    pub key: WitnessKey,
}

impl FromStr for Witness {
    type Err = String;

    /// Parses `URL=VKEY`. The last `=` is the separator: a key has none, and an address may have some.
    fn from_str(text: &str) -> Result<Witness, String> {
        let (prefix, key) = text
            .rsplit_once('=')
            .ok_or("write its address, an =, and its verifier key")?;
        let url = format!("{}/add-checkpoint", prefix.trim_end_matches('/'));
        let url = Url::parse(&url).map_err(|bad| format!("{prefix}: {bad}"))?;
        if !matches!(url.scheme(), "http" | "https") || url.query().is_some() {
            return Err(format!(
                "{prefix} is not an http:// or https:// address without a query"
            ));
        }
        let key = key.parse::<WitnessKey>();
        let key = key.map_err(|bad| format!("this is no verifier key of a witness: {bad}"))?;
        Ok(Witness { url, key })
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use evidence::{SignerKey, WitnessSigner};

    use super::*;
    use crate::config::LogKeys;

    #[derive(clap::Parser)]
    struct Flags {
        #[command(flatten)]
        keys: LogKeys,
    }

    #[test]
    fn witnesses_are_told_one_by_one_or_with_spaces() {
        let [one, two] = [1, 2].map(|number| {
            let key = WitnessSigner::new("w.example", &[number; 32]).unwrap();
            format!("http://w{number}.example={}", key.public())
        });
        let both = format!("{one} {two}");
        for arguments in [
            &["--witness", &one, "--witness", &two][..],
            &["--witness", &both],
        ] {
            let arguments = [&["signer"], arguments].concat();
            let read = Flags::try_parse_from(arguments).unwrap().keys.witnesses;
            assert_eq!(read, [one.parse().unwrap(), two.parse().unwrap()]);
        }
    }

    #[test]
    fn a_witness_is_an_address_and_a_key() {
        let key = WitnessSigner::new("witness.example/w1", &[1; 32]).unwrap();
        let key = key.public();
        let log = SignerKey::new("faan.test", &[1; 32]).unwrap().public();
        for prefix in ["https://w.example/faan=1", "http://w.example:8080/faan=1/"] {
            let read: Witness = format!("{prefix}={key}").parse().unwrap();
            assert_eq!(read.key, key);
            assert!(
                read.url.as_str().ends_with("/faan=1/add-checkpoint"),
                "{}",
                read.url
            );
        }
        for (bad, said) in [
            (String::new(), "write its address"),
            (format!("w.example={key}"), "w.example: relative URL"),
            (format!("ftp://w.example={key}"), "is not an http://"),
            (format!("http://w.example?a=b={key}"), "is not an http://"),
            (
                format!("http://w.example={log}"),
                "for signatures of type 0x01",
            ),
            (
                "http://w.example=".to_owned(),
                "no verifier key of a witness",
            ),
        ] {
            let found = bad.parse::<Witness>().unwrap_err();
            assert!(found.contains(said), "{bad}: {found}");
        }
    }
}
