//! What an operator's command is told, held to what REST asks of it.

use ledger::SignUp;

use crate::bodies::field::{Email, Password, Text};

/// An account with this address and password, which goes by what stands before the `@`.
///
/// # Errors
/// What the address or the password should be.
pub fn new_account(email: &str, password: &str) -> Result<SignUp, String> {
    let email = Email::try_from(email.to_owned())?;
    let password_hash = password_hash(password)?;
    let email = String::from(email);
    let name = email.split('@').next().unwrap_or_default();
    let display_name = Text::<100>::try_from(name.to_owned())?;
    Ok(SignUp {
        password_hash,
        display_name: display_name.into(),
        email,
    })
}

/// What is stored of a password.
///
/// # Errors
/// What a password should be.
pub fn password_hash(password: &str) -> Result<String, String> {
    let password = Password::try_from(password.to_owned())?;
    let hash = crate::password::hash(String::from(password).as_bytes());
    hash.map_err(|error| error.to_string())
}

/// What a club may be called.
///
/// # Errors
/// What a name should be.
pub fn club_name(name: &str) -> Result<String, String> {
    Text::<100>::try_from(name.to_owned()).map(String::from)
}
