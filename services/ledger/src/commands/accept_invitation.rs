//! Somebody who was invited becomes a member, or a member who was invited to be an owner becomes one.

use super::link_player;
use crate::model::SealedEntry;
use crate::tables::players::LinkedBy;
use crate::tables::{Sql, clubs, invitations, members, players};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, ClubId, ClubLimit, Entry, Error, Invitation, InvitationStatus, Ledger, Membership,
    PeopleError, PlayerId, Result, Role, UserId, Write, Written,
};
use evidence::{InvitationAccepted, MemberRemoved, PlayerLinked};
use futures_util::future::{try_join, try_join5};

/// Somebody accepts an invitation.
#[derive(Debug, Clone)]
pub struct AcceptInvitation {
    /// Who.
    pub actor: UserId,
    /// The route, as the caller names it.
    pub route: &'static str,
    /// The client's idempotency key, 1–255 bytes.
    pub key: String,
    /// A hash of the request.
    pub fingerprint: [u8; 32],
    /// The hash of the invitation's token.
    pub token_hash: [u8; 32],
}

impl Ledger {
    /// Makes whoever knows an invitation's token a member of its club, and links the player it names to the account. A member becomes an
    /// owner by an invitation to be one, and by no other: [`PeopleError::AlreadyMember`].
    /// A token that is unknown, used up, expired or revoked is [`PeopleError::InvitationNotOpen`] in every case. Refused with
    /// [`Error::ClubFull`] if the club has too many members, and with [`Error::TooManyMemberships`] if the account is in too many clubs.
    pub async fn accept_invitation(&self, accept: AcceptInvitation) -> Result<Written<Membership>> {
        self.run(|ledger| accept_invitation(ledger, accept)).await
    }
}

async fn accept_invitation(
    ledger: Ledger,
    accept: AcceptInvitation,
) -> Result<Written<Membership>> {
    let tx = ledger.transaction().await?;
    let hash = accept.token_hash;
    let find = async { invitations::of_token(tx.sql()?, &hash).await };
    let found = tx.read_invitation(&hash, find).await?;
    let (club_id, id) = found.ok_or(PeopleError::InvitationNotOpen)?;
    // The lookup crosses clubs, so it is another transaction than the write in this one.
    drop(tx);
    let write = accept.write(club_id);
    let tx = ledger.transaction_of(club_id).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join5(
            invitations::find(sql, club_id, id),
            invitations::told(sql, club_id, id),
            members::role(sql, club_id, write.actor),
            clubs::find(sql, club_id),
            players::of_user(sql, club_id, write.actor),
        )
        .await
    };
    let (mut locked, (invitation, told, role, club, own)) =
        tx.lock_for_anybody(&write, looks).await?;
    let (invitation, club) = invitation.zip(club).ok_or(PeopleError::InvitationNotOpen)?;
    if locked.prior.is_some() {
        // Whoever was removed since learns no more than a stranger.
        let role = role.ok_or(PeopleError::InvitationNotOpen)?;
        return Ok(Written::again(Membership { club, role }));
    }
    let becomes_owner = invitation.role == Role::Owner && role != Some(Role::Owner);
    let again = (role.is_some() && becomes_owner).then_some(own);
    let sealed = seal(&tx, &mut locked, &write, (&invitation, again)).await?;
    if role.is_some() && !becomes_owner {
        return Err(PeopleError::AlreadyMember.into());
    }
    // The entry states for ever what the invitation gives: that is what the entries before it say, and nothing else.
    if !invitation.is_told_by(&told) {
        return Err(Error::Differs("invitation"));
    }
    store(&tx, &write, &sealed).await?;
    tx.commit().await?;
    let role = invitation.role;
    Ok(Written::first(Membership { club, role }))
}

/// The entries of an acceptance. Who is no member before writes the one in the middle alone. An entry says of nobody that they accepted an
/// invitation who is a member: so a member goes first, and comes back with the link that they had.
struct Entries {
    gone: Option<SealedEntry>,
    accepted: SealedEntry,
    linked: Option<SealedEntry>,
}

