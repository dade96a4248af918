use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::Error;

/// The oldest major version whose SQL the migrations speak.
const OLDEST: u32 = 13;

/// Where systems keep one folder per major version: the parent, what comes before the version, what comes after.
/// deploy/postgres.sh looks in the same places.
const VERSIONED: [(&str, &str, &str); 6] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr/lib", "postgresql", "bin"),
    ("/usr/libexec", "postgresql", ""),
    ("/usr", "pgsql-", "bin"),
    ("/opt/homebrew/opt", "postgresql@", "bin"),
    ("/usr/local/opt", "postgresql@", "bin"),
];

/// PostgreSQL's server programs of one version.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    folder: PathBuf,
    pub(crate) version: u32,
}

impl Programs {
    /// `setting` alone if given, else the best on this machine. A cluster runs under the `wanted` major version that made it.
    pub(crate) fn find(setting: Option<&Path>, wanted: Option<u32>) -> Result<Programs, Error> {
        let fits = |found: &Programs| {
            wanted.map_or(found.version >= OLDEST, |version| found.version == version)
        };
        let reason = wanted
            .map(|version| format!("; the data was made by version {version}"))
            .unwrap_or_default();
        match setting {
            Some(folder) => {
                Programs::within(folder)
                    .filter(fits)
                    .ok_or_else(|| Error::NotInSetting {
                        folder: folder.to_path_buf(),
                        oldest: OLDEST,
                        wanted: reason,
                    })
            }
            None => candidates()
                .iter()
                .filter_map(|folder| Programs::within(folder))
                .find(fits)
                .ok_or(Error::NoPrograms {
                    oldest: OLDEST,
                    wanted: reason,
                }),
        }
    }

    pub(crate) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    pub(crate) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }

    fn within(folder: &Path) -> Option<Programs> {
        if !folder.join("initdb").is_file() {
            return None;
        }
        let output = Command::new(folder.join("postgres"))
            .arg("--version")
            .output()
            .ok()?;
        let version = major(&String::from_utf8(output.stdout).ok()?)?;
        Some(Programs {
            folder: fs::canonicalize(folder).ok()?,
            version,
        })
    }
}

/// Best first: the newest of the versioned folders, then what `pg_config` and PATH name.
fn candidates() -> Vec<PathBuf> {
    let mut versioned: Vec<(u32, PathBuf)> = VERSIONED.iter().flat_map(versions_in).collect();
    versioned.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    versioned
        .into_iter()
        .map(|(_, folder)| folder)
        .chain(from_pg_config())
        .chain(on_path())
        .collect()
}

fn versions_in(&(parent, before, after): &(&str, &str, &str)) -> Vec<(u32, PathBuf)> {
    let Ok(entries) = fs::read_dir(parent) else {
        return Vec::new();
    };
    entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name();
            let version = name
                .to_str()?
                .strip_prefix(before)?
                .split('.')
                .next()?
                .parse()
                .ok()?;
            Some((version, Path::new(parent).join(&name).join(after)))
        })
        .collect()
}

fn from_pg_config() -> Option<PathBuf> {
    let output = Command::new("pg_config").arg("--bindir").output().ok()?;
    Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
}

#[expect(
    clippy::disallowed_methods,
    reason = "PATH is no setting of ours: it is how a system names its programs"
)]
fn on_path() -> Vec<PathBuf> {
    std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default()
}

/// 15 of `postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)`.
fn major(banner: &str) -> Option<u32> {
    let version = banner
        .split_whitespace()
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}
