//! Void matches of a tournament, and tables that are played again: both verifiers take what is honest, and find what is not.

use super::played::{Ledger, REFEREE, agreed, rules};
use super::{check, last_is_wrong, python};
use crate::honest::id;
use crate::verify::bundle::Bundle;
use audit::{TournamentSelection, tournament_standings};
use evidence::{
    Body, DrawMethod, Entry, MatchDeclared, MatchId, MatchOpened, Outcome, PlayerMerged,
    ReplayedTable, RoundOf, TablesReplayed, TournamentId, commit,
};
use uuid::Uuid;

impl Ledger {
    /// Declares the match of a table of a round void.
    pub(super) fn void(&mut self, round: u32, table: usize) -> u64 {
        let match_id = self.tournament().round(round).unwrap().matches[table];
        let declared = Body::MatchDeclared(MatchDeclared {
            match_id,
            void: true,
            reason_commitment: commit(&[1; 16], "by mistake"),
        });
        self.push_by(REFEREE, declared)
    }

    /// Opens another match at a table of a round, and records a hand in it.
    pub(super) fn replay(&mut self, round: u32, table: usize) -> u64 {
        let of_round = self.tournament().round(round).unwrap().clone();
        let before = &self.matches[&of_round.matches[table]].terms;
        let match_id = MatchId(id(5000 + self.entries.len() as u128));
        let opened = MatchOpened {
            match_id,
            ..before.clone()
        };
        self.push(Body::MatchOpened(opened));
        let replayed = self.push(Body::TablesReplayed(TablesReplayed {
            of: RoundOf::Tournament {
                tournament: self.id(),
            },
            round,
            tables: vec![ReplayedTable {
                table: u32::try_from(table).unwrap() + 1,
                match_id,
            }],
        }));
        self.record(match_id, agreed([-40, 60, -40, 20]));
        replayed
    }

    /// Ends the match of a table of a round that has no hand. It counts for draws, as it did before such a match counted for nothing.
    pub(super) fn end_without_hands(&mut self, round: u32, table: usize) {
        let match_id = self.tournament().round(round).unwrap().matches[table];
        assert!(self.matches[&match_id].outcomes.is_empty());
        self.record(match_id, Outcome::EarlyEnd {});
    }
}

/// One round of eight players, both tables of which were played.
fn one_round() -> Ledger {
    let mut ledger = Ledger::with_players(8);
    ledger.open(rules(3));
    ledger.enter(&(200..208).collect::<Vec<_>>(), &[]);
    ledger.draw(DrawMethod::Random);
    ledger.play();
    ledger
}

fn counted(ledger: &Ledger) -> (u64, Vec<u64>) {
    let export = Bundle::of(&ledger.entries).export();
    let found = tournament_standings(&export[..], TournamentSelection::default()).unwrap();
    let standings = &found.last().unwrap().standings;
    let matches = standings.players.iter().map(|one| one.matches);
    (standings.matches, matches.collect())
}

#[test]
fn a_void_match_counts_for_nothing_and_the_replayed_one_in_its_place() {
    let mut ledger = one_round();
    assert_eq!(counted(&ledger), (2, vec![1; 8]));
    ledger.void(1, 0);
    check(&ledger);
    let (matches, mut of_each) = counted(&ledger);
    of_each.sort_unstable();
    assert_eq!((matches, of_each), (1, vec![0, 0, 0, 0, 1, 1, 1, 1]));
    ledger.replay(1, 0);
    check(&ledger);
    assert_eq!(counted(&ledger), (2, vec![1; 8]));
    // The draw follows from the match that took the place.
    ledger.draw(DrawMethod::Swiss);
    check(&ledger);
    // Once more, while the second round is played.
    ledger.void(1, 0);
    ledger.replay(1, 0);
    ledger.open_matches();
    check(&ledger);
}

/// A match without a hand counts for nothing, and still for draws, as it did when they were made.
#[test]
fn a_draw_after_a_match_without_a_hand_follows_from_ranks_in_which_it_counts() {
    let mut ledger = one_round();
    ledger.draw(DrawMethod::Swiss);
    ledger.open_matches();
    ledger.end_without_hands(2, 0);
    assert_eq!(counted(&ledger).0, 2);
    ledger.draw(DrawMethod::Swiss);
    check(&ledger);
    said_alike(&[&ledger.entries]);
}

