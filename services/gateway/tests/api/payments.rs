//! Payments: in part, in full, reversed; and what is left to be paid.

use crate::app::{Script, TestApp};
use serde_json::{Value, json};

/// Knows a settlement as `$at`, in which the dealer owes chair 3 100 cents and the others 50 each.
async fn settled(app: &TestApp) -> Script<'_> {
    let club = app.club().await;
    let settlement = club.settled_match().await;
    let mut script = club.script();
    let id = settlement["id"].as_str().unwrap();
    script.know("at", format!("{}/settlements/{id}", club.path));
    script
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_paid_in_parts_and_never_twice() {
    let app = TestApp::start().await;
    let mut script = settled(&app).await;
    script
        .run(r#"
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 30, "note": "in cash"} -> 201; $first = /payment/id
            ; /payment/note = "in cash"; /transfer/open_cents = 70
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 71} -> 422 payment_too_large; at /amount_cents; /open_cents = 70
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 70} -> 201; has {"transfer": {"open_cents": 0}, "complete": false}
        owner POST $at/payments/$first:reverse {"reason": "another evening"} -> 201; $reversed = /payment; /transfer/open_cents = 30
            ; /payment/reversed/reason = "another evening"
        owner POST $at/payments/$first:reverse {"reason": "another evening"} -> 409 payment_reversed
        owner POST $at/payments/$p1:reverse {"reason": "another evening"} -> 404 not_found
        owner GET $at -> 200; /payments # 2; /payments/0 = $reversed; /transfers # 3; /transfers/0 has {"amount_cents": 100, "open_cents": 30}
            ; /transfers/1 has {"amount_cents": 50, "open_cents": 50}; /transfers/2 has {"amount_cents": 50, "open_cents": 50}
        owner GET $club/balances?currency=HKD -> 200; /currencies/0/unpaid # 3; $balances = /currencies/0/balances
        owner GET $club/balances?currency=EUR -> 200; . = {"currencies": []}
        "#)
        .await;
    let balances = script.known("balances").as_array().unwrap();
    let owed = |name: &str| {
        let mut all = balances.iter();
        all.find(|one| one["party"]["name"] == name).unwrap()["total_cents"].clone()
    };
    assert_eq!(["Ah Ming", "Bo", "Chun"].map(owed), [-30, -50, 130]);
}

#[tokio::test(flavor = "multi_thread")]
async fn balances_have_pages() {
    let app = TestApp::start().await;
    let mut script = settled(&app).await;
    script
        .run(r#"
        owner GET $club/balances -> 200; $whole = .; /currencies/0/balances # 4; /currencies/0/unpaid # 3
        owner GET $club/balances?limit=3 -> 200; $first = .; $cursor = /next_cursor
        owner GET $club/balances?limit=3&cursor=$cursor -> 200; $second = .; /currencies/0/unpaid # 0
        owner GET $club/balances?currency=HKD&limit=3&cursor=$cursor -> 400 invalid_cursor
        owner GET $club/balances?limit=1001 -> 400 invalid_parameter
        "#)
        .await;
    let pages = ["first", "second"].map(|page| &script.known(page)["currencies"][0]);
    let whole = script.known("whole");
    for list in ["balances", "unpaid"] {
        let listed = pages.map(|page| page[list].as_array().unwrap().as_slice());
        assert_eq!(json!(listed.concat()), whole["currencies"][0][list]);
    }
    for last in [whole, script.known("second")] {
        assert_eq!(last["next_cursor"], Value::Null);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_paid_is_complete() {
    let app = TestApp::start().await;
    let mut script = settled(&app).await;
    script
        .run(r#"
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 100} -> 201; /transfer/open_cents = 0
        owner POST $at/payments {"from": "$p2", "to": "$p3", "amount_cents": 50} -> 201; /transfer/open_cents = 0
        owner POST $at/payments {"from": "$p4", "to": "$p3", "amount_cents": 50} -> 201; /transfer/open_cents = 0
        owner GET $at -> 200; /complete = true
        owner GET $club/balances -> 200; . = {"currencies": []}
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_payment_is_refused() {
    let app = TestApp::start().await;
    let mut script = settled(&app).await;
    script
        .run(r#"
        owner POST $at/payments {"from": "$p3", "to": "$p1", "amount_cents": 1} -> 422 unknown_transfer; at /from
        owner POST $at/payments {"from": "$p1", "to": "house", "amount_cents": 1} -> 422 unknown_transfer; at /from
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 0} -> 422 invalid_value; at /amount_cents
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 0.5} -> 400 invalid_field; at /amount_cents
        owner POST $at/payments {"from": "Ming", "to": "$p3", "amount_cents": 1} -> 422 invalid_value; at /from
        owner POST $at/payments {"from": "$p1", "to": "$p3", "amount_cents": 1, "note": ""} -> 422 invalid_value; at /note
        owner POST $at/payments {"from": "$p1", "to": "$p3"} -> 400 missing_field; at /amount_cents
        owner POST $club/settlements/$p1/payments {"from": "$p1", "to": "$p3", "amount_cents": 1} -> 404 not_found
        owner GET $club/settlements/$p1 -> 404 not_found
        "#)
        .await;
}
