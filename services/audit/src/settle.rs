//! Settlements, worked out again: what was open of each match at that point, who pays whom for it, and what is paid.

use crate::club::Club;
use crate::match_cache::{Account, MatchCache};
use crate::{Finding, founded};
use evidence::{
    Body, Entry, FEWEST_UP_TO, MatchId, Part, Party, PaymentId, Scope, Settlement, SettlementId,
    SettlementMade, Transfer, fewest_transfers,
};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The settlements that the entries so far made.
#[derive(Default)]
pub(crate) struct Settlements {
    settlements: HashMap<SettlementId, Settlement>,
    payments: HashSet<PaymentId>,
    /// What of each match was settled, in minor units.
    settled: HashMap<MatchId, BTreeMap<Party, i128>>,
}

/// What a party is owed (positive) or owes (negative) in a club, in minor units of a currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenBalance {
    /// ISO 4217 code.
    pub currency: String,
    /// Who, after merges.
    pub party: Party,
    /// Gained or lost in matches and not settled yet.
    pub unsettled_cents: i128,
    /// Settled and not paid yet.
    pub unpaid_cents: i128,
}

impl Settlements {
    /// Follows an entry that makes a settlement: its parts must be everything that is open of the matches it covers,
    /// and its transfers as few as there can be.
    pub(crate) fn made(
        &mut self,
        entry: &Entry,
        made: &SettlementMade,
        matches: &MatchCache,
        club: &Club,
    ) -> Result<(), Finding> {
        if self.open(made, matches, club) != made.parts {
            return Err(Finding::Settlement("parts"));
        }
        if !are_few(&made.transfers, &Part::net(&made.parts)) {
            return Err(Finding::Settlement("transfers"));
        }
        for part in &made.parts {
            let settled = self.settled.entry(part.match_id).or_default();
            *settled.entry(part.party).or_default() += i128::from(part.amount_cents);
        }
        let settlement = Settlement::open(entry)?;
        let twice = self.settlements.insert(made.settlement, settlement);
        founded(twice.is_none(), "settlement")
    }

    /// Follows an entry that tells of a payment.
    pub(crate) fn paid(&mut self, entry: &Entry, id: SettlementId) -> Result<(), Finding> {
        let settlement = self.settlements.get_mut(&id);
        let settlement = settlement.ok_or(Finding::Unfounded("settlement"))?;
        settlement.add(entry).map_err(Finding::Payment)?;
        if let Body::PaymentRecorded(recorded) = &entry.body {
            founded(self.payments.insert(recorded.payment), "payment")?;
        }
        Ok(())
    }

    /// What is open between the parties, in matches and in settlements.
    pub(crate) fn balances(&self, matches: &MatchCache, club: &Club) -> Vec<OpenBalance> {
        let mut open: BTreeMap<(String, Party), (i128, i128)> = BTreeMap::new();
        for (id, account) in matches.accounts() {
            for part in self.open_of(id, &account, club) {
                let place = (account.terms.currency.clone(), part.payer());
                open.entry(place).or_default().0 += i128::from(part.amount_cents);
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

    /// Those that were made, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Settlement> {
        self.settlements.values()
    }

    /// What of a match was settled, in minor units; `None` if nothing ever was.
    pub(crate) fn settled(&self, id: MatchId) -> Option<&BTreeMap<Party, i128>> {
        self.settled.get(&id)
    }

    /// What is open of the matches that a settlement covers, by match and party.
    fn open(&self, made: &SettlementMade, matches: &MatchCache, club: &Club) -> Vec<Part> {
        let is_covered = |(id, account): &(MatchId, Cow<'_, Account>)| {
            account.terms.currency == made.currency
                && made.scope.covers(*id, account.terms.played_on)
        };
        let parts_of =
            |(id, account): (MatchId, Cow<'_, Account>)| self.open_of(id, &account, club);
        let mut parts: Vec<Part> = match made.scope {
            Scope::Match { match_id } => {
                let account = matches.account(match_id).map(|account| (match_id, account));
                account.filter(is_covered).map_or_else(Vec::new, parts_of)
            }
            Scope::Period { .. } => {
                let covered = matches.accounts().filter(is_covered);
                covered.flat_map(parts_of).collect()
            }
        };
        parts.sort_unstable_by_key(|part| (part.match_id, part.party));
        parts
    }

    fn open_of(&self, id: MatchId, account: &Account, club: &Club) -> Vec<Part> {
        let (gained, nothing) = (&account.gained, BTreeMap::new());
        let before = self.settled.get(&id);
        let settled = before.unwrap_or(&nothing);
        // Whoever was settled with and then said never to have played has that to give back.
        let parties: BTreeSet<Party> = gained.keys().chain(settled.keys()).copied().collect();
        let open = |party: Party| {
            let half_points = i128::from(gained.get(&party).copied().unwrap_or_default());
            let amount = half_points * i128::from(account.terms.stake_cents) / 2;
            let amount = amount - settled.get(&party).copied().unwrap_or_default();
            let counts_for = match party {
                Party::Player(player) => {
                    Some(club.counts_for(player)).filter(|into| *into != player)
                }
                Party::House => None,
            };
            Some(Part {
                match_id: id,
                version: account.version,
                party,
                counts_for,
                // Beyond 64 bits no entry states it, so that the parts differ.
                amount_cents: i64::try_from(amount).ok()?,
                adjustment: before.is_some(),
            })
        };
        let open = parties.into_iter().filter_map(open);
        open.filter(|part| part.amount_cents != 0).collect()
    }
}

/// Whether transfers are as few as can be told: among many parties, fewer than these, and one between any two.
fn are_few(transfers: &[Transfer], net: &BTreeMap<Party, i128>) -> bool {
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
