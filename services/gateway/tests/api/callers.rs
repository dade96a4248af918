//! Who a caller is by address, and what share each has. Clients connect from several addresses of 127.0.0.0/8; the gateway listens on
//! 127.0.0.1.

mod connections;
mod guessing;
mod waiting;

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;

use gateway::{Clock, ForwardedHeader, TrustedProxies};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, PASSWORD, Person, TestApp, admin};

/// The address of the proxy of these tests, from which it connects.
const PROXY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 3);

/// A gateway that trusts the proxy, with other settings. No share comes back meanwhile.
async fn app_with(set: impl FnOnce(&mut gateway::Config)) -> TestApp {
    TestApp::set_to(|config| {
        config.trusted_proxies = trusted(ForwardedHeader::XForwardedFor);
        config.clock = Clock::stopped();
        set(config);
    })
    .await
}

fn trusted(header: ForwardedHeader) -> TrustedProxies {
    TrustedProxies {
        networks: vec![IpAddr::from(PROXY).into()],
        header,
    }
}

/// Somebody at an address, who may write headers.
#[derive(Clone)]
struct Caller<'a> {
    app: &'a TestApp,
    http: reqwest::Client,
    headers: Vec<(&'static str, String)>,
    token: Option<String>,
}

impl<'a> Caller<'a> {
    fn at(app: &'a TestApp, address: Ipv4Addr) -> Self {
        let http = reqwest::Client::builder().local_address(IpAddr::from(address));
        Self {
            app,
            http: http.build().unwrap(),
            headers: Vec::new(),
            token: None,
        }
    }

    /// The proxy, which states somebody's address.
    fn through_proxy(app: &'a TestApp, stated: &str) -> Self {
        Self::at(app, PROXY).stating("X-Forwarded-For", stated)
    }

    fn stating(mut self, header: &'static str, value: &str) -> Self {
        self.headers.push((header, value.to_owned()));
        self
    }

    fn signed_in_as(mut self, person: &Person<'_>) -> Self {
        self.token = person.token.clone();
        self
    }

    fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let mut request = self.http.request(method, format!("{}{path}", self.app.url));
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        answer(self.request(Method::POST, path).json(body)).await
    }

    /// Tries to sign up with a password that is refused, which is counted and hashes nothing: whether it was counted.
    async fn signs_up_in_vain(&self) -> bool {
        let email = "somebody@example.org";
        let new = json!({"email": email, "password": email, "display_name": "Somebody"});
        is_within(&self.post("/v1/users", &new).await, 422)
    }

    async fn is_not_held_up(&self) {
        assert!(self.signs_up_in_vain().await);
    }

    /// Tries to sign in with a password that is too long to be hashed: whether it was let try.
    async fn guesses(&self, email: &str) -> bool {
        let guess = json!({"email": email, "password": "x".repeat(2_000)});
        is_within(&self.post("/v1/sessions", &guess).await, 401)
    }

    async fn signs_in(&self, email: &str) -> Answer {
        let credentials = json!({"email": email, "password": PASSWORD});
        self.post("/v1/sessions", &credentials).await
    }
}

/// Whether an answer is what is within the limit, or `too_many_attempts`; it is nothing else.
#[track_caller]
fn is_within(answer: &Answer, status: u16) -> bool {
    if answer.status == status {
        return true;
    }
    assert_eq!(answer.json["code"], "too_many_attempts", "{}", answer.text);
    assert!(answer.header("retry-after").parse::<u32>().unwrap() > 0);
    false
}

async fn answer(request: reqwest::RequestBuilder) -> Answer {
    Answer::of(request.send().await.unwrap()).await
}

