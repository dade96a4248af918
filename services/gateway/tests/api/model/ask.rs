//! What a client asks of a match, and what should come of it.

use super::chance::{Chance, one_of};
use super::fact::Fact;
use super::table::{Course, Draft, Said, Table};
use ledger::{OutcomeId, PlayerId};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request that would change a match.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) what: What,
    pub(super) if_match: IfMatch,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Hand(u32, Fact),
    Batch(u32, Vec<Fact>),
    /// A penalty, a substitution or an early end.
    Between(Fact),
    Correct(Vec<Change>),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum IfMatch {
    Absent,
    Any,
    Version(u64),
}

#[derive(Clone, Debug)]
pub(super) enum Change {
    Replace(OutcomeId, Fact),
    Void(OutcomeId),
    Insert(Option<OutcomeId>, Fact),
    Reseat {
        players: [PlayerId; 4],
        follow: bool,
    },
}

/// A refusal; the code is left open where the rules have several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Refusal {
    Conflict(&'static str),
    Stale,
    NoIfMatch,
    Impossible,
}

impl Ask {
    pub(super) fn draw(chance: &mut Chance, table: &Table, players: &[PlayerId]) -> Self {
        let what = match chance.random_range(0..100) {
            0..52 => What::Hand(number(chance, table), Fact::hand(chance)),
            52..56 => What::Between(Fact::penalty(chance)),
            56..59 => What::Between(Fact::side_payment(chance)),
            59 => What::Between(Fact::totals(chance)),
            60..66 => What::Between(Fact::substitution(chance, players)),
            66..68 => What::Between(Fact::EarlyEnd),
            68..78 => {
                let number = number(chance, table);
                let many = chance.random_range(1..7);
                let facts = (0..many).map(|_| Fact::any(chance, players));
                What::Batch(number, facts.collect())
            }
            _ => What::Correct(changes(chance, table, players)),
        };
        let optional = matches!(&what, What::Hand(..) | What::Batch(..) | What::Between(_));
        let if_match = match chance.random_range(0..20) {
            0 => IfMatch::Version(one_of(chance, &table.past).0),
            1 => IfMatch::Absent,
            2..12 if optional && !matches!(what, What::Between(Fact::EarlyEnd)) => IfMatch::Absent,
            2..14 => IfMatch::Any,
            _ => IfMatch::Version(table.version),
        };
        Self { what, if_match }
    }

    /// The next hand, whatever the version of the match.
    pub(super) fn next_hand(chance: &mut Chance, table: &Table) -> Self {
        Self {
            what: What::Hand(table.course.state.next_number, Fact::hand(chance)),
            if_match: IfMatch::Any,
        }
    }

    /// A correction, of this version or of any.
    pub(super) fn correction(chance: &mut Chance, table: &Table, players: &[PlayerId]) -> Self {
        let if_match = match chance.random_bool(0.5) {
            true => IfMatch::Any,
            false => IfMatch::Version(table.version),
        };
        Self {
            what: What::Correct(changes(chance, table, players)),
            if_match,
        }
    }

    /// Where it is sent to, beneath the match.
    pub(super) fn route(&self) -> &'static str {
        match &self.what {
            What::Hand(..) => "hands",
            What::Batch(..) => "hands:batch",
            What::Between(Fact::Penalty { .. }) => "penalties",
            What::Between(Fact::SidePayment { .. }) => "side-payments",
            What::Between(Fact::Totals { .. }) => "totals",
            What::Between(Fact::Substitution { .. }) => "substitutions",
            What::Between(_) => "end",
            What::Correct(_) => "corrections",
        }
    }

    /// The same as a dry run, which can do without an `If-Match`.
    pub(super) fn dry(&self) -> Self {
        let mut dry = self.clone();
        if matches!(dry.if_match, IfMatch::Absent) {
            dry.if_match = IfMatch::Any;
        }
        dry
    }

    pub(super) fn can_run_dry(&self) -> bool {
        self.route() != "end"
    }

    pub(super) fn body(&self) -> Value {
        match &self.what {
            What::Hand(number, fact) => json!({"number": number, "outcome": fact.json()}),
            What::Batch(number, facts) => {
                let outcomes: Vec<Value> = facts.iter().map(Fact::json).collect();
                json!({"number": number, "outcomes": outcomes})
            }
            What::Between(fact) => {
                let mut body = fact.json();
                let fields = body.as_object_mut().unwrap();
                fields.remove("kind");
                fields.insert("reason".to_owned(), json!("末班車"));
                body
            }
            What::Correct(changes) => {
                let changes: Vec<Value> = changes.iter().map(Change::json).collect();
                json!({"changes": changes, "reason": "看錯"})
            }
        }
    }

    /// What should come of it as the match stands.
    pub(super) fn predict(&self, table: &Table) -> Result<(Draft, Course), Refusal> {
        let needs_if_match = matches!(self.route(), "end" | "corrections");
        match self.if_match {
            IfMatch::Absent if needs_if_match => return Err(Refusal::NoIfMatch),
            IfMatch::Version(version) if version != table.version => return Err(Refusal::Stale),
            IfMatch::Absent | IfMatch::Any | IfMatch::Version(_) => {}
        }
        match &self.what {
            What::Hand(number, fact) => record(table, Some(*number), std::slice::from_ref(fact)),
            What::Batch(number, facts) => record(table, Some(*number), facts),
            What::Between(fact) => record(table, None, std::slice::from_ref(fact)),
            What::Correct(changes) => correct(table, changes),
        }
    }
}

