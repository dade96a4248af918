//! The CA of the hall. It is made once, since every telephone has to be told to trust it; what it signs is made at every start, and its key is kept
//! nowhere.

use std::fs;
use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use host::{Failure, secret};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, CidrSubnet, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints, SanType,
};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier as _;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use sha2::{Digest as _, Sha256};
use time::{Duration, OffsetDateTime};
use tls::Certificate;

use super::addresses::{Names, is_private};
use crate::certificates::now;

/// The certificate of the CA and its key, for the owner's eyes only.
const KEPT: &str = "hall-ca.pem";
/// Where the key begins in that file.
const BEGIN_KEY: &str = "-----BEGIN PRIVATE KEY-----";
/// The certificate alone, for programs.
pub(super) const CERTIFICATE: &str = "hall-ca.crt";
/// What telephones call it. Certificates are signed in this name: it never changes.
const NAME: &str = "Faan hall CA";
const NAME_OF_CERTIFICATE: &str = "Faan hall";
/// Nobody wants to have all telephones trust another one soon.
const LIFETIME: Duration = Duration::days(3650);
/// No telephone takes a certificate of a server for longer than 825 days; a start makes another.
const LIFETIME_OF_CERTIFICATE: Duration = Duration::days(397);
/// How much a telephone's clock may be behind.
const SKEW: Duration = Duration::days(1);
/// The networks of [`is_private`]: the CA cannot vouch for any address or name that is public, whoever gets hold of its key.
const NETWORKS: [(IpAddr, u8); 8] = [
    (v4(10, 0), 8),
    (v4(172, 16), 12),
    (v4(192, 168), 16),
    (v4(169, 254), 16),
    (v4(127, 0), 8),
    (v6(0xfc00), 7),
    (v6(0xfe80), 10),
    (IpAddr::V6(std::net::Ipv6Addr::LOCALHOST), 128),
];
const DOMAINS: [&str; 2] = ["local", "localhost"];

const fn v4(first: u8, second: u8) -> IpAddr {
    IpAddr::V4(std::net::Ipv4Addr::new(first, second, 0, 0))
}

const fn v6(first: u16) -> IpAddr {
    IpAddr::V6(std::net::Ipv6Addr::new(first, 0, 0, 0, 0, 0, 0, 0))
}

pub(super) struct Authority {
    place: PathBuf,
    pem: String,
    der: CertificateDer<'static>,
    key: KeyPair,
}

impl Authority {
    /// The CA in a data folder; before there is one, a new one. Its key is in a file for the owner's eyes. `main` is the address of this machine,
    /// for which it may vouch even if that is none of a private network.
    pub(super) fn open(root: &Path, main: Option<IpAddr>) -> Result<Self, Failure> {
        let place = root.join(KEPT);
        let kept = secret::read_or_make(&place, || make(main).map_err(io::Error::other))?;
        let unusable = |error: &dyn std::fmt::Display| {
            format!(
                "{} holds no CA and its key: {error}. Without the file another CA is made, which telephones have to trust anew",
                place.display()
            )
        };
        let (pem, key) = kept.split_at(kept.find(BEGIN_KEY).unwrap_or(kept.len()));
        let der =
            CertificateDer::from_pem_slice(pem.as_bytes()).map_err(|error| unusable(&error))?;
        let key = KeyPair::from_pem(key).map_err(|error| unusable(&error))?;
        let pem = pem.to_owned();
        let public = root.join(CERTIFICATE);
        fs::write(&public, &pem)
            .map_err(|error| format!("cannot write {}: {error}", public.display()))?;
        Ok(Self {
            place,
            pem,
            der,
            key,
        })
    }

    /// A certificate for names, with a key of its own.
    pub(super) fn vouch_for(&self, names: &Names) -> Result<Certificate, Failure> {
        let key = KeyPair::generate()?;
        let mut params = params(NAME_OF_CERTIFICATE, LIFETIME_OF_CERTIFICATE)?;
        let addresses = names.addresses().iter().copied().map(SanType::IpAddress);
        let hosts = names
            .hosts()
            .map(|name| Ok(SanType::DnsName(name.try_into()?)));
        let hosts = hosts.collect::<Result<Vec<_>, rcgen::Error>>()?;
        params.subject_alt_names = addresses.chain(hosts).collect();
        params.use_authority_key_identifier_extension = true;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let issuer = Issuer::new(params_of_ca()?, &self.key);
        let signed = params.signed_by(&key, &issuer)?;
        self.check(signed.der(), names)?;
        let chain = signed.pem() + &self.pem;
        Ok(Certificate::new(
            chain.as_bytes(),
            key.serialize_pem().as_bytes(),
        )?)
    }

