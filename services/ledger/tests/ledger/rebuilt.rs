//! What the tables of clubs, of matches, of settlements, of evenings, of seasons and of tournaments hold follows from the leaves: rebuilt from them alone, it is the same.

// Said in full, since the gateway's tests read this file, too.
#[path = "rebuilt/evenings.rs"]
mod evenings;
#[path = "rebuilt/governed.rs"]
mod governed;
#[path = "rebuilt/seasons.rs"]
mod seasons;
#[path = "rebuilt/settled.rs"]
mod settled;
#[path = "rebuilt/tournaments.rs"]
mod tournaments;

use evenings::Evenings;
use governed::Governed;
use ledger::evidence::{MatchHistory, MatchState, RoundOf};
use ledger::{Body, Entry, Hash, MatchId, Party};
use seasons::Seasons;
use settled::Settled;
use std::collections::{BTreeMap, BTreeSet};
use tokio_postgres::{Client, SimpleQueryMessage, SimpleQueryRow};
use tournaments::Tournaments;
use uuid::Uuid;

/// A row by its columns, as text.
pub(crate) type Row = BTreeMap<String, Option<String>>;

/// What SQL holds in types of its own, written as a leaf writes it. What the variant was called is not in the leaves.
const MATCHES: &str = "
    SELECT *, encode(variant_hash, 'hex') AS variant,
        to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS opened
    FROM matches";
const MATCHES_WITHOUT: [&str; 3] = ["variant_hash", "opened_at", "variant_id"];

/// Of a reason there is the commitment.
const TEXTS: &str = "
    SELECT *, encode(sha256(salt || convert_to(text, 'UTF8')), 'hex') AS commitment
    FROM texts";
const TEXTS_WITHOUT: [&str; 2] = ["text", "salt"];

/// Compares the tables with the leaves of all clubs.
pub(crate) async fn check(admin: &Client, leaves: &[Entry]) {
    let mut rebuilt = Rebuilt::default();
    leaves.iter().for_each(|leaf| rebuilt.follow(leaf));
    compare(
        rebuilt.matches(),
        rows(admin, MATCHES, &MATCHES_WITHOUT).await,
    );
    compare(
        rebuilt.balances(),
        rows(admin, "SELECT * FROM balances", &[]).await,
    );
    let told = rows(admin, "SELECT * FROM match_entries", &[]).await;
    compare(rebuilt.match_entries, told);
    compare(rebuilt.texts, rows(admin, TEXTS, &TEXTS_WITHOUT).await);
    rebuilt.settled.check(admin).await;
    rebuilt.evenings.check(admin).await;
    rebuilt.seasons.check(admin).await;
    rebuilt.tournaments.check(admin).await;
    rebuilt.governed.check(admin).await;
}

/// The tables, as the leaves tell them.
#[derive(Default)]
struct Rebuilt {
    matches: BTreeMap<MatchId, Told>,
    match_entries: Vec<Row>,
    texts: Vec<Row>,
    settled: Settled,
    evenings: Evenings,
    seasons: Seasons,
    tournaments: Tournaments,
    governed: Governed,
}

/// A match, and whoever was ever said to have taken part in it.
struct Told {
    opened: Entry,
    history: MatchHistory,
    took_part: BTreeSet<Party>,
}

