//! The expected rows of the projections, computed from the entries of a club. The rows of each table are in the byte order of their
//! ids. `ledger` reads the stored rows in the same form and order.

use std::borrow::Cow;
use std::collections::BTreeSet;

use audit::{Auditor, ClubVariant, Invitation, MatchSummary, Player, StoredLedger};
use data_encoding::HEXLOWER;
use evidence::{
    Evening, EveningRound, MatchId, Party, PlayerId, Season, Settlement, Subtree, Tournament,
    TournamentRound,
};
use ledger::Projection;
use serde_json::{Value as Json, json};
use uuid::Uuid;

use crate::auditor::directory::Directory;

type Rows<'a> = Box<dyn Iterator<Item = (String, Json)> + 'a>;

/// The sources of the expected rows.
pub(super) struct Known<'a> {
    /// The state of the club after its entries.
    pub(super) auditor: &'a Auditor,
    /// The Merkle tree over the entries.
    pub(super) stored: &'a StoredLedger,
    /// The directory.
    pub(super) directory: &'a Directory,
}

/// The expected rows of a table. The tables with one row for each entry are compared page by page instead.
pub(super) fn rows<'a>(projection: Projection, known: &Known<'a>) -> Rows<'a> {
    let Known {
        auditor,
        stored,
        directory,
    } = *known;
    match projection {
        Projection::Entries | Projection::MatchEntries => Box::new(std::iter::empty()),
        Projection::Clubs => club(auditor, stored),
        Projection::Subtrees => {
            let (_, subtrees) = stored.tree();
            sorted(subtrees.iter().map(subtree))
        }
        Projection::Members => sorted(
            auditor
                .members()
                .map(|(user, role)| (user.to_string(), json!({ "role": role }))),
        ),
        Projection::Invitations => sorted(auditor.invitations().map(invitation)),
        Projection::Players => sorted(auditor.players().map(player)),
        Projection::Variants => sorted(auditor.variants().map(variant)),
        Projection::Matches => {
            Box::new(summaries(auditor).map(|(id, summary)| row(id, &summary, auditor)))
        }
        Projection::Texts => {
            let texts = auditor.texts();
            sorted_first(
                texts.map(|(seq, erased_seq)| (seq.to_string(), erased_seq)),
                text,
            )
        }
        Projection::Balances => {
            Box::new(summaries(auditor).flat_map(|(id, summary)| balances(id, &summary, auditor)))
        }
        Projection::Settlements => of_settlements(auditor, made),
        Projection::SettlementEntries => of_settlements(auditor, entries),
        Projection::SettlementMatches => of_settlements(auditor, matches),
        Projection::SettlementTransfers => of_settlements(auditor, transfers),
        Projection::Evenings => sorted(auditor.evenings().map(|(evening, _)| opened(evening))),
        Projection::EveningEntries => {
            sorted_first(auditor.evenings().flat_map(of_evening), nothing_else)
        }
        Projection::EveningMatches => {
            sorted(auditor.evenings().flat_map(|(evening, _)| played(evening)))
        }
        Projection::Seasons => sorted(auditor.seasons().map(season)),
        Projection::Tournaments => sorted(auditor.tournaments().map(tournament)),
        Projection::TournamentEntries => {
            sorted_first(auditor.tournaments().flat_map(of_tournament), nothing_else)
        }
        Projection::TournamentMatches => sorted(auditor.tournaments().flat_map(played_in)),
        Projection::Checkpoints => sorted(directory.checkpoints()),
        Projection::DirectorySubtrees => sorted(directory.subtrees().iter().map(subtree)),
    }
}

fn sorted<'a>(rows: impl Iterator<Item = (String, Json)>) -> Rows<'a> {
    sorted_first(rows, |fields| fields)
}

/// The same of what there can be any number of: the fields are made one after the other.
fn sorted_first<'a, T: 'a>(
    rows: impl Iterator<Item = (String, T)>,
    fields: impl Fn(T) -> Json + 'a,
) -> Rows<'a> {
    let mut rows: Vec<(String, T)> = rows.collect();
    rows.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let rows = rows.into_iter();
    Box::new(rows.map(move |(id, row)| (id, fields(row))))
}

