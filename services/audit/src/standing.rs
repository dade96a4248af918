//! What the entries so far come to: what whoever keeps them in another form has to agree with.

use crate::{Account, Auditor, Invitation, OpenBalance, Player};
use evidence::{Hash, MatchId, MatchState, Party, PlayerId, Role, Settlement, Timestamp, UserId};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A variant that the club has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownVariant {
    /// The hash of its document.
    pub variant_hash: Hash,
    /// The entry that added it.
    pub added_seq: u64,
    /// The entry that retired it; `None` if it is in use.
    pub retired_seq: Option<u64>,
}

impl Auditor {
    /// How many hands the matches have, as they stand.
    pub fn hands(&self) -> u64 {
        let accounts = self.matches.accounts();
        accounts
            .map(|(_, account)| u64::from(account.hands()))
            .sum()
    }

    /// What is open between the parties of the club, by currency and party; nobody of whom nothing is.
    pub fn open_balances(&self) -> Vec<OpenBalance> {
        self.settlements.balances(&self.matches, &self.club)
    }

    /// The members and their roles, in no order.
    pub fn members(&self) -> impl Iterator<Item = (UserId, Role)> {
        self.club.members()
    }

    /// When the club was founded, and the time zone that it is in; `None` before its first entry.
    pub fn club(&self) -> Option<(Timestamp, &str)> {
        self.club.terms()
    }

    /// The invitations, in no order.
    pub fn invitations(&self) -> impl Iterator<Item = &Invitation> {
        self.club.invitations()
    }

    /// The entries that commit to a reason or a note, and those that erased it, in no order.
    pub fn texts(&self) -> impl Iterator<Item = (u64, Option<u64>)> {
        self.club.texts()
    }

    /// The players, in no order.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.club.players()
    }

    /// The variants, in no order.
    pub fn variants(&self) -> impl Iterator<Item = KnownVariant> {
        let known = |(hash, added): (&Hash, &crate::Added)| KnownVariant {
            variant_hash: *hash,
            added_seq: added.seq,
            retired_seq: self.club.retired_seq(*hash),
        };
        self.variants.iter().map(known)
    }

    /// What a variant calls itself; `None` if the club does not have it.
    pub fn variant_id(&self, variant: Hash) -> Option<&str> {
        Some(self.variants.get(&variant)?.variant.id())
    }

    /// The matches, in no order.
    pub fn matches(&self) -> impl Iterator<Item = MatchId> {
        self.matches.ids()
    }

    /// What a match came to; `None` if none has this id.
    pub fn account(&self, id: MatchId) -> Option<Cow<'_, Account>> {
        self.matches.account(id)
    }

    /// Where a match stands; `None` if none has this id.
    pub fn state(&self, id: MatchId) -> Option<MatchState> {
        self.matches.state(id)
    }

    /// What of a match was settled, in minor units; `None` if nothing ever was.
    pub fn settled(&self, id: MatchId) -> Option<&BTreeMap<Party, i128>> {
        self.settlements.settled(id)
    }

    /// The settlements with what was paid of them, in no order.
    pub fn settlements(&self) -> impl Iterator<Item = &Settlement> {
        self.settlements.iter()
    }
}
