//! `faan import`: a club comes from another service, by the export of its ledger.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use audit::{Report, Verdict};
use evidence::{ExportHeader, read_export};
use host::{print, secret, warn};
use indicatif::ProgressBar;
use ledger::{
    Access, Config, ImportLedger, ImportedOwner, Leaves, Ledger, OwnersAccount, TreeHead, UserId,
};
use serde_json::{Value, json};
use terminal::audit_commands;

use crate::config::Import;

/// The exit status where the service does not take the club.
const REFUSED: u8 = 4;

pub(crate) async fn run(config: &Import) -> ExitCode {
    let prepared = accounts(config).and_then(|accounts| {
        let report = audit_commands::verified(&config.export, &config.held, false)?;
        Ok((accounts, report))
    });
    let (accounts, report) = match prepared {
        Ok(prepared) => prepared,
        Err(misuse) => {
            warn(&format!("faan: {misuse}"));
            return ExitCode::from(audit_commands::MISUSED);
        }
    };
    if report.verdict() != Verdict::Sound {
        if let Err(unprinted) = print(&audit_commands::report_text(&report, config.json)) {
            warn(&format!("faan: {unprinted}"));
        }
        warn("faan: nothing was imported");
        return ExitCode::from(audit_commands::status(report.verdict()));
    }
    match bring(config, report, accounts).await {
        Ok(done) => {
            if let Err(unprinted) = print(&done) {
                warn(&format!("faan: {unprinted}"));
            }
            ExitCode::SUCCESS
        }
        Err(why) => {
            warn(&format!("faan: nothing was imported: {why}"));
            ExitCode::from(REFUSED)
        }
    }
}

/// An account to give, and its password.
type New = (OwnersAccount, String);

fn accounts(config: &Import) -> Result<Vec<New>, String> {
    if config.export == Path::new("-") {
        return Err("the export is read twice: name a file".to_owned());
    }
    if let Some(name) = &config.name {
        gateway::club_name(name)?;
    }
    let accounts = config.owners.iter().map(|owner| {
        let password = secret::one_time_password();
        let account = gateway::new_account(&owner.email, &password)?;
        let user = owner.user;
        Ok((OwnersAccount { user, account }, password))
    });
    accounts.collect()
}

/// Stores what was found sound.
async fn bring(config: &Import, report: Report, new: Vec<New>) -> Result<String, String> {
    let (club, checkpoint) = report
        .club
        .zip(report.checkpoint.as_ref())
        .ok_or("nothing was signed")?;
    let head = TreeHead {
        size: checkpoint.size,
        root: checkpoint.root,
    };
    let (bar, leaves) = leaves(config, head.size)?;
    let passwords = new.iter().map(|(one, password)| {
        let email = one.account.email.clone();
        (email, password.clone())
    });
    let passwords = passwords.collect();
    let database = Config {
        url: config.database.database_url.clone(),
        pool_size: 1,
    };
    let ledger = Ledger::connect(&database).await;
    let ledger = ledger.map_err(|error| error.to_string())?;
    let import = ImportLedger {
        club,
        head,
        leaves,
        openings: report.openings.clone(),
        name: config.name.clone(),
        same_people: config.same_people,
        accounts: new.into_iter().map(|(account, _)| account).collect(),
    };
    let owners = ledger.import_ledger(import).await;
    bar.finish_and_clear();
    let done = Done {
        report,
        head,
        owners: owners.map_err(|error| error.to_string())?,
        passwords,
    };
    match config.json {
        true => Ok(format!("{:#}\n", done.json())),
        false => Ok(done.sheet()),
    }
}

/// The entries once more, with a bar that follows them.
fn leaves(config: &Import, size: u64) -> Result<(ProgressBar, Leaves), String> {
    let export = audit_commands::open(&config.export)?;
    let read: Result<(ExportHeader, _), _> = read_export(export);
    let (_, leaves) = read.map_err(|bad| bad.to_string())?;
    let bar = ProgressBar::new(size).with_style(audit_commands::style());
    let moved = bar.clone();
    let leaves = leaves.map(move |read| {
        let (seq, leaf) = read?;
        moved.set_position(seq);
        Ok(leaf)
    });
    Ok((bar, Box::new(leaves)))
}

/// What was imported.
struct Done {
    report: Report,
    head: TreeHead,
    owners: Vec<ImportedOwner>,
    /// By the address that signs in with it.
    passwords: HashMap<String, String>,
}

impl Done {
    /// The password of an owner who got one.
    fn password(&self, owner: &ImportedOwner) -> Option<&str> {
        let new = owner.email.as_ref().filter(|_| owner.access == Access::New);
        new.and_then(|email| self.passwords.get(email))
            .map(String::as_str)
    }

    fn signers(&self) -> Vec<String> {
        let signers = self.report.signed_by.iter();
        signers.map(|key| key.signer.to_string()).collect()
    }

    /// For people.
    fn sheet(&self) -> String {
        let TreeHead { size, root } = self.head;
        let club = self.report.club.map(|club| club.to_string());
        let mut sheet = format!(
            "The club {} is here, with {size} entries, byte for byte those that {} signed.\n\n  root           {root}\n",
            club.unwrap_or_default(),
            self.signers().join(", "),
        );
        for owner in &self.owners {
            let UserId(user) = owner.user;
            let email = owner.email.as_deref().unwrap_or_default();
            // Writing to a string does not fail.
            let _ = match (owner.access, self.password(owner)) {
                (Access::New, Some(password)) => writeln!(
                    sheet,
                    "  owner          {user} signs in as {email}\n  password       {password}\n                 \
                     Good for seven days and one sign-in, with a `new_password` of the owner's along. It is not shown again."
                ),
                (Access::New | Access::Before, _) => writeln!(
                    sheet,
                    "  owner          {user} signs in as {email}, with the account that was here"
                ),
                (Access::None, _) => {
                    writeln!(sheet, "  owner          {user}: nobody can sign in")
                }
            };
        }
        sheet += "\nNobody signs in as the other members until they are invited anew. Keep the export: the old service's checkpoint\n\
            in it shows that what was signed there goes on here (`faan audit verify --checkpoint`).\n";
        sheet
    }

    /// For programs.
    fn json(&self) -> Value {
        let owner = |owner: &ImportedOwner| {
            json!({
                "user": owner.user,
                "email": owner.email,
                "access": match owner.access {
                    Access::New => "new",
                    Access::Before => "before",
                    Access::None => "none",
                },
                "password": self.password(owner),
            })
        };
        json!({
            "club": self.report.club,
            "entries": self.head.size,
            "root": self.head.root,
            "signed_by": self.signers(),
            "owners": self.owners.iter().map(owner).collect::<Value>(),
        })
    }
}
