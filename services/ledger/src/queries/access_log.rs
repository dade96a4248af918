//! Who came in and what they took along: of a club for its owners, of an account for whoever it belongs to.

use crate::page;
use crate::tables::{access_events, account_events};
use crate::{
    AccessEvent, AccessEventId, AccessLog, AccessPlace, AccountEvent, ClubId, Ledger, Result,
    UserId,
};
use futures_util::future::try_join;

impl Ledger {
    /// What concerned access to a club, the last first, before a place: what entries tell of it, and what they do not.
    pub async fn access_log(
        &self,
        club: ClubId,
        before: Option<AccessPlace>,
        limit: u32,
    ) -> Result<AccessLog<AccessEvent, AccessPlace>> {
        self.run_read(async move |ledger: Self| {
            let one_more = page::one_more(limit);
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join(
                    access_events::list(sql, club, before, one_more),
                    access_events::entries(sql, club, before, one_more),
                )
                .await
            };
            let (mut events, entries) = tx.read(club, looks).await?;
            events.extend(entries);
            events.sort_by_key(|(place, _)| std::cmp::Reverse(*place));
            Ok(AccessLog::cut(events, limit))
        })
        .await
    }

    /// What concerned access to an account, the last first, before one of them.
    pub async fn account_log(
        &self,
        user: UserId,
        before: Option<AccessEventId>,
        limit: u32,
    ) -> Result<AccessLog<AccountEvent, AccessEventId>> {
        self.run_read(async move |ledger: Self| {
            let one_more = page::one_more(limit);
            let tx = ledger.transaction().await?;
            let looks = async { account_events::list(tx.sql()?, user, before, one_more).await };
            let events = tx.read_of_no_club(looks).await?;
            Ok(AccessLog::cut(events, limit))
        })
        .await
    }
}

impl<Event, Place: Copy> AccessLog<Event, Place> {
    fn cut(events: Vec<(Place, Event)>, limit: u32) -> Self {
        let (events, next) = page::cut(events, limit, |(place, _)| *place);
        let events = events.into_iter().map(|(_, event)| event).collect();
        Self { events, next }
    }
}
