//! A club gets another name or time zone.

use crate::tables::clubs;
use crate::{Body, Club, Error, Ledger, Result, Write, Written, clock_and_ids};
use evidence::{ClubChanged, commit};
use futures_util::future::try_join;

/// What is to be different; what is not stated stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChangeClub {
    /// What it is called from now on.
    pub name: Option<String>,
    /// Its time zone from now on, an IANA name; not checked here.
    pub time_zone: Option<String>,
}

impl Ledger {
    /// Gives a club another name or time zone. A repeated request sees the club as it stands.
    pub async fn change_club(&self, write: Write, change: ChangeClub) -> Result<Written<Club>> {
        self.run(|ledger| change_club(ledger, write, change)).await
    }
}

async fn change_club(ledger: Ledger, write: Write, change: ChangeClub) -> Result<Written<Club>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            clubs::find(sql, write.club),
            clubs::name_salt(sql, write.club),
        )
        .await
    };
    let (mut locked, (club, salt)) = tx.lock(&write, looks).await?;
    let mut club = club.ok_or(Error::NotFound("club"))?;
    if locked.prior.is_some() {
        return Ok(Written::again(club));
    }
    // A name that stays keeps its commitment, if it is known what opens that.
    let salt = salt.filter(|_| change.name.is_none());
    let salt = salt.unwrap_or_else(clock_and_ids::salt);
    club.name = change.name.unwrap_or(club.name);
    club.time_zone = change.time_zone.unwrap_or(club.time_zone);
    let sealed = locked.seal(Body::ClubChanged(ClubChanged {
        time_zone: club.time_zone.clone(),
        name_commitment: commit(&salt, &club.name),
    }))?;
    let changed = clubs::change(tx.sql()?, &club, Some(&salt));
    try_join(changed, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(club))
}
