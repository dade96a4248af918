//! One address that asks for one kind of work as fast as it can, and somebody at another address who records hands meanwhile.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::untaken::readable;
use super::{match_of, percentile};
use crate::bench::{extent, goes_on, is_full, keep, promise};
use crate::client::{self, ask};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// Who asks for everything.
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 66);
/// The longest that a neighbour waits for a hand to be recorded, but for one of a hundred.
const NEIGHBOUR: Duration = Duration::from_millis(500);

/// A request, as often as there is time for it.
#[derive(Clone)]
struct Asked {
    method: Method,
    path: String,
    body: Option<Value>,
}

fn reads(path: impl Into<String>) -> Asked {
    Asked {
        method: Method::GET,
        path: path.into(),
        body: None,
    }
}

fn writes(path: impl Into<String>, body: Value) -> Asked {
    Asked {
        method: Method::POST,
        path: path.into(),
        body: Some(body),
    }
}

/// Who asks, and what for.
struct Work {
    by: &'static str,
    token: String,
    asked: Vec<Asked>,
}

/// Somebody whom the service does not know.
fn anonymous() -> Work {
    let hand = json!({ "variant": { "id": "old-hong-kong" }, "hand": { "concealed": "1112223334445m", "winning_tile": "5m" }, "won_by": "discard" });
    let guess = json!({ "email": "somebody@example.org", "password": "one guess after another" });
    Work {
        by: "nobody",
        token: String::new(),
        asked: vec![
            reads("/openapi.json"),
            reads("/v1/variants"),
            reads("/v1/ledger/directory/export"),
            writes("/v1/score", hand.clone()),
            writes("/v1/score:batch", json!({ "requests": vec![hand; 256] })),
            writes("/v1/sessions", guess),
            writes("/v1/browser-sessions/refresh", json!({})),
        ],
    }
}

/// A member of a club of their own: everything that can be read there, and what takes long to work out.
async fn signed_in(owner: &Owner, club: &str, at: &str) -> Work {
    let paths = readable(owner, club, at).await.into_iter();
    // Streams of events do not end (see `streams.rs`).
    let end = paths.filter(|path| !path.ends_with("/events"));
    let mut asked: Vec<Asked> = end.map(reads).collect();
    let goulash = json!({ "kind": "goulash" });
    asked.extend([
        writes(
            format!("{at}/hands?dry_run=true"),
            json!({ "number": 1, "outcome": goulash }),
        ),
        writes(
            format!("{at}/hands:batch?dry_run=true"),
            json!({ "number": 1, "outcomes": vec![goulash; 100] }),
        ),
        writes(format!("{club}/audits"), json!({})),
        writes(format!("{club}/ledger/checkpoint"), json!({})),
    ]);
    Work {
        by: "a member of another club",
        token: owner.token.clone(),
        asked,
    }
}

/// Whoever has a link to record in a match.
async fn by_link(owner: &Owner, at: &str) -> Work {
    let link = json!({ "name": "Uncle Wong", "role": "scorer", "expires_in_hours": 24 });
    let link = owner.write(&format!("{at}/api-keys"), link).await;
    let read = ["", "/hands", "/rounds", "/rounds.csv", "/corrections"];
    let mut asked: Vec<Asked> = read.map(|rest| reads(format!("{at}{rest}"))).into();
    asked.push(writes(
        format!("{at}/hands?dry_run=true"),
        json!({ "number": 1, "outcome": { "kind": "goulash" } }),
    ));
    Work {
        by: "a link to a match of another club",
        token: link["secret"].as_str().unwrap().to_owned(),
        asked,
    }
}

/// Asks for one thing after another from the greedy address, whatever the answers are.
async fn ask_on(http: Client, url: String, work: Arc<Work>, first: usize) {
    for asked in work.asked.iter().cycle().skip(first) {
        let request = http.request(asked.method.clone(), format!("{url}{}", asked.path));
        let request = match work.token.as_str() {
            "" => request,
            token => request.bearer_auth(token),
        };
        let request = match &asked.body {
            Some(body) => request.json(body),
            None => request,
        };
        if let Ok(answer) = request.send().await {
            drop(answer.bytes().await);
        }
    }
}

/// Records hand after hand, for a while or so often. Answers how long each took. In a full run none is refused.
async fn record(owner: &Owner, at: &str, next: &mut u32, lasts: Duration) -> Vec<Duration> {
    let (begun, mut times) = (Instant::now(), Vec::new());
    while goes_on(times.len(), 20, begun, lasts) {
        let hand = json!({ "number": *next, "outcome": { "kind": "goulash" } });
        let request = owner
            .request(Method::POST, &format!("{at}/hands"))
            .json(&hand);
        let asked = Instant::now();
        let (status, text) = match is_full() {
            true => client::read(request.send().await.unwrap()).await,
            false => ask(request).await,
        };
        assert_eq!(status, 201, "{text}");
        times.push(asked.elapsed());
        *next += 1;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    times.sort();
    times
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_at_full_speed_hinders_nobody_who_records() {
    let site = Site::start();
    let owner = site.owner().await;
    let (club, at) = match_of(&owner).await;
    let other = Owner::signs_up(&site.url(), "greedy@example.org").await;
    let (its_club, its_match) = match_of(&other).await;
    let works = [
        anonymous(),
        signed_in(&other, &its_club, &its_match).await,
        by_link(&other, &its_match).await,
    ];
    let (connections, lasts) = (extent(8, 64), Duration::from_secs(20));
    let mut next = 1;
    let quiet = percentile(&record(&owner, &at, &mut next, lasts).await, 99);
    let mut held = vec![format!("p99 alone {quiet:.1?}")];
    for work in works {
        let work = Arc::new(work);
        let http = Client::builder().local_address(IpAddr::V4(GREEDY));
        let http = http.build().unwrap();
        let mut greedy = JoinSet::new();
        for first in 0..connections {
            greedy.spawn(ask_on(http.clone(), site.url(), work.clone(), first));
        }
        let times = record(&owner, &at, &mut next, lasts).await;
        greedy.shutdown().await;
        let p99 = percentile(&times, 99);
        promise("a neighbour who records", p99, NEIGHBOUR);
        held.push(format!(
            "beside {} p99 {p99:.1?} of {} hands",
            work.by,
            times.len()
        ));
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{connections} connections of one address in a loop for {lasts:?} each: nobody, a member, a link; all that they may read, hands, batches, audits, sign-ins"
    );
    let held = format!(
        "{}, none refused; {entries} entries verified",
        held.join("; ")
    );
    keep(
        "one_address_at_full_speed_hinders_nobody_who_records",
        &injected,
        &held,
    );
}
