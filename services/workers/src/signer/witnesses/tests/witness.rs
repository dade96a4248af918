//! A witness, as c2sp.org/tlog-witness has it, and what else may sit at its address.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use actix_web::web::{Bytes, Data, post};
use actix_web::{App, HttpResponse, HttpServer};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use evidence::{
    Checkpoint, SignedNote, SignerKey, VerifierKey, WitnessKey, WitnessSigner, empty_root,
    verify_consistency,
};
use ledger::Hash;

use crate::config;

/// How it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// As it should.
    Honest,
    /// Not at all.
    Hangs,
    /// With an error.
    Fails,
    /// With a signature that is not good.
    Forges,
    /// With the cosignature of another text.
    Strays,
    /// With a cosignature of somebody whom nobody asked.
    Sends,
    /// Far too much.
    Floods,
    /// That another address should be asked.
    Redirects,
    /// That it cosigned another size, and not which.
    Mumbles,
}

pub(super) struct Witness {
    state: Data<State>,
    address: SocketAddr,
}

struct State {
    signer: WitnessSigner,
    log: VerifierKey,
    now: Mutex<Now>,
}

/// What it cosigned last, and how it is.
#[derive(Clone)]
pub(super) struct Now {
    mood: Mood,
    pub(super) size: u64,
    root: Hash,
    /// The old sizes of the requests.
    pub(super) asked: Vec<u64>,
}

impl Witness {
    pub(super) fn start(number: u8, log: &VerifierKey) -> Witness {
        let name = format!("witness{number}.example");
        let state = Data::new(State {
            signer: WitnessSigner::new(&name, &[number; 32]).unwrap(),
            log: log.for_directory(),
            now: Mutex::new(Now {
                mood: Mood::Honest,
                size: 0,
                root: empty_root(),
                asked: Vec::new(),
            }),
        });
        let served = state.clone();
        let server = HttpServer::new(move || {
            App::new()
                .app_data(served.clone())
                .route("/w/add-checkpoint", post().to(answer))
                .route("/w/elsewhere", post().to(add_checkpoint))
        });
        // However long the test is stopped, a request is not late.
        let server = server.client_request_timeout(Duration::ZERO);
        let server = server.workers(1).disable_signals().shutdown_timeout(0);
        let server = server.bind("127.0.0.1:0").unwrap();
        let address = server.addrs()[0];
        tokio::spawn(server.run());
        Witness { state, address }
    }

    pub(super) fn key(&self) -> WitnessKey {
        self.state.signer.public()
    }

    pub(super) fn setting(&self) -> config::Witness {
        let (address, key) = (self.address, self.key());
        format!("http://{address}/w={key}").parse().unwrap()
    }

    pub(super) fn feels(&self, mood: Mood) {
        self.state.now.lock().unwrap().mood = mood;
    }

    pub(super) fn now(&self) -> Now {
        self.state.now.lock().unwrap().clone()
    }

    /// It cosigned this last.
    pub(super) fn saw(&self, size: u64, root: Hash) {
        let mut now = self.state.now.lock().unwrap();
        (now.size, now.root) = (size, root);
    }
}

async fn answer(state: Data<State>, body: Bytes) -> HttpResponse {
    let mood = state.now.lock().unwrap().mood;
    let signer = &state.signer;
    let ok = |lines: String| HttpResponse::Ok().body(lines);
    let another = || {
        let key = SignerKey::new("another", &[1; 32]).unwrap();
        SignedNote::sign("another\n", &key).unwrap()
    };
    match mood {
        Mood::Honest => add_checkpoint(state, body).await,
        Mood::Hangs => std::future::pending().await,
        Mood::Fails => HttpResponse::InternalServerError().finish(),
        Mood::Forges => ok(bent(&line(signer, read(&body).2))),
        Mood::Strays => ok(line(signer, another())),
        Mood::Sends => {
            let somebody = WitnessSigner::new("somebody.example", &[99; 32]).unwrap();
            ok(line(&somebody, read(&body).2))
        }
        Mood::Floods => ok("x".repeat(1 << 20)),
        Mood::Redirects => HttpResponse::TemporaryRedirect()
            .insert_header(("location", "/w/elsewhere"))
            .finish(),
        Mood::Mumbles => HttpResponse::Conflict().body("5\n"),
    }
}

/// In the order of the specification.
async fn add_checkpoint(state: Data<State>, body: Bytes) -> HttpResponse {
    let (old, proof, note) = read(&body);
    let mut now = state.now.lock().unwrap();
    now.asked.push(old);
    let Ok(checkpoint) = Checkpoint::open(&note, &state.log) else {
        return HttpResponse::Forbidden().finish();
    };
    let Checkpoint { size, root, .. } = checkpoint;
    if old > size {
        return HttpResponse::BadRequest().finish();
    }
    if old != now.size {
        return HttpResponse::Conflict()
            .insert_header(("content-type", "text/x.tlog.size"))
            .body(format!("{}\n", now.size));
    }
    if old == size && root != now.root {
        return HttpResponse::Conflict().finish();
    }
    if verify_consistency(now.size, now.root, size, root, &proof).is_err() {
        return HttpResponse::UnprocessableEntity().finish();
    }
    (now.size, now.root) = (size, root);
    HttpResponse::Ok().body(line(&state.signer, note))
}

/// The old size, the proof and the note.
fn read(body: &[u8]) -> (u64, Vec<Hash>, SignedNote) {
    let (above, note) = str::from_utf8(body).unwrap().split_once("\n\n").unwrap();
    let mut lines = above.split('\n');
    let old = lines.next().unwrap().strip_prefix("old ").unwrap();
    let hash = |line| Hash(BASE64_STANDARD.decode(line).unwrap().try_into().unwrap());
    let note = SignedNote::parse(note.as_bytes()).unwrap();
    (old.parse().unwrap(), lines.map(hash).collect(), note)
}

fn line(signer: &WitnessSigner, note: SignedNote) -> String {
    let note = note.cosigned(signer, 1_800_000_000).unwrap();
    note.signatures().last().unwrap().to_string()
}

/// The line with another bit in its last byte.
fn bent(line: &str) -> String {
    let (signer, bytes) = line.trim_end().rsplit_once(' ').unwrap();
    let mut bytes = BASE64_STANDARD.decode(bytes).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    format!("{signer} {}\n", BASE64_STANDARD.encode(bytes))
}
