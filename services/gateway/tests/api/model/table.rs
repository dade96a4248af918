//! A match in memory: what is said of it, what that comes to, and what was said before.

use super::fact::Fact;
use super::money::Cents;
use ledger::{MatchId, OutcomeId, PlayerId};
use rules::variant::FalseMahjongRule;
use rules::{Amounts, Deal, Ending, MatchState, TableOptions, Variant, play};
use std::collections::{BTreeMap, HashMap};

/// A match.
pub(super) struct Table {
    pub(super) id: MatchId,
    pub(super) path: String,
    pub(super) variant: &'static Variant,
    /// What a point is worth in cents.
    pub(super) stake_cents: i64,
    pub(super) played_on: &'static str,
    pub(super) version: u64,
    pub(super) draft: Draft,
    pub(super) course: Course,
    /// The entry that first told of an outcome, of those that were voided too.
    pub(super) told: HashMap<OutcomeId, u64>,
    /// What was said from each version on, the present one last.
    pub(super) past: Vec<(u64, Draft)>,
    /// The entries of its corrections.
    pub(super) corrections: Vec<u64>,
    /// What was settled, of everybody of whom something ever was.
    pub(super) settled: Cents,
}

/// What is said of a match.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Draft {
    /// Who sat where at the start.
    pub(super) players: [PlayerId; 4],
    pub(super) outcomes: Vec<Said>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    /// None as long as the answer did not tell.
    pub(super) id: Option<OutcomeId>,
    pub(super) fact: Fact,
}

/// What it comes to.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) played: Vec<Played>,
    pub(super) state: State,
    /// Who sits where now.
    pub(super) seated: [PlayerId; 4],
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State {
    pub(super) next_number: u32,
    pub(super) deal: Deal,
    /// In half points.
    pub(super) totals: [i64; 4],
    pub(super) house: i64,
    pub(super) ending: Option<Ending>,
}

#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) number: Option<u32>,
    pub(super) deal: Deal,
    /// Of the winner, if somebody won.
    pub(super) fan: Option<u32>,
    /// In half points.
    pub(super) payments: [i64; 4],
    pub(super) house: i64,
    pub(super) seated: [PlayerId; 4],
    pub(super) after: State,
}

impl Table {
    pub(super) fn open(
        id: MatchId,
        path: String,
        variant: &'static Variant,
        (stake_cents, played_on): (i64, &'static str),
        version: u64,
        players: [PlayerId; 4],
    ) -> Self {
        let draft = Draft {
            players,
            outcomes: Vec::new(),
        };
        Self {
            id,
            path,
            variant,
            stake_cents,
            played_on,
            version,
            course: Course::start(players),
            told: HashMap::new(),
            past: vec![(version, draft.clone())],
            draft,
            corrections: Vec::new(),
            settled: Cents::new(),
        }
    }

    /// Takes over what happened next, each outcome told by an entry of its own; every one has its id by now.
    pub(super) fn go_on(&mut self, draft: Draft, course: Course, told_by: &[(OutcomeId, u64)]) {
        let before = self.draft.outcomes.len();
        for (place, (id, seq)) in told_by.iter().enumerate() {
            let mut so_far = draft.clone();
            so_far.outcomes.truncate(before + place + 1);
            self.told.insert(*id, *seq);
            self.past.push((*seq, so_far));
        }
        (self.draft, self.course) = (draft, course);
    }

    /// Takes over what a correction said, which inserted some outcomes.
    pub(super) fn put_right(
        &mut self,
        draft: Draft,
        course: Course,
        inserted: &[(OutcomeId, u64)],
    ) {
        self.told.extend(inserted.iter().copied());
        self.past.push((self.version, draft.clone()));
        self.corrections.push(self.version);
        (self.draft, self.course) = (draft, course);
    }

    /// What was said once an entry of the club was written, and by which entry of the match.
    pub(super) fn as_of(&self, seq: u64) -> Option<&(u64, Draft)> {
        self.past.iter().rfind(|(version, _)| *version <= seq)
    }

    /// The course up to what had been told by then, as it is said now.
    pub(super) fn known_of(&self, seq: u64) -> Draft {
        let told = |said: &Said| self.told[&said.id.unwrap()] <= seq;
        let until = self.draft.outcomes.iter().rposition(told);
        let mut draft = self.draft.clone();
        draft.outcomes.truncate(until.map_or(0, |last| last + 1));
        draft
    }
}

impl Draft {
    /// What it comes to; none if it cannot have happened.
    pub(super) fn course(&self, variant: &Variant) -> Option<Course> {
        let mut course = Course::start(self.players);
        for said in &self.outcomes {
            course.add(variant, &said.fact)?;
        }
        Some(course)
    }
}

impl Course {
    fn start(players: [PlayerId; 4]) -> Self {
        let state = State {
            next_number: 1,
            deal: Deal::FIRST,
            totals: [0; 4],
            house: 0,
            ending: None,
        };
        Self {
            played: Vec::new(),
            state,
            seated: players,
        }
    }