fn club<'a>(auditor: &'a Auditor, stored: &'a StoredLedger) -> Rows<'a> {
    let (tree, _) = stored.tree();
    let row = stored.last_verified().zip(auditor.club());
    let row = row.map(|(last, (founded_at, time_zone))| {
        let fields = json!({
            "time_zone": time_zone,
            "founded_at": founded_at,
            "last_seq": stored.entries_read(),
            "last_time": last.time,
            "tree": HEXLOWER.encode(&tree.to_bytes()),
        });
        (stored.club().to_string(), fields)
    });
    Box::new(row.into_iter())
}

fn subtree(subtree: &Subtree) -> (String, Json) {
    let id = format!("{}/{}", subtree.level, subtree.index);
    (id, json!({ "hash": subtree.hash }))
}

fn invitation(invitation: &Invitation) -> (String, Json) {
    let (terms, made) = (&invitation.terms, invitation.made);
    let fields = json!({
        "role": terms.role,
        "player_id": terms.player,
        "single_use": terms.single_use,
        "made_by": made.actor,
        "made_seq": made.seq,
        "made_at": made.time,
        "expires_at": terms.expires_at,
        "uses": invitation.uses,
        "revoked_seq": invitation.revoked_seq,
    });
    (terms.invitation.to_string(), fields)
}

fn text(erased_seq: Option<u64>) -> Json {
    json!({ "erased_seq": erased_seq })
}

/// An entry of something is nothing but its id.
fn nothing_else((): ()) -> Json {
    json!({})
}

fn player((id, player): (PlayerId, &Player)) -> (String, Json) {
    let fields = json!({
        "enrolled_seq": player.enrolled_seq,
        "user_id": player.link.map(|link| link.user),
        "linked_seq": player.link.map(|link| link.seq),
        "merged_into": player.merged.map(|merged| merged.into),
        "merged_directly_into": player.merged.map(|merged| merged.directly_into),
        "merged_seq": player.merged.map(|merged| merged.seq),
        "erased_seq": player.erased_seq,
    });
    (id.to_string(), fields)
}

fn variant(variant: ClubVariant) -> (String, Json) {
    let fields = json!({
        "document": variant.variant_hash,
        "added_seq": variant.added_seq,
        "retired_seq": variant.retired_seq,
    });
    (variant.variant_hash.to_string(), fields)
}

/// The matches by their ids.
fn summaries(auditor: &Auditor) -> impl Iterator<Item = (MatchId, Cow<'_, MatchSummary>)> {
    let mut ids: Vec<MatchId> = auditor.matches().collect();
    ids.sort_unstable();
    ids.into_iter()
        .filter_map(|id| Some((id, auditor.match_summary(id)?)))
}

fn row(id: MatchId, summary: &MatchSummary, auditor: &Auditor) -> (String, Json) {
    let (terms, state) = (&summary.terms, &summary.state);
    let [player_1, player_2, player_3, player_4] = summary.seated;
    let [total_1, total_2, total_3, total_4] = state.total_half_points;
    let fields = json!({
        "variant_id": auditor.variant_id(terms.variant_hash),
        "variant_hash": terms.variant_hash,
        "player_1": player_1,
        "player_2": player_2,
        "player_3": player_3,
        "player_4": player_4,
        "minimum_fan": terms.minimum_fan,
        "stake_cents": terms.stake_cents,
        "currency": terms.currency,
        "starting_points": terms.starting_points,
        "played_on": terms.played_on.to_string(),
        "opened_seq": summary.opened.seq,
        "opened_at": summary.opened.time,
        "version": summary.version,
        "next_number": state.next_number,
        "round_wind": state.deal.round_wind,
        "dealer": state.deal.dealer.number(),
        "extra": state.deal.extra,
        "total_1": total_1,
        "total_2": total_2,
        "total_3": total_3,
        "total_4": total_4,
        "house": state.house_half_points,
        "ending": state.ending,
        "void_seq": summary.void_seq,
    });
    (id.to_string(), fields)
}

/// The balance rows of a match: one for each party with a gain, a loss or a settled amount.
fn balances(id: MatchId, summary: &MatchSummary, auditor: &Auditor) -> Vec<(String, Json)> {
    let settled = auditor.settled(id);
    let of = settled.into_iter().flat_map(|settled| settled.keys());
    let parties: BTreeSet<Party> = summary.gained.keys().chain(of).copied().collect();
    let balance = |party: Party| {
        let half_points = summary.gained.get(&party).copied().unwrap_or_default();
        let settled = settled.and_then(|settled| settled.get(&party)).copied();
        let settled = settled.unwrap_or_default();
        // The column has 64 bits.
        let settled_cents = i64::try_from(settled).unwrap_or(i64::MAX);
        let fields = json!({ "half_points": half_points, "settled_cents": settled_cents });
        let says_something = half_points != 0 || settled_cents != 0;
        says_something.then(|| (format!("{id}/{}", kept(party)), fields))
    };
    sorted(parties.into_iter().filter_map(balance)).collect()
}

