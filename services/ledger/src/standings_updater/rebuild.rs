//! An operator has all standings made anew.

use crate::database_url::DatabaseUrl;
use crate::{Result, connector};
use diesel_async::SimpleAsyncConnection;

/// Has the standings and statistics of all clubs made anew from their entries, as the role `faan_owner`: each club's when somebody next
/// looks at them or records something there. Whoever begins with a club then forgets first what was kept of it.
pub async fn rebuild_standings(admin_url: &str) -> Result<()> {
    let url = DatabaseUrl::parse(admin_url)?;
    connector::warn_of_weakness(&url);
    let mut connection = connector::diesel(&url).await?;
    Ok(connection.batch_execute(REBUILD).await?)
}

/// Truncating passes by row level security, which the owner does not. Whoever is at a club is waited for, and has those wait who read meanwhile:
/// less long than they have patience (`connections::SETTINGS`).
const REBUILD: &str = "SET lock_timeout = '3s'; SET ROLE faan_owner; TRUNCATE tally_heads";
