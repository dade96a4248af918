//! What `matches`, `hands` and `payments` hold follows from the leaves: rebuilt from them alone, it is the same.

use ledger::evidence::{HandRecorded, MatchEnded, MatchOpened, MatchState};
use ledger::{Body, Entry, MatchId};
use std::collections::BTreeMap;
use tokio_postgres::{Client, SimpleQueryMessage, SimpleQueryRow};

/// A row by its columns, as text.
type Row = BTreeMap<String, Option<String>>;

/// What SQL holds in types of its own, written as a leaf writes it. Two things are not in the leaves: what the variant was
/// called, and the reason of an ending, of which there is the commitment.
const MATCHES: &str = "
    SELECT *, encode(variant_hash, 'hex') AS variant,
        to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') AS opened,
        encode(sha256(ending_reason_salt || convert_to(ending_reason, 'UTF8')), 'hex') AS reason_commitment
    FROM matches";
const MATCHES_WITHOUT: [&str; 5] = [
    "variant_hash",
    "opened_at",
    "variant_id",
    "ending_reason",
    "ending_reason_salt",
];

/// Compares the three tables with the leaves of all clubs.
pub(crate) async fn check(admin: &Client, leaves: &[Entry]) {
    let mut rebuilt = Rebuilt::default();
    leaves.iter().for_each(|leaf| rebuilt.follow(leaf));
    let matches = rebuilt.matches.into_values().collect();
    compare(matches, rows(admin, MATCHES, &MATCHES_WITHOUT).await);
    compare(rebuilt.hands, rows(admin, "SELECT * FROM hands", &[]).await);
    let payments = rows(admin, "SELECT * FROM payments", &[]).await;
    compare(rebuilt.payments, payments);
}

/// The tables, as the leaves tell them.
#[derive(Default)]
struct Rebuilt {
    matches: BTreeMap<MatchId, Row>,
    hands: Vec<Row>,
    payments: Vec<Row>,
}

impl Rebuilt {
    fn follow(&mut self, leaf: &Entry) {
        match &leaf.body {
            Body::MatchOpened(opened) => {
                self.matches.insert(opened.match_id, open(leaf, opened));
            }
            Body::HandRecorded(recorded) => {
                self.hands.push(hand(leaf, recorded));
                self.payments.push(payment(leaf, recorded));
                let row = self.matches.get_mut(&recorded.match_id).unwrap();
                row.extend(state(&recorded.state_after));
                row.extend([cell("version", leaf.seq)]);
            }
            Body::MatchEnded(ended) => {
                let row = self.matches.get_mut(&ended.match_id).unwrap();
                row.extend(ending(leaf, ended));
            }
            Body::ClubFounded(_)
            | Body::MemberSet(_)
            | Body::PlayerEnrolled(_)
            | Body::VariantAdded(_) => {}
            Body::ClubChanged(_)
            | Body::MemberRemoved(_)
            | Body::ClubHandedOver(_)
            | Body::InvitationMade(_)
            | Body::InvitationRevoked(_)
            | Body::InvitationAccepted(_)
            | Body::PlayerLinked(_)
            | Body::PlayerUnlinked(_)
            | Body::PlayerRenamed(_)
            | Body::PlayerMerged(_)
            | Body::VariantRetired(_)
            | Body::VariantReinstated(_) => {}
        }
    }
}

fn open(leaf: &Entry, opened: &MatchOpened) -> Row {
    let [player_1, player_2, player_3, player_4] = opened.players;
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
        cell("version", leaf.seq),
        absent_or("reason_commitment", None::<&str>),
    ]);
    row.extend(state(&opened.state));
    row
}

fn state(state: &MatchState) -> [(String, Option<String>); 9] {
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
        absent_or("ending", state.ending),
    ]
}

fn ending(leaf: &Entry, ended: &MatchEnded) -> [(String, Option<String>); 3] {
    [
        cell("version", leaf.seq),
        cell("ending", ended.ending),
        absent_or("reason_commitment", ended.reason_commitment),
    ]
}

fn hand(leaf: &Entry, recorded: &HandRecorded) -> Row {
    Row::from([
        cell("club_id", leaf.club),
        cell("hand_id", recorded.hand),
        cell("match_id", recorded.match_id),
        cell("number", recorded.number),
        cell("seq", leaf.seq),
    ])
}

fn payment(leaf: &Entry, recorded: &HandRecorded) -> Row {
    let [chair_1, chair_2, chair_3, chair_4] = recorded.legs.half_points();
    Row::from([
        cell("club_id", leaf.club),
        cell("seq", leaf.seq),
        cell("match_id", recorded.match_id),
        cell("chair_1", chair_1),
        cell("chair_2", chair_2),
        cell("chair_3", chair_3),
        cell("chair_4", chair_4),
        cell("house", recorded.legs.house()),
    ])
}

fn cell(column: &str, value: impl ToString) -> (String, Option<String>) {
    absent_or(column, Some(value))
}

fn absent_or(column: &str, value: Option<impl ToString>) -> (String, Option<String>) {
    (column.to_owned(), value.map(|value| value.to_string()))
}

/// Every row of a query, column by column, so that no column is forgotten.
async fn rows(admin: &Client, query: &str, without: &[&str]) -> Vec<Row> {
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
fn compare(mut rebuilt: Vec<Row>, mut stored: Vec<Row>) {
    rebuilt.sort();
    stored.sort();
    assert!(!stored.is_empty());
    assert_eq!(rebuilt.len(), stored.len());
    for (rebuilt, stored) in rebuilt.iter().zip(&stored) {
        assert_eq!(rebuilt, stored);
    }
}
