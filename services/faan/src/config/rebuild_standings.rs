//! The flags of `faan rebuild-standings`.

use std::path::PathBuf;

use clap::Args;

const AFTER_REBUILD: &str = "\
Nothing is lost by it: all of it follows from the ledgers. Each club's are made anew when somebody next looks at them or records \
something there, while the service runs; until that is done, the answers say how far it is.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_REBUILD)]
pub(crate) struct RebuildStandings {
    /// The database, as a role that may act as its owner. Without it, that of the `faan up` that runs here.
    #[arg(
        long,
        env = "FAAN_ADMIN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) admin_database_url: Option<String>,
    /// The data folder of that `faan up`.
    #[arg(long, env = "FAAN_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}