fn record(table: &Table, number: Option<u32>, facts: &[Fact]) -> Result<(Draft, Course), Refusal> {
    let state = &table.course.state;
    if number.is_some_and(|number| number < state.next_number) {
        return Err(Refusal::Conflict("hand_number_taken"));
    }
    if state.ending.is_some() {
        return Err(Refusal::Conflict("match_over"));
    }
    if number.is_some_and(|number| number > state.next_number) {
        return Err(Refusal::Conflict("hand_number_ahead"));
    }
    let (mut draft, mut course) = (table.draft.clone(), table.course.clone());
    for fact in facts {
        course.add(table.variant, fact).ok_or(Refusal::Impossible)?;
        draft.outcomes.push(Said {
            id: None,
            fact: fact.clone(),
        });
    }
    Ok((draft, course))
}

fn correct(table: &Table, changes: &[Change]) -> Result<(Draft, Course), Refusal> {
    let mut draft = table.draft.clone();
    for change in changes {
        change.make(&mut draft).ok_or(Refusal::Impossible)?;
    }
    let differs = draft != table.draft;
    let course = draft.course(table.variant).filter(|_| differs);
    Ok((draft, course.ok_or(Refusal::Impossible)?))
}

impl IfMatch {
    pub(super) fn header(self) -> Option<String> {
        match self {
            Self::Absent => None,
            Self::Any => Some("*".to_owned()),
            Self::Version(version) => Some(format!("\"{version}\"")),
        }
    }
}

impl Change {
    fn json(&self) -> Value {
        match self {
            Self::Replace(id, fact) => {
                json!({"kind": "replace", "outcome_id": id, "outcome": fact.json()})
            }
            Self::Void(id) => json!({"kind": "void", "outcome_id": id}),
            Self::Insert(None, fact) => json!({"kind": "insert", "outcome": fact.json()}),
            Self::Insert(Some(before), fact) => {
                json!({"kind": "insert", "before": before, "outcome": fact.json()})
            }
            Self::Reseat { players, follow } => {
                let outcomes = if *follow {
                    "follow_players"
                } else {
                    "stay_with_chairs"
                };
                json!({"kind": "reseat", "players": players, "outcomes": outcomes})
            }
        }
    }

    /// Changes what is said; none if that cannot be done.
    fn make(&self, draft: &mut Draft) -> Option<()> {
        let outcomes = &mut draft.outcomes;
        let place =
            |id: OutcomeId, outcomes: &[Said]| outcomes.iter().position(|said| said.id == Some(id));
        match self {
            Self::Replace(_, fact) | Self::Insert(_, fact) if !fact.can_be_stated() => return None,
            Self::Replace(id, fact) => {
                let place = place(*id, outcomes)?;
                outcomes[place].fact = fact.clone();
            }
            Self::Void(id) => drop(outcomes.remove(place(*id, outcomes)?)),
            Self::Insert(before, fact) => {
                let place = match before {
                    Some(before) => place(*before, outcomes)?,
                    None => outcomes.len(),
                };
                let said = Said {
                    id: None,
                    fact: fact.clone(),
                };
                outcomes.insert(place, said);
            }
            Self::Reseat { players, follow } => {
                if BTreeSet::from(*players).len() < 4 {
                    return None;
                }
                let before = std::mem::replace(&mut draft.players, *players);
                if *follow {
                    let seats = before.map(|player| {
                        let seat = players.iter().position(|other| *other == player)?;
                        u8::try_from(seat + 1).ok()
                    });
                    let [Some(a), Some(b), Some(c), Some(d)] = seats else {
                        return None;
                    };
                    for said in outcomes {
                        said.fact = said.fact.reseated([a, b, c, d]);
                    }
                }
            }
        }
        Some(())
    }
}

/// Mostly the number that comes next.
fn number(chance: &mut Chance, table: &Table) -> u32 {
    let next = table.course.state.next_number;
    match chance.random_range(0..20) {
        0 => chance.random_range(1..=next),
        1 => next + chance.random_range(1..3),
        _ => next,
    }
}

/// A few changes, of what happened last more often than of what happened long ago; some of them cannot be made.
fn changes(chance: &mut Chance, table: &Table, players: &[PlayerId]) -> Vec<Change> {
    let many = chance.random_range(1..4);
    (0..many).map(|_| change(chance, table, players)).collect()
}

fn change(chance: &mut Chance, table: &Table, players: &[PlayerId]) -> Change {
    let outcomes = &table.draft.outcomes;
    let chosen = match outcomes.as_slice() {
        [] => None,
        some if chance.random_bool(0.5) => some.last(),
        some => Some(one_of(chance, some)),
    };
    let chosen = chosen.and_then(|said| said.id);
    match (chance.random_range(0..12), chosen) {
        (0..6, Some(id)) => Change::Replace(id, Fact::any(chance, players)),
        (6..8, Some(id)) => Change::Void(id),
        (8, _) => {
            let mut seats = table.draft.players;
            seats.shuffle(chance);
            let follow = chance.random_bool(0.5);
            if chance.random_bool(0.3) {
                seats[3] = *one_of(chance, players);
            }
            Change::Reseat {
                players: seats,
                follow,
            }
        }
        (_, before) => Change::Insert(before, Fact::any(chance, players)),
    }
}
