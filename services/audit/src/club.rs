//! What a club says of itself, followed entry by entry: members, invitations, players, and the rules it plays by.

mod actor;

pub use actor::NotPermitted;

use crate::Finding;
use evidence::{
    Body, Change, ClubHandedOver, Committed, Entry, Event, Hash, Insert, InvitationAccepted,
    InvitationId, InvitationMade, MatchCorrected, MatchId, MatchOpened, Outcome, Party,
    PlayerErased, PlayerId, PlayerLinked, PlayerMerged, Replace, Role, TextErased, Timestamp,
    UserId,
};
use std::collections::HashMap;

/// A club as the entries so far leave it.
#[derive(Default)]
pub(crate) struct Club {
    founded_at: Option<Timestamp>,
    time_zone: String,
    members: HashMap<UserId, Role>,
    invitations: HashMap<InvitationId, Invitation>,
    players: HashMap<PlayerId, Player>,
    /// Who ever sat at a table, or was said to.
    matches: HashMap<MatchId, Vec<PlayerId>>,
    /// The entries that retired variants.
    retired: HashMap<Hash, u64>,
    /// The entries that commit to a reason or a note, and those that erased it.
    texts: HashMap<u64, Option<u64>>,
}

/// A player as the entries so far leave them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The entry that enrolled them.
    pub enrolled_seq: u64,
    /// Their link to an account.
    pub link: Option<Link>,
    /// Whom they count for, never somebody who was merged away, and the entry that merged them.
    pub merged: Option<(PlayerId, u64)>,
    /// The entry that erased them.
    pub erased_seq: Option<u64>,
}

/// A player's link to the account of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The account.
    pub user: UserId,
    /// The entry that says that this player has it: the link's own, or that of the last merge by which it came here.
    pub seq: u64,
}

/// An invitation as the entries so far leave it.
#[derive(Debug, Clone, PartialEq)]
pub struct Invitation {
    /// What it is good for.
    pub terms: InvitationMade,
    /// The entry that made it.
    pub made: Event,
    /// How many have accepted it.
    pub uses: u32,
    /// The entry that revoked it.
    pub revoked_seq: Option<u64>,
}

const MEMBER: Finding = Finding::Unfounded("member");
const INVITATION: Finding = Finding::Unfounded("invitation");
const PLAYER: Finding = Finding::Unfounded("player");
const VARIANT: Finding = Finding::Unfounded("variant");
const TEXT: Finding = Finding::Unfounded("text");

impl Player {
    fn enrolled(seq: u64) -> Self {
        Self {
            enrolled_seq: seq,
            link: None,
            merged: None,
            erased_seq: None,
        }
    }

    fn user(&self) -> Option<UserId> {
        self.link.map(|link| link.user)
    }

    fn merged_into(&self) -> Option<PlayerId> {
        self.merged.map(|(into, _)| into)
    }
}

impl Club {
    /// The members and their roles, in no order.
    pub(crate) fn members(&self) -> impl Iterator<Item = (UserId, Role)> {
        self.members.iter().map(|(user, role)| (*user, *role))
    }

    /// When it was founded, and the time zone that it is in.
    pub(crate) fn terms(&self) -> Option<(Timestamp, &str)> {
        Some((self.founded_at?, &self.time_zone))
    }

    /// The invitations, in no order.
    pub(crate) fn invitations(&self) -> impl Iterator<Item = &Invitation> {
        self.invitations.values()
    }

