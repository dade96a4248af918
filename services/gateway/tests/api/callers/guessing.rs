//! Passwords of one account, guessed from many addresses.

use std::net::Ipv4Addr;

use serde_json::json;

use super::{Caller, app_with};
use crate::app::{PASSWORD, Person, TestApp};

const MEI: &str = "mei@example.org";

/// Has twenty addresses guess ten times each: how many guesses were let try.
async fn guesses_of_many(app: &TestApp, last: u8, email: &str) -> u32 {
    let mut tried = 0;
    for number in 0..20 {
        let bot = Caller::through_proxy(app, &format!("198.51.{number}.{last}"));
        for _ in 0..10 {
            tried += u32::from(bot.guesses(email).await);
        }
    }
    tried
}

#[tokio::test(flavor = "multi_thread")]
async fn many_addresses_guess_little_and_the_owner_comes_in() {
    let app = app_with(|_| ()).await;
    let mei = app.sign_up("mei").await;
    let home = Caller::at(&app, Ipv4Addr::LOCALHOST);
    home.signs_in(MEI).await.expect(201);
    let tried = guesses_of_many(&app, 7, MEI).await;
    assert_eq!(
        tried, 49,
        "of all addresses together; the first was the owner's"
    );
    // Where nobody came in before, nobody does: not even with the right password.
    let elsewhere = Caller::through_proxy(&app, "203.0.113.5");
    let refused = elsewhere.signs_in(MEI).await;
    assert_eq!(refused.header("retry-after"), "73");
    refused.refused(429, "too_many_attempts");
    // Where somebody did, as ever; and so does whoever is signed in.
    for _ in 0..5 {
        home.signs_in(MEI).await.expect(201);
    }
    let signed_in = Person {
        token: mei.token.clone(),
        ..app.nobody()
    };
    let changed = json!({"password": PASSWORD, "new_password": "nine gates and more"});
    signed_in
        .put("/v1/users/me/password", changed)
        .await
        .expect(200);
    // Accounts that are not there look the same.
    assert_eq!(guesses_of_many(&app, 8, "nobody@example.org").await, 50);
}

/// Somebody is attacked, and is where they never signed in.
#[tokio::test(flavor = "multi_thread")]
async fn at_a_new_address_a_device_that_is_signed_in_or_an_operator_lets_the_owner_in() {
    let app = app_with(|_| ()).await;
    app.sign_up("mei").await;
    let home = Caller::at(&app, Ipv4Addr::LOCALHOST);
    let session = home.signs_in(MEI).await.expect(201);
    guesses_of_many(&app, 7, MEI).await;
    let elsewhere = Caller::through_proxy(&app, "203.0.113.5");
    elsewhere
        .signs_in(MEI)
        .await
        .refused(429, "too_many_attempts");
    // The telephone is there, too, and goes on with its session.
    let refresh = json!({"refresh_token": session["refresh_token"]});
    elsewhere
        .post("/v1/sessions/refresh", &refresh)
        .await
        .expect(200);
    elsewhere.signs_in(MEI).await.expect(201);

    let ledger = app.database().ledger().await;
    let hash = gateway::password_hash("0123456789").unwrap();
    ledger.reset_password(MEI, hash).await.unwrap();
    let far = Caller::through_proxy(&app, "203.0.113.6");
    let one_time = json!({
        "email": MEI, "password": "0123456789", "new_password": "nine gates and more"
    });
    far.post("/v1/sessions", &one_time).await.expect(201);
}
