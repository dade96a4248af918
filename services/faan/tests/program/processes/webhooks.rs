//! Webhooks of a real service: told by the dispatcher that `faan up` runs, and by one that is killed.

use std::fs;
use std::path::Path;

use ledger::test_database::TestDatabase;
use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use crate::client::PATIENCE;
use crate::owner::Owner;
use crate::part::Part;
use crate::processes::certificates::Authority;
use crate::running::{Folder, Running, connect, faan, keygen, stderr};

/// Somebody who is told.
struct Receiver {
    listener: TcpListener,
}

/// What was sent, and where an answer is waited for.
struct Sent {
    headers: reqwest::header::HeaderMap,
    body: String,
    stream: tokio::io::BufReader<TcpStream>,
}

impl Receiver {
    async fn new() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Receiver { listener }
    }

    fn url(&self) -> String {
        format!("http://{}/hook", self.listener.local_addr().unwrap())
    }

    async fn next(&self) -> Sent {
        let accepted = timeout(PATIENCE, self.listener.accept()).await;
        let (stream, _) = accepted.expect("nothing arrives").unwrap();
        let mut stream = tokio::io::BufReader::new(stream);
        let mut headers = reqwest::header::HeaderMap::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).await.unwrap();
            if line == "\r\n" {
                break;
            }
            if let Some((name, value)) = line.trim_end().split_once(": ") {
                let name: reqwest::header::HeaderName = name.parse().unwrap();
                headers.insert(name, value.parse().unwrap());
            }
        }
        let length = headers["content-length"].to_str().unwrap().parse();
        let mut body = vec![0; length.unwrap()];
        stream.read_exact(&mut body).await.unwrap();
        let body = String::from_utf8(body).unwrap();
        Sent {
            headers,
            body,
            stream,
        }
    }
}

