//! `faan rebuild-standings`: what is kept of the standings is made anew from the ledgers.

use crate::config::RebuildStandings;
use crate::{Failure, up};

/// Has them made anew; what to tell the operator.
pub(crate) async fn run(config: RebuildStandings) -> Result<&'static str, Failure> {
    // A variable that is set to nothing is as good as not set.
    let url = match config.admin_database_url.filter(|url| !url.is_empty()) {
        Some(url) => url,
        None => up::private_database_of_admin(config.data_dir.as_deref())?,
    };
    ledger::rebuild_standings(&url).await?;
    Ok(
        "The standings and statistics of each club are made anew when somebody next looks at them or records something there.",
    )
}
