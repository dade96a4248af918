//! The state of a club, updated entry by entry: members, invitations, players, and variants.

mod attendance;
mod merges;
mod permission;
mod variants;

use crate::entry_error::{EntryError, ensure};
use evidence::{
    Body, Change, ClubHandedOver, Entry, Event, Hash, Insert, InvitationAccepted, InvitationId,
    InvitationMade, MatchCorrected, MatchId, MatchOpened, Outcome, PlayerId, PlayerLinked, Replace,
    Role, TextErased, Timestamp, UserId,
};
use permission::check_permission;
use std::collections::HashMap;

/// The state of a club after the entries so far.
#[derive(Default)]
pub(crate) struct Club {
    founded_at: Option<Timestamp>,
    time_zone: String,
    members: HashMap<UserId, Role>,
    invitations: HashMap<InvitationId, Invitation>,
    players: HashMap<PlayerId, Player>,
    /// The players who ever had a seat in each match, also according to entries that were corrected.
    matches: HashMap<MatchId, Vec<PlayerId>>,
    /// The entries that retired variants.
    retired: HashMap<Hash, u64>,
    /// The entries that commit to a text that can be erased, each with the entry that erased it.
    texts: HashMap<u64, Option<u64>>,
}

/// The state of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// The entry that enrolled the player.
    pub enrolled_seq: u64,
    /// The link to an account.
    pub link: Option<Link>,
    /// The merge into another player.
    pub merged: Option<Merged>,
    /// The entry that erased the player.
    pub erased_seq: Option<u64>,
}

/// The merge of a player into another one, which was not taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merged {
    /// The player for whom this one counts, who is not merged.
    pub into: PlayerId,
    /// The player whom the entry of the merge names, who can be merged further.
    pub directly_into: PlayerId,
    /// The entry of the merge.
    pub seq: u64,
}

/// The link of a player to the account of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The account.
    pub user: UserId,
    /// The entry that gave the account to this player: the entry of the link, or of the last merge that moved it here.
    pub seq: u64,
}

/// The state of an invitation.
#[derive(Debug, Clone, PartialEq)]
pub struct Invitation {
    /// The terms of the invitation.
    pub terms: InvitationMade,
    /// The entry that made it.
    pub made: Event,
    /// How many people have accepted it.
    pub uses: u32,
    /// The entry that revoked it.
    pub revoked_seq: Option<u64>,
}

const MEMBER: EntryError = EntryError::InvalidReference("member");
const INVITATION: EntryError = EntryError::InvalidReference("invitation");
const PLAYER: EntryError = EntryError::InvalidReference("player");
const VARIANT: EntryError = EntryError::InvalidReference("variant");
const TEXT: EntryError = EntryError::InvalidReference("text");

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
        self.merged.map(|merged| merged.into)
    }
}

impl Club {
    /// The members and their roles, in no order.
    pub(crate) fn members(&self) -> impl Iterator<Item = (UserId, Role)> {
        self.members.iter().map(|(user, role)| (*user, *role))
    }

    /// The time of the founding, and the time zone.
    pub(crate) fn terms(&self) -> Option<(Timestamp, &str)> {
        Some((self.founded_at?, &self.time_zone))
    }

    /// The invitations, in no order.
    pub(crate) fn invitations(&self) -> impl Iterator<Item = &Invitation> {
        self.invitations.values()
    }

