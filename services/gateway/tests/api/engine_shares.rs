//! Nobody takes the engine for themselves: what a machine, an account and an address have of it.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::json;
use tokio::time::sleep;

use crate::app::{LONG, Person, wait_until};
use crate::budgets::{app_with_small_shares, batch, dear, until_refused};
use crate::unending_engine::gateway_of;

/// How many calls of the engine an address has under way at most, and an account.
const OF_ADDRESS: usize = 16;
const OF_ACCOUNT: usize = 4;

/// What a machine has worked out is taken of its own share.
#[tokio::test(flavor = "multi_thread")]
async fn a_machine_takes_nothing_of_its_makers_share() {
    let app = app_with_small_shares().await;
    let club = app.club().await;
    let adder = club.member("adder", "scorer").await;
    let changes = json!({"id": "dear", "name": {"english": "Dear"}, "house_patterns": dear()});
    let added = json!({"base": {"id": "old-hong-kong"}, "changes": changes});
    let added = adder.post(&format!("{}/variants", club.path), added).await;
    let terms = json!({"variant": {"hash": added.expect(201)["hash"]}});
    let at = club.open_match_with(terms).await;
    let outcome = json!({"kind": "win", "won_by": "self_draw", "winners": [
        {"chair": 1, "hand": {"concealed": "1112223334445m", "winning_tile": "5m"}}]});
    let try_out = async |person: &Person<'_>, hands: usize| {
        let body = json!({"number": 1, "outcomes": vec![outcome.clone(); hands]});
        let path = format!("{at}/hands:batch?dry_run=true");
        let request = person.request(Method::POST, &path);
        request.json(&body).send().await
    };
    let (machine, _) = club.machine("scorer").await;
    let (other, _) = club.machine("scorer").await;
    until_refused(async || try_out(&machine, 60).await).await;
    try_out(&machine, 1).await.refused(429, "too_many_requests");
    try_out(&club.owner, 1).await.expect(200);
    try_out(&other, 1).await.expect(200);
}

/// However much is asked from one address or by one account at once, the engine has room for others.
#[tokio::test(flavor = "multi_thread")]
async fn an_address_and_an_account_have_few_calls_of_the_engine_at_once() {
    let database = Arc::new(TestDatabase::create().await);
    let (app, asked, _is_told) = gateway_of(database, |config| {
        config.engine_deadline = 10 * LONG;
    })
    .await;
    let mei = app.sign_up("mei").await;
    let as_mei = format!("Bearer {}", mei.token.as_deref().unwrap());
    let ask_as = |who: &str, address: Ipv4Addr, path: &str, body: serde_json::Value| {
        let http = reqwest::Client::builder().local_address(IpAddr::from(address));
        let request = http.build().unwrap().post(format!("{}{path}", app.url));
        let request = request.header("Authorization", who);
        tokio::spawn(request.json(&body).send())
    };
    let ask_from = |address: Ipv4Addr, path: &str, body| ask_as("", address, path, body);
    let (greedy, modest) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(127, 0, 0, 9));
    for _ in 0..2 * OF_ADDRESS {
        let document = json!({"document": {}});
        ask_from(greedy, "/v1/variants:check", document);
        ask_from(greedy, "/v1/score:batch", batch(&"0".repeat(64), 1));
    }
    let waits_for = async |calls: usize| {
        let are_asked = async || asked.load(Ordering::Relaxed) >= calls;
        wait_until("the engine is asked", are_asked).await;
        // Time for whatever else would be asked.
        sleep(Duration::from_millis(500)).await;
        asked.load(Ordering::Relaxed)
    };
    assert_eq!(waits_for(OF_ADDRESS).await, OF_ADDRESS);
    ask_from(modest, "/v1/score:batch", batch(&"0".repeat(64), 1));
    assert_eq!(waits_for(OF_ADDRESS + 1).await, OF_ADDRESS + 1);
    let elsewhere = Ipv4Addr::new(127, 0, 0, 8);
    for _ in 0..3 * OF_ACCOUNT {
        let one = batch(&"0".repeat(64), 1);
        ask_as(&as_mei, elsewhere, "/v1/score:batch", one);
    }
    let all = OF_ADDRESS + 1 + OF_ACCOUNT;
    assert_eq!(waits_for(all).await, all);
}
