//! Accounts and clubs that never had an audit wait behind those that asked before them.

use super::{EVERYTHING, finish};
use crate::scene::{Scene, found_club, sign_up, write};
use ledger::{AuditorLedger, ClubId, UserId};

/// How many newcomers ask, one after another.
const NEWCOMERS: usize = 4;

impl Scene {
    async fn ask_as(&self, club: ClubId, user: UserId, key: &str) {
        let write = write(club, user, "ask_for_audit", key);
        let asked = self.ledger.ask_for_audit(write, EVERYTHING).await;
        asked.unwrap();
    }
}

/// Takes one audit, finishes it and answers whose club it is of.
async fn serve(auditor: &AuditorLedger) -> ClubId {
    let taken = auditor.take().await.unwrap().unwrap();
    assert!(finish(auditor, &taken).await);
    taken.club
}

/// Of two requests for an audit of the scene's club one is served; then, before each turn, `ask` has an audit asked for of a club
/// that never had one. Each is served in the order of the requests.
async fn serve_newcomers(scene: &Scene, ask: impl AsyncFn(usize) -> ClubId) {
    let auditor = scene.auditor().await;
    for key in ["1", "2"] {
        scene.ask_as(scene.club, scene.owner, key).await;
    }
    let mut served = vec![serve(&auditor).await];
    let mut asked = vec![scene.club, scene.club];
    for number in 0..NEWCOMERS {
        asked.push(ask(number).await);
        served.push(serve(&auditor).await);
    }
    served.push(serve(&auditor).await);
    assert_eq!(served, asked, "each in the order of the requests");
    assert!(auditor.take().await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn new_accounts_do_not_starve_who_asked_before_them() {
    let scene = Scene::new().await;
    let ask = async |number| {
        let email = format!("newcomer-{number}@club.example");
        let newcomer = sign_up(&scene.ledger, &email).await;
        let club = found_club(&scene.ledger, newcomer, &email).await;
        scene.ask_as(club, newcomer, "1").await;
        club
    };
    serve_newcomers(&scene, ask).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn new_clubs_do_not_starve_a_club_that_was_asked_for_before_them() {
    let scene = Scene::new().await;
    let ask = async |number: usize| {
        let club = found_club(&scene.ledger, scene.owner, &number.to_string()).await;
        scene.ask_as(club, scene.owner, "1").await;
        club
    };
    serve_newcomers(&scene, ask).await;
}
