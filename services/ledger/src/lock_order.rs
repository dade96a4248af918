//! The order in which transactions take locks, asserted in debug builds. The README of this crate says why it is this order.

use diesel::connection::{Instrumentation, InstrumentationEvent};
use std::fmt::{Display, Write};

/// What may be locked. A transaction locks in the order of this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    /// An advisory lock: imports take turns, and so do signers.
    Turn,
    /// Rows of `clubs`, by their ids. The lock of a club's row is also the lock of every row of the club that has no level here.
    Clubs,
    /// Rows of `users`. The lock of an account's row is also the lock of its sessions, refresh tokens and identities.
    Accounts,
    /// Rows of `sessions`, `refresh_tokens` and `identities`.
    OfAccounts,
    Webhooks,
    WebhookDeliveries,
    Audits,
    /// Rows of `tally_heads`, and what follows from the entries of a club that has one.
    Tallies,
}

/// The tables that have a level.
const TABLES: [(&str, Level); 13] = [
    ("clubs", Level::Clubs),
    ("users", Level::Accounts),
    ("sessions", Level::OfAccounts),
    ("refresh_tokens", Level::OfAccounts),
    ("identities", Level::OfAccounts),
    ("webhooks", Level::Webhooks),
    ("webhook_deliveries", Level::WebhookDeliveries),
    ("audits", Level::Audits),
    ("tally_heads", Level::Tallies),
    ("tallies", Level::Tallies),
    ("tally_sums", Level::Tallies),
    ("ratings", Level::Tallies),
    ("won_hands", Level::Tallies),
];

/// No statement that locks has its clause of that behind so many bytes. What is bound to it may be much longer.
const LONGEST: usize = 8_192;

/// Hears of each statement of a connection, and holds it against the order of locks.
#[derive(Debug, Default)]
pub(crate) struct LockOrder {
    /// The levels at which the transaction has locks so far, in ascending order.
    taken: Vec<Level>,
    /// The club that it named last: row level security shows it the row of no other.
    named: String,
    /// The last club whose row it has locked.
    club: String,
}

impl Instrumentation for LockOrder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let fault = self.hear(query);
            debug_assert!(fault.is_none(), "{}: {query}", fault.unwrap_or_default());
        }
    }
}

impl LockOrder {
    /// What is wrong with the locks of some statements, after those before them.
    fn hear(&mut self, query: impl Display) -> Option<&'static str> {
        let mut text = Beginning(String::new());
        // An error says only that the text is longer.
        let _is_whole = write!(text, "{query}").is_ok();
        let sql = text.0.replace('"', "");
        let sql = sql.split("-- binds").next().unwrap_or_default();
        let mut statements = sql.split(';');
        statements.find_map(|statement| self.statement(statement.trim()))
    }

    fn statement(&mut self, sql: &str) -> Option<&'static str> {
        let words: Vec<&str> = sql.split_ascii_whitespace().collect();
        match *words.as_slice() {
            ["BEGIN", ..] => {
                *self = Self::default();
                None
            }
            ["SET", "LOCAL", "faan.club", "=", club] => {
                club.clone_into(&mut self.named);
                None
            }
            ["INSERT", "INTO", "account_events", ..] => self.shares_account(),
            ["UPDATE", table, ..]
            | ["DELETE", "FROM", table, ..]
            | ["INSERT", "INTO", table, ..] => self.changes(table, sql),
            // A transaction of its own, which locks the row of its club before anything else.
            ["SELECT", ..] if sql.contains(" FROM record_outcome_1(") => {
                *self = Self::default();
                self.takes(Level::Clubs)
            }
            // Writes that are sent as one statement, in any order.
            ["WITH", ..] => {
                let mut writes = sql.split(" AS (").skip(1);
                writes.find_map(|write| self.statement(write))
            }
            ["SELECT", ..] if sql.contains("pg_advisory_xact_lock") => self.takes(Level::Turn),
            ["SELECT", ..] if sql.contains(" FOR UPDATE") || sql.contains(" FOR NO KEY UPDATE") => {
                self.locks(&words)
            }
            _ => None,
        }
    }

    fn takes(&mut self, level: Level) -> Option<&'static str> {
        if self.taken.last().is_some_and(|last| *last > level) {
            return Some("a lock is taken after one that has to come later");
        }
        if self.taken.last() != Some(&level) {
            self.taken.push(level);
        }
        None
    }

    /// Rows are locked to be changed later.
    fn locks(&mut self, words: &[&str]) -> Option<&'static str> {
        let table = words.iter().skip_while(|word| **word != "FROM").nth(1)?;
        let level = level_of(table.trim_matches(['(', ')']))?;
        if level == Level::OfAccounts && !self.taken.contains(&Level::Accounts) {
            return Some(UNLOCKED_ACCOUNT);
        }
        if level == Level::Clubs {
            if self.named < self.club {
                return Some("a club is locked after one with a greater id");
            }
            self.club.clone_from(&self.named);
        }
        self.takes(level)
    }

    /// Rows are changed. Those of a table in which the transaction has locked rows are these rows.
    fn changes(&mut self, table: &str, sql: &str) -> Option<&'static str> {
        let table = table.split('(').next().unwrap_or_default();
        let level = level_of(table)?;
        if self.taken.contains(&level) {
            return None;
        }
        // Whoever skips what is locked, or notes only that something was used, waits for one row at most, and holds no other.
        let alone = sql.contains("SKIP LOCKED") || sql.contains("identities SET used_at");
        if level == Level::OfAccounts && !alone && !self.taken.contains(&Level::Accounts) {
            return Some(UNLOCKED_ACCOUNT);
        }
        self.takes(level)
    }

    /// A new row refers to an account, which must not be locked after what is the account's.
    fn shares_account(&self) -> Option<&'static str> {
        let is_late = self.taken.last() >= Some(&Level::OfAccounts);
        (is_late && !self.taken.contains(&Level::Accounts)).then_some(UNLOCKED_ACCOUNT)
    }
}