    /// Refuses what clients would: the CA expired, or may not vouch for the address that this machine has by now.
    fn check(&self, certificate: &CertificateDer<'_>, names: &Names) -> Result<(), Failure> {
        let roots: Arc<_> = tls::authorities(self.pem.as_bytes())?;
        let verifier = WebPkiServerVerifier::builder(roots).build()?;
        let name = names.main().map_or_else(
            || ServerName::try_from("localhost"),
            |address| Ok(ServerName::from(address)),
        )?;
        let checked = verifier.verify_server_cert(certificate, &[], &name, &[], now());
        let place = self.place.display();
        checked.map(|_| ()).map_err(|error| {
            format!(
                "the CA in {place} cannot vouch for {}: {error}. Remove {place} to have another made, which telephones have to trust anew",
                name.to_str()
            )
            .into()
        })
    }

    pub(super) fn der(&self) -> &[u8] {
        &self.der
    }

    /// Its SHA-256 fingerprint, as telephones show it.
    pub(super) fn fingerprint(&self) -> String {
        let hash = Sha256::digest(&self.der);
        let bytes = hash.iter().map(|byte| format!("{byte:02X}"));
        bytes.collect::<Vec<_>>().join(":")
    }
}

/// A certificate and its key in PEM, of a new CA.
fn make(main: Option<IpAddr>) -> Result<String, rcgen::Error> {
    let mut params = params_of_ca()?;
    let own = main.filter(|address| !is_private(*address));
    let own = own.map(|address| (address, if address.is_ipv4() { 32 } else { 128 }));
    let networks = NETWORKS.into_iter().chain(own);
    let networks = networks.map(|(address, bits)| CidrSubnet::from_addr_prefix(address, bits));
    let networks = networks.map(GeneralSubtree::IpAddress);
    let domains = DOMAINS.map(|domain| GeneralSubtree::DnsName(domain.to_owned()));
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: networks.chain(domains).collect(),
        excluded_subtrees: Vec::new(),
    });
    let made = CertifiedIssuer::self_signed(params, KeyPair::generate()?)?;
    Ok(made.pem() + &made.key().serialize_pem())
}

fn params_of_ca() -> Result<CertificateParams, rcgen::Error> {
    let mut params = params(NAME, LIFETIME)?;
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    Ok(params)
}

fn params(name: &str, lifetime: Duration) -> Result<CertificateParams, rcgen::Error> {
    let mut params = CertificateParams::default();
    params.distinguished_name.remove(DnType::CommonName);
    params.distinguished_name.push(DnType::CommonName, name);
    let now = i64::try_from(now().as_secs()).unwrap_or_default();
    let now = OffsetDateTime::from_unix_timestamp(now).map_err(|_| rcgen::Error::Time)?;
    params.not_before = now - SKEW;
    params.not_after = now + lifetime;
    Ok(params)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    const HALL: IpAddr = v4(192, 168);

    /// A folder of a test's own, which is gone afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("faan-{name}-{}", std::process::id()));
            fs::create_dir(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).ok();
        }
    }

    #[test]
    fn the_ca_is_made_once_and_its_key_is_the_owners() {
        tls::install_crypto_providers();
        let folder = Folder::new("hall-once");
        let first = Authority::open(&folder.0, Some(HALL)).unwrap();
        let again = Authority::open(&folder.0, Some(HALL)).unwrap();
        assert_eq!(first.fingerprint(), again.fingerprint());
        assert_eq!(first.fingerprint().len(), 32 * 3 - 1);
        let mode = fs::metadata(folder.0.join(KEPT))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        let public = fs::read_to_string(folder.0.join(CERTIFICATE)).unwrap();
        assert!(!public.contains("PRIVATE"));
        again.vouch_for(&Names::of_this_machine(HALL)).unwrap();
    }

    #[test]
    fn it_vouches_for_no_public_address_but_the_one_it_was_made_for() {
        tls::install_crypto_providers();
        let folder = Folder::new("hall-public");
        let (own, other) = (v4(203, 0), v4(198, 51));
        let authority = Authority::open(&folder.0, Some(own)).unwrap();
        let vouch = |address| authority.vouch_for(&Names::of_this_machine(address));
        for address in [own, HALL, v4(10, 1), v6(0xfd00)] {
            vouch(address).unwrap();
        }
        let refused = vouch(other).unwrap_err().to_string();
        assert!(
            refused.contains("198.51.0.0") && refused.contains("Remove"),
            "{refused}"
        );
    }

    #[test]
    fn a_file_that_holds_no_ca_says_what_to_do() {
        let folder = Folder::new("hall-none");
        secret::write(&folder.0.join(KEPT), "nothing").unwrap();
        let refused = Authority::open(&folder.0, None).err().unwrap().to_string();
        assert!(
            refused.contains("holds no CA") && refused.contains(KEPT),
            "{refused}"
        );
    }
}
