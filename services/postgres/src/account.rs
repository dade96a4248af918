use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::process::{getegid, geteuid};

use crate::error::{Doing as _, Error};
use crate::parent_death;

/// Whose processes the server's are: ours, or, as PostgreSQL refuses to run as root, somebody else's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    uid: u32,
    gid: u32,
    is_ours: bool,
}

impl Account {
    /// The owner of the cluster in `data`, or, before there is one, whoever shall own it.
    pub(crate) fn of(data: &Path) -> Result<Account, Error> {
        match fs::metadata(data) {
            Ok(found) if geteuid().is_root() => Ok(Account {
                uid: found.uid(),
                gid: found.gid(),
                is_ours: false,
            }),
            Ok(found) if found.uid() != geteuid().as_raw() => Err(Error::Foreign {
                folder: data.to_path_buf(),
                owner: found.uid(),
            }),
            Ok(_) | Err(_) => Account::for_new(),
        }
    }

    /// Who owns a cluster that we make.
    pub(crate) fn for_new() -> Result<Account, Error> {
        if geteuid().is_root() {
            return ["postgres", "nobody"]
                .into_iter()
                .find_map(Account::named)
                .ok_or(Error::NoAccount);
        }
        Ok(Account {
            uid: geteuid().as_raw(),
            gid: getegid().as_raw(),
            is_ours: true,
        })
    }

    fn named(name: &str) -> Option<Account> {
        let id = |which| {
            let output = Command::new("id")
                .args([which, name])
                .stderr(Stdio::null())
                .output()
                .ok()?;
            String::from_utf8(output.stdout).ok()?.trim().parse().ok()
        };
        Some(Account {
            uid: id("-u")?,
            gid: id("-g")?,
            is_ours: false,
        })
    }

    pub(crate) fn uid(&self) -> u32 {
        self.uid
    }

    /// A command that runs as this account, knows nothing of our environment, is not reached by the terminal's Ctrl-C,
    /// and stops when the calling thread ends.
    pub(crate) fn command(&self, program: &Path) -> Result<Command, Error> {
        let mut command =
            parent_death::command(program).doing("cannot find our own program to run", program)?;
        command
            .env_clear()
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LC_ALL", "C");
        command
            .current_dir("/")
            .process_group(0)
            .stdin(Stdio::null());
        if !self.is_ours {
            command.uid(self.uid).gid(self.gid);
        }
        Ok(command)
    }

    /// What a shell script, run as this account, prints. `$0` is `subject`.
    pub(crate) fn ask(&self, script: &str, subject: &OsStr) -> Result<String, Error> {
        let shell = Path::new("/bin/sh");
        let output = self
            .command(shell)?
            .arg("-c")
            .arg(script)
            .arg(subject)
            .output()
            .doing("cannot run", shell)?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    pub(crate) fn give(&self, path: &Path) -> Result<(), Error> {
        if self.is_ours {
            return Ok(());
        }
        chown(path, Some(self.uid), Some(self.gid)).doing("cannot hand over", path)
    }

    /// Not everybody may enter root's home, for one.
    pub(crate) fn may_enter(&self, folder: &Path) -> Result<bool, Error> {
        Ok(self.ask(r#"test -x "$0" && echo yes"#, folder.as_os_str())? == "yes\n")
    }
}
