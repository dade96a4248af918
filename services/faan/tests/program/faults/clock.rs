//! A gateway whose clock is put back an hour and forward a day while people record. It is its own clock alone: a few lines of C
//! (`clock.c`) stand before the system's `clock_gettime`, and add what a file says.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::bench::{extent, keep};
use crate::client::answer_to;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::faults::writers::{Manners, Writers};
use crate::owner::Owner;
use crate::running::{EMAIL, Folder, PASSWORD};

const HOUR: i64 = 60 * 60;

/// The file that says by how many seconds the clock is wrong.
struct Clock(PathBuf);

impl Clock {
    fn set(&self, seconds: i64) {
        // In place, since the process has it mapped.
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&self.0);
        file.unwrap()
            .write_all_at(&seconds.to_ne_bytes(), 0)
            .unwrap();
    }
}

/// The shim as a library, made with the compiler that the build needs anyway.
fn library(folder: &Path) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/faults/clock.c");
    let library = folder.join("clock.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-O2", "-o"]);
    let made = compiler.arg(&library).arg(source).status();
    assert!(made.unwrap().success());
    library
}

/// The times of a club's entries, in their order.
async fn times(owner: &Owner, club: &str) -> Vec<String> {
    let (mut times, mut after) = (Vec::new(), Some(0));
    while let Some(last) = after {
        let page = format!("{club}/ledger/entries?limit=1000&after={last}");
        let page = owner.read_json(&page).await;
        for entry in page["entries"].as_array().unwrap() {
            let leaf: Value = serde_json::from_str(entry["leaf"].as_str().unwrap()).unwrap();
            times.push(leaf["time"].as_str().unwrap().to_owned());
        }
        after = page["next_after"].as_u64();
    }
    times
}

/// Whether a token is taken.
async fn is_taken(owner: &Owner, token: &str) -> bool {
    let asked = owner.http.get(format!("{}/v1/clubs", owner.url));
    let status = answer_to(asked.bearer_auth(token)).await.status();
    assert!([200, 401].contains(&status.as_u16()), "{status}");
    status == 200
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_clock_may_go_back_an_hour_and_forward_a_day() {
    let folder = Folder::new();
    let clock = Clock(folder.0.join("clock"));
    clock.set(0);
    let (library, file) = (library(&folder.0), clock.0.clone());
    let site = Site::in_folder(folder, None, move |mut gateway| {
        gateway.env("LD_PRELOAD", &library);
        gateway.env("FAAN_TEST_CLOCK", &file);
        gateway
    });
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    // Tokens are for a quarter of an hour; each is of its time.
    let mut tokens = BTreeMap::from([(0, owner.token.clone())]);
    let rounds = extent(1, 10);
    for _ in 0..rounds {
        for wrong in [-HOUR, 0, 24 * HOUR, 0] {
            clock.set(wrong);
            if let Entry::Vacant(none) = tokens.entry(wrong) {
                none.insert(Owner::signs_in(&owner.url, EMAIL, PASSWORD).await.token);
            }
            for (time, token) in &tokens {
                assert_eq!(
                    is_taken(&owner, token).await,
                    *time == wrong,
                    "{time} at {wrong}"
                );
            }
            writers.show(&tokens[&wrong]);
            writers.go_on(24).await;
        }
    }
    let mut clubs_times = Vec::new();
    let (clubs, tally) = writers.conclude(&owner).await;
    for club in &clubs {
        let times = times(&owner, club).await;
        assert!(times.windows(2).all(|two| two[0] < two[1]), "{times:?}");
        clubs_times.extend(times);
    }
    let entries = quiesce::check(&site, &owner, &clubs, Kept::default()).await;
    assert_eq!(entries, clubs_times.len() as u64);
    let injected = format!(
        "{rounds} times the gateway's clock an hour back, right, and a day forward, under sixteen writers"
    );
    let held = format!(
        "{entries} entry times strictly increasing in each club; each token taken in its own quarter of an hour alone; {}",
        tally.told()
    );
    keep(
        "the_clock_may_go_back_an_hour_and_forward_a_day",
        &injected,
        &held,
    );
}
