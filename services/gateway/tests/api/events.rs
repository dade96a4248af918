//! Scoreboards: whoever follows a match is told of everything once, in order, whatever becomes of the connection.

use gateway::Clock;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::time::timeout;

use crate::app::{Club, LONG, PASSWORD, Person, TestApp, declared, fresh_key};

/// A stream of events.
pub(crate) struct Stream {
    response: Response,
    text: String,
}

impl Stream {
    pub(crate) async fn open(person: &Person<'_>, path: &str, last: Option<u64>) -> Self {
        let mut request = person.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("Last-Event-ID", &last.to_string());
        }
        let response = request.response().await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self {
            response,
            text: String::new(),
        }
    }

    /// The next event: its data, whose `seq` and `kind` are its id and name.
    async fn next(&mut self) -> Value {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.text = rest;
                if event != ":" {
                    return read(&event);
                }
            }
            let chunk = timeout(LONG, self.response.chunk()).await.unwrap();
            let chunk = chunk.unwrap().unwrap();
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }

    pub(crate) async fn until(&mut self, seq: u64) -> Vec<u64> {
        let mut told = Vec::new();
        while told.last() != Some(&seq) {
            told.push(self.next().await["seq"].as_u64().unwrap());
        }
        told
    }
}

fn read(event: &str) -> Value {
    let mut lines = event.lines();
    let mut field = |name: &str| lines.next().unwrap().strip_prefix(name).unwrap().to_owned();
    let (id, kind, data) = (field("id: "), field("event: "), field("data: "));
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(
        (&data["seq"].to_string(), &data["kind"]),
        (&id, &json!(kind))
    );
    data
}

