//! Passwords of one account, guessed from many addresses.

use std::net::Ipv4Addr;

use super::{Caller, app_with};
use crate::app::{PASSWORD, Person};

const MEI: &str = "mei@example.org";

#[tokio::test(flavor = "multi_thread")]
async fn many_addresses_guess_little_and_the_owner_comes_in() {
    let app = app_with(|_| ()).await;
    let mei = app.sign_up("mei").await;
    let home = Caller::at(&app, Ipv4Addr::LOCALHOST);
    home.signs_in(MEI).await.expect(201);
    let mut tried = 0;
    for number in 0..100 {
        let bot = Caller::through_proxy(&app, &format!("198.51.{number}.7"));
        for _ in 0..10 {
            tried += u32::from(bot.guesses(MEI).await);
        }
    }
    // Fifty before it is an attack, and then three of each of the 95 addresses that were held up then.
    assert!((330..=345).contains(&tried), "{tried}");
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
    let mut tried = 0;
    for number in 0..100 {
        let bot = Caller::through_proxy(&app, &format!("198.51.{number}.8"));
        for _ in 0..10 {
            tried += u32::from(bot.guesses("nobody@example.org").await);
        }
    }
    assert!((330..=345).contains(&tried), "{tried}");
}
