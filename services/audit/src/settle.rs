//! Computes settlements again: the open amounts of each match, the transfers that settle them, and the payments.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::evenings::Evenings;
use crate::match_cache::MatchCache;
use crate::match_summary::MatchSummary;
use evidence::{
    Body, Entry, FEWEST_UP_TO, MatchId, Part, Party, PaymentId, Scope, Settlement, SettlementId,
    SettlementMade, Transfer, fewest_transfers,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The settlements so far.
#[derive(Default)]
pub(crate) struct Settlements {
    settlements: HashMap<SettlementId, Settlement>,
    payments: HashSet<PaymentId>,
    /// The settled amounts of each match, in minor units.
    settled: HashMap<MatchId, BTreeMap<Party, i128>>,
}

/// The amount that a club's party is owed (positive) or owes (negative), in minor units of a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenBalance {
    /// ISO 4217 code.
    pub currency: String,
    /// The party, after merges.
    pub party: Party,
    /// The gain or loss in matches that is not settled yet.
    pub unsettled_cents: i128,
    /// The settled amount that is not paid yet.
    pub unpaid_cents: i128,
}

impl Settlements {
    /// Adds a settlement. Its parts must be the open amounts of all matches that it covers, and its transfers must be as few as
    /// possible.
    pub(crate) fn add_settlement(
        &mut self,
        entry: &Entry,
        made: &SettlementMade,
        of: (&MatchCache, &Evenings, &Club),
    ) -> Result<(), EntryError> {
        let (_, evenings, _) = of;
        if let Scope::Evening { evening } = made.scope {
            let is_known = evenings.contains(evening);
            ensure(is_known, EntryError::InvalidReference("evening"))?;
        }
        if self.open_parts(made, of) != made.parts {
            return Err(EntryError::Settlement("parts"));
        }
        if !is_minimal(&made.transfers, &Part::net(&made.parts)) {
            return Err(EntryError::Settlement("transfers"));
        }
        for part in &made.parts {
            let settled = self.settled.entry(part.match_id).or_default();
            *settled.entry(part.party).or_default() += i128::from(part.amount_cents);
        }
        let settlement = Settlement::open(entry)?;
        let previous = self.settlements.insert(made.settlement, settlement);
        ensure(
            previous.is_none(),
            EntryError::InvalidReference("settlement"),
        )
    }

    /// Adds the entry of a payment, or of the reversal of one.
    pub(crate) fn add_payment(
        &mut self,
        entry: &Entry,
        id: SettlementId,
    ) -> Result<(), EntryError> {
        let settlement = self.settlements.get_mut(&id);
        let settlement = settlement.ok_or(EntryError::InvalidReference("settlement"))?;
        settlement
            .add(entry)
            .map_err(EntryError::ContradictsSettlement)?;
        if let Body::PaymentRecorded(recorded) = &entry.body {
            let is_new = self.payments.insert(recorded.payment);
            ensure(is_new, EntryError::InvalidReference("payment"))?;
        }
        Ok(())
    }

    /// The open balances between the parties, from matches and from settlements.
    pub(crate) fn balances(&self, matches: &MatchCache, club: &Club) -> Vec<OpenBalance> {
        let mut open: BTreeMap<(String, Party), (i128, i128)> = BTreeMap::new();
        for (id, summary) in matches.summaries() {
            for part in self.open_parts_of(id, &summary, club) {
                let key = (summary.terms.currency.clone(), part.payer());
                open.entry(key).or_default().0 += i128::from(part.amount_cents);
            }
        }
        for settlement in self.settlements.values() {
            let currency = &settlement.terms.currency;
            for due in settlement.dues() {
                let Transfer { from, to, .. } = due.transfer;
                let cents = i128::from(due.open_cents());
                open.entry((currency.clone(), club.party(from)))
                    .or_default()
                    .1 -= cents;
                open.entry((currency.clone(), club.party(to)))
                    .or_default()
                    .1 += cents;
            }
        }
        let balances = open.into_iter();
        let balances =
            balances.map(
                |((currency, party), (unsettled_cents, unpaid_cents))| OpenBalance {
                    currency,
                    party,
                    unsettled_cents,
                    unpaid_cents,
                },
            );
        balances
            .filter(|one| one.unsettled_cents != 0 || one.unpaid_cents != 0)
            .collect()
    }