const UNLOCKED_ACCOUNT: &str = "what is an account's is locked before the account";

fn level_of(table: &str) -> Option<Level> {
    let known = TABLES.iter().find(|(known, _)| *known == table);
    known.map(|(_, level)| *level)
}

/// The first bytes of a text.
struct Beginning(String);

impl Write for Beginning {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if self.0.len() > LONGEST {
            return Err(std::fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(statements: &[&str], fault: Option<&str>) {
        let mut order = LockOrder::default();
        let found = statements.iter().find_map(|one| order.hear(one));
        assert_eq!(found, fault, "{statements:?}");
    }

    const CLUB: &str = "BEGIN; SET LOCAL faan.club = 'b'; SELECT club_id FROM clubs WHERE club_id = $1 FOR NO KEY UPDATE -- binds: [b]";
    const EARLIER_CLUB: &str = "SET LOCAL faan.club = 'a'; SELECT club_id FROM clubs WHERE club_id = $1 FOR NO KEY UPDATE -- binds: [a]";
    const ACCOUNT: &str =
        "SELECT users.user_id FROM users WHERE users.user_id = $1 FOR NO KEY UPDATE -- binds: [1]";

    #[test]
    fn commands_lock_in_order() {
        check(&[CLUB, ACCOUNT, "UPDATE sessions SET ended_at = $1"], None);
        check(
            &[
                CLUB,
                "UPDATE webhooks SET state = $1",
                "UPDATE \"clubs\" SET last_seq = $1",
            ],
            None,
        );
        check(
            &[
                "BEGIN; ",
                "UPDATE webhooks SET lease = $1",
                "INSERT INTO webhook_deliveries (a) SELECT 1",
            ],
            None,
        );
        check(&[CLUB, "BEGIN; ", EARLIER_CLUB], None);
        check(
            &["BEGIN; ", "INSERT INTO account_events (a) VALUES (1)"],
            None,
        );
    }

    #[test]
    fn what_is_out_of_order_is_found() {
        let late = Some("a lock is taken after one that has to come later");
        check(
            &["BEGIN; ", ACCOUNT, CLUB.trim_start_matches("BEGIN; ")],
            late,
        );
        check(
            &[
                "BEGIN; ",
                "UPDATE webhook_deliveries SET sent_at = $1",
                "UPDATE webhooks SET lease = $1",
            ],
            late,
        );
        check(
            &[CLUB, EARLIER_CLUB],
            Some("a club is locked after one with a greater id"),
        );
        let unlocked = Some(UNLOCKED_ACCOUNT);
        check(
            &["BEGIN; ", "UPDATE \"sessions\" SET \"ended_at\" = $1"],
            unlocked,
        );
        check(
            &[
                "BEGIN; ",
                "SELECT 1 FROM (refresh_tokens INNER JOIN sessions ON true) FOR UPDATE",
            ],
            unlocked,
        );
    }
}
