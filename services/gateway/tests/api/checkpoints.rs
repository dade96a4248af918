//! What was signed, as everybody gets it. How it comes to be signed, the signer's own tests show.

use std::time::Duration;

use gateway::Clock;
use ledger::evidence::{
    Checkpoint, Frontier, Head, Receipt, SignedNote, SignerKey, WitnessSigner, club_hash,
    directory_origin, leaf_hash,
};
use ledger::{ClubId, Hash, NewCheckpoint, SignedRound, SignerLedger, WorkNotifications};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, wait_until};
use crate::operations::readiness;

/// A signer of this test's.
pub(crate) struct Signer {
    pub(crate) ledger: SignerLedger,
    pub(crate) key: SignerKey,
    directory: Frontier,
}

impl Signer {
    pub(crate) async fn new(app: &TestApp) -> Self {
        let key = SignerKey::new("faan.test", &[7; 32]).unwrap();
        let ledger = SignerLedger::connect(&app.database().signer_url()).await;
        let ledger = ledger.unwrap();
        ledger.use_keys(&[key.public()]).await.unwrap();
        let directory = Frontier::EMPTY;
        Self {
            ledger,
            key,
            directory,
        }
    }

    /// Signs all clubs that have grown, if there are any, as the rounds at regular intervals do.
    pub(crate) async fn sign(&mut self) {
        let (mut heads, mut checkpoints) = (Vec::new(), Vec::new());
        for found in self.ledger.heads(false).await.unwrap() {
            let (club, head) = (found.club, found.head);
            if found.signed.is_some_and(|signed| signed.size == head.size) {
                continue;
            }
            let key = self.key.for_club(club);
            let checkpoint = checkpoint(key.public().name(), head.size, head.root);
            let leaf = Head::of(club, &checkpoint).to_bytes().unwrap();
            checkpoints.push(NewCheckpoint {
                club,
                head,
                note: checkpoint.sign(&key).unwrap(),
                head_index: self.directory.size() + heads.len() as u64,
            });
            heads.push(leaf);
        }
        if !heads.is_empty() {
            self.store(heads, checkpoints).await;
        }
    }

    /// Has the directory have heads of so many clubs that are gone.
    pub(crate) async fn sign_others(&mut self, clubs: u128) {
        let head = |number| {
            let club = ClubId(uuid::Uuid::from_u128(number));
            let head = Head {
                club_hash: club_hash(club),
                size: 1,
                root: Hash::of(&[]),
            };
            head.to_bytes().unwrap()
        };
        self.store((0..clubs).map(head).collect(), Vec::new()).await;
    }

    async fn store(&mut self, heads: Vec<Vec<u8>>, checkpoints: Vec<NewCheckpoint>) {
        let (first_head, mut completes) = (self.directory.size(), Vec::new());
        for leaf in &heads {
            completes.extend(self.directory.push(leaf_hash(leaf)));
        }
        let tree = self.directory.clone();
        let origin = directory_origin("faan.test");
        let note = checkpoint(&origin, tree.size(), tree.root()).sign(&self.key.for_directory());
        let signed = SignedRound {
            first_head,
            heads,
            completes,
            tree,
            note: note.unwrap(),
            checkpoints,
        };
        self.ledger.store(signed).await.unwrap();
        self.ledger.report(Vec::new(), true).await.unwrap();
    }
}

fn checkpoint(origin: &str, size: u64, root: Hash) -> Checkpoint {
    let origin = origin.to_owned();
    Checkpoint { origin, size, root }
}

