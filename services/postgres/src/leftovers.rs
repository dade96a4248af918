//! What a killed run leaves behind. Its `postmaster.pid` and socket lock name a process id that by now may be a zombie or a
//! stranger, and PostgreSQL then refuses to start. Whoever holds our own lock may look who really works in the folder, end
//! it, and remove both.

use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::account::Account;
use crate::error::Error;
use crate::socket;

/// Fast shutdown, immediate shutdown, death; and how long each may take. Recovery on the next start makes all three safe.
pub(crate) const STEPS: [(Signal, Duration); 3] = [
    (Signal::INT, Duration::from_secs(60)),
    (Signal::QUIT, Duration::from_secs(10)),
    (Signal::KILL, Duration::from_secs(10)),
];

const PAUSE: Duration = Duration::from_millis(20);

/// Makes the cluster in `data` startable. The caller holds the lock, so whoever works there is an orphan.
pub(crate) fn clear(account: &Account, data: &Path, socket_folder: &Path) -> Result<(), Error> {
    end_workers(account, data)?;
    let socket = socket::path(socket_folder);
    for stale in [
        data.join("postmaster.pid"),
        socket.with_added_extension("lock"),
        socket,
    ] {
        // One that is not there, or cannot be removed, is PostgreSQL's to judge.
        fs::remove_file(stale).ok();
    }
    Ok(())
}

/// Ends every process whose working directory is `folder`.
pub(crate) fn end_workers(account: &Account, folder: &Path) -> Result<(), Error> {
    for (signal, patience) in STEPS {
        let started = Instant::now();
        let mut workers = workers(account, folder)?;
        for worker in workers.iter().filter_map(|pid| Pid::from_raw(*pid)) {
            // It may have ended since we looked.
            kill_process(worker, signal).ok();
        }
        while !workers.is_empty() && started.elapsed() < patience {
            sleep(PAUSE);
            workers = self::workers(account, folder)?;
        }
        if workers.is_empty() {
            return Ok(());
        }
    }
    Err(Error::Stubborn {
        folder: folder.to_path_buf(),
        pids: workers(account, folder)?,
    })
}

/// The shell compares working directories as the account itself: in a container even root may not look at those of others.
/// A zombie has none. Without /proc, `ps` says whether the process named by `postmaster.pid` is the server of this folder.
const WHO_WORKS_HERE: &str = r#"
    [ -d "$0" ] || exit 0
    if [ -e /proc/self/cwd ]; then
        for process in /proc/[0-9]*; do
            [ "$process/cwd" -ef "$0" ] && echo "${process#/proc/}"
        done
    else
        read -r pid <"$0/postmaster.pid" && ps -p "$pid" -o args= | grep -qF -- "$0" && echo "$pid"
    fi 2>/dev/null
"#;

fn workers(account: &Account, folder: &Path) -> Result<Vec<i32>, Error> {
    let answer = account.ask(WHO_WORKS_HERE, folder.as_os_str())?;
    Ok(answer
        .lines()
        .filter_map(|line| line.parse().ok())
        .collect())
}