impl Entries {
    fn all(&self) -> Vec<&SealedEntry> {
        let all = [
            self.gone.as_ref(),
            Some(&self.accepted),
            self.linked.as_ref(),
        ];
        all.into_iter().flatten().collect()
    }
}

/// The entries, if the invitation is open at their time; `again` is the player of who is a member already.
async fn seal(
    tx: &Transaction,
    locked: &mut LockedClub,
    write: &Write,
    (invitation, again): (&Invitation, Option<Option<PlayerId>>),
) -> Result<Entries> {
    let (club, user) = (write.club, write.actor);
    let player = match invitation.player {
        Some(player) => Some(counts_for(tx, club, player).await?),
        None => None,
    };
    let gone = again.map(|_| locked.seal(Body::MemberRemoved(MemberRemoved { user })));
    let gone = gone.transpose()?;
    let accepted = locked.seal(Body::InvitationAccepted(InvitationAccepted {
        invitation: invitation.id,
        role: invitation.role,
        player,
    }))?;
    match invitation.status_at(accepted.entry.time.moment()) {
        InvitationStatus::Open => {}
        InvitationStatus::Used | InvitationStatus::Revoked | InvitationStatus::Expired => {
            return Err(PeopleError::InvitationNotOpen.into());
        }
    }
    let own = again.flatten();
    if own.is_some() && player.is_some() {
        return Err(PeopleError::AccountLinked.into());
    }
    let linked = own.map(|player| locked.seal(Body::PlayerLinked(PlayerLinked { player, user })));
    Ok(Entries {
        gone,
        accepted,
        linked: linked.transpose()?,
    })
}

async fn counts_for(tx: &Transaction, club: ClubId, player: PlayerId) -> Result<PlayerId> {
    let found = players::canonical(tx.sql()?, club, vec![player.0]).await?;
    Ok(found
        .get(&player)
        .copied()
        .ok_or(PeopleError::NoSuchPlayer)?)
}

async fn store(tx: &Transaction, write: &Write, entries: &Entries) -> Result<()> {
    let entry = &entries.accepted.entry;
    let Body::InvitationAccepted(accepted) = &entry.body else {
        return Err(Error::misplaced(entry.seq, "invitation_accepted"));
    };
    let sql = tx.sql()?;
    let (account, count) = try_join(
        tx.lock_account(write.actor),
        members::count(sql, write.club),
    )
    .await?;
    let account = account.ok_or(Error::NoSuchUser)?;
    // Who becomes an owner by it was a member before.
    if entries.gone.is_none() {
        ClubLimit::Members.check(count)?;
        tx.roles_before_another(&account).await?;
    }
    if let Some(player) = accepted.player {
        let known = players::find(sql, write.club, player).await?;
        let known = known.ok_or(PeopleError::NoSuchPlayer)?;
        known.check()?;
        if known.user.is_some() {
            return Err(PeopleError::PlayerLinked.into());
        }
    }
    if entries.gone.is_some() {
        players::unlink(sql, write.club, write.actor).await?;
    }
    follow(sql, entry, accepted).await?;
    if let Some(SealedEntry { entry, .. }) = &entries.linked
        && let Body::PlayerLinked(of) = &entry.body
    {
        link_player::follow(sql, of, entry).await?;
    }
    tx.append(write, &entries.all()).await
}

/// Stores what follows from the entry by which somebody accepts an invitation.
pub(super) async fn follow(
    sql: Sql<'_>,
    entry: &Entry,
    accepted: &InvitationAccepted,
) -> Result<()> {
    // A link refers to the membership: that comes first.
    members::set(sql, entry.club, entry.actor, accepted.role).await?;
    if let Some(player) = accepted.player {
        let by = LinkedBy::OwnerOrInvitation;
        players::link(sql, (player, entry.actor), by, entry).await?;
    }
    invitations::accept(sql, entry.club, accepted.invitation).await
}

impl AcceptInvitation {
    /// The write of somebody who has no role yet; none is looked at.
    fn write(self, club: ClubId) -> Write {
        Write {
            club,
            actor: self.actor,
            role: Role::Player,
            api_key: None,
            session: None,
            route: self.route,
            key: self.key,
            fingerprint: self.fingerprint,
        }
    }
}