impl Club<'_> {
    fn id(&self) -> ClubId {
        self.path.rsplit('/').next().unwrap().parse().unwrap()
    }

    /// A text of the ledger.
    async fn text(&self, what: &str) -> String {
        let answer = self.get(&format!("/ledger/{what}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert!(answer.header("content-type").starts_with("text/plain"));
        answer.text
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_signed_is_proven_to_whoever_has_the_key() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut signer = Signer::new(&app).await;
    signer.sign().await;
    club.open_match("old-hong-kong").await;
    signer.sign().await;
    let key = signer.key.public();

    let note = club.text("checkpoint").await;
    let note = SignedNote::parse(note.as_bytes()).unwrap();
    let latest = Checkpoint::open(&note, &key.for_club(club.id())).unwrap();
    assert_eq!(latest.size, 7);
    let earlier = club.text("checkpoint?size=5").await;
    for (seq, size) in [(1, 5), (5, 5), (6, 7), (7, 7)] {
        let receipt = club.text(&format!("entries/{seq}/receipt")).await;
        let checked = Receipt::parse(receipt.as_bytes())
            .unwrap()
            .check(&key, club.id());
        let checked = checked.unwrap();
        assert_eq!((checked.seq, checked.size), (seq, size));
        assert_eq!(receipt.ends_with(&earlier), size == 5);
    }
    let directory = app
        .nobody()
        .get("/v1/ledger/directory/checkpoint")
        .await
        .text;
    let note = SignedNote::parse(directory.as_bytes()).unwrap();
    let directory = Checkpoint::open(&note, &key.for_directory()).unwrap();
    let page = app
        .nobody()
        .get("/v1/ledger/directory/heads")
        .await
        .expect(200);
    let mut tree = Frontier::EMPTY;
    let leaves = page["heads"].as_array().unwrap().iter();
    let leaves: Vec<&str> = leaves.map(|head| head["leaf"].as_str().unwrap()).collect();
    for leaf in &leaves {
        tree.push(leaf_hash(leaf.as_bytes()));
    }
    assert_eq!((directory.size, directory.root), (2, tree.root()));
    let last = Head::parse(leaves[1].as_bytes()).unwrap();
    assert_eq!((last.club_hash, last.size), (club_hash(club.id()), 7));
    let page = app
        .nobody()
        .get("/v1/ledger/directory/heads?limit=1")
        .await
        .expect(200);
    assert_eq!(
        (&page["next_after"], &page["heads"][0]["index"]),
        (&1.into(), &0.into())
    );
    let page = app
        .nobody()
        .get("/v1/ledger/directory/heads?after=1")
        .await
        .expect(200);
    assert_eq!(
        (&page["next_after"], &page["heads"][0]["leaf"]),
        (&Value::Null, &leaves[1].into())
    );
    let keys = app.nobody().get("/.well-known/log-keys").await.expect(200);
    assert_eq!(keys["keys"][0]["verifier_key"], key.to_string());
    assert_eq!(keys["keys"][0]["state"], "current");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_signed_yet_says_so() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(
            r#"
        owner GET $club/ledger/checkpoint -> 409 not_yet_signed; @retry-after = 5
        owner GET $club/ledger/entries/1/receipt -> 409 not_yet_signed; @retry-after = 5
        owner POST $club/ledger/checkpoint null -> 409 not_yet_signed
        nobody GET /v1/ledger/directory/checkpoint -> 409 not_yet_signed
        owner GET $club/ledger/checkpoint?size=5 -> 404 not_found
        owner GET $club/ledger/entries/6/receipt -> 404 not_found
        owner GET $club/ledger/entries/0/receipt -> 404 not_found
        owner GET $club/ledger/entries/x/receipt -> 404 not_found
        nobody GET /.well-known/log-keys -> 200; /keys = []
        "#,
        )
        .await;
    Signer::new(&app).await.sign().await;
    let path = format!("{}/ledger/checkpoint", club.path);
    let asked = club.owner.act(Method::POST, &path).await;
    assert_eq!(
        (asked.status, &asked.text),
        (200, &club.text("checkpoint").await)
    );
}

/// Each checkpoint is a head that the public directory keeps for ever.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_requests_many_checkpoints_has_one_a_minute() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let club = app.club().await;
    let wakes = WorkNotifications::of_signer(&app.database().signer_url()).await;
    let mut wakes = wakes.unwrap();
    let mut signer = Signer::new(&app).await;
    let signing = tokio::spawn(async move {
        while wakes.next().await.is_some() {
            signer.sign().await;
        }
    });
    let path = format!("{}/ledger/checkpoint", club.path);
    let grow_and_ask = async |name: String| {
        let players = format!("{}/players", club.path);
        let player = json!({"name": name});
        club.owner.post(&players, player).await.expect(201);
        club.owner.act(Method::POST, &path).await
    };
    for number in 0..10 {
        let asked = grow_and_ask(format!("Player {number}")).await;
        // Beside other tests, signing may take longer than the request waits.
        let is_late = asked.status == 409;
        assert!(is_late || asked.status == 200, "{}", asked.text);
        // Whatever is signed later is not what the next entry is signed by.
        let is_signed = async || {
            let head = club.get("/ledger/head").await.expect(200);
            let signed = club.get("/ledger/checkpoint").await.text;
            signed.lines().nth(1) == Some(&head["size"].to_string())
        };
        wait_until("it is signed", is_signed).await;
    }
    assert_eq!(
        grow_and_ask("One too many".to_owned()).await.status,
        409,
        "not signed"
    );
    app.clock.advance(Duration::from_secs(60));
    let asked = async || club.owner.act(Method::POST, &path).await.status == 200;
    wait_until("it is signed a minute later", asked).await;
    signing.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_tells_of_the_signer() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let ready = async |path: &str| readiness(&app, path).await;
    let is = |said: &Value, status: &str, state: &str| {
        assert_eq!(
            (&said["status"], &said["signer"]["state"]),
            (&status.into(), &state.into())
        );
    };
    let not_signing = async || {
        let problem = ready("/readyz?check=signer").await;
        problem.refused(503, "not_signing")["detail"].take()
    };
    is(&ready("/readyz").await.expect(200), "ok", "absent");
    not_signing().await;
    let wrong = ready("/readyz?check=engine").await;
    wrong.refused(400, "invalid_parameter");
    let mut signer = Signer::new(&app).await;
    app.club().await;
    signer.sign().await;
    is(
        &ready("/readyz?check=signer").await.expect(200),
        "ok",
        "signing",
    );
    let refused = vec![("clubs/x".to_owned(), "it has shrunk".to_owned())];
    signer.ledger.report(refused, false).await.unwrap();
    let said = ready("/readyz").await.expect(200);
    is(&said, "degraded", "refusing");
    assert_eq!(said["signer"]["refusals"][0]["reason"], "it has shrunk");
    assert_eq!(
        not_signing().await,
        "The signer refuses clubs/x: it has shrunk."
    );
    let admin = crate::app::admin(&app).await;
    admin.batch_execute("DELETE FROM refusals").await.unwrap();
    let witness = WitnessSigner::new("witness.example", &[1; 32]).unwrap();
    let (witness, reason) = (witness.public(), "it saw another".to_owned());
    signer.ledger.disputed(&witness, reason).await.unwrap();
    let said = ready("/readyz").await.expect(200);
    is(&said, "degraded", "disputed");
    assert_eq!(
        said["signer"]["disputes"][0]["witness"],
        witness.to_string()
    );
    let detail = format!("A witness disputes the directory, {witness}: it saw another.");
    assert_eq!(not_signing().await, detail);
    let long_ago = "UPDATE signer_rounds SET last_round_at = now() - interval '301 s'";
    admin.batch_execute(long_ago).await.unwrap();
    is(&ready("/readyz").await.expect(200), "degraded", "silent");
    not_signing().await;
}
