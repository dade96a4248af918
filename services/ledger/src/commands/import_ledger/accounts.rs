//! Who signs in to a club that came from another service. Its entries name accounts by id, and know nothing else of them.

use crate::commands::reset_password::ONE_TIME;
use crate::tables::{Sql, members, users};
use crate::{Body, ClubId, Entry, ImportError, Result, SignUp, UserId, clock_and_ids};
use std::collections::BTreeSet;

/// How one of the club's owners is to sign in.
#[derive(Debug, Clone)]
pub struct OwnersAccount {
    /// Who, as the entries name them; none: the one owner there is.
    pub user: Option<UserId>,
    /// The account that becomes theirs. Its password is for one time.
    pub account: SignUp,
}

/// An owner of a club that was imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedOwner {
    /// Who.
    pub user: UserId,
    /// The address they sign in with; none: nobody can sign in to the account.
    pub email: Option<String>,
    /// Since when they can sign in.
    pub access: Access,
}

/// Whether somebody can sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// With the account that they got with the import.
    New,
    /// With the account that they had here before, whose password stays.
    Before,
    /// Nobody can.
    None,
}

/// Gives owners their accounts; the answer is all owners of the club.
pub(super) async fn give(
    sql: Sql<'_>,
    club: ClubId,
    accounts: Vec<OwnersAccount>,
) -> Result<Vec<ImportedOwner>> {
    let one_time_until = clock_and_ids::now() + ONE_TIME;
    let owners = members::owners(sql, club).await?;
    let owner = |(user, email): (UserId, Option<String>)| ImportedOwner {
        user,
        access: if email.is_some() {
            Access::Before
        } else {
            Access::None
        },
        email,
    };
    let mut owners: Vec<ImportedOwner> = owners.into_iter().map(owner).collect();
    let mut given = BTreeSet::new();
    for OwnersAccount { user, account } in accounts {
        let owner = whose(&mut owners, user)?;
        if !given.insert(owner.user) {
            return Err(ImportError::TwoAccounts(owner.user).into());
        }
        if users::claim(sql, owner.user, &account, one_time_until).await? {
            (owner.email, owner.access) = (Some(account.email), Access::New);
        } else if owner.email.is_none() {
            return Err(ImportError::AccountErased(owner.user).into());
        } else if owner.email.as_deref().map(users::folded) != Some(users::folded(&account.email)) {
            return Err(ImportError::OtherAddress(owner.user).into());
        }
    }
    Ok(owners)
}

fn whose(
    owners: &mut [ImportedOwner],
    user: Option<UserId>,
) -> std::result::Result<&mut ImportedOwner, ImportError> {
    match user {
        Some(user) => {
            let owner = owners.iter_mut().find(|owner| owner.user == user);
            owner.ok_or(ImportError::NotAnOwner(user))
        }
        None => match owners {
            [owner] => Ok(owner),
            several => Err(ImportError::SeveralOwners(
                several.iter().map(|owner| owner.user).collect(),
            )),
        },
    }
}

/// The accounts that an entry names: who entered it, and whom it is about.
pub(super) fn named(entry: &Entry) -> (UserId, Option<UserId>) {
    let about = match &entry.body {
        Body::MemberSet(set) => Some(set.user),
        Body::MemberRemoved(removed) => Some(removed.user),
        Body::ClubHandedOver(handed_over) => Some(handed_over.user),
        Body::PlayerLinked(linked) => Some(linked.user),
        Body::ClubFounded(_)
        | Body::PlayerEnrolled(_)
        | Body::VariantAdded(_)
        | Body::MatchOpened(_)
        | Body::OutcomeRecorded(_)
        | Body::MatchCorrected(_)
        | Body::SettlementMade(_)
        | Body::PaymentRecorded(_)
        | Body::PaymentReversed(_)
        | Body::ClubChanged(_)
        | Body::InvitationMade(_)
        | Body::InvitationRevoked(_)
        | Body::InvitationAccepted(_)
        | Body::PlayerUnlinked(_)
        | Body::PlayerRenamed(_)
        | Body::PlayerMerged(_)
        | Body::PlayerUnmerged(_)
        | Body::PlayerErased(_)
        | Body::TextErased(_)
        | Body::VariantRetired(_)
        | Body::VariantReinstated(_)
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
        | Body::TablesReplayed(_) => None,
    };
    (entry.actor, about)
}
