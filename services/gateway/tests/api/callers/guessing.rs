//! Passwords of one account, guessed from many addresses.

use std::net::Ipv4Addr;

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
    // Fifty before it is an attack, and then three of each of the 15 addresses that were held up then.
    assert_eq!(tried, 50 + 3 * 15);
    // From where nobody came in before there are a few tries; the right password comes in.
    let phone = Caller::through_proxy(&app, "203.0.113.5");
    assert!(phone.guesses(MEI).await && phone.guesses(MEI).await);
    phone.signs_in(MEI).await.expect(201);
    // From where somebody did, as ever; and so does whoever is signed in.
    for _ in 0..5 {
        phone.signs_in(MEI).await.expect(201);
        home.signs_in(MEI).await.expect(201);
    }
    let signed_in = Person {
        token: mei.token.clone(),
        ..app.nobody()
    };
    let changed = serde_json::json!({"password": PASSWORD, "new_password": "nine gates and more"});
    signed_in
        .put("/v1/users/me/password", changed)
        .await
        .expect(200);
    // Accounts that are not there look the same.
    assert_eq!(guesses_of_many(&app, 8, "nobody@example.org").await, tried);
}
