//! TLS by two files.

mod engine;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use ledger::test_database::TestDatabase;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use reqwest::StatusCode;

use crate::part::Part;
use crate::processes::gateway::{Gateway, gateway};
use crate::running::{Folder, Running, eventually, faan, keygen, prepare, stderr};

const HOST: &str = "faan.example.org";

/// Who signs certificates.
pub(crate) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        Self(CertifiedIssuer::self_signed(params, key).unwrap())
    }

    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    /// Writes a certificate for a name, and its key.
    pub(crate) fn issue(&self, name: &str, certificate: &Path, key: &Path) {
        self.issue_of(name, (1975, 4096), certificate, key);
    }

    /// The same, good from the beginning of one year to the beginning of another.
    pub(crate) fn issue_of(&self, name: &str, years: (i32, i32), certificate: &Path, key: &Path) {
        let own = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        // A certificate whose subject is its issuer's would pass for one that signed itself.
        let subject = &mut params.distinguished_name;
        subject.push(DnType::CommonName, name);
        params.not_before = date_time_ymd(years.0, 1, 1);
        params.not_after = date_time_ymd(years.1, 1, 1);
        let signed = params.signed_by(&own, &self.0).unwrap();
        fs::write(certificate, signed.pem()).unwrap();
        fs::write(key, own.serialize_pem()).unwrap();
        fs::set_permissions(key, fs::Permissions::from_mode(0o600)).unwrap();
    }
}

/// Writes a certificate of an authority of its own, and its key; returns what a client trusts.
fn issue(certificate: &Path, key: &Path) -> reqwest::Certificate {
    let authority = Authority::new();
    authority.issue(HOST, certificate, key);
    reqwest::Certificate::from_pem(authority.pem().as_bytes()).unwrap()
}

/// Asks a service as somebody who trusts one authority: what comes back, if the two understand each other.
async fn get(url: &str, trusted: &reqwest::Certificate) -> Option<StatusCode> {
    let address = url.strip_prefix("https://").unwrap().parse().unwrap();
    let http = reqwest::Client::builder()
        .tls_certs_only([trusted.clone()])
        .resolve(HOST, address)
        .build()
        .unwrap();
    let url = format!("https://{HOST}:{}/livez", address.port());
    let answer = http.get(url).send().await;
    answer.ok().map(|answer| answer.status())
}

/// Waits until a service shows a certificate of the authority that is trusted.
async fn is_shown(url: &str, trusted: &reqwest::Certificate) {
    let is_shown = async || get(url, trusted).await == Some(StatusCode::OK);
    eventually("the certificate is shown", is_shown).await;
}

/// A folder with a token key, and where the certificate and its key are to be.
fn folder() -> (Folder, [PathBuf; 3]) {
    let folder = Folder::new();
    let paths = ["token.pem", "cert.pem", "key.pem"].map(|name| folder.0.join(name));
    keygen(&paths[0], &[]);
    (folder, paths)
}

