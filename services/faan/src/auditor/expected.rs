//! The rows that a club's entries come to, table by table, by their ids as bytes are ordered. `ledger` reads those that are kept in
//! the same form.

use std::borrow::Cow;
use std::collections::BTreeSet;

use audit::{Account, Auditor, KnownVariant, Player, Stored};
use evidence::{MatchId, Party, PlayerId, Settlement};
use ledger::Projection;
use serde_json::{Value as Json, json};
use uuid::Uuid;

type Rows<'a> = Box<dyn Iterator<Item = (String, Json)> + 'a>;

/// The rows of a table.
pub(super) fn rows<'a>(
    projection: Projection,
    auditor: &'a Auditor,
    stored: &'a Stored,
) -> Rows<'a> {
    match projection {
        Projection::Clubs => club(stored),
        Projection::Subtrees => sorted(subtrees(stored)),
        Projection::Members => sorted(
            auditor
                .members()
                .map(|(user, role)| (user.to_string(), json!({ "role": role }))),
        ),
        Projection::Players => sorted(auditor.players().map(player)),
        Projection::Variants => sorted(auditor.variants().map(variant)),
        Projection::Matches => Box::new(accounts(auditor).map(|(id, account)| row(id, &account))),
        Projection::Balances => {
            Box::new(accounts(auditor).flat_map(|(id, account)| balances(id, &account, auditor)))
        }
        Projection::Settlements => of_settlements(auditor, made),
        Projection::SettlementEntries => of_settlements(auditor, entries),
        Projection::SettlementMatches => of_settlements(auditor, matches),
        Projection::SettlementTransfers => of_settlements(auditor, transfers),
    }
}

fn sorted<'a>(rows: impl Iterator<Item = (String, Json)>) -> Rows<'a> {
    let mut rows: Vec<(String, Json)> = rows.collect();
    rows.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    Box::new(rows.into_iter())
}

fn club(stored: &Stored) -> Rows<'_> {
    let (tree, _) = stored.tree();
    let hex: String = tree
        .to_bytes()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let last = stored.last().map(|last| {
        let fields = json!({ "last_seq": last.seq, "last_time": last.time, "tree": hex });
        (stored.club().to_string(), fields)
    });
    Box::new(last.into_iter())
}

fn subtrees(stored: &Stored) -> impl Iterator<Item = (String, Json)> {
    let (_, subtrees) = stored.tree();
    subtrees.iter().map(|subtree| {
        let id = format!("{}/{}", subtree.level, subtree.index);
        (id, json!({ "hash": subtree.hash }))
    })
}

fn player((id, player): (PlayerId, &Player)) -> (String, Json) {
    let fields = json!({
        "enrolled_seq": player.enrolled_seq,
        "user_id": player.account.map(|(user, _)| user),
        "linked_seq": player.account.map(|(_, seq)| seq),
        "merged_into": player.merged.map(|(into, _)| into),
        "merged_seq": player.merged.map(|(_, seq)| seq),
        "erased_seq": player.erased_seq,
    });
    (id.to_string(), fields)
}

fn variant(variant: KnownVariant) -> (String, Json) {
    let fields = json!({
        "document": variant.variant_hash,
        "added_seq": variant.added_seq,
        "retired_seq": variant.retired_seq,
    });
    (variant.variant_hash.to_string(), fields)
}

/// The matches, one after another.
fn accounts(auditor: &Auditor) -> impl Iterator<Item = (MatchId, Cow<'_, Account>)> {
    let mut ids: Vec<MatchId> = auditor.matches().collect();
    ids.sort_unstable();
    ids.into_iter()
        .filter_map(|id| Some((id, auditor.account(id)?)))
}

fn row(id: MatchId, account: &Account) -> (String, Json) {
    let (terms, state) = (&account.terms, &account.state);
    let [player_1, player_2, player_3, player_4] = account.seated;
    let [total_1, total_2, total_3, total_4] = state.total_half_points;
    let fields = json!({
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
        "opened_seq": account.opened.seq,
        "opened_at": account.opened.time,
        "version": account.version,
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
    });
    (id.to_string(), fields)
}

/// Of everybody with whom something was gained, lost or settled.
fn balances(id: MatchId, account: &Account, auditor: &Auditor) -> Vec<(String, Json)> {
    let settled = auditor.settled(id);
    let of = settled.into_iter().flat_map(|settled| settled.keys());
    let parties: BTreeSet<Party> = account.gained.keys().chain(of).copied().collect();
    let balance = |party: Party| {
        let half_points = account.gained.get(&party).copied().unwrap_or_default();
        let settled = settled.and_then(|settled| settled.get(&party)).copied();
        let settled = settled.unwrap_or_default();
        // Beyond 64 bits nothing is kept.
        let settled_cents = i64::try_from(settled).unwrap_or(i64::MAX);
        let fields = json!({ "half_points": half_points, "settled_cents": settled_cents });
        let says_something = half_points != 0 || settled_cents != 0;
        says_something.then(|| (format!("{id}/{}", kept(party)), fields))
    };
    sorted(parties.into_iter().filter_map(balance)).collect()
}

/// Rows of all settlements, one after another.
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

/// A party as it is kept.
fn kept(party: Party) -> Uuid {
    match party {
        Party::Player(player) => player.0,
        Party::House => Uuid::nil(),
    }
}
