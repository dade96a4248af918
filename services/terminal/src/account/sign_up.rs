//! `faan sign-up`: creates an account.

use host::{say, warn};
use serde_json::json;

use super::cli_error::CliError;
use super::password;
use super::sign_in::SignIn;
use crate::config::SignUp;
use crate::rest::{Request, Unanswered};

/// Creates an account, signs in, and stores the tokens.
///
/// This request has no idempotency key. If the answer was lost and the account exists, the password shows whether this command created
/// it.
pub(crate) async fn sign_up(config: &SignUp) -> Result<(), CliError> {
    let mut sign_in = SignIn::at(&config.account)?;
    let email = password::email(config.account.email.as_deref())?;
    let display_name = password::display_name(config.display_name.as_deref())?;
    let password = password::first_password(config.account.password_file.as_deref())?;
    let account = json!({ "email": email, "password": password, "display_name": display_name });
    let made = sign_in
        .gateway
        .ask(&Request::post("/v1/users", &account))
        .await;
    let credentials = json!({ "email": email, "password": password });
    let session = match made {
        Err(taken) if taken.is_refused_as("email_taken") => {
            match sign_in.sign_in(&credentials).await {
                Err(Unanswered::Refused(_)) => return Err(taken.into()),
                opened => {
                    let opened = opened?;
                    warn("faan: the account is there, and this password opens it");
                    opened
                }
            }
        }
        made => {
            made?;
            sign_in.sign_in(&credentials).await?
        }
    };
    let clubs = sign_in.keep(&email, session).await?;
    let next = clubs.after_login();
    let text = format!(
        "Signed up and in at {} as {email}.\n{next}",
        sign_in.gateway.url()
    );
    Ok(say(&text)?)
}