    /// The entries that commit to a reason or a note, and those that erased it, in no order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (u64, Option<u64>)> {
        self.texts.iter().map(|(seq, erased)| (*seq, *erased))
    }

    /// The players, in no order.
    pub(crate) fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.players.iter().map(|(id, player)| (*id, player))
    }

    /// The entry that retired a variant, if it is retired.
    pub(crate) fn retired_seq(&self, variant: Hash) -> Option<u64> {
        self.retired.get(&variant).copied()
    }

    /// Follows the next entry.
    pub(crate) fn follow(&mut self, entry: &Entry) -> Result<(), Finding> {
        self.permits(entry)?;
        self.keep_text(entry);
        match &entry.body {
            Body::ClubFounded(founded) => {
                self.founded_at = Some(entry.time);
                self.time_zone.clone_from(&founded.time_zone);
                self.members.insert(entry.actor, Role::Owner);
                Ok(())
            }
            Body::ClubChanged(changed) => {
                self.time_zone.clone_from(&changed.time_zone);
                Ok(())
            }
            Body::MemberSet(set) => {
                self.members.insert(set.user, set.role);
                self.has_an_owner()
            }
            Body::MemberRemoved(removed) => self.remove(removed.user),
            Body::ClubHandedOver(handed_over) => self.hand_over(entry.actor, handed_over),
            Body::InvitationMade(made) => self.invite(entry, made),
            Body::InvitationRevoked(revoked) => {
                let invitation = self.invitations.get_mut(&revoked.invitation);
                let before = invitation.ok_or(INVITATION)?.revoked_seq.replace(entry.seq);
                expect(before.is_none(), INVITATION)
            }
            Body::InvitationAccepted(accepted) => self.accept(entry, accepted),
            Body::PlayerEnrolled(enrolled) => {
                let player = Player::enrolled(entry.seq);
                let twice = self.players.insert(enrolled.player, player);
                expect(twice.is_none(), PLAYER)
            }
            Body::PlayerRenamed(renamed) => self.player(renamed.player).map(|_| ()),
            Body::PlayerLinked(linked) => self.link(linked, entry.seq),
            Body::PlayerUnlinked(unlinked) => {
                let link = self.player(unlinked.player)?.link.take();
                expect(link.is_some(), PLAYER)
            }
            Body::PlayerMerged(merged) => self.merge(entry.seq, merged),
            Body::PlayerErased(erased) => self.erase(entry.seq, erased),
            Body::TextErased(TextErased { entry: of }) => {
                let before = self.texts.get_mut(of).ok_or(TEXT)?.replace(entry.seq);
                expect(before.is_none(), TEXT)
            }
            Body::VariantRetired(of) => {
                let twice = self.retired.insert(of.variant_hash, entry.seq);
                expect(twice.is_none(), VARIANT)
            }
            Body::VariantReinstated(of) => {
                let retired = self.retired.remove(&of.variant_hash);
                expect(retired.is_some(), VARIANT)
            }
            Body::MatchOpened(opened) => self.seat(opened),
            Body::OutcomeRecorded(recorded) => self.take_over(recorded.match_id, &recorded.facts),
            Body::MatchCorrected(corrected) => self.put_right(corrected),
            Body::VariantAdded(_)
            | Body::SettlementMade(_)
            | Body::PaymentRecorded(_)
            | Body::PaymentReversed(_) => Ok(()),
        }
    }

    /// Members leave, and owners remove others.
    fn remove(&mut self, user: UserId) -> Result<(), Finding> {
        self.members.remove(&user).ok_or(MEMBER)?;
        for player in self.players.values_mut() {
            player.link = player.link.filter(|link| link.user != user);
        }
        self.has_an_owner()
    }

    fn hand_over(&mut self, giver: UserId, to: &ClubHandedOver) -> Result<(), Finding> {
        let is_member = self.members.contains_key(&to.user);
        expect(is_member && giver != to.user, MEMBER)?;
        self.members.insert(to.user, Role::Owner);
        self.members.insert(giver, to.role);
        Ok(())
    }

    fn invite(&mut self, entry: &Entry, made: &InvitationMade) -> Result<(), Finding> {
        if let Some(player) = made.player {
            let linked = self.player(player)?.link.is_some();
            expect(!linked, PLAYER)?;
        }
        let invitation = Invitation {
            terms: made.clone(),
            made: Event::of(entry),
            uses: 0,
            revoked_seq: None,
        };
        let twice = self.invitations.insert(made.invitation, invitation);
        expect(twice.is_none() && entry.time < made.expires_at, INVITATION)
    }

    fn accept(&mut self, entry: &Entry, accepted: &InvitationAccepted) -> Result<(), Finding> {
        let (user, at) = (entry.actor, entry.time);
        let invitation = self.invitations.get(&accepted.invitation);
        let invitation = invitation.ok_or(INVITATION)?;
        let made = &invitation.terms;
        let used_up = invitation.uses > 0 && made.single_use;
        let open = invitation.revoked_seq.is_none() && !used_up && at < made.expires_at;
        let named = made.player.map(|player| self.counts_for(player));
        let same = (made.role, named) == (accepted.role, accepted.player);
        expect(open && same && self.owns(invitation.made.actor), INVITATION)?;
        if let Some(invitation) = self.invitations.get_mut(&accepted.invitation) {
            invitation.uses = invitation.uses.saturating_add(1);
        }
        self.members.insert(user, accepted.role);
        let link = |player| self.link(&PlayerLinked { player, user }, entry.seq);
        accepted.player.map_or(Ok(()), link)
    }

    fn link(&mut self, linked: &PlayerLinked, seq: u64) -> Result<(), Finding> {
        let PlayerLinked { player, user } = *linked;
        expect(self.members.contains_key(&user), MEMBER)?;
        let has_one = |player: &Player| player.user() == Some(user);
        expect(!self.players.values().any(has_one), PLAYER)?;
        let link = &mut self.player(player)?.link;
        expect(link.is_none(), PLAYER)?;
        *link = Some(Link { user, seq });
        Ok(())
    }

    fn merge(&mut self, seq: u64, merged: &PlayerMerged) -> Result<(), Finding> {
        let (player, into) = (merged.player, merged.into);
        let link = self.player(player)?.link;
        let other = self.player(into)?.link;
        let one_person = link.is_none() || other.is_none();
        let both_sat = |table: &Vec<PlayerId>| {
            let sat = |whom| table.iter().any(|seated| self.counts_for(*seated) == whom);
            sat(player) && sat(into)
        };
        let together = self.matches.values().any(both_sat);
        expect(player != into && one_person && !together, PLAYER)?;
        for (id, one) in &mut self.players {
            let before = one.merged.filter(|(into, _)| *into == player);
            if *id == player || before.is_some() {
                let since = before.map_or(seq, |(_, since)| since);
                (one.merged, one.link) = (Some((into, since)), None);
            }
        }
        let moved = link.map(|link| Link { seq, ..link });
        self.player(into)?.link = moved.or(other);
        Ok(())
    }

    fn erase(&mut self, seq: u64, erased: &PlayerErased) -> Result<(), Finding> {
        self.player(erased.player)?;
        for (id, one) in &mut self.players {
            if *id == erased.player || one.merged_into() == Some(erased.player) {
                (one.erased_seq, one.link) = (Some(seq), None);
            }
        }
        Ok(())
    }

    /// Names are erased with their players.
    fn keep_text(&mut self, entry: &Entry) {
        match entry.body.commitment().map(|commitment| commitment.field) {
            Some(Committed::Reason | Committed::Note) => {
                self.texts.insert(entry.seq, None);
            }
            Some(Committed::Name) | None => {}
        }
    }

    fn seat(&mut self, opened: &MatchOpened) -> Result<(), Finding> {
        for player in opened.players {
            self.sit_down(opened.match_id, player)?;
        }
        expect(!self.retired.contains_key(&opened.variant_hash), VARIANT)
    }

    fn take_over(&mut self, table: MatchId, facts: &Outcome) -> Result<(), Finding> {
        if let Outcome::Substitution(substitution) = facts {
            self.sit_down(table, substitution.player)?;
        }
        Ok(())
    }

    /// Who was seated by a change that a later one of the same correction undoes never sat there.
    fn put_right(&mut self, corrected: &MatchCorrected) -> Result<(), Finding> {
        let (mut said, mut seats) = (HashMap::new(), None);
        for change in &corrected.changes {
            match change {
                Change::Replace(Replace { outcome, facts })
                | Change::Insert(Insert { outcome, facts, .. }) => {
                    said.insert(*outcome, facts);
                }
                Change::Void(void) => {
                    said.remove(&void.outcome);
                }
                Change::Reseat(reseat) => seats = Some(reseat.players),
            }
        }
        for facts in said.values() {
            self.take_over(corrected.match_id, facts)?;
        }
        let mut seated = seats.into_iter().flatten();
        seated.try_for_each(|player| self.sit_down(corrected.match_id, player))
    }

    fn sit_down(&mut self, table: MatchId, player: PlayerId) -> Result<(), Finding> {
        let sits = self
            .matches
            .get(&table)
            .is_some_and(|sat| sat.contains(&player));
        if !sits {
            self.player(player)?;
            self.matches.entry(table).or_default().push(player);
        }
        Ok(())
    }

    /// Somebody who was enrolled, and neither merged away nor erased.
    fn player(&mut self, id: PlayerId) -> Result<&mut Player, Finding> {
        let player = self.players.get_mut(&id);
        player
            .filter(|player| player.merged.is_none() && player.erased_seq.is_none())
            .ok_or(PLAYER)
    }

    /// Who a player is by now.
    pub(crate) fn counts_for(&self, id: PlayerId) -> PlayerId {
        let merged_into = self.players.get(&id).and_then(Player::merged_into);
        merged_into.unwrap_or(id)
    }

    /// Who pays or is paid by now.
    pub(crate) fn party(&self, party: Party) -> Party {
        match party {
            Party::Player(player) => Party::Player(self.counts_for(player)),
            Party::House => Party::House,
        }
    }

    fn owns(&self, user: UserId) -> bool {
        self.members.get(&user) == Some(&Role::Owner)
    }

    fn has_an_owner(&self) -> Result<(), Finding> {
        expect(
            self.members.values().any(|role| *role == Role::Owner),
            MEMBER,
        )
    }
}

fn expect(holds: bool, otherwise: Finding) -> Result<(), Finding> {
    holds.then_some(()).ok_or(otherwise)
}

#[cfg(test)]
mod tests;
