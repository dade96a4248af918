//! The copies of the database.

use ledger::{Diagnosis, Replication, ReplicationSlot, Server, Standby};

use super::finding::{Finding, Status};

/// How much of the log a standby may lack: about what 7,000 hands write.
const LAG_WARNING: i64 = 16 << 20;
/// How much of the log may be kept for a copy that does not fetch it, before the disk is in danger.
const KEPT_WARNING: i64 = 1 << 30;

/// What is looked at where a login may see the copies.
pub(super) const STANDBYS: &str = "database.standbys";

/// The copies, if the login may see them.
pub(super) fn check(diagnosis: &Diagnosis) -> Vec<Finding> {
    let Some(Replication {
        primaries,
        standbys: copies,
        slots: places,
    }) = &diagnosis.replication
    else {
        return Vec::new();
    };
    vec![
        primary(primaries),
        standbys(diagnosis, copies),
        slots(places),
    ]
}

/// Whether one server alone takes writes.
fn primary(primaries: &[String]) -> Finding {
    let check = "database.primary";
    match primaries {
        [_, _, ..] => Finding::of(
            Status::Error,
            check,
            format!("these servers take writes: {}", primaries.join(", ")),
            "stop PostgreSQL on all of them but the leader of `patronictl list`: what is only on one of the others is lost then",
        ),
        one => Finding::ok(check, format!("{} takes writes", one.join(""))),
    }
}

/// No login may see them.
pub(super) fn not_seen() -> Finding {
    Finding::of(
        Status::NotChecked,
        STANDBYS,
        "no login that was looked at may see the standbys",
        "set FAAN_ADMIN_DATABASE_URL, of a superuser or a member of pg_read_all_stats, on the primary",
    )
}

/// Whether somebody copies, and keeps up; and whether all servers do that the URL names.
fn standbys(diagnosis: &Diagnosis, standbys: &[Standby]) -> Finding {
    let check = STANDBYS;
    if standbys.is_empty() {
        return match diagnosis.server.is_synchronous {
            true => Finding::of(
                Status::Error,
                check,
                "no standby is connected, and commits wait for one",
                "start a standby: until then nothing is recorded",
            ),
            false => Finding::of(
                Status::Warning,
                check,
                "no standby is connected: what is not in a backup goes with this machine",
                "deploy/cluster/README.md has a configuration of three servers",
            ),
        };
    }
    let told = standbys.iter().map(|standby| {
        let Standby { name, state, .. } = standby;
        let (sync, lag) = (&standby.sync_state, standby.lag_bytes);
        format!("{name} is {state} ({sync}), {lag} bytes behind")
    });
    let found = told.collect::<Vec<_>>().join("; ");
    let is_late =
        |standby: &Standby| standby.state != "streaming" || standby.lag_bytes > LAG_WARNING;
    // One of the servers is the primary itself.
    let missing = diagnosis.servers_in_url.saturating_sub(1 + standbys.len());
    if missing > 0 {
        let servers = diagnosis.servers_in_url;
        return Finding::of(
            Status::Warning,
            check,
            format!(
                "the URL names {servers} servers, and {missing} of them are not connected as standbys; {found}"
            ),
            "start them: if another server goes, there may be none left that can replace it",
        );
    }
    match standbys.iter().any(is_late) {
        false => Finding::ok(check, found),
        true => Finding::of(
            Status::Warning,
            check,
            found,
            "a standby that is behind cannot replace the primary at once: look at its log and disk",
        ),
    }
}

/// Whether the log is kept for somebody who does not fetch it.
fn slots(slots: &[ReplicationSlot]) -> Finding {
    let check = "database.replication_slots";
    let forgotten = slots
        .iter()
        .filter(|slot| !slot.is_active && slot.kept_bytes > KEPT_WARNING);
    let forgotten: Vec<_> = forgotten
        .map(|slot| format!("{} keeps {} MiB", slot.name, slot.kept_bytes >> 20))
        .collect();
    match forgotten.is_empty() {
        true => Finding::ok(
            check,
            format!("{}, none keeps too much of the log", slots.len()),
        ),
        false => Finding::of(
            Status::Warning,
            check,
            format!("nobody reads from {}", forgotten.join(", ")),
            "start the copy that it is for, or drop it with pg_drop_replication_slot: it fills the disk of the primary",
        ),
    }
}

/// Whether the database can be brought back to a point in time.
pub(super) fn archive(server: &Server) -> Finding {
    let check = "database.archive";
    let size = server.database_bytes >> 20;
    match (server.is_archiving, server.is_archive_failing) {
        (true, false) => Finding::ok(
            check,
            format!("the log is archived; the database has {size} MiB"),
        ),
        (true, true) => Finding::of(
            Status::Error,
            check,
            "the last attempt to archive the log failed",
            "look at the log of the server: until it is mended, the log fills the disk, and no later moment can be restored",
        ),
        (false, _) => Finding::of(
            Status::Warning,
            check,
            format!("the log is not archived; the database has {size} MiB"),
            "archive_mode, or a backup as often as you can afford to lose what came after it (deploy/README.md)",
        ),
    }
}
