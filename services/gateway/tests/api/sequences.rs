//! Chains of calls: no role reaches with several what it may not with one. From one state of a club, every chain of three calls is made
//! over HTTP, and what became of the club and its people is compared with what the policy gives the role directly.
//!
//! States that are the same for people are looked at once. `FAAN_SEQUENCES` says how many longer chains are drawn by chance as well, and
//! `FAAN_TEST_SEED` repeats them.

mod calls;
mod effects;
mod links;
mod scene;
mod state;

use std::collections::{BTreeMap, BTreeSet};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::app::{Person, TestApp};
use crate::contract::Contract;
use crate::model::setting;
use calls::{Call, LEFT_OUT, of_members, of_the_rest};
use effects::{DIRECT, Start, effects, key};
use scene::Scene;
use state::{Keeper, State};

/// How long the chains are of which all are made.
const LENGTH: usize = 3;

/// What an owner, who may nearly everything, may not do either: it is about what others agreed to.
const BY_NO_OWNER: [&str; 4] = [
    "somebody else becomes an owner without accepting it",
    "somebody else joins without accepting it",
    "an account of somebody else is changed",
    "an account of somebody else can be given up no more",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_scorer_reaches_nothing_else_with_several_calls() {
    search("scorer").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_reaches_nothing_else_with_several_calls() {
    search("player").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_auditor_reaches_nothing_else_with_several_calls() {
    search("auditor").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_reaches_nothing_else_with_several_calls() {
    search("stranger").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_makes_nobody_what_they_did_not_accept() {
    search("owner").await;
}

/// A new operation that writes is in the chains, or is left out for a reason; and no effect is said to be an operation's that there is not.
#[tokio::test(flavor = "multi_thread")]
async fn every_operation_that_writes_is_in_the_chains() {
    let app = TestApp::start().await;
    let scene = Scene::of(&app, "scorer").await;
    let calls = of_members(&scene).into_iter().chain(of_the_rest(&scene));
    let mut known: BTreeSet<&str> = calls.map(|call| call.operation).collect();
    known.extend(LEFT_OUT.iter().flat_map(|(_, operations)| *operations));
    let writes: Vec<String> = Contract::load()
        .operations()
        .into_iter()
        .filter(|(method, ..)| method != "GET")
        .map(|(_, _, operation)| operation["operationId"].as_str().unwrap().to_owned())
        .collect();
    let writes: BTreeSet<&str> = writes.iter().map(String::as_str).collect();
    assert_eq!(known, writes);
    let mut direct = DIRECT.iter().flat_map(|(_, operations)| *operations);
    assert!(direct.all(|operation| writes.contains(operation)));
}

/// One role's chains.
struct Search<'a> {
    scene: &'a Scene<'a>,
    keeper: Keeper,
    start: Start,
    /// Who asks: the person, and the machine whose key they hold.
    callers: Vec<&'a Person<'a>>,
    calls: Vec<Call>,
    /// The effects that the role has with one call.
    direct: BTreeSet<&'static str>,
    /// The first chain to each effect that it does not have.
    found: BTreeMap<&'static str, String>,
    asked: usize,
}

/// A state, and the calls that led there.
struct Reached {
    state: State,
    chain: Vec<(usize, usize)>,
}

async fn search(role: &'static str) {
    let app = TestApp::start().await;
    let scene = Scene::of(&app, role).await;
    let keeper = Keeper::new(&app).await;
    let start = scene.start(&keeper).await;
    let mut calls = of_members(&scene);
    if role != "owner" {
        calls.extend(of_the_rest(&scene));
    }
    let mut search = Search {
        start,
        keeper,
        callers: std::iter::once(&scene.actor)
            .chain(&scene.machine)
            .collect(),
        calls,
        direct: direct(role),
        found: BTreeMap::new(),
        asked: 0,
        scene: &scene,
    };
    let states = search.all().await;
    search.by_chance().await;
    let Search { asked, found, .. } = search;
    println!("{role}: {asked} calls from {states} states");
    let found: Vec<String> = found
        .iter()
        .map(|(what, how)| format!("{what}: {how}"))
        .collect();
    assert!(
        found.is_empty(),
        "what the role {role} reaches and may not:\n{}",
        found.join("\n")
    );
}

/// The effects that a role has with one call, as the document says which roles may what.
fn direct(role: &str) -> BTreeSet<&'static str> {
    let operations = Contract::load().operations();
    // A stranger may what the one may whom the invitation makes of them.
    let role = if role == "stranger" { "player" } else { role };
    let may = |name: &&str| {
        let named = |operation: &serde_json::Value| operation["operationId"] == *name;
        let operation = operations.iter().find(|(.., operation)| named(operation));
        let (.., operation) = operation.unwrap();
        let roles = operation["x-roles"].as_array();
        roles.is_none_or(|roles| roles.contains(&role.into()))
    };
    let direct = DIRECT.iter().filter(|(what, operations)| match role {
        "owner" => !BY_NO_OWNER.contains(what),
        _ => operations.iter().any(may),
    });
    direct.map(|(what, _)| *what).collect()
}

impl Search<'_> {
    /// Makes every chain, the shorter ones first. Answers how many states there were.
    async fn all(&mut self) -> usize {
        let begin = Reached {
            state: self.start.state.clone(),
            chain: Vec::new(),
        };
        let mut seen = BTreeSet::from([key(&self.start, &begin.state)]);
        let mut refused = BTreeSet::new();
        let mut from = vec![begin];
        for _ in 0..LENGTH {
            let mut next = Vec::new();
            for reached in &from {
                let mut is_changed = true;
                for step in self.steps() {
                    let role = self.role(&reached.state);
                    if refused.contains(&(role.clone(), step)) {
                        continue;
                    }
                    if is_changed {
                        self.keeper.put_back(&reached.state).await;
                    }
                    let status = self.ask(step).await;
                    is_changed = status < 300;
                    if status == 403 && reached.chain.is_empty() {
                        refused.insert((role, step));
                    }
                    if is_changed {
                        let chain = [&reached.chain[..], &[step]].concat();
                        let state = self.look(&chain).await;
                        if seen.insert(key(&self.start, &state)) {
                            next.push(Reached { state, chain });
                        }
                    }
                }
            }
            from = next;
        }
        seen.len()
    }

    /// Longer chains, drawn by chance.
    async fn by_chance(&mut self) {
        let chains: u64 = setting("FAAN_SEQUENCES").unwrap_or_default();
        let seed = setting("FAAN_TEST_SEED").unwrap_or_else(any_seed);
        if chains > 0 {
            println!("FAAN_TEST_SEED={seed} FAAN_SEQUENCES={chains} repeats this run");
        }
        let mut chance = StdRng::seed_from_u64(seed);
        for _ in 0..chains {
            self.keeper.put_back(&self.start.state).await;
            let mut chain = Vec::new();
            for _ in 0..30 {
                let steps = self.steps();
                let step = steps[chance.random_range(0..steps.len())];
                if self.ask(step).await < 300 {
                    chain.push(step);
                    self.look(&chain).await;
                }
                if chain.len() == 8 {
                    break;
                }
            }
        }
    }

    /// Every call by every caller.
    fn steps(&self) -> Vec<(usize, usize)> {
        let callers = 0..self.callers.len();
        let of = |caller| (0..self.calls.len()).map(move |call| (caller, call));
        callers.flat_map(of).collect()
    }

    async fn ask(&mut self, (caller, call): (usize, usize)) -> u16 {
        self.asked += 1;
        let call = &self.calls[call];
        let answer = call.ask(self.callers[caller]).await;
        assert!(
            answer.status < 500,
            "{}: {}",
            call.words(self.scene),
            answer.text
        );
        answer.status
    }

    /// Notes what the last call of a chain led to.
    async fn look(&mut self, chain: &[(usize, usize)]) -> State {
        let state = self.keeper.keep().await;
        for effect in effects(&self.start, &state) {
            if !self.direct.contains(effect) {
                let words = self.words(chain);
                self.found.entry(effect).or_insert(words);
            }
        }
        state
    }

    fn words(&self, chain: &[(usize, usize)]) -> String {
        let words = chain.iter().map(|(caller, call)| {
            let by = ["", "with the key: "][*caller];
            format!("{by}{}", self.calls[*call].words(self.scene))
        });
        words.collect::<Vec<_>>().join(", then ")
    }

    /// The actor's role in a state.
    fn role(&self, state: &State) -> String {
        let mut members = state.rows("members").into_iter();
        let own = members.find(|member| member["user_id"] == self.start.actor.as_str());
        own.map(|member| member["role"].to_string())
            .unwrap_or_default()
    }
}

#[expect(clippy::disallowed_methods, reason = "a new run each time")]
fn any_seed() -> u64 {
    rand::random()
}
