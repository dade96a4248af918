//! What the time of PostgreSQL per hand is spent on: by its processes, and by statements where it counts them.

use std::collections::BTreeMap;

use crate::processes::cpu_of_children;
use crate::service::Service;

/// So many statements are printed, the dearest first.
const STATEMENTS: usize = 12;

/// Milliseconds so far, by what they were spent on.
#[derive(Default)]
pub(crate) struct Phases {
    /// CPU time, by role of the connection or kind of process. Those that ended, such as workers of autovacuum, are together.
    processes: BTreeMap<String, f64>,
    /// The time that each statement took, with its waits; empty without `pg_stat_statements`.
    statements: BTreeMap<String, f64>,
}

impl Phases {
    pub(crate) async fn so_far(service: &Service) -> Self {
        let mut processes = BTreeMap::new();
        for (title, cpu) in cpu_of_children(service.postmaster()) {
            *processes.entry(kind(&title).to_owned()).or_default() += cpu.as_secs_f64() * 1e3;
        }
        Self {
            processes,
            statements: service.statement_times().await,
        }
    }

    /// Adds what was spent between two moments.
    pub(crate) fn add(&mut self, before: &Self, after: Self) {
        for (sums, before, after) in [
            (&mut self.processes, &before.processes, after.processes),
            (&mut self.statements, &before.statements, after.statements),
        ] {
            for (name, spent) in after {
                let earlier = before.get(&name).copied().unwrap_or_default();
                *sums.entry(name).or_default() += (spent - earlier).max(0.0);
            }
        }
    }

    /// Prints them per hand.
    pub(crate) fn print(self, hands: f64) {
        for (name, spent) in self.processes {
            println!(
                "| – | CPU of `{name}`, ms per hand | – | {:.3} | – | – |",
                spent / hands
            );
        }
        let mut statements: Vec<_> = self.statements.into_iter().collect();
        statements.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        for (statement, spent) in statements.into_iter().take(STATEMENTS) {
            println!(
                "| – | `{statement}`, ms per hand | – | {:.3} | – | – |",
                spent / hands
            );
        }
    }
}

/// `postgres: ROLE DATABASE HOST STATE` or `postgres: checkpointer`, with or without the name of a cluster.
fn kind(title: &str) -> &str {
    let mut words = title.split_whitespace().skip(1);
    words.find(|word| !word.ends_with(':')).unwrap_or(title)
}