impl Sent {
    fn id(&self) -> &str {
        self.headers["webhook-id"].to_str().unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Takes it, and closes: the next one comes on another connection.
    async fn take(mut self) {
        let answer = b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
        self.stream.get_mut().write_all(answer).await.unwrap();
    }
}

async fn make_webhook(owner: &Owner, at: &str, receiver: &Receiver) -> Value {
    let new = json!({ "name": "hall", "url": receiver.url() });
    owner.write(&format!("{at}/webhooks"), new).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_tells_webhooks_what_is_entered() {
    let folder = Folder::prepared();
    let mut up = faan();
    up.args(["up", "--webhook-allow", "127.0.0.1/32", "--data-dir"])
        .arg(&folder.0);
    let running = Running::start_with(&mut up);
    let owner = Owner::of(&running).await;
    let (at, _) = owner.found_club().await;
    let receiver = Receiver::new().await;
    let made = make_webhook(&owner, &at, &receiver).await;
    let secret = made["secret"].as_str().unwrap();
    let verifier = standardwebhooks::Webhook::new(secret).unwrap();
    let player = json!({ "name": "Mei Ling" });
    let player = owner.write(&format!("{at}/players"), player).await;
    let sent = receiver.next().await;
    verifier
        .verify(sent.body.as_bytes(), &sent.headers)
        .unwrap();
    assert!(!sent.body.contains("Mei"), "{}", sent.body);
    let told = sent.json();
    assert_eq!(told["type"], "player.enrolled");
    let entries = owner.read_json(&format!("{at}/ledger/entries")).await;
    assert_eq!(
        entries["entries"].as_array().unwrap().last(),
        Some(&told["data"]["entry"])
    );
    let leaf = told["data"]["entry"]["leaf"].as_str().unwrap();
    assert!(leaf.contains(player["id"].as_str().unwrap()));
    sent.take().await;
    let path = format!("{at}/webhooks/{}", made["id"].as_str().unwrap());
    owner.write(&format!("{path}:test"), json!({})).await;
    let test = receiver.next().await;
    verifier
        .verify(test.body.as_bytes(), &test.headers)
        .unwrap();
    assert_eq!(test.json()["type"], "webhook.test");
    test.take().await;
    let (status, said) = running.end(Signal::TERM);
    assert!(
        status.success() && said.contains("The dispatcher has stopped."),
        "{said}"
    );
}

/// A dispatcher that has said that it waits.
fn dispatcher(database: &TestDatabase, key: &Path) -> Part {
    let mut command = faan();
    command
        .args(["dispatcher", "--webhook-allow", "127.0.0.1/32"])
        .arg("--webhook-key")
        .arg(key)
        .env("FAAN_DISPATCHER_DATABASE_URL", database.dispatcher_url());
    let (part, said) = Part::start(&mut command);
    assert_eq!(said, "dispatcher waits for entries");
    part
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_dispatcher_was_sending_another_sends_again() {
    let (database, folder) = (TestDatabase::create().await, Folder::new());
    let key = folder.0.join("key");
    keygen(&key, &["--webhooks"]);
    let mut up = faan();
    up.args(["up", "--webhook-allow", "127.0.0.1/32", "--webhook-key"])
        .arg(&key)
        .arg("--data-dir")
        .arg(folder.0.join("data"))
        .env("FAAN_DATABASE_URL", database.url());
    let running = Running::start_with(&mut up);
    let owner = Owner::of(&running).await;
    let (at, _) = owner.found_club().await;
    let receiver = Receiver::new().await;
    make_webhook(&owner, &at, &receiver).await;
    let mut first = dispatcher(&database, &key);
    let players = format!("{at}/players");
    for name in ["Mei", "Siu", "Bo"] {
        owner.write(&players, json!({ "name": name })).await;
    }
    receiver.next().await.take().await;
    let sent = receiver.next().await;
    // It is told, and killed before it hears that.
    first.kill();
    let second = sent.id().to_owned();
    sent.take().await;

    let other = dispatcher(&database, &key);
    let admin = connect(&database.admin_url()).await;
    // A minute goes by.
    let lapse = "UPDATE webhooks SET leased_until = now(); NOTIFY faan_dispatcher";
    admin.batch_execute(lapse).await.unwrap();
    let again = receiver.next().await;
    assert_eq!(again.id(), second);
    again.take().await;
    let third = receiver.next().await;
    let seq = |id: &str| id.rsplit_once('_').unwrap().1.parse::<u64>().unwrap();
    assert_eq!(seq(third.id()), seq(&second) + 1);
    third.take().await;
    other.stop();
}

#[test]
fn a_dispatcher_without_a_key_does_not_start() {
    let told = "FAAN_DISPATCHER_DATABASE_URL";
    let started = faan()
        .arg("dispatcher")
        .env(told, "postgres://x/y")
        .output();
    let said = stderr(&started.unwrap());
    assert!(said.contains("--webhook-key FILE"), "{said}");
}

/// A CA that nobody can be held against would mean that no receiver inside is told anything, and nobody knows why.
#[test]
fn without_a_ca_that_is_one_no_dispatcher_starts() {
    let folder = Folder::new();
    let [key, ca] = ["key", "ca.pem"].map(|name| folder.0.join(name));
    keygen(&key, &["--webhooks"]);
    let start = || {
        let mut command = faan();
        command.args(["dispatcher", "--webhook-key"]).arg(&key);
        command.arg("--webhook-ca").arg(&ca);
        // Nobody is there: it does not come so far.
        let url = "postgres://nobody@127.0.0.1:9/faan";
        let refused = command.env("FAAN_DISPATCHER_DATABASE_URL", url).output();
        stderr(&refused.unwrap())
    };
    let text = start();
    assert!(text.contains("cannot read "), "{text}");
    fs::write(&ca, "a CA").unwrap();
    let text = start();
    let sentence = "--webhook-ca: what should be a CA is no certificate";
    assert!(text.contains(sentence), "{text}");
    fs::write(&ca, Authority::new().pem()).unwrap();
    let text = start();
    assert!(!text.contains("--webhook-ca") && !text.is_empty(), "{text}");
}