/// The rows of all settlements, by their ids.
fn of_settlements<'a>(
    auditor: &'a Auditor,
    rows: fn(&Settlement) -> Vec<(String, Json)>,
) -> Rows<'a> {
    let mut settlements: Vec<&Settlement> = auditor.settlements().collect();
    settlements.sort_unstable_by_key(|settlement| settlement.terms.settlement);
    Box::new(
        settlements
            .into_iter()
            .flat_map(move |settlement| sorted(rows(settlement).into_iter())),
    )
}

fn made(settlement: &Settlement) -> Vec<(String, Json)> {
    let (id, currency) = (settlement.terms.settlement, &settlement.terms.currency);
    let fields = json!({ "currency": currency, "settled_seq": settlement.made.seq });
    vec![(id.to_string(), fields)]
}

fn entries(settlement: &Settlement) -> Vec<(String, Json)> {
    let payments = settlement.payments.iter();
    let told = payments.flat_map(|paid| [Some(paid.recorded), paid.reversed]);
    let told = std::iter::once(Some(settlement.made)).chain(told);
    let id = settlement.terms.settlement;
    told.flatten()
        .map(|event| (format!("{id}/{}", event.seq), json!({})))
        .collect()
}

fn matches(settlement: &Settlement) -> Vec<(String, Json)> {
    let parts = settlement.terms.parts.iter();
    let matches: BTreeSet<MatchId> = parts.map(|part| part.match_id).collect();
    let id = settlement.terms.settlement;
    let row = |settled: MatchId| (format!("{id}/{settled}"), json!({}));
    matches.into_iter().map(row).collect()
}

fn transfers(settlement: &Settlement) -> Vec<(String, Json)> {
    let id = settlement.terms.settlement;
    let row = |due: evidence::Due| {
        let (from, to) = (kept(due.transfer.from), kept(due.transfer.to));
        let fields =
            json!({ "amount_cents": due.transfer.amount_cents, "paid_cents": due.paid_cents });
        (format!("{id}/{from}/{to}"), fields)
    };
    settlement.dues().map(row).collect()
}

fn opened(evening: &Evening) -> (String, Json) {
    let fields = json!({ "opened_seq": evening.opened.seq });
    (evening.terms.evening.to_string(), fields)
}

fn of_evening((evening, entries): (&Evening, &[u64])) -> Vec<(String, ())> {
    let id = evening.terms.evening;
    let row = |seq: &u64| (format!("{id}/{seq}"), ());
    entries.iter().map(row).collect()
}

fn played(evening: &Evening) -> Vec<(String, Json)> {
    let id = evening.terms.evening;
    let matches = evening.rounds.iter().flat_map(EveningRound::all_matches);
    let row = |match_id: MatchId| (match_id.to_string(), json!({ "evening_id": id }));
    matches.map(row).collect()
}

fn season(season: &Season) -> (String, Json) {
    let closed = season.closed.map(|closed| closed.seq);
    let fields = json!({ "opened_seq": season.opened.seq, "closed_seq": closed });
    (season.terms.season.to_string(), fields)
}

fn tournament((tournament, _): (&Tournament, &[u64])) -> (String, Json) {
    let closed = tournament.closed.map(|closed| closed.seq);
    let fields = json!({ "opened_seq": tournament.opened.seq, "closed_seq": closed });
    (tournament.terms.tournament.to_string(), fields)
}

fn of_tournament((tournament, entries): (&Tournament, &[u64])) -> Vec<(String, ())> {
    let id = tournament.terms.tournament;
    let row = |seq: &u64| (format!("{id}/{seq}"), ());
    entries.iter().map(row).collect()
}

fn played_in((tournament, _): (&Tournament, &[u64])) -> Vec<(String, Json)> {
    let id = tournament.terms.tournament;
    let matches = tournament
        .rounds
        .iter()
        .flat_map(TournamentRound::all_matches);
    let row = |match_id: MatchId| (match_id.to_string(), json!({ "tournament_id": id }));
    matches.map(row).collect()
}

/// The stored id of a party.
fn kept(party: Party) -> Uuid {
    match party {
        Party::Player(player) => player.0,
        Party::House => Uuid::nil(),
    }
}
