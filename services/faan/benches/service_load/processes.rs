//! The CPU time of processes, as Linux counts it.

use std::fs;
use std::time::Duration;

/// A tick of the clock that `/proc` counts with.
const TICK: Duration = Duration::from_millis(10);

/// The CPU time of a process so far.
pub(crate) fn cpu_of(pid: u32) -> Duration {
    Stat::read(pid).map_or(Duration::ZERO, |stat| TICK * stat.own)
}

/// The CPU time of a process and of its children so far, with those that have ended.
pub(crate) fn cpu_of_family(parent: u32) -> Duration {
    let children = cpu_of_children(parent).into_iter().map(|(_, cpu)| cpu);
    cpu_of(parent) + children.sum::<Duration>()
}

/// The CPU time of each child of a process so far, with the title that it gave itself, and of those that have ended.
pub(crate) fn cpu_of_children(parent: u32) -> Vec<(String, Duration)> {
    let pids = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let name = entry.ok()?.file_name();
        name.to_str()?.parse::<u32>().ok()
    });
    let child = |pid| {
        let stat = Stat::read(pid).filter(|stat| stat.parent == parent)?;
        let title = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        let title = String::from_utf8_lossy(&title).replace('\0', " ");
        Some((title, TICK * stat.own))
    };
    let ended = Stat::read(parent).map_or(0, |stat| stat.ended_children);
    let ended = ("process: ended".to_owned(), TICK * ended);
    pids.filter_map(child).chain([ended]).collect()
}

/// Some fields of `/proc/PID/stat`.
struct Stat {
    parent: u32,
    /// Ticks of its own.
    own: u32,
    /// Ticks of its children that have ended.
    ended_children: u32,
}

impl Stat {
    /// None if there is no such process any more.
    fn read(pid: u32) -> Option<Stat> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name of the program, in parentheses, may contain anything.
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        // The first of these is field 3 of proc(5).
        let field = |number: usize| fields.get(number - 3)?.parse::<u32>().ok();
        Some(Stat {
            parent: field(4)?,
            own: field(14)? + field(15)?,
            ended_children: field(16)? + field(17)?,
        })
    }
}