impl Rebuilt {
    fn follow(&mut self, leaf: &Entry) {
        self.governed.follow(leaf);
        let (id, commitment) = match &leaf.body {
            Body::MatchOpened(opened) => (opened.match_id, None),
            Body::OutcomeRecorded(recorded) => (recorded.match_id, recorded.reason_commitment),
            Body::MatchCorrected(corrected) => {
                (corrected.match_id, Some(corrected.reason_commitment))
            }
            Body::MatchDeclared(declared) => (declared.match_id, Some(declared.reason_commitment)),
            Body::TablesReplayed(replayed) => {
                let commitment = match replayed.of {
                    RoundOf::Evening { .. } => self.evenings.follow(leaf),
                    RoundOf::Tournament { .. } => self.tournaments.follow(leaf),
                };
                return self.commit(leaf, commitment);
            }
            Body::SettlementMade(_) | Body::PaymentRecorded(_) | Body::PaymentReversed(_) => {
                let commitment = self.settled.follow(leaf);
                return self.commit(leaf, commitment);
            }
            Body::EveningOpened(_)
            | Body::AttendanceChanged(_)
            | Body::RoundDrawn(_)
            | Body::RoundOpened(_) => {
                let commitment = self.evenings.follow(leaf);
                return self.commit(leaf, commitment);
            }
            Body::SeasonOpened(_) | Body::SeasonClosed(_) => {
                let commitment = self.seasons.follow(leaf);
                return self.commit(leaf, commitment);
            }
            Body::TournamentOpened(_)
            | Body::EntrantsChanged(_)
            | Body::TournamentRoundDrawn(_)
            | Body::TournamentRoundOpened(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_)
            | Body::TournamentClosed(_) => {
                let commitment = self.tournaments.follow(leaf);
                return self.commit(leaf, commitment);
            }
            Body::TextErased(erased) => return self.erase(leaf, erased.entry),
            Body::ClubFounded(_)
            | Body::MemberSet(_)
            | Body::PlayerEnrolled(_)
            | Body::VariantAdded(_)
            | Body::ClubChanged(_)
            | Body::MemberRemoved(_)
            | Body::ClubHandedOver(_)
            | Body::InvitationMade(_)
            | Body::InvitationRevoked(_)
            | Body::InvitationAccepted(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerMerged(_)
            | Body::PlayerUnmerged(_)
            | Body::PlayerErased(_)
            | Body::VariantRetired(_)
            | Body::VariantReinstated(_) => return,
        };
        let before = self.tell(id, leaf);
        self.match_entries
            .push(moved(id, leaf, &before, &self.matches[&id].history.state));
        self.commit(leaf, commitment);
    }

    fn commit(&mut self, leaf: &Entry, commitment: Option<Hash>) {
        let text = commitment.map(|commitment| text(leaf, commitment));
        self.texts.extend(text);
    }

    /// Nothing is left of a text that a leaf erased but which one that was.
    fn erase(&mut self, leaf: &Entry, seq: u64) {
        let of = Row::from([cell("club_id", leaf.club), cell("seq", seq)]);
        let is_it = |row: &&mut Row| of.iter().all(|(column, value)| row[column] == *value);
        let text = self.texts.iter_mut().find(is_it).unwrap();
        text.extend([
            absent_or("commitment", None::<Hash>),
            cell("erased_seq", leaf.seq),
        ]);
    }

    /// Tells the match what an entry says, and gives the state it stood in before.
    fn tell(&mut self, id: MatchId, leaf: &Entry) -> MatchState {
        let told = self.matches.entry(id).or_insert_with(|| Told {
            opened: leaf.clone(),
            history: MatchHistory::open(leaf).unwrap(),
            took_part: BTreeSet::new(),
        });
        let before = told.history.state;
        if leaf.seq > told.opened.seq {
            told.history.add(leaf).unwrap();
        }
        told.took_part.extend(told.history.balances().into_keys());
        before
    }

    fn matches(&self) -> Vec<Row> {
        let told = self.matches.values();
        told.map(|told| stands(&told.opened, &told.history))
            .collect()
    }

    fn balances(&self) -> Vec<Row> {
        let of_match = |told: &Told| {
            let gained = told.history.balances();
            let balance = |party: &Party| {
                let half_points = gained.get(party).copied().unwrap_or_default();
                let settled = self.settled.cents(told.history.terms.match_id, *party);
                balance(told, *party, half_points, settled)
            };
            told.took_part.iter().map(balance).collect::<Vec<_>>()
        };
        self.matches.values().flat_map(of_match).collect()
    }
}

fn stands(leaf: &Entry, history: &MatchHistory) -> Row {
    let [player_1, player_2, player_3, player_4] = history.seated();
    let opened = &history.terms;
    let mut row = Row::from([
        cell("club_id", leaf.club),
        cell("match_id", opened.match_id),
        cell("variant", opened.variant_hash),
        cell("player_1", player_1),
        cell("player_2", player_2),
        cell("player_3", player_3),
        cell("player_4", player_4),
        absent_or("minimum_fan", opened.minimum_fan),
        cell("stake_cents", opened.stake_cents),
        cell("currency", &opened.currency),
        cell("starting_points", opened.starting_points),
        cell("played_on", opened.played_on),
        cell("opened_seq", leaf.seq),
        cell("opened", leaf.time),
        cell("version", history.version),
        absent_or("void_seq", history.void.map(|void| void.seq)),
    ]);
    row.extend(state(&history.state));
    row
}

fn state(state: &MatchState) -> [(String, Option<String>); 10] {
    let [total_1, total_2, total_3, total_4] = state.total_half_points;
    [
        cell("next_number", state.next_number),
        cell("round_wind", state.deal.round_wind),
        cell("dealer", state.deal.dealer.number()),
        cell("extra", state.deal.extra),
        cell("total_1", total_1),
        cell("total_2", total_2),
        cell("total_3", total_3),
        cell("total_4", total_4),
        cell("house", state.house_half_points),
        absent_or("ending", state.ending),
    ]
}

fn moved(id: MatchId, leaf: &Entry, before: &MatchState, after: &MatchState) -> Row {
    let chair = |at: usize| after.total_half_points[at] - before.total_half_points[at];
    Row::from([
        cell("club_id", leaf.club),
        cell("match_id", id),
        cell("seq", leaf.seq),
        cell("chair_1", chair(0)),
        cell("chair_2", chair(1)),
        cell("chair_3", chair(2)),
        cell("chair_4", chair(3)),
        cell("house", after.house_half_points - before.house_half_points),
    ])
}

/// A party as it is stored.
fn stored(party: Party) -> Uuid {
    match party {
        Party::House => Uuid::nil(),
        Party::Player(player) => player.0,
    }
}

fn balance(told: &Told, party: Party, half_points: i64, settled_cents: i64) -> Row {
    Row::from([
        cell("club_id", told.opened.club),
        cell("match_id", told.history.terms.match_id),
        cell("party", stored(party)),
        cell("half_points", half_points),
        cell("settled_cents", settled_cents),
    ])
}

fn text(leaf: &Entry, commitment: Hash) -> Row {
    Row::from([
        cell("club_id", leaf.club),
        cell("seq", leaf.seq),
        cell("commitment", commitment),
        absent_or("erased_seq", None::<u64>),
    ])
}

fn cell(column: &str, value: impl ToString) -> (String, Option<String>) {
    absent_or(column, Some(value))
}

fn absent_or(column: &str, value: Option<impl ToString>) -> (String, Option<String>) {
    (column.to_owned(), value.map(|value| value.to_string()))
}

/// Every row of a query, column by column, so that no column is forgotten.
pub(crate) async fn rows(admin: &Client, query: &str, without: &[&str]) -> Vec<Row> {
    let messages = admin.simple_query(query).await.unwrap();
    let row = |row: &SimpleQueryRow| {
        let columns = row.columns().iter().map(|column| column.name()).enumerate();
        columns
            .filter(|(_, column)| !without.contains(column))
            .map(|(at, column)| absent_or(column, row.get(at)))
            .collect()
    };
    let rows = messages.iter().filter_map(|message| {
        if let SimpleQueryMessage::Row(found) = message {
            Some(row(found))
        } else {
            None
        }
    });
    rows.collect()
}

/// The same rows, in any order.
pub(crate) fn compare(mut rebuilt: Vec<Row>, mut stored: Vec<Row>) {
    rebuilt.sort();
    stored.sort();
    assert_eq!(rebuilt.len(), stored.len());
    for (rebuilt, stored) in rebuilt.iter().zip(&stored) {
        assert_eq!(rebuilt, stored);
    }
}