/// Records a goulash, and answers its sequence number.
async fn record(club: &Club<'_>, at: &str, number: u32) -> u64 {
    let recorded = club.record(at, number, json!({"kind": "goulash"})).await;
    let version = club.owner.get(at).await;
    recorded.expect(201);
    version.expect(200)["version"].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_scoreboard_is_told_of_its_match_and_of_no_other() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (at, other) = (
        club.open_match("old-hong-kong").await,
        club.open_match("old-hong-kong").await,
    );
    let path = format!("{at}/events");
    let player = club.member("player", "player").await;
    let mut board = Stream::open(&player, &path, None).await;
    let opened = board.next().await;
    assert_eq!(opened["kind"], "match_opened");
    assert_eq!(opened["state"]["total_points"], json!([0, 0, 0, 0]));

    record(&club, &other, 1).await;
    let won = club.record(&at, 1, declared(3, "self_draw", None, 4)).await;
    let won = won.expect(201);
    let told = board.next().await;
    assert_eq!(
        (&told["kind"], &told["outcome"]["id"]),
        (&json!("outcome_recorded"), &won["id"])
    );
    assert_eq!(told["outcome"]["winners"][0]["fan"], 4);
    assert_eq!(told["outcome"]["points"], told["state"]["total_points"]);
    let view = club.owner.get(&at).await.expect(200);
    for field in ["next_number", "deal"] {
        assert_eq!(told["state"][field], view[field]);
    }
    assert_eq!(told["seq"], view["version"]);

    // The club is told of both, and of what is of no match.
    let first = opened["seq"].as_u64().unwrap();
    let mut club_board = Stream::open(&player, &format!("{}/events", club.path), Some(first)).await;
    let kinds = [
        club_board.next().await,
        club_board.next().await,
        club_board.next().await,
        club_board.next().await,
    ];
    let kinds = kinds.map(|event| event["kind"].clone());
    let expected = [
        "match_opened",
        "invitation_made",
        "invitation_accepted",
        "outcome_recorded",
    ];
    assert_eq!(kinds, expected);
    assert_eq!(club_board.next().await["seq"], told["seq"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_stream_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let stranger = app.sign_up("stranger").await;
    let path = format!("{at}/events");
    stranger.get(&path).await.refused(404, "not_found");
    let missing = format!("{}/matches/{}/events", club.path, club.owner.id);
    club.owner.get(&missing).await.refused(404, "not_found");
    for last in ["-1", "soon", "9223372036854775808"] {
        let request = club.owner.request(Method::GET, &path);
        let refused = request.header("Last-Event-ID", last).send().await;
        refused.refused(400, "invalid_header");
    }
    // An id that was never given: whatever comes next is told.
    let mut board = Stream::open(&club.owner, &path, Some(1_000_000)).await;
    let seq = record(&club, &at, 1).await;
    assert_eq!(board.next().await["seq"], seq);
}

#[expect(clippy::disallowed_methods, reason = "settings of a run of this test")]
fn setting(name: &str, otherwise: usize) -> usize {
    let set = std::env::var(name).ok().and_then(|set| set.parse().ok());
    set.unwrap_or(otherwise)
}

/// Many follow one match while it is played; some are cut off again and again, and go on where they were.
#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_of_everything_once() {
    let readers = setting("FAAN_LIVE_READERS", 40);
    let cuts = setting("FAAN_LIVE_CUTS", 20);
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{at}/events");
    // Nobody listens: what recording takes then.
    let mut number = 1;
    let mut alone = Vec::new();
    for _ in 0..cuts {
        alone.push(timed(&club, &at, &mut number).await);
    }
    let begin = club.owner.get(&at).await.expect(200)["version"]
        .as_u64()
        .unwrap();
    let mut boards = Vec::new();
    for _ in 0..readers {
        boards.push(Stream::open(&club.owner, &path, Some(begin)).await);
    }
    let mut cut_off = Stream::open(&club.owner, &path, Some(begin)).await;
    let (mut told, mut followed) = (Vec::new(), Vec::new());
    for round in 0..cuts {
        followed.push(timed(&club, &at, &mut number).await);
        // Cut off before it is told, or right after.
        if round % 2 == 0 {
            let seq = club.owner.get(&at).await.expect(200)["version"]
                .as_u64()
                .unwrap();
            told.extend(cut_off.until(seq).await);
        }
        let last = told.last().copied().unwrap_or(begin);
        cut_off = Stream::open(&club.owner, &path, Some(last)).await;
    }
    let end = club.owner.get(&at).await.expect(200)["version"]
        .as_u64()
        .unwrap();
    if told.last() != Some(&end) {
        told.extend(cut_off.until(end).await);
    }
    let all: Vec<u64> = (begin + 1..=end).collect();
    assert_eq!(all.len(), cuts);
    assert_eq!(told, all, "who was cut off");
    for mut board in boards {
        assert_eq!(board.until(end).await, all);
    }
    let (alone, followed) = (slowest(alone), slowest(followed));
    let ratio = followed.as_secs_f64() / alone.as_secs_f64();
    println!(
        "{readers} readers, {cuts} cuts: recording's p99 {followed:?}, without readers {alone:?}: {ratio:.2}×"
    );
}

/// Records one more hand, and answers how long that took. A match of goulashes never ends.
async fn timed(club: &Club<'_>, at: &str, number: &mut u32) -> Duration {
    let since = Instant::now();
    let recorded = club.record(at, *number, json!({"kind": "goulash"})).await;
    recorded.expect(201);
    *number += 1;
    since.elapsed()
}

/// What 99 of 100 do not exceed.
fn slowest(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[(times.len() * 99 / 100).min(times.len() - 1)]
}

/// Whoever is removed, signs out or has a new password is told nothing more: by the clock of the gateway, three seconds have passed.
#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_within_five_seconds_of_whoever_may_follow_no_longer() {
    let app = TestApp::set_to(|config| config.clock = Clock::stopped()).await;
    let club = app.club().await;
    let path = format!("{}/events", club.path);
    let audit = club.post("/audits", json!({})).await.expect(202);
    let audit = format!(
        "{}/audits/{}/events",
        club.path,
        audit["id"].as_str().unwrap()
    );
    let removed = club.member("removed", "auditor").await;
    let renewed = club.member("renewed", "player").await;
    let leaver = club.member("leaver", "player").await;
    let credentials = json!({"email": "leaver@example.org", "password": PASSWORD});
    let session = app
        .nobody()
        .post("/v1/sessions", credentials)
        .await
        .expect(201);
    let leaver = Person {
        token: session["access_token"].as_str().map(str::to_owned),
        ..leaver
    };
    let mut streams = Vec::new();
    for (person, path) in [
        (&removed, &path),
        (&removed, &audit),
        (&leaver, &path),
        (&renewed, &path),
    ] {
        streams.push(Stream::open(person, path, None).await);
    }
    let mut stays = Stream::open(&club.owner, &path, None).await;

    let member = format!("{}/members/{}", club.path, removed.id);
    let remove = club
        .owner
        .request(Method::DELETE, &member)
        .key(&fresh_key());
    remove.send().await.expect(204);
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let signed_out = app.nobody().request(Method::DELETE, "/v1/sessions");
    signed_out.json(&refresh).send().await.expect(204);
    let password = json!({"password": PASSWORD, "new_password": "nine gates and more"});
    renewed
        .put("/v1/users/me/password", password)
        .await
        .expect(200);
    app.clock.advance(Duration::from_secs(3));
    for mut stream in streams {
        let end = async { while stream.response.chunk().await.unwrap().is_some() {} };
        timeout(LONG, end).await.unwrap();
    }
    // Whoever may goes on.
    let at = club.open_match("old-hong-kong").await;
    let seq = record(&club, &at, 1).await;
    stays.until(seq).await;
}
