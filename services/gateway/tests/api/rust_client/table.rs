//! A club that is set out with the client.

use client::models::{
    Credentials, DeclaredResult, NewClub, NewHand, NewMatch, NewMatchTerms, NewPlayer, NewUser,
    VariantChoice, WinOutcome, Winner, WonBy,
};
use client::{Client, Retries};
use std::time::Duration;
use uuid::Uuid;

use crate::app::TestApp;

/// A club with a match, and somebody who may record in it.
pub(crate) struct Table {
    pub(crate) club: Uuid,
    pub(crate) game: Uuid,
    pub(crate) credentials: Credentials,
}

/// A client that signed in, and its table.
pub(crate) async fn table(app: &TestApp) -> (Client, Table) {
    let faan = Client::new(&app.url).unwrap();
    let credentials = sign_up(&faan).await;
    faan.sign_in(&credentials).await.unwrap();
    let club = NewClub::builder()
        .name("Sai Ying Pun")
        .time_zone("Asia/Hong_Kong")
        .build();
    let club = faan.found_club(&club).await.unwrap().id;
    let mut players = Vec::new();
    for name in ["Ah Ming", "Bo", "Chun", "Daai Lo"] {
        let player = NewPlayer::builder().name(name).build();
        players.push(faan.enrol_player(club, &player).await.unwrap().id);
    }
    let rules = VariantChoice::builder().id("old-hong-kong").build();
    let day = client::jiff::civil::date(2026, 11, 21);
    let game = NewMatch::builder()
        .terms(NewMatchTerms::builder().variant(rules).build())
        .players(players)
        .played_on(day)
        .build();
    let game = faan.open_match(club, &game).await.unwrap().id;
    (
        faan,
        Table {
            club,
            game,
            credentials,
        },
    )
}
/// Signs up. Each service has its own accounts.
pub(crate) async fn sign_up(faan: &Client) -> Credentials {
    let email = "mei@example.org";
    let user = NewUser::builder()
        .email(email)
        .password("thirteen orphans")
        .display_name("Mei")
        .build();
    faan.sign_up(&user).await.unwrap();
    Credentials::builder()
        .email(email)
        .password("thirteen orphans")
        .build()
}

/// A hand that chair 3 wins by self-draw with four fan.
pub(crate) fn hand(number: i64) -> NewHand {
    let declared = DeclaredResult::builder().fan(4).build();
    let winner = Winner::builder().chair(3).declared(declared).build();
    let win = WinOutcome::builder()
        .won_by(WonBy::SelfDraw)
        .winners([winner])
        .build();
    NewHand::builder()
        .number(i32::try_from(number).unwrap())
        .outcome(win)
        .build()
}

/// Retries that a test does not wait long for.
pub(crate) fn quick() -> Retries {
    Retries {
        first_delay: Duration::from_millis(10),
        ..Retries::default()
    }
}