    /// Adds what happened next; none if that cannot be. Fan, payments and the next deal are the rules' business,
    /// numbers, totals and seats are ours.
    pub(super) fn add(&mut self, variant: &Variant, fact: &Fact) -> Option<()> {
        let before = self.state;
        let is_without_points =
            before.next_number == 1 && before.totals == [0; 4] && before.house == 0;
        if matches!(fact, Fact::Totals { .. }) && !is_without_points {
            return None;
        }
        let from = MatchState {
            next_number: before.next_number,
            deal: before.deal,
            totals: Amounts::default(),
            ending: before.ending,
        };
        let played = play(variant, &TableOptions::default(), &from, &[fact.outcome()]).ok()?;
        let [played] = played.try_into().ok()?;
        let (payments, house) = (played.payments.half_points(), played.payments.house());
        let seated = self.seated;
        if let Fact::Substitution { chair, player } = fact {
            if self.seated.contains(player) {
                return None;
            }
            self.seated[usize::from(*chair) - 1] = *player;
        }
        let number = is_hand(variant, fact).then_some(before.next_number);
        let mut totals = before.totals;
        for (total, paid) in totals.iter_mut().zip(payments) {
            *total += paid;
        }
        self.state = State {
            next_number: before.next_number + u32::from(number.is_some()),
            deal: played.state_after.deal,
            totals,
            house: before.house + house,
            ending: played.state_after.ending,
        };
        self.played.push(Played {
            number,
            deal: before.deal,
            fan: played.scores.first().map(|(_, score)| score.fan),
            payments,
            house,
            seated,
            after: self.state,
        });
        Some(())
    }

    /// What everybody who took part gained or lost; none stands for the house.
    pub(super) fn balances(&self, players: [PlayerId; 4]) -> BTreeMap<Option<PlayerId>, i64> {
        let mut balances = BTreeMap::new();
        let mut gain = |who, half_points| *balances.entry(who).or_insert(0) += half_points;
        for player in players.into_iter().chain(self.seated) {
            gain(Some(player), 0);
        }
        for played in &self.played {
            for (player, paid) in played.seated.into_iter().zip(played.payments) {
                gain(Some(player), paid);
            }
            if played.house != 0 {
                gain(None, played.house);
            }
        }
        balances
    }
}

fn is_hand(variant: &Variant, fact: &Fact) -> bool {
    match fact {
        Fact::Win(_) | Fact::Goulash | Fact::Agreed { .. } => true,
        Fact::FalseMahjong { .. } => !matches!(variant.false_mahjong(), FalseMahjongRule::OpenHand),
        Fact::Penalty { .. }
        | Fact::SidePayment { .. }
        | Fact::Totals { .. }
        | Fact::Substitution { .. }
        | Fact::EarlyEnd => false,
    }
}