    /// The settlements, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Settlement> {
        self.settlements.values()
    }

    /// The settled amounts of a match, in minor units; `None` if no settlement covered it.
    pub(crate) fn settled(&self, id: MatchId) -> Option<&BTreeMap<Party, i128>> {
        self.settled.get(&id)
    }

    /// The open amounts of the matches that a settlement covers, by match and party.
    fn open_parts(
        &self,
        made: &SettlementMade,
        (matches, evenings, club): (&MatchCache, &Evenings, &Club),
    ) -> Vec<Part> {
        let is_covered = |(id, summary): &(MatchId, Cow<'_, MatchSummary>)| {
            summary.terms.currency == made.currency
                && made
                    .scope
                    .covers(*id, summary.terms.played_on, evenings.of_match(*id))
        };
        let parts_of = |(id, summary): (MatchId, Cow<'_, MatchSummary>)| {
            self.open_parts_of(id, &summary, club)
        };
        let mut parts: Vec<Part> = match made.scope {
            Scope::Match { match_id } => {
                let summary = matches.summary(match_id).map(|summary| (match_id, summary));
                summary.filter(is_covered).map_or_else(Vec::new, parts_of)
            }
            Scope::Period { .. } | Scope::Evening { .. } => {
                let covered = matches.summaries().filter(is_covered);
                covered.flat_map(parts_of).collect()
            }
        };
        parts.sort_unstable_by_key(|part| (part.match_id, part.party));
        parts
    }

    fn open_parts_of(&self, id: MatchId, summary: &MatchSummary, club: &Club) -> Vec<Part> {
        let (gained, nothing) = (&summary.gained, BTreeMap::new());
        let before = self.settled.get(&id);
        let settled = before.unwrap_or(&nothing);
        // A party with a settled amount that a correction removes from the match has to give the amount back.
        let parties: BTreeSet<Party> = gained.keys().chain(settled.keys()).copied().collect();
        let open = |party: Party| {
            let half_points = i128::from(gained.get(&party).copied().unwrap_or_default());
            let amount = half_points * i128::from(summary.terms.stake_cents) / 2;
            let amount = amount - settled.get(&party).copied().unwrap_or_default();
            let counts_for = match party {
                Party::Player(player) => {
                    Some(club.counts_for(player)).filter(|into| *into != player)
                }
                Party::House => None,
            };
            Some(Part {
                match_id: id,
                version: summary.version,
                party,
                counts_for,
                // No entry can state an amount beyond 64 bits, so the parts differ then.
                amount_cents: i64::try_from(amount).ok()?,
                adjustment: before.is_some(),
            })
        };
        let open = parties.into_iter().filter_map(open);
        open.filter(|part| part.amount_cents != 0).collect()
    }
}

/// Whether the transfers are as few as possible. Among many parties the minimum is not computed: there the transfers must be
/// fewer than the parties, with at most one between any two.
fn is_minimal(transfers: &[Transfer], net: &BTreeMap<Party, i128>) -> bool {
    let parties = net.values().filter(|amount| **amount != 0).count();
    let fewest = match parties <= FEWEST_UP_TO {
        true => fewest_transfers(net).map(|transfers| transfers.len()),
        false => parties.checked_sub(1),
    };
    let pairs: BTreeSet<(Party, Party)> = transfers.iter().map(|one| (one.from, one.to)).collect();
    pairs.len() == transfers.len() && fewest.is_some_and(|fewest| transfers.len() <= fewest)
}

#[cfg(test)]
mod tests;
