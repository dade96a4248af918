//! A database of three servers under Patroni whose primary is killed, frozen or cut off while sixteen people record. `deploy/cluster/cluster`
//! has started it, each node in a network namespace of its own, and this runs in that of its clients: `.ci/faults cluster` does both.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rand::rngs::StdRng;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::bench::{chance, extent, keep, setting};
use crate::faults::quiesce::{self, Deployment, Kept};
use crate::faults::writers::{Manners, Writers};
use crate::owner::Owner;
use crate::running::{EMAIL, PASSWORD};

const URL: &str = "http://10.77.1.10:8080";
/// A match has at most 2,000 outcomes: after so many faults people begin others.
const TOGETHER: usize = 12;
/// How long a fault may keep everybody from recording.
const LONGEST: Duration = Duration::from_secs(60);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    Killed,
    Frozen,
    CutOffFromEtcd,
    CutOffFromClients,
}

impl Fault {
    /// Whether another server becomes the primary. One that only its clients do not reach stays it.
    fn fails_over(self) -> bool {
        self != Fault::CutOffFromClients
    }
}

/// The cluster in this folder.
struct Cluster(PathBuf);

impl Cluster {
    fn run(&self, words: &[&str]) -> Option<String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/cluster/cluster");
        let mut command = Command::new(script);
        let output = command.args(words).env("FAAN_CLUSTER", &self.0).output();
        let output = output.unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        output.status.success().then(|| said.trim_end().to_owned())
    }

    fn primary(&self) -> Option<String> {
        self.run(&["primary"])
    }

    fn strike(&self, fault: Fault, node: &str) {
        let words: &[&str] = match fault {
            Fault::Killed => &["kill", node],
            Fault::Frozen => &["freeze", node],
            Fault::CutOffFromEtcd => &["cut", node, "etcd"],
            Fault::CutOffFromClients => &["cut", node, "clients"],
        };
        self.run(words).unwrap();
    }

    fn repair(&self, fault: Fault, node: &str) {
        let words: &[&str] = match fault {
            Fault::Killed => &["run", node],
            Fault::Frozen => &["thaw", node],
            Fault::CutOffFromEtcd | Fault::CutOffFromClients => &["heal", node],
        };
        self.run(words).unwrap();
    }

    /// Waits until the fault has made another server the primary, if it does.
    async fn fails_over(&self, fault: Fault, node: &str) {
        let began = Instant::now();
        if !fault.fails_over() {
            return sleep(Duration::from_secs(4)).await;
        }
        while self.primary().is_none_or(|now| now == node) {
            assert!(began.elapsed() < LONGEST, "{fault:?}: no other primary");
            sleep(Duration::from_millis(100)).await;
        }
    }
}

impl Deployment for Cluster {
    fn folder(&self) -> &Path {
        &self.0
    }

    fn log_key(&self) -> String {
        let key = fs::read_to_string(self.0.join("secrets/log-key")).unwrap();
        let key: ledger::evidence::SignerKey = key.trim_end().parse().unwrap();
        key.public().to_string()
    }

    fn logs(&self) -> String {
        let names = [
            "gateway1",
            "gateway2",
            "engine1",
            "engine2",
            "worker1-signer",
            "worker1-auditor",
            "worker2-auditor",
        ];
        let read = |name| fs::read_to_string(self.0.join(format!("{name}.log"))).unwrap();
        names.map(read).concat()
    }
}

/// Somebody who reads all the time, and how long they went without an answer at most.
struct Reader {
    stop: Arc<AtomicBool>,
    reads: JoinHandle<Duration>,
}

impl Reader {
    fn start(owner: &Owner, path: String) -> Reader {
        let stop = Arc::<AtomicBool>::default();
        let (stopped, http) = (stop.clone(), owner.http.clone());
        let (url, token) = (format!("{URL}{path}"), owner.token.clone());
        let reads = tokio::spawn(async move {
            let (mut last, mut longest) = (Instant::now(), Duration::ZERO);
            while !stopped.load(Ordering::Relaxed) {
                let asked = http.get(&url).bearer_auth(&token);
                let answer = asked.timeout(Duration::from_secs(2)).send().await;
                if answer.is_ok_and(|answer| answer.status() == 200) {
                    longest = longest.max(last.elapsed());
                    last = Instant::now();
                }
                sleep(Duration::from_millis(50)).await;
            }
            longest.max(last.elapsed())
        });
        Reader { stop, reads }
    }

    async fn away(self) -> Duration {
        self.stop.store(true, Ordering::Relaxed);
        self.reads.await.unwrap()
    }
}

