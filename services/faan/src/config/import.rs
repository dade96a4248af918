//! The flags of `faan import`.

use std::path::PathBuf;

use clap::Args;
use ledger::UserId;
use terminal::config::Held;

use super::database::Database;

const AFTER_IMPORT: &str = "\
The export is verified first, as `faan audit verify` does. The exit status is 0 where the club is there, 1 where something is
wrong with the export, 2 where nothing is wrong but something is missing that would show it, 3 where the arguments cannot be
understood or a file cannot be read, and 4 where the service does not take it. But for 0, nothing was stored.";

#[derive(Debug, Args)]
#[command(after_help = AFTER_IMPORT)]
pub(crate) struct Import {
    /// The export of the club, a file as REST `GET …/ledger/export` gives it.
    pub(crate) export: PathBuf,
    #[command(flatten)]
    pub(crate) held: Held,
    /// The address with which the club's owner is to sign in; where there are several owners, with the account's id as entries
    /// have it. The account gets a password, which is printed once, unless it is here already.
    #[arg(long = "owner", value_name = "[USER=]EMAIL", required = true, value_parser = owner)]
    pub(crate) owners: Vec<Owner>,
    /// What the club is called, where no openings tell.
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// That accounts of this service which the entries name, too, are the same people's. Only if you know that they are: the club
    /// was here before, say, or comes from where another one came from. An export can name anybody.
    #[arg(long)]
    pub(crate) same_people: bool,
    #[command(flatten)]
    pub(crate) database: Database,
    /// Print what was done as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// An owner and the address they are to sign in with.
#[derive(Debug, Clone)]
pub(crate) struct Owner {
    /// None: the only one.
    pub(crate) user: Option<UserId>,
    pub(crate) email: String,
}

// An address may have an equals sign, too.
fn owner(text: &str) -> Result<Owner, String> {
    let named = text.split_once('=');
    let named = named.and_then(|(user, email)| Some((user.parse().ok()?, email)));
    let (user, email) = named.map_or((None, text), |(user, email)| (Some(user), email));
    let email = email.to_owned();
    Ok(Owner { user, email })
}
