//! Invitations are made and revoked.

use crate::tables::{invitations, players};
use crate::transaction::Transaction;
use crate::{
    Body, Entry, Error, HashedEntry, Invitation, InvitationId, Ledger, PeopleError, PlayerId,
    Result, Role, Write, Written, clock_and_ids,
};
use evidence::{InvitationMade, InvitationRevoked, Timestamp};
use futures_util::future::try_join;
use time::Duration;

/// A new invitation.
#[derive(Debug, Clone)]
pub struct Invite {
    /// The role it gives.
    pub role: Role,
    /// The player who is linked to whoever accepts it; only with `single_use`.
    pub player: Option<PlayerId>,
    /// Whether only one may accept it.
    pub single_use: bool,
    /// How long it can be accepted.
    pub lifetime: Duration,
    /// The hash of the token that it is accepted with; nothing else is kept of the token.
    pub token_hash: [u8; 32],
}

impl Ledger {
    /// Makes an invitation. A repeated request gets the one that was made first, with that one's token.
    pub async fn make_invitation(&self, write: Write, new: Invite) -> Result<Written<Invitation>> {
        self.run(|ledger| make(ledger, write, new)).await
    }

    /// Revokes an invitation; one that is revoked stays so.
    pub async fn revoke_invitation(
        &self,
        write: Write,
        id: InvitationId,
    ) -> Result<Written<Invitation>> {
        self.run(|ledger| revoke(ledger, write, id)).await
    }
}

async fn make(ledger: Ledger, write: Write, new: Invite) -> Result<Written<Invitation>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        match new.player {
            Some(player) => players::find(tx.sql()?, write.club, player).await,
            None => Ok(None),
        }
    };
    let (mut club, player) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, entry).await.map(Written::again);
    }
    if new.player.is_some() {
        let player = player.ok_or(PeopleError::NoSuchPlayer)?;
        player.check()?;
        if player.user.is_some() {
            return Err(PeopleError::PlayerLinked.into());
        }
    }
    let until = clock_and_ids::now().checked_add(new.lifetime);
    let until = until.and_then(|until| Timestamp::new(until).ok());
    let made = InvitationMade {
        invitation: InvitationId(clock_and_ids::random_id()),
        role: new.role,
        expires_at: until.ok_or(Error::Contradiction("an invitation for ever"))?,
        single_use: new.single_use,
        player: new.player,
    };
    let sealed = club.seal(Body::InvitationMade(made.clone()))?;
    let insert = invitations::insert(tx.sql()?, &made, Some(&new.token_hash), &sealed.entry);
    try_join(insert, tx.append(&write, &[&sealed])).await?;
    let invitation = one(&tx, &sealed.entry, made.invitation).await?;
    tx.commit().await?;
    Ok(Written::first(invitation))
}

async fn revoke(ledger: Ledger, write: Write, id: InvitationId) -> Result<Written<Invitation>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { invitations::find(tx.sql()?, write.club, id).await };
    let (mut club, found) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, entry).await.map(Written::again);
    }
    let invitation = found.ok_or(Error::NotFound("invitation"))?;
    if let Some(seq) = invitation.revoked_seq {
        tx.done_before(&write, seq).await?;
        tx.commit().await?;
        return Ok(Written::first(invitation));
    }
    let revoked = InvitationRevoked { invitation: id };
    let sealed = club.seal(Body::InvitationRevoked(revoked))?;
    let revoke = invitations::revoke(tx.sql()?, id, &sealed.entry);
    try_join(revoke, tx.append(&write, &[&sealed])).await?;
    let invitation = one(&tx, &sealed.entry, id).await?;
    tx.commit().await?;
    Ok(Written::first(invitation))
}

/// The invitation as it stands, which the entry made or revoked.
async fn replay(tx: &Transaction, entry: Entry) -> Result<Invitation> {
    if let Body::InvitationMade(InvitationMade { invitation, .. })
    | Body::InvitationRevoked(InvitationRevoked { invitation }) = entry.body
    {
        return one(tx, &entry, invitation).await;
    }
    Err(Error::misplaced(entry.seq, "invitation_made"))
}

async fn one(tx: &Transaction, entry: &Entry, id: InvitationId) -> Result<Invitation> {
    let found = invitations::find(tx.sql()?, entry.club, id).await?;
    found.ok_or(Error::NotFound("invitation"))
}
