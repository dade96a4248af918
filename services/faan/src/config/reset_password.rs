//! The flags of `faan reset-password`.

use std::path::PathBuf;

use clap::Args;

const AFTER_RESET: &str = "\
The password is printed once, is good for seven days, and for nothing but signing in with a new one. All sessions of the account end \
at once. API keys that it made stay good: their club's owners revoke them.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_RESET)]
pub(crate) struct ResetPassword {
    /// The address that the account signs in with.
    pub(crate) email: String,
    /// The database, as the gateway's role. Without it, that of the `faan up` that runs here.
    #[arg(
        long,
        env = "FAAN_DATABASE_URL",
        hide_env_values = true,
        value_name = "URL"
    )]
    pub(crate) database_url: Option<String>,
    /// The data folder of that `faan up`.
    #[arg(long, env = "FAAN_DATA_DIR")]
    pub(crate) data_dir: Option<PathBuf>,
}
