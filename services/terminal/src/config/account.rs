//! The flags of an account at a service, and of every command that asks a service.

use std::path::PathBuf;

use clap::Args;

pub(super) const EXIT: &str = "\
The exit status is 1 where the service or somebody here refuses, 2 where something cannot be understood, 3 where nobody is signed
in (any more), and 4 where there is no answer.";

#[derive(Debug, Args)]
pub struct LoginFile {
    /// Where to keep who is signed in. By default `faan/login.json` in the folder for settings (XDG_CONFIG_HOME or ~/.config).
    #[arg(long, env = "FAAN_LOGIN_FILE", value_name = "FILE", global = true)]
    pub login_file: Option<PathBuf>,
}

/// Whose account it is, where, and what proves it.
#[derive(Debug, Args)]
pub struct Account {
    /// Where the service is, such as https://faan.example.
    #[arg(value_name = "URL")]
    pub service: String,
    /// The address to sign in with. By default you are asked.
    #[arg(long, value_name = "ADDRESS")]
    pub email: Option<String>,
    /// A file with the password, for its owner's eyes only. By default you are asked, or it is read from standard input.
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Send it over http://… to another machine, too, where nobody else can listen.
    #[arg(long)]
    pub plain_http: bool,
    #[command(flatten)]
    pub login_file: LoginFile,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct SignUp {
    #[command(flatten)]
    pub account: Account,
    /// What others see. By default you are asked.
    #[arg(long, value_name = "NAME")]
    pub display_name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Login {
    #[command(flatten)]
    pub account: Account,
    /// A file with the password that you want, where yours is for one time. By default you are asked.
    #[arg(long, value_name = "FILE")]
    pub new_password_file: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = EXIT)]
pub struct Logout {
    #[command(flatten)]
    pub login_file: LoginFile,
}

/// Who asks, and about which club.
#[derive(Debug, Args)]
pub struct Visit {
    /// The club, by name or id. By default the one that was chosen.
    #[arg(long = "in", env = "FAAN_CLUB", value_name = "CLUB", global = true)]
    pub club: Option<String>,
    /// A key for a machine, instead of somebody who signed in. Better in the variable than here, where others may see it.
    #[arg(
        long,
        env = "FAAN_API_KEY",
        hide_env_values = true,
        value_name = "KEY",
        global = true
    )]
    pub api_key: Option<String>,
    /// With a key: where the service is.
    #[arg(
        long,
        env = "FAAN_URL",
        default_value = "http://127.0.0.1:8080",
        global = true
    )]
    pub url: String,
    /// With a key: send it over http://… to another machine, too, where nobody else can listen.
    #[arg(long, global = true)]
    pub plain_http: bool,
    #[command(flatten)]
    pub login_file: LoginFile,
    /// Print the service's answer as it is: JSON.
    #[arg(long, global = true)]
    pub json: bool,
}

/// What makes a write one that is done once.
#[derive(Debug, Args)]
pub struct Once {
    /// The Idempotency-Key: with the key of a command whose answer was lost, the same command does it once. By default a new one.
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
}
