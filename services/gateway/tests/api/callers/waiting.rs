//! The line of commands that wait for the database: an address and an account have a share of it.

use std::net::Ipv4Addr;

use futures_util::future::join_all;
use reqwest::Method;

use super::{Caller, app_with};
use crate::app::{TestApp, admin, wait_until};

/// What the question of every request that shows a session needs is locked, until the only connection waits for it.
async fn locked_until_one_waits<T>(app: &TestApp, asked: impl Future<Output = T>) -> T {
    let (holds, looks) = (admin(app).await, admin(app).await);
    let lock = "BEGIN; LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE";
    holds.batch_execute(lock).await.unwrap();
    let unlock = async {
        let waiting = "SELECT count(*) > 0 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waits = async || looks.query_one(waiting, &[]).await.unwrap().get(0);
        wait_until("a command waits for the lock", waits).await;
        holds.batch_execute("ROLLBACK").await.unwrap();
    };
    tokio::join!(asked, unlock).0
}

/// Thirty-two may wait for the only connection. Twice as many asked from one address, and some from elsewhere: nobody is put off.
#[tokio::test(flavor = "multi_thread")]
async fn one_address_leaves_most_of_the_line_to_its_neighbours() {
    let app = app_with(|config| config.pool_size = 1).await;
    let (mei, bo) = (app.sign_up("mei").await, app.sign_up("bo").await);
    let greedy = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 66));
    let neighbour = Caller::at(&app, Ipv4Addr::new(127, 0, 0, 67)).signed_in_as(&bo);
    let browser = || {
        let path = "/v1/browser-sessions/refresh";
        let request = greedy.request(Method::POST, path);
        let request = request.header("Origin", &app.url);
        super::answer(request.header("Cookie", "faan-refresh=none"))
    };
    let signed_in = greedy.clone().signed_in_as(&mei);
    let asked = async {
        tokio::join!(
            join_all((0..32).map(|_| browser())),
            join_all((0..32).map(|_| signed_in.get("/v1/clubs"))),
            join_all((0..16).map(|_| neighbour.get("/v1/clubs"))),
        )
    };
    let (refreshed, of_greedy, of_neighbour) = locked_until_one_waits(&app, asked).await;
    for answer in refreshed {
        answer.refused(401, "session_over");
    }
    for answer in of_greedy.into_iter().chain(of_neighbour) {
        answer.expect(200);
    }
}
