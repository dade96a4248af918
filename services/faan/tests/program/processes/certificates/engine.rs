//! An engine elsewhere, and a gateway that asks it: each follows its files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ledger::test_database::TestDatabase;
use tonic::transport::{Certificate, ClientTlsConfig, Endpoint};

use super::{Authority, folder};
use crate::part::Part;
use crate::processes::gateway::{Gateway, gateway};
use crate::running::{eventually, faan};

/// A `faan engine` under TLS.
struct Engine {
    port: String,
    _part: Part,
}

impl Engine {
    fn start([certificate, key, client_ca]: [&Path; 3], log: &Path) -> Self {
        let mut command = faan();
        command.args(["engine", "--engine-listen", "127.0.0.1:0"]);
        command.arg("--engine-cert").arg(certificate);
        command.arg("--engine-key").arg(key);
        command.arg("--engine-client-ca").arg(client_ca);
        command.stderr(File::create(log).unwrap());
        let (part, said) = Part::start(&mut command);
        let (_, port) = said.rsplit_once(':').unwrap();
        Self {
            port: port.to_owned(),
            _part: part,
        }
    }

    fn url(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Whether it shows whoever comes a certificate of an authority.
    async fn is_of(&self, authority: &Authority) -> bool {
        let trusted = ClientTlsConfig::new().ca_certificate(Certificate::from_pem(authority.pem()));
        let endpoint = Endpoint::from_shared(self.url()).unwrap();
        let channel = endpoint.tls_config(trusted).unwrap().connect().await;
        channel.is_ok()
    }
}

async fn told(log: &Path, sentence: &str) {
    eventually(sentence, async || {
        fs::read_to_string(log).unwrap().contains(sentence)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_and_its_engine_follow_their_files_while_they_serve() {
    let (folder, [token_key, certificate, key]) = folder();
    let names = ["client.pem", "client-key.pem", "client-ca.pem", "ca.pem"];
    let [client, client_key, client_ca, ca] = names.map(|name| folder.0.join(name));
    let logs: [PathBuf; 2] = ["engine.log", "gateway.log"].map(|name| folder.0.join(name));
    let (ours, others) = (Authority::new(), Authority::new());
    // Nobody is yet whom the other believes.
    others.issue("localhost", &certificate, &key);
    fs::write(&client_ca, ours.pem()).unwrap();
    others.issue("gateway", &client, &client_key);
    fs::write(&ca, ours.pem()).unwrap();
    let engine = Engine::start([&certificate, &key, &client_ca], &logs[0]);
    let database = TestDatabase::create().await;
    let mut command = gateway(&token_key);
    command.arg("--engine-url").arg(engine.url());
    command.arg("--engine-ca").arg(&ca);
    command.arg("--engine-client-cert").arg(&client);
    command.arg("--engine-client-key").arg(&client_key);
    command.stderr(File::create(&logs[1]).unwrap());
    let gateway = Gateway::start_with(&database, &mut command);
    let is_ready = async || {
        let answer = reqwest::get(format!("{}/readyz", gateway.url)).await;
        answer.is_ok_and(|answer| answer.status().is_success())
    };
    assert!(!is_ready().await);
    // Half of something is left alone.
    fs::write(&certificate, "-----BEGIN CERTIF").unwrap();
    told(
        &logs[0],
        "the engine goes on with the certificates that it has",
    )
    .await;
    assert!(engine.is_of(&others).await);
    ours.issue("localhost", &certificate, &key);
    eventually("the engine shows what it is given", async || {
        engine.is_of(&ours).await
    })
    .await;
    assert!(!is_ready().await);
    ours.issue("gateway", &client, &client_key);
    eventually("the gateway shows what it is given", is_ready).await;
    fs::write(&ca, "").unwrap();
    told(&logs[1], "goes on with the certificates that it has").await;
    eventually("the gateway goes on", is_ready).await;
    gateway.stop();
}
