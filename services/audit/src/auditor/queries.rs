//! The state of the club after the entries so far. Stored projections of the entries have to agree with it.

use super::{AddedVariant, Auditor};
use crate::club::{Invitation, Player};
use crate::match_summary::MatchSummary;
use crate::settle::OpenBalance;
use evidence::{
    Evening, Hash, MatchId, MatchState, Party, PlayerId, Role, Season, Settlement, Timestamp,
    Tournament, UserId,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A variant of the club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubVariant {
    /// The hash of its document.
    pub variant_hash: Hash,
    /// The entry that added it.
    pub added_seq: u64,
    /// The entry that retired it; `None` if it is active.
    pub retired_seq: Option<u64>,
}

impl Auditor {
    /// The number of hands in all matches, after corrections.
    pub fn hands(&self) -> u64 {
        let summaries = self.matches.summaries();
        summaries
            .map(|(_, summary)| u64::from(summary.hands()))
            .sum()
    }

    /// The open balances of the club, by currency and party, without zero balances.
    pub fn open_balances(&self) -> Vec<OpenBalance> {
        self.settlements.balances(&self.matches, &self.club)
    }

    /// The members and their roles, in no order.
    pub fn members(&self) -> impl Iterator<Item = (UserId, Role)> {
        self.club.members()
    }

    /// The time of the founding of the club, and its time zone; `None` before the first entry.
    pub fn club(&self) -> Option<(Timestamp, &str)> {
        self.club.terms()
    }

    /// The invitations, in no order.
    pub fn invitations(&self) -> impl Iterator<Item = &Invitation> {
        self.club.invitations()
    }

    /// The entries that commit to a text that can be erased, each with the entry that erased the text, in no order.
    pub fn texts(&self) -> impl Iterator<Item = (u64, Option<u64>)> {
        self.club.texts()
    }

    /// The players, in no order.
    pub fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.club.players()
    }

    /// The variants, in no order.
    pub fn variants(&self) -> impl Iterator<Item = ClubVariant> {
        let club_variant = |(hash, added): (&Hash, &AddedVariant)| ClubVariant {
            variant_hash: *hash,
            added_seq: added.seq,
            retired_seq: self.club.retired_seq(*hash),
        };
        self.variants.iter().map(club_variant)
    }

    /// The id in the document of a variant; `None` if the club does not have the variant.
    pub fn variant_id(&self, variant: Hash) -> Option<&str> {
        Some(self.variants.get(&variant)?.variant.id())
    }

    /// The ids of the matches, in no order.
    pub fn matches(&self) -> impl Iterator<Item = MatchId> {
        self.matches.ids()
    }

    /// The summary of a match; `None` if no match has this id.
    pub fn match_summary(&self, id: MatchId) -> Option<Cow<'_, MatchSummary>> {
        self.matches.summary(id)
    }

    /// The state of a match; `None` if no match has this id.
    pub fn state(&self, id: MatchId) -> Option<MatchState> {
        self.matches.state(id)
    }

    /// The settled amounts of a match, in minor units; `None` if no settlement covered it.
    pub fn settled(&self, id: MatchId) -> Option<&BTreeMap<Party, i128>> {
        self.settlements.settled(id)
    }

    /// The seasons, in no order.
    pub fn seasons(&self) -> impl Iterator<Item = &Season> {
        self.seasons.iter()
    }

    /// The evenings, each with the sequence numbers of its entries, in no order.
    pub fn evenings(&self) -> impl Iterator<Item = (&Evening, &[u64])> {
        self.evenings.iter()
    }

    /// The tournaments, each with the sequence numbers of its entries, in no order.
    pub fn tournaments(&self) -> impl Iterator<Item = (&Tournament, &[u64])> {
        self.tournaments.iter()
    }

    /// The settlements with their payments, in no order.
    pub fn settlements(&self) -> impl Iterator<Item = &Settlement> {
        self.settlements.iter()
    }
}
