//! The law of dependencies: the table in ARCHITECTURE.md, held against what Cargo would build.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

const ARCHITECTURE: &str = include_str!("../../../../ARCHITECTURE.md");

/// One row of the table.
struct Article {
    room: String,
    may_use: Vec<String>,
    never_sees: Vec<Ban>,
    /// `anything but …`: all it may use of other people's.
    sees_only: Vec<String>,
}

/// A thing never seen, unless it is behind crates that are its houses.
struct Ban {
    thing: String,
    behind: Vec<String>,
}

/// Which crates a word of the table stands for; any other word is a crate and its family (`actix-web` is of `actix`).
const WORDS: [(&str, &[&str]); 3] = [
    ("clock", &["time", "chrono", "jiff"]),
    ("randomness", &["rand", "getrandom", "fastrand"]),
    ("network", &["tokio", "mio", "hyper", "reqwest", "socket2"]),
];

fn law() -> Vec<Article> {
    let table = ARCHITECTURE
        .split("## The law of dependencies")
        .nth(1)
        .unwrap();
    let rows = table
        .lines()
        .skip_while(|line| !line.starts_with("| ---"))
        .skip(1);
    rows.take_while(|line| line.starts_with('|'))
        .map(article)
        .collect()
}

fn article(row: &str) -> Article {
    let [room, may_use, never_sees] = row
        .trim_matches('|')
        .split('|')
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    let (sees_only, bans) = match never_sees.trim().strip_prefix("anything but ") {
        Some(little) => (names(little), Vec::new()),
        None => (Vec::new(), names(never_sees)),
    };
    Article {
        room: names(room).remove(0),
        may_use: names(may_use),
        never_sees: bans.iter().map(|text| ban(text)).collect(),
        sees_only,
    }
}

/// The comma-separated names of a cell; a dash is none.
fn names(cell: &str) -> Vec<String> {
    let plain = cell.replace('`', "");
    plain
        .split(',')
        .map(str::trim)
        .filter(|name| *name != "–")
        .map(str::to_owned)
        .collect()
}

/// `diesel (but behind ledger)`, with several houses `uuid (but behind ledger or audit)`, or only `diesel`.
fn ban(text: &str) -> Ban {
    match text.split_once(" (but behind ") {
        Some((thing, house)) => Ban {
            thing: thing.to_owned(),
            behind: house
                .trim_end_matches(')')
                .split(" or ")
                .map(str::to_owned)
                .collect(),
        },
        None => Ban {
            thing: text.to_owned(),
            behind: Vec::new(),
        },
    }
}

fn is_named(package: &str, thing: &str) -> bool {
    match WORDS.iter().find(|(word, _)| *word == thing) {
        Some((_, packages)) => packages.contains(&package),
        None => {
            package == thing
                || package.starts_with(&format!("{thing}-"))
                || package.starts_with(&format!("{thing}_"))
        }
    }
}

/// Who depends on whom in a normal build, by name, and which packages are our own.
struct Graph {
    uses: BTreeMap<String, BTreeSet<String>>,
    ours: BTreeSet<String>,
}

impl Graph {
    fn read() -> Graph {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--locked"])
            .output()
            .unwrap();
        let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
        let packages = metadata["packages"].as_array().unwrap();
        let name = |id: &Value| {
            let package = packages.iter().find(|package| package["id"] == *id);
            let name = package.unwrap()["name"].as_str().unwrap();
            // What is published has another name in the registry.
            name.strip_prefix("faan-").unwrap_or(name).to_owned()
        };
        let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
        for node in metadata["resolve"]["nodes"].as_array().unwrap() {
            let normal = node["deps"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| {
                    dependency["dep_kinds"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|kind| kind["kind"].is_null())
                });
            uses.entry(name(&node["id"]))
                .or_default()
                .extend(normal.map(|dependency| name(&dependency["pkg"])));
        }
        Graph {
            uses,
            ours: metadata["workspace_members"]
                .as_array()
                .unwrap()
                .iter()
                .map(name)
                .collect(),
        }
    }

    /// Everything `room` is made of, without what only comes through `hidden`.
    fn reach(&self, room: &str, hidden: &[String]) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut open = vec![room.to_owned()];
        while let Some(package) = open.pop() {
            for used in &self.uses[&package] {
                if !hidden.contains(used) && reached.insert(used.clone()) {
                    open.push(used.clone());
                }
            }
        }
        reached
    }
}

impl Article {
    /// What the room has and may not have, in sentences.
    fn offences(&self, graph: &Graph) -> Vec<String> {
        let (room, used) = (&self.room, &graph.uses[&self.room]);
        let mut offences = Vec::new();
        if self.may_use != ["all of them"] {
            let rooms = used.intersection(&graph.ours);
            let others = rooms.filter(|name| !self.may_use.contains(name));
            offences.extend(others.map(|name| format!("{room} uses {name}")));
        }
        for ban in &self.never_sees {
            let seen = graph.reach(room, &ban.behind).into_iter();
            let banned = seen.filter(|package| is_named(package, &ban.thing));
            let thing = &ban.thing;
            offences.extend(banned.map(|name| format!("{room} sees {name}, which is {thing}")));
        }
        if !self.sees_only.is_empty() {
            let more = used.iter().filter(|name| !self.sees_only.contains(name));
            offences.extend(more.map(|name| format!("{room} uses {name}")));
        }
        offences
    }
}

#[test]
fn every_room_keeps_the_law() {
    let (law, graph) = (law(), Graph::read());
    let rooms: BTreeSet<String> = law.iter().map(|article| article.room.clone()).collect();
    assert_eq!(rooms, graph.ours, "each room has an article");
    let bans: usize = law.iter().map(|article| article.never_sees.len()).sum();
    assert!(bans > 20, "the table was read: {bans} bans");
    let limited = law.iter().filter(|article| !article.sees_only.is_empty());
    let limited: Vec<&str> = limited.map(|article| article.room.as_str()).collect();
    assert_eq!(
        limited,
        ["wire"],
        "generated code and its words use what these call"
    );
    let offences = law.iter().flat_map(|article| article.offences(&graph));
    assert_eq!(offences.collect::<Vec<_>>(), [""; 0]);
}