/// The longest time without an acknowledged hand until `over`, and then until everybody has recorded again.
async fn away(writers: &Writers, over: impl Future<Output = ()>) -> Duration {
    let watch = async {
        let (mut count, mut last) = (writers.tally.acknowledged(), Instant::now());
        let mut longest = Duration::ZERO;
        let mut over = std::pin::pin!(over);
        let mut goal = None;
        while goal.is_none_or(|goal| count < goal) {
            tokio::select! {
                () = &mut over, if goal.is_none() => goal = Some(writers.tally.acknowledged() + 17),
                () = sleep(Duration::from_millis(5)) => {}
            }
            let now = writers.tally.acknowledged();
            longest = longest.max(last.elapsed());
            if now > count {
                (count, last) = (now, Instant::now());
            }
        }
        longest
    };
    let watched = tokio::time::timeout(2 * LONGEST, watch).await;
    watched.unwrap_or_else(|_| panic!("nothing is recorded any more: {}", writers.tally.told()))
}

/// As many as there are to be, in any order: of each kind alike.
fn faults(chance: &mut StdRng, count: usize) -> Vec<Fault> {
    let kinds = [
        Fault::Killed,
        Fault::Frozen,
        Fault::CutOffFromEtcd,
        Fault::CutOffFromClients,
    ];
    let mut all: Vec<Fault> = kinds.into_iter().cycle().take(count).collect();
    for place in (1..all.len()).rev() {
        all.swap(place, chance.random_range(0..=place));
    }
    all
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

#[derive(Default)]
struct Times {
    recording: Vec<Duration>,
    reading: Vec<Duration>,
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it needs a cluster: `.ci/faults cluster` starts one"]
async fn a_primary_that_goes_is_replaced_and_loses_nothing() {
    let folder = setting("FAAN_CLUSTER").expect("a cluster is running");
    let cluster = Cluster(folder.into());
    let (mut chance, mut times) = (chance(200), BTreeMap::<Fault, Times>::new());
    let count =
        setting("FAAN_FAILOVERS").map_or_else(|| extent(4, 60), |count| count.parse().unwrap());
    let faults = faults(&mut chance, count);
    let (mut told, mut entries, mut checkpoints) = (Vec::new(), 0, 0);
    let account =
        serde_json::json!({ "email": EMAIL, "password": PASSWORD, "display_name": "Mei" });
    // Somebody of an earlier run may be there.
    let somebody = Owner::nobody(URL);
    somebody
        .ask(reqwest::Method::POST, "/v1/users", Some(account))
        .await;
    for together in faults.chunks(TOGETHER) {
        let owner = Owner::signs_in(URL, EMAIL, PASSWORD).await;
        let pause = Duration::from_secs(1);
        let manners = Manners {
            pause,
            ..Manners::default()
        };
        let writers = Writers::start(&owner, manners).await;
        let mut kept = Kept::default();
        for &fault in together {
            writers.go_on(20).await;
            kept.take(&owner, &writers.clubs).await;
            let reader = Reader::start(&owner, format!("{}/players", writers.clubs[0]));
            sleep(Duration::from_millis(chance.random_range(0..1000))).await;
            let node = cluster.primary().unwrap();
            cluster.strike(fault, &node);
            let over = async {
                cluster.fails_over(fault, &node).await;
                if !fault.fails_over() {
                    cluster.repair(fault, &node);
                }
            };
            let recording = away(&writers, over).await;
            let reading = reader.away().await;
            cluster.repair(fault, &node);
            println!("{fault:?} {node}: no hand for {recording:.1?}, no read for {reading:.1?}");
            let of_fault = times.entry(fault).or_default();
            of_fault.recording.push(recording);
            of_fault.reading.push(reading);
            cluster
                .run(&["whole", "240"])
                .expect("the cluster does not become whole again");
        }
        let (clubs, tally) = writers.conclude(&owner).await;
        checkpoints += kept.len();
        entries += quiesce::check(&cluster, &owner, &clubs, kept).await;
        told.push(tally.told());
    }
    report(
        &faults,
        times,
        &format!(
            "{}; {entries} entries verified, also against {checkpoints} earlier checkpoints",
            told.join("; ")
        ),
    );
}

fn report(faults: &[Fault], times: BTreeMap<Fault, Times>, held: &str) {
    let of_fault = times.into_iter().map(|(fault, mut times)| {
        let (recording, reading) = (median(&mut times.recording), median(&mut times.reading));
        let worst = |times: &[Duration]| times.last().copied().unwrap_or_default();
        format!(
            "{} times {fault:?} (no hand for {recording:.1?}, at most {:.1?}; no read for {reading:.1?}, at most {:.1?})",
            times.recording.len(),
            worst(&times.recording),
            worst(&times.reading)
        )
    });
    let of_fault: Vec<String> = of_fault.collect();
    let failovers = faults.iter().filter(|fault| fault.fails_over()).count();
    keep(
        "a_primary_that_goes_is_replaced_and_loses_nothing",
        &format!(
            "{failovers} failovers among {} faults: {}",
            faults.len(),
            of_fault.join(", ")
        ),
        &format!("0 acknowledged hands lost, none twice, no log with two histories: {held}"),
    );
}