fn said_alike(ledgers: &[&[Entry]]) {
    let exports: Vec<Vec<u8>> = ledgers
        .iter()
        .map(|entries| Bundle::of(entries).export())
        .collect();
    let Some(said) = python::said(&exports) else {
        return;
    };
    for (export, (verdict, first, details)) in exports.iter().zip(said) {
        let report = super::verify(export);
        let found = (report.verdict().word().to_owned(), report.first_bad_entry());
        assert_eq!((verdict, first), found, "{details:?}");
    }
}

type Forgery = fn(&mut Vec<Entry>);

/// What is changed of a ledger that ends with a table that is played again, so that its last entry is wrong.
const FORGERIES: [Forgery; 6] = [
    |entries| last_replayed(entries, |replayed| replayed.round = 2),
    |entries| last_replayed(entries, |replayed| replayed.tables[0].table = 3),
    |entries| {
        // The match at the other table is not void.
        last_replayed(entries, |replayed| replayed.tables[0].table = 2);
    },
    |entries| {
        last_replayed(entries, |replayed| {
            replayed.of = RoundOf::Tournament {
                tournament: TournamentId(Uuid::nil()),
            };
        });
    },
    |entries| {
        last_replayed(entries, |replayed| {
            replayed.tables[0].match_id = MatchId(Uuid::nil())
        })
    },
    |entries| {
        // Other players sit at the table.
        let opened = entries.len() - 2;
        if let Body::MatchOpened(MatchOpened { players, .. }) = &mut entries[opened].body {
            players.swap(0, 1);
        }
    },
];

fn last_replayed(entries: &mut [Entry], change: impl Fn(&mut TablesReplayed)) {
    if let Body::TablesReplayed(replayed) = &mut entries.last_mut().unwrap().body {
        change(replayed);
    }
}

#[test]
fn a_table_that_is_not_played_again_so_is_found() {
    let mut ledger = one_round();
    ledger.void(1, 0);
    let replayed = ledger.replay(1, 0);
    let honest = ledger.entries[..usize::try_from(replayed).unwrap()].to_vec();
    let mut wrong = Vec::new();
    for forgery in FORGERIES {
        let mut entries = honest.clone();
        forgery(&mut entries);
        let codes = last_is_wrong(&entries);
        assert!(
            codes == ["unfounded"] || codes == ["tournament"],
            "{codes:?}"
        );
        wrong.push(entries);
    }
    wrong.push(honest);
    let wrong: Vec<&[Entry]> = wrong.iter().map(Vec::as_slice).collect();
    said_alike(&wrong);
}

/// What is recorded, corrected or declared of a void match, and players of one who are said to be one person.
#[test]
fn a_void_match_stays_as_it_is() {
    let ledger = one_round();
    let mut is_void = one_round();
    let declares = is_void.void(1, 0);
    let hand = ledger.entries.last().unwrap();
    let of_first = ledger.entries.iter().rev().nth(1).unwrap();
    assert_eq!(of_first.body.kind(), hand.body.kind());
    let match_id = of_first.body.match_id().unwrap();
    let next = |body: Body| {
        let mut entries = is_void.entries[..usize::try_from(declares).unwrap()].to_vec();
        let last = entries.last().unwrap();
        let (seq, actor) = (last.seq + 1, last.actor);
        let time = format!("2026-11-30T09:30:00.{seq:06}Z").parse().unwrap();
        entries.push(Entry {
            seq,
            actor,
            time,
            body,
            ..last.clone()
        });
        entries
    };
    let again = MatchDeclared {
        match_id,
        void: true,
        reason_commitment: commit(&[1; 16], "again"),
    };
    let counts = MatchDeclared {
        void: false,
        ..again
    };
    let declared_twice = next(Body::MatchDeclared(again));
    assert_eq!(last_is_wrong(&declared_twice), ["match"]);
    let elsewhere = MatchDeclared {
        match_id: MatchId(Uuid::nil()),
        ..again
    };
    let of_none = next(Body::MatchDeclared(elsewhere));
    assert_eq!(last_is_wrong(&of_none), ["unfounded"]);
    let sat: Vec<_> = ledger.matches[&match_id].players.to_vec();
    let merged = next(Body::PlayerMerged(PlayerMerged {
        player: sat[0],
        into: sat[1],
    }));
    let counts_again = next(Body::MatchDeclared(counts));
    let all = [declared_twice, of_none, merged, counts_again];
    let all: Vec<&[Entry]> = all.iter().map(Vec::as_slice).collect();
    said_alike(&all);
}