fn under_tls(mut command: Command, certificate: &Path, key: &Path) -> Command {
    command.arg("--gateway-cert").arg(certificate);
    command.arg("--gateway-key").arg(key);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_is_renewed_while_the_gateway_serves() {
    let (_folder, [token_key, certificate, key]) = folder();
    let database = TestDatabase::create().await;
    let first = issue(&certificate, &key);
    let mut command = under_tls(gateway(&token_key), &certificate, &key);
    let gateway = Gateway::start_with(&database, &mut command);
    is_shown(&gateway.url, &first).await;
    let second = issue(&certificate, &key);
    is_shown(&gateway.url, &second).await;
    assert_eq!(get(&gateway.url, &first).await, None);
    gateway.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_certificate_out_of_its_time_does_not_replace_a_good_one() {
    let (folder, [token_key, certificate, key]) = folder();
    let log = folder.0.join("log");
    let database = TestDatabase::create().await;
    let first = issue(&certificate, &key);
    let mut command = under_tls(gateway(&token_key), &certificate, &key);
    command.stderr(fs::File::create(&log).unwrap());
    let gateway = Gateway::start_with(&database, &mut command);
    let told = async |sentence: &str| {
        eventually(sentence, async || {
            let said = fs::read_to_string(&log).unwrap();
            said.contains("goes on with the certificates that it has") && said.contains(sentence)
        })
        .await;
    };
    for (years, sentence) in [
        ((2020, 2021), "the certificate expired on 2021-01-01"),
        (
            (4000, 4001),
            "the certificate is not valid before 4000-01-01",
        ),
    ] {
        Authority::new().issue_of(HOST, years, &certificate, &key);
        told(sentence).await;
        is_shown(&gateway.url, &first).await;
    }
    let second = issue(&certificate, &key);
    is_shown(&gateway.url, &second).await;
    gateway.stop();
}

#[test]
fn with_a_certificate_out_of_its_time_nothing_starts() {
    let (folder, [token_key, certificate, key]) = folder();
    for (years, sentence) in [
        ((2020, 2021), "the certificate expired on 2021-01-01"),
        (
            (4000, 4001),
            "the certificate is not valid before 4000-01-01",
        ),
    ] {
        Authority::new().issue_of(HOST, years, &certificate, &key);
        let mut of_gateway = under_tls(gateway(&token_key), &certificate, &key);
        of_gateway.env("FAAN_DATABASE_URL", "postgres://nobody@127.0.0.1:9/faan");
        let mut of_engine = faan();
        of_engine.args(["engine", "--engine-listen", "127.0.0.1:0"]);
        of_engine.arg("--engine-cert").arg(&certificate);
        of_engine.arg("--engine-key").arg(&key);
        for (command, flag) in [
            (&mut of_gateway, "--gateway-cert"),
            (&mut of_engine, "--engine-cert"),
        ] {
            // One that starts all the same says so, and does not end.
            let log = folder.0.join("log");
            let command = command.stderr(fs::File::create(&log).unwrap());
            let ended = Part::try_start(command).err().unwrap();
            let said = fs::read_to_string(log).unwrap();
            assert!(!ended.success());
            assert!(said.contains(sentence) && said.contains(flag), "{said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_on_one_machine_speaks_tls_too() {
    let (folder, [_, certificate, key]) = folder();
    let trusted = issue(&certificate, &key);
    let data = folder.0.join("data");
    prepare(&data);
    let mut command = faan();
    command.arg("up").arg("--data-dir").arg(data);
    let running = Running::start_with(&mut under_tls(command, &certificate, &key));
    is_shown(&running.url, &trusted).await;
}

#[test]
fn without_a_certificate_that_can_be_shown_it_does_not_start() {
    let (folder, [token_key, certificate, key]) = folder();
    issue(&certificate, &key);
    let [other, open] = ["other.pem", "open.pem"].map(|name| folder.0.join(name));
    issue(&folder.0.join("others-cert.pem"), &other);
    fs::copy(&key, &open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o644)).unwrap();
    let missing = folder.0.join("missing.pem");
    for (certificate, key, sentence) in [
        (&missing, &key, "cannot read "),
        (&certificate, &missing, "cannot read "),
        (
            &certificate,
            &other,
            "the private key is not that of the certificate",
        ),
        (&certificate, &open, "open.pem has the mode 0644"),
    ] {
        let mut command = under_tls(gateway(&token_key), certificate, key);
        // Nobody is there: it does not come so far.
        let command = command.env("FAAN_DATABASE_URL", "postgres://nobody@127.0.0.1:9/faan");
        let refused = command.output().unwrap();
        assert!(!refused.status.success());
        let text = stderr(&refused);
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    let mut half = gateway(&token_key);
    half.env("FAAN_DATABASE_URL", "postgres://nobody@127.0.0.1:9/faan");
    let refused = half
        .arg("--gateway-cert")
        .arg(&certificate)
        .output()
        .unwrap();
    let text = stderr(&refused);
    assert!(text.contains("--gateway-key <FILE>"), "{text}");
}