/// Signs up in vain as often as the share has it, and once more.
async fn use_up_share(caller: impl AsyncFn(u32) -> bool) {
    for number in 0..200 {
        assert!(caller(number).await, "{number}");
    }
    assert!(!caller(200).await, "nobody was refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_no_trusted_proxy_varies_headers_in_vain() {
    let app = app_with(|_| ()).await;
    let attacker = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    let share = use_up_share(async |number| {
        let stated = format!("198.51.100.{number}");
        let forwarded = format!("for={stated}");
        let attacker = attacker.clone().stating("X-Forwarded-For", &stated);
        let attacker = attacker.stating("Forwarded", &forwarded);
        let attacker = attacker.stating("X-Real-IP", &stated);
        attacker.signs_up_in_vain().await
    });
    share.await;
    // Signing in has a share of its own, at the same address, too.
    assert!(attacker.guesses("mei@example.org").await);
    let neighbour = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 67));
    neighbour.is_not_held_up().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_each_client_has_a_share() {
    let app = app_with(|_| ()).await;
    // What stands left of the client's own address, the client wrote.
    let share = use_up_share(async |number| {
        let stated = format!("203.0.113.{number}, 198.51.100.7");
        Caller::through_proxy(&app, &stated)
            .signs_up_in_vain()
            .await
    });
    share.await;
    let neighbour = Caller::through_proxy(&app, "198.51.100.8");
    neighbour.is_not_held_up().await;
    // All addresses of an IPv6 network are one client.
    let share = use_up_share(async |number| {
        let stated = format!("2001:db8:1:2::{number:x}");
        Caller::through_proxy(&app, &stated)
            .signs_up_in_vain()
            .await
    });
    share.await;
    let neighbour = Caller::through_proxy(&app, "2001:db8:1:3::1");
    neighbour.is_not_held_up().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_header_that_is_set_is_read() {
    let app = app_with(|config| config.trusted_proxies = trusted(ForwardedHeader::Forwarded)).await;
    // A proxy that sets one of the two passes the other on as its client wrote it.
    let share = use_up_share(async |number| {
        let caller = Caller::through_proxy(&app, &format!("203.0.113.{number}"));
        let caller = caller.stating("Forwarded", "for=\"[2001:db8:cafe::17]:4711\";proto=https");
        caller.signs_up_in_vain().await
    });
    share.await;
    let neighbour = Caller::at(&app, PROXY).stating("Forwarded", "for=192.0.2.43");
    neighbour.is_not_held_up().await;
}

fn batch(hands: usize) -> Value {
    let win = json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": "123456789p 99s EE", "winning_tile": "E"}
    });
    json!({"variant": {"id": "old-hong-kong"}, "wins": vec![win; hands]})
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_are_scored_for_everybody_and_for_nobody_without_end() {
    // Forty hands at once, then one a second.
    let app = app_with(|config| config.anonymous_rate = NonZeroU32::MIN).await;
    let mei = app.sign_up("mei").await;
    let attacker = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    attacker
        .post("/v1/score:batch", &batch(30))
        .await
        .expect(200);
    // Nothing is taken of what is refused: smaller ones still fit.
    let refused = attacker.post("/v1/score:batch", &batch(30)).await;
    assert_eq!(refused.header("retry-after"), "21");
    refused.refused(429, "too_many_requests");
    let varied = attacker.clone().stating("X-Forwarded-For", "198.51.100.7");
    varied
        .post("/v1/score:batch", &batch(30))
        .await
        .refused(429, "too_many_requests");
    while attacker.get("/v1/patterns").await.status == 200 {}
    for path in [
        "/v1/waits",
        "/v1/claims",
        "/v1/variants:check",
        "/v1/variants:derive",
        "/v1/hands:play",
        "/v1/score",
    ] {
        let refused = attacker.post(path, &json!({})).await;
        refused.refused(429, "too_many_requests");
    }
    // Others are not held up, nor is whoever is signed in at the same address; and both have an end.
    let neighbour = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 67));
    neighbour
        .post("/v1/score:batch", &batch(30))
        .await
        .expect(200);
    let signed_in = attacker.clone().signed_in_as(&mei);
    signed_in
        .post("/v1/score:batch", &batch(150))
        .await
        .expect(200);
    let refused = signed_in.post("/v1/score:batch", &batch(150)).await;
    refused.refused(429, "too_many_requests");
    // Every winner of an outcome is a hand.
    let winner = |chair: u32| json!({"chair": chair, "declared": {"fan": 3}});
    let win = json!({"kind": "win", "won_by": "discard", "from_chair": 4, "winners": [winner(1), winner(2), winner(3)]});
    let play = |wins: usize| json!({"variant": {"id": "old-hong-kong"}, "outcomes": vec![win.clone(); wins]});
    let other = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 68));
    let refused = other.post("/v1/hands:play", &play(13)).await;
    refused.refused(422, "several_winners_not_played");
    // As many outcomes would still fit.
    let refused = other.post("/v1/hands:play", &play(13)).await;
    refused.refused(429, "too_many_requests");
    // Sessions are another kind of work.
    let refresh = json!({"refresh_token": "none"});
    let refused = attacker.post("/v1/sessions/refresh", &refresh).await;
    refused.refused(401, "session_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_large_takes_more_of_a_share() {
    let app = app_with(|config| config.anonymous_rate = NonZeroU32::MIN).await;
    let attacker = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    // Ten units are left: enough for a small one, and for a large one in half a minute.
    attacker
        .post("/v1/score:batch", &batch(30))
        .await
        .expect(200);
    let large = json!({"variant": "x".repeat(200_000)});
    let refused = attacker.post("/v1/score", &large).await;
    refused.refused(429, "too_many_requests");
    let nonsense = attacker.post("/v1/score", &json!({"variant": 7})).await;
    nonsense.refused(400, "invalid_field");
}

/// What the question needs is locked: each that reaches the database waits there.
#[tokio::test(flavor = "multi_thread")]
async fn however_many_ask_whether_it_is_ready_the_database_is_asked_once() {
    let app = app_with(|_| ()).await;
    let (holds, looks) = (admin(&app).await, admin(&app).await);
    let lock = "BEGIN; LOCK TABLE signer_rounds IN ACCESS EXCLUSIVE MODE";
    holds.batch_execute(lock).await.unwrap();
    let anybody = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    let is_answered = Cell::new(false);
    let asked = (0..30).map(async |_| {
        let answer = anybody.get("/readyz").await;
        is_answered.set(true);
        answer
    });
    let asked = futures_util::future::join_all(asked);
    let waiting = async {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let mut most = 0;
        loop {
            let row = looks.query_one(waiting, &[]).await.unwrap();
            // Once it is answered, the database may be asked again, and not have given up the first time yet.
            if is_answered.get() {
                break most;
            }
            most = most.max(row.get::<_, i64>(0));
            tokio::task::yield_now().await;
        }
    };
    let (answers, most) = tokio::join!(asked, waiting);
    for answer in answers {
        answer.refused(503, "database_unavailable");
    }
    assert_eq!(most, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_of_invitations_are_not_tried_without_end() {
    let app = app_with(|config| config.anonymous_rate = NonZeroU32::MIN).await;
    let attacker = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    let guess = json!({"token": "guessed"});
    let first = attacker.post("/v1/invitations:read", &guess).await;
    first.refused(404, "invitation_not_open");
    while attacker.post("/v1/invitations:read", &guess).await.status == 404 {}
    let refused = attacker.post("/v1/invitations:read", &guess).await;
    refused.refused(429, "too_many_requests");
    let neighbour = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 67));
    let other = neighbour.post("/v1/invitations:read", &guess).await;
    other.refused(404, "invitation_not_open");
}
