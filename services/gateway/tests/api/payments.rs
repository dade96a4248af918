//! Payments: in part, in full, reversed; and what is left to be paid.

use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp};

/// The settlement's path, and a payment of the transfer from the dealer to chair 3: 100 cents.
async fn settled(app: &TestApp) -> (Club<'_>, String) {
    let club = app.club().await;
    let settlement = club.settled_match().await;
    let path = format!(
        "{}/settlements/{}",
        club.path,
        settlement["id"].as_str().unwrap()
    );
    (club, path)
}

async fn pay(club: &Club<'_>, path: &str, amount: i64) -> Answer {
    let payment = json!({
        "from": club.players[0], "to": club.players[2], "amount_cents": amount, "note": "in cash"
    });
    club.owner.post(&format!("{path}/payments"), payment).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transfer_is_paid_in_parts_and_never_twice() {
    let app = TestApp::start().await;
    let (club, path) = settled(&app).await;
    let first = pay(&club, &path, 30).await.expect(201);
    assert_eq!(first["payment"]["note"], "in cash");
    assert_eq!(first["transfer"]["open_cents"], 70);
    let too_much = pay(&club, &path, 71)
        .await
        .refused(422, "payment_too_large");
    assert_eq!(too_much["open_cents"], 70);
    assert_eq!(too_much["errors"][0]["pointer"], "/amount_cents");
    let last = pay(&club, &path, 70).await.expect(201);
    assert_eq!(
        (&last["transfer"]["open_cents"], &last["complete"]),
        (&json!(0), &json!(false))
    );

    let reverse = async |payment: &Value| {
        let path = format!(
            "{path}/payments/{}:reverse",
            payment["id"].as_str().unwrap()
        );
        club.owner
            .post(&path, json!({"reason": "another evening"}))
            .await
    };
    let reversed = reverse(&first["payment"]).await.expect(201);
    assert_eq!(reversed["transfer"]["open_cents"], 30);
    assert_eq!(reversed["payment"]["reversed"]["reason"], "another evening");
    reverse(&first["payment"])
        .await
        .refused(409, "payment_reversed");
    reverse(&json!({"id": club.players[0]}))
        .await
        .refused(404, "not_found");

    let settlement = club.owner.get(&path).await.expect(200);
    let payments = settlement["payments"].as_array().unwrap();
    assert_eq!(payments.len(), 2);
    assert_eq!(payments[0], reversed["payment"]);
    let open: Vec<_> = settlement["transfers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|transfer| {
            (
                transfer["amount_cents"].clone(),
                transfer["open_cents"].clone(),
            )
        })
        .collect();
    assert_eq!(
        open,
        [(100, 30), (50, 50), (50, 50)].map(|(amount, open)| (json!(amount), json!(open)))
    );

    let balances = club
        .owner
        .get(&format!("{}/balances?currency=HKD", club.path))
        .await
        .expect(200);
    let balances = &balances["currencies"][0];
    let owed = |name: &str| {
        let mut all = balances["balances"].as_array().unwrap().iter();
        all.find(|one| one["party"]["name"] == name).unwrap()["total_cents"].clone()
    };
    assert_eq!(["Ah Ming", "Bo", "Chun"].map(owed), [-30, -50, 130]);
    assert_eq!(balances["unpaid"].as_array().unwrap().len(), 3);
    let none = club
        .owner
        .get(&format!("{}/balances?currency=EUR", club.path))
        .await;
    assert_eq!(none.expect(200), json!({"currencies": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_paid_is_complete() {
    let app = TestApp::start().await;
    let (club, path) = settled(&app).await;
    let settlement = club.owner.get(&path).await.expect(200);
    for transfer in settlement["transfers"].as_array().unwrap() {
        let payment = json!({
            "from": transfer["from"]["id"], "to": transfer["to"]["id"],
            "amount_cents": transfer["open_cents"]
        });
        let paid = club.owner.post(&format!("{path}/payments"), payment).await;
        assert_eq!(paid.expect(201)["transfer"]["open_cents"], 0);
    }
    assert_eq!(club.owner.get(&path).await.expect(200)["complete"], true);
    let balances = club.owner.get(&format!("{}/balances", club.path)).await;
    assert_eq!(balances.expect(200), json!({"currencies": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_payment_is_refused() {
    let app = TestApp::start().await;
    let (club, path) = settled(&app).await;
    let [from, to] = [&club.players[0], &club.players[2]];
    for (body, status, code, pointer) in [
        (
            json!({"from": to, "to": from, "amount_cents": 1}),
            422,
            "unknown_transfer",
            "/from",
        ),
        (
            json!({"from": from, "to": "house", "amount_cents": 1}),
            422,
            "unknown_transfer",
            "/from",
        ),
        (
            json!({"from": from, "to": to, "amount_cents": 0}),
            422,
            "invalid_value",
            "/amount_cents",
        ),
        (
            json!({"from": from, "to": to, "amount_cents": 0.5}),
            400,
            "invalid_field",
            "/amount_cents",
        ),
        (
            json!({"from": "Ming", "to": to, "amount_cents": 1}),
            422,
            "invalid_value",
            "/from",
        ),
        (
            json!({"from": from, "to": to, "amount_cents": 1, "note": ""}),
            422,
            "invalid_value",
            "/note",
        ),
        (
            json!({"from": from, "to": to}),
            400,
            "missing_field",
            "/amount_cents",
        ),
    ] {
        let refused = club.owner.post(&format!("{path}/payments"), body).await;
        let refused = refused.refused(status, code);
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
    }
    let nowhere = format!("{}/settlements/{}", club.path, club.players[0]);
    pay(&club, &nowhere, 1).await.refused(404, "not_found");
    club.owner.get(&nowhere).await.refused(404, "not_found");
}
