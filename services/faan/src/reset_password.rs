//! `faan reset-password`: a one-time password for somebody who cannot sign in.

use host::{Failure, secret, set};
use ledger::{Config, Error, Ledger};

use crate::config::ResetPassword;
use crate::up;

/// Resets the password; what to tell the operator.
pub(crate) async fn run(config: ResetPassword) -> Result<String, Failure> {
    let password = secret::one_time_password();
    let password_hash = gateway::password_hash(&password)?;
    let url = match set(config.database_url) {
        Some(url) => url,
        None => up::private_database(config.data_dir.as_deref())?,
    };
    let database = Config { url, pool_size: 1 };
    let ledger = Ledger::connect(&database).await?;
    let user = match ledger.reset_password(&config.email, password_hash).await {
        Err(Error::NoSuchUser) => return Err("nobody signs in with this address".into()),
        user => user?,
    };
    Ok(format!(
        "The account {user} signs in with this password once, within seven days, and with a new one along (`new_password`):\n\n    \
         {password}\n\nIt is not shown again. All sessions of the account have ended."
    ))
}
