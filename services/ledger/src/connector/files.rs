//! What a URL names for TLS, read.

use crate::database_url::{Authorities, DatabaseUrl, Identity, Proof, Security};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, RootCertStore};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::Arc;
use tls::Verification;
use tokio_postgres::config::SslNegotiation;

/// What PostgreSQL wants to hear where TLS comes before everything else.
const PROTOCOL: &[u8] = b"postgresql";

/// What the connection of a URL needs. Where it is in plain text, nobody is believed.
pub(super) fn client_config(url: &DatabaseUrl) -> Result<ClientConfig, String> {
    let (verification, identity) = match url.security() {
        Security::PlainText => (Verification::Full(Arc::new(RootCertStore::empty())), None),
        Security::Tls { proof, identity } => {
            let identity = identity.as_ref().map(certified).transpose()?;
            (verification(proof)?, identity)
        }
    };
    let client = tls::client(verification, identity);
    let mut client = client.map_err(|error| error.to_string())?;
    if url.config().get_ssl_negotiation() == SslNegotiation::Direct {
        client.alpn_protocols = vec![PROTOCOL.to_vec()];
    }
    Ok(client)
}

fn verification(proof: &Proof) -> Result<Verification, String> {
    Ok(match proof {
        Proof::Nothing => Verification::Nothing,
        Proof::Authority(file) => Verification::Authority(in_file(file)?),
        Proof::Full(Authorities::File(file)) => Verification::Full(in_file(file)?),
        Proof::Full(Authorities::System) => Verification::Full(of_system()?),
    })
}

fn in_file(path: &Path) -> Result<Arc<RootCertStore>, String> {
    let of = |error: &dyn std::fmt::Display| format!("sslrootcert={}: {error}", path.display());
    let pem = fs::read(path).map_err(|error| of(&error))?;
    tls::authorities(&pem).map_err(|error| of(&error))
}

fn of_system() -> Result<Arc<RootCertStore>, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    let (taken, _) = roots.add_parsable_certificates(found.certs);
    if taken == 0 {
        return Err(
            "the system names no CA that is trusted here: set sslrootcert=FILE to the PEM file of the server's CA".into(),
        );
    }
    Ok(Arc::new(roots))
}

fn certified(identity: &Identity) -> Result<Arc<CertifiedKey>, String> {
    let (certificate, key) = (&identity.certificate, &identity.key);
    let named = format!(
        "sslcert={} and sslkey={}",
        certificate.display(),
        key.display()
    );
    let read = || -> io::Result<_> { Ok((fs::read(certificate)?, secret(key)?)) };
    let (certificate, key) = read().map_err(|error| format!("{named}: {error}"))?;
    tls::certified(&certificate, &key).map_err(|error| format!("{named}: {error}"))
}

/// What is in a file that is nobody else's to read. As with libpq, a group may read one of root's.
fn secret(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    let others = match metadata.uid() {
        0 => 0o037,
        _ => 0o077,
    };
    if metadata.mode() & others != 0 {
        return Err(io::Error::other(
            "the private key is for its owner's eyes only: `chmod 600` it",
        ));
    }
    let mut key = Vec::new();
    file.read_to_end(&mut key)?;
    Ok(key)
}
