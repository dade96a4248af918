//! `faan rebuild-standings`: what is kept of the standings is made anew from the ledgers.

use host::{Failure, set};

use crate::config::RebuildStandings;
use crate::up;

/// Has them made anew; what to tell the operator.
pub(crate) async fn run(config: RebuildStandings) -> Result<&'static str, Failure> {
    let url = match set(config.admin_database_url) {
        Some(url) => url,
        None => up::private_database_of_admin(config.data_dir.as_deref())?,
    };
    ledger::rebuild_standings(&url).await?;
    Ok(
        "The standings and statistics of each club are made anew when somebody next looks at them or records something there.",
    )
}