    /// The entries that commit to a text that can be erased, each with the entry that erased it, in no order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (u64, Option<u64>)> {
        self.texts.iter().map(|(seq, erased)| (*seq, *erased))
    }

    /// The players, in no order.
    pub(crate) fn players(&self) -> impl Iterator<Item = (PlayerId, &Player)> {
        self.players.iter().map(|(id, player)| (*id, player))
    }

    /// The entry that retired a variant; `None` if the variant is active.
    pub(crate) fn retired_seq(&self, variant: Hash) -> Option<u64> {
        self.retired.get(&variant).copied()
    }

    /// Applies the next entry.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Result<(), EntryError> {
        let role = self.members.get(&entry.actor).copied();
        check_permission(entry, role, |player| self.is_linked(player, entry.actor))?;
        self.record_text(entry);
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
                self.check_owner()
            }
            Body::MemberRemoved(removed) => self.remove(removed.user),
            Body::ClubHandedOver(handed_over) => self.hand_over(entry.actor, handed_over),
            Body::InvitationMade(made) => self.invite(entry, made),
            Body::InvitationRevoked(revoked) => self.revoke(entry.seq, revoked.invitation),
            Body::InvitationAccepted(accepted) => self.accept(entry, accepted),
            Body::PlayerEnrolled(enrolled) => {
                let player = Player::enrolled(entry.seq);
                let previous = self.players.insert(enrolled.player, player);
                ensure(previous.is_none(), PLAYER)
            }
            Body::PlayerRenamed(renamed) => self.player(renamed.player).map(|_| ()),
            Body::PlayerLinked(linked) => self.link(linked, entry.seq),
            Body::PlayerUnlinked(unlinked) => {
                let link = self.player(unlinked.player)?.link.take();
                ensure(link.is_some(), PLAYER)
            }
            Body::PlayerMerged(merged) => self.merge(entry.seq, merged),
            Body::PlayerUnmerged(unmerged) => self.unmerge(unmerged),
            Body::PlayerErased(erased) => self.erase(entry.seq, erased),
            Body::TextErased(TextErased { entry: of }) => {
                let before = self.texts.get_mut(of).ok_or(TEXT)?.replace(entry.seq);
                ensure(before.is_none(), TEXT)
            }
            Body::VariantRetired(of) => self.retire(of.variant_hash, entry.seq),
            Body::VariantReinstated(of) => self.reinstate(of.variant_hash),
            Body::MatchOpened(opened) => self.open_match(opened),
            Body::OutcomeRecorded(recorded) => {
                self.substitute(recorded.match_id, &recorded.outcome)
            }
            Body::MatchCorrected(corrected) => self.correct(corrected),
            Body::VariantAdded(_)
            | Body::SettlementMade(_)
            | Body::PaymentRecorded(_)
            | Body::PaymentReversed(_)
            | Body::EveningOpened(_)
            | Body::AttendanceChanged(_)
            | Body::RoundDrawn(_)
            | Body::RoundOpened(_)
            | Body::SeasonOpened(_)
            | Body::SeasonClosed(_)
            | Body::TournamentOpened(_)
            | Body::EntrantsChanged(_)
            | Body::TournamentRoundDrawn(_)
            | Body::TournamentRoundOpened(_)
            | Body::TournamentClockChanged(_)
            | Body::PenaltyGiven(_)
            | Body::PenaltyWithdrawn(_)
            | Body::TournamentClosed(_)
            | Body::MatchDeclared(_)
            | Body::TablesReplayed(_) => Ok(()),
        }
    }

    /// Removes a member, who left or whom an owner removed.
    fn remove(&mut self, user: UserId) -> Result<(), EntryError> {
        self.members.remove(&user).ok_or(MEMBER)?;
        for player in self.players.values_mut() {
            player.link = player.link.filter(|link| link.user != user);
        }
        self.check_owner()
    }

    fn hand_over(&mut self, giver: UserId, to: &ClubHandedOver) -> Result<(), EntryError> {
        let is_member = self.members.contains_key(&to.user);
        ensure(is_member && giver != to.user, MEMBER)?;
        self.members.insert(to.user, Role::Owner);
        self.members.insert(giver, to.role);
        Ok(())
    }

    fn invite(&mut self, entry: &Entry, made: &InvitationMade) -> Result<(), EntryError> {
        if let Some(player) = made.player {
            let linked = self.player(player)?.link.is_some();
            ensure(!linked, PLAYER)?;
        }
        let invitation = Invitation {
            terms: made.clone(),
            made: Event::of(entry),
            uses: 0,
            revoked_seq: None,
        };
        let previous = self.invitations.insert(made.invitation, invitation);
        ensure(
            previous.is_none() && entry.time < made.expires_at,
            INVITATION,
        )
    }

    fn revoke(&mut self, seq: u64, invitation: InvitationId) -> Result<(), EntryError> {
        let invitation = self.invitations.get_mut(&invitation);
        let before = invitation.ok_or(INVITATION)?.revoked_seq.replace(seq);
        ensure(before.is_none(), INVITATION)
    }

    fn accept(&mut self, entry: &Entry, accepted: &InvitationAccepted) -> Result<(), EntryError> {
        let (user, at) = (entry.actor, entry.time);
        let invitation = self.invitations.get(&accepted.invitation);
        let invitation = invitation.ok_or(INVITATION)?;
        let made = &invitation.terms;
        let is_used = invitation.uses > 0 && made.single_use;
        let is_open = invitation.revoked_seq.is_none() && !is_used && at < made.expires_at;
        let invited = made.player.map(|player| self.counts_for(player));
        let is_as_offered = (made.role, invited) == (accepted.role, accepted.player);
        ensure(
            is_open && is_as_offered && self.is_owner(invitation.made.actor),
            INVITATION,
        )?;
        if let Some(invitation) = self.invitations.get_mut(&accepted.invitation) {
            invitation.uses = invitation.uses.saturating_add(1);
        }
        self.members.insert(user, accepted.role);
        let link = |player| self.link(&PlayerLinked { player, user }, entry.seq);
        accepted.player.map_or(Ok(()), link)
    }

    fn link(&mut self, linked: &PlayerLinked, seq: u64) -> Result<(), EntryError> {
        let PlayerLinked { player, user } = *linked;
        ensure(self.members.contains_key(&user), MEMBER)?;
        let is_linked = |player: &Player| player.user() == Some(user);
        ensure(!self.players.values().any(is_linked), PLAYER)?;
        let link = &mut self.player(player)?.link;
        ensure(link.is_none(), PLAYER)?;
        *link = Some(Link { user, seq });
        Ok(())
    }

    /// Records an entry with a text that can be erased. The names of players are not recorded: they are erased with their players.
    fn record_text(&mut self, entry: &Entry) {
        if entry.body.has_erasable_text() {
            self.texts.insert(entry.seq, None);
        }
    }

    fn open_match(&mut self, opened: &MatchOpened) -> Result<(), EntryError> {
        for player in opened.players {
            self.seat(opened.match_id, player)?;
        }
        ensure(!self.retired.contains_key(&opened.variant_hash), VARIANT)
    }

    fn substitute(&mut self, match_id: MatchId, outcome: &Outcome) -> Result<(), EntryError> {
        let newcomer = outcome.substitution().map(|one| one.player);
        newcomer.map_or(Ok(()), |player| self.seat(match_id, player))
    }

    /// Seats the players of a correction. Those whose change a later change of the same correction undoes have to be players who can sit there, and
    /// take no part.
    fn correct(&mut self, corrected: &MatchCorrected) -> Result<(), EntryError> {
        let (mut outcomes, mut seats) = (HashMap::new(), None);
        for change in &corrected.changes {
            for (_, player) in change.seats() {
                self.check_seat(corrected.match_id, player)?;
            }
            match change {
                Change::Replace(Replace {
                    outcome_id,
                    outcome,
                })
                | Change::Insert(Insert {
                    outcome_id,
                    outcome,
                    ..
                }) => {
                    outcomes.insert(*outcome_id, outcome);
                }
                Change::Void(void) => {
                    outcomes.remove(&void.outcome_id);
                }
                Change::Reseat(reseat) => seats = Some(reseat.players),
            }
        }
        for outcome in outcomes.values() {
            self.substitute(corrected.match_id, outcome)?;
        }
        let mut seated = seats.into_iter().flatten();
        seated.try_for_each(|player| self.seat(corrected.match_id, player))
    }

    fn seat(&mut self, match_id: MatchId, player: PlayerId) -> Result<(), EntryError> {
        self.check_seat(match_id, player)?;
        let seated = self.matches.entry(match_id).or_default();
        if !seated.contains(&player) {
            seated.push(player);
        }
        Ok(())
    }

    /// Whether a player can sit in a match: who sat there before, or a player whom others may name now.
    fn check_seat(&mut self, match_id: MatchId, player: PlayerId) -> Result<(), EntryError> {
        let seated = self.matches.get(&match_id);
        match seated.is_some_and(|seated| seated.contains(&player)) {
            true => Ok(()),
            false => self.player(player).map(|_| ()),
        }
    }

    /// A player who was enrolled, and was neither merged into another player nor erased.
    fn player(&mut self, id: PlayerId) -> Result<&mut Player, EntryError> {
        let player = self.players.get_mut(&id);
        player
            .filter(|player| player.merged.is_none() && player.erased_seq.is_none())
            .ok_or(PLAYER)
    }

    fn is_linked(&self, player: PlayerId, user: UserId) -> bool {
        let player = self.players.get(&player);
        player.and_then(Player::user) == Some(user)
    }

    fn is_owner(&self, user: UserId) -> bool {
        self.members.get(&user) == Some(&Role::Owner)
    }

    fn check_owner(&self) -> Result<(), EntryError> {
        ensure(
            self.members.values().any(|role| *role == Role::Owner),
            MEMBER,
        )
    }
}

#[cfg(test)]
mod tests;
