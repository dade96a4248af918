//! Token keys change while people play on, and are nobody else's to read.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ledger::test_database::TestDatabase;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client;
use crate::owner::Owner;
use crate::processes::gateway::{Gateway, gateway};
use crate::running::{Folder, PASSWORD, eventually, faan, keygen, stderr};

/// What stands before two gateways: whoever asks gets to either, and to the other if one is away.
#[derive(Clone)]
struct Balancer {
    http: reqwest::Client,
    urls: Arc<Mutex<[String; 2]>>,
}

impl Balancer {
    async fn me(&self, token: &str, first: usize) -> StatusCode {
        for turn in [first, first + 1].repeat(1_000) {
            let url = self.urls.lock().unwrap()[turn % 2].clone();
            let asked = self.http.get(format!("{url}/v1/users/me"));
            match asked.bearer_auth(token).send().await {
                // It is put off.
                Ok(answer) if [408, 503].contains(&answer.status().as_u16()) => {}
                Ok(answer) => return answer.status(),
                Err(_) => {}
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("no gateway is there");
    }

    async fn post(&self, path: &str, body: Value) -> Value {
        let url = self.urls.lock().unwrap()[0].clone();
        Owner::nobody(&url).write(path, body).await
    }

    async fn token(&self) -> String {
        let credentials = json!({ "email": "mei@example.org", "password": PASSWORD });
        let session = self.post("/v1/sessions", credentials).await;
        session["access_token"].as_str().unwrap().to_owned()
    }
}

/// Asks at both gateways in turn, with every token there is, until told to stop, and counts that. Returns the answers that refuse.
async fn ask_on(
    balancer: Balancer,
    tokens: Arc<Mutex<Vec<String>>>,
    asked: Arc<AtomicUsize>,
    mut stop: tokio::sync::oneshot::Receiver<()>,
) -> Vec<StatusCode> {
    let mut refused = Vec::new();
    while stop.try_recv().is_err() {
        let tokens = tokens.lock().unwrap().clone();
        for token in tokens {
            let turn = asked.load(Ordering::Relaxed);
            let status = balancer.me(&token, turn).await;
            asked.store(turn + 1, Ordering::Relaxed);
            if status != StatusCode::OK {
                refused.push(status);
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    refused
}

#[tokio::test(flavor = "multi_thread")]
async fn token_keys_change_and_nobody_is_signed_out() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let [old, new] = ["old.pem", "new.pem"].map(|name| {
        let path = folder.0.join(name);
        keygen(&path, &[]);
        path
    });
    let start = |key: &Path, also| Gateway::start(&database, key, also);
    let mut gateways = [start(&old, None), start(&old, None)];
    let urls = gateways.each_ref().map(|gateway| gateway.url.clone());
    let balancer = Balancer {
        http: client::http(),
        urls: Arc::new(Mutex::new(urls)),
    };
    let new_user =
        json!({ "email": "mei@example.org", "password": PASSWORD, "display_name": "Mei" });
    balancer.post("/v1/users", new_user).await;
    let before = balancer.token().await;
    let tokens = Arc::new(Mutex::new(vec![before.clone()]));
    let (stop, stopped) = tokio::sync::oneshot::channel();
    let asked = Arc::<AtomicUsize>::default();
    let asking = ask_on(balancer.clone(), tokens.clone(), asked.clone(), stopped);
    let asking = tokio::spawn(asking);

    // One gateway after the other: first all learn the new key, then all sign with it.
    for (key, also) in [(&old, &new), (&new, &old)] {
        for (place, gateway) in gateways.iter_mut().enumerate() {
            let next = start(key, Some(also));
            balancer.urls.lock().unwrap()[place] = next.url.clone();
            std::mem::replace(gateway, next).stop();
            let token = balancer.token().await;
            tokens.lock().unwrap().push(token);
            // People play on with all tokens before the next change.
            let so_far = asked.load(Ordering::Relaxed);
            let plays = async || asked.load(Ordering::Relaxed) > so_far + 12;
            eventually("people play on", plays).await;
        }
    }
    stop.send(()).unwrap();
    let refused = asking.await.unwrap();
    assert_eq!(refused, [] as [StatusCode; 0], "of {asked:?}");

    // Once the old key is left out, its tokens are nobody's, and those of the new one go on.
    let last = tokens.lock().unwrap().pop().unwrap();
    let alone = start(&new, None);
    *balancer.urls.lock().unwrap() = [alone.url.clone(), alone.url.clone()];
    assert_eq!(balancer.me(&before, 0).await, StatusCode::UNAUTHORIZED);
    assert_eq!(balancer.me(&last, 0).await, StatusCode::OK);
}

#[test]
fn a_private_key_that_others_may_read_is_not_used() {
    let folder = Folder::new();
    let [good, open] = ["good.pem", "token-key.pem"].map(|name| folder.0.join(name));
    for key in [&good, &open] {
        keygen(key, &[]);
    }
    fs::set_permissions(&open, fs::Permissions::from_mode(0o644)).unwrap();
    let mut also = gateway(&good);
    also.arg("--token-key-also").arg(&open);
    let mut engine = faan();
    engine.args(["engine", "--engine-listen", "127.0.0.1:0"]);
    engine.arg("--engine-cert").arg(&good);
    engine.arg("--engine-key").arg(&open);
    let mut client = gateway(&good);
    for flag in ["--engine-ca", "--engine-client-cert", "--engine-client-key"] {
        client.arg(flag).arg(&open);
    }
    let mut token = faan();
    token.args(["engine-token", "--subject", "test", "--token-key"]);
    token.arg(&open);
    let mut public = faan();
    public.arg("token-keys").arg(&open);
    let mut everything = faan();
    everything.args(["up", "--gateway-listen", "127.0.0.1:0"]);
    everything.args(["--engine-listen", "127.0.0.1:0", "--data-dir"]);
    everything.arg(&folder.0);
    for mut command in [
        gateway(&open),
        also,
        engine,
        client,
        token,
        public,
        everything,
    ] {
        // Nobody is there: it does not come so far.
        if command.get_args().any(|argument| argument == "gateway") {
            command.env("FAAN_DATABASE_URL", "postgres://nobody@127.0.0.1:9/faan");
        }
        let refused = command.output().unwrap();
        let text = stderr(&refused);
        let open = open.file_name().unwrap().to_str().unwrap();
        let sentence =
            format!("{open} has the mode 0644, and a secret is for its owner's eyes only");
        assert!(!refused.status.success(), "{command:?}");
        assert!(text.contains(&sentence), "{command:?}: {text}");
    }
}
