//! Many clients at once do random things to a few accounts: none of them ever waits for another who waits for it, every answer is one
//! that can be, and what is left in the database afterwards fits together.

mod client;
mod invariants;

use crate::scene::{Scene, chance, connect, setting};
use client::{Account, Client};
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Mutex;

const CLIENTS: u64 = 8;
/// Few, so that clients meet.
const ACCOUNTS: usize = 3;
const CLUBS: usize = 2;
/// What all clients do together, if nobody says.
const OPERATIONS: u64 = 3_200;

/// What all clients know.
struct Shared {
    scene: Scene,
    /// Its clubs, all of them the scene's owner's.
    clubs: Vec<ledger::ClubId>,
    accounts: Mutex<Vec<Account>>,
}

#[tokio::test(flavor = "multi_thread")]
async fn accounts_match_their_model() {
    let operations = setting("FAAN_MODEL_OPERATIONS").unwrap_or(OPERATIONS);
    let seed = setting("FAAN_TEST_SEED").unwrap_or_else(chance);
    println!("FAAN_TEST_SEED={seed} FAAN_MODEL_OPERATIONS={operations} repeats this run");
    let shared = set_out().await;
    let clients = (0..CLIENTS).map(|number| Client {
        shared: &shared,
        random: StdRng::seed_from_u64(seed ^ number),
        number,
        done: 0,
    });
    join_all(clients.map(|client| client.run(operations / CLIENTS))).await;
    let admin = shared.scene.admin().await;
    invariants::check(&admin).await;
    let Shared { scene, .. } = shared;
    let crate::scene::Scene {
        database, ledger, ..
    } = scene;
    drop(ledger);
    invariants::no_deadlocks(&connect(&database.admin_url()).await).await;
}

async fn set_out() -> Shared {
    let scene = Scene::new().await;
    let mut clubs = vec![scene.club];
    for number in 1..CLUBS {
        let key = format!("club {number}");
        clubs.push(crate::scene::found_club(&scene.ledger, scene.owner, &key).await);
    }
    let mut accounts = Vec::new();
    for number in 0..ACCOUNTS {
        accounts.push(Account::new(&scene.ledger, &format!("account-{number}")).await);
    }
    Shared {
        scene,
        clubs,
        accounts: Mutex::new(accounts),
    }
}

/// One of some things.
fn any<'a, T>(random: &mut StdRng, of: &'a [T]) -> Option<&'a T> {
    match of.len() {
        0 => None,
        len => of.get(random.random_range(0..len)),
    }
}
