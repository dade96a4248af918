//! A report for people.

use std::fmt::Write as _;

use audit::{CheckpointSource, OpenBalance, Report, Verdict, VerificationFailure};
use evidence::{Party, Witnessed};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::sentences::{asked, right, unchecked};
use crate::money::Money;

pub(super) fn sheet(report: &Report) -> String {
    let mut sheet = String::new();
    // Writing to a string does not fail.
    let _ = write(report, &mut sheet);
    sheet
}

fn write(report: &Report, to: &mut String) -> std::fmt::Result {
    verdict(report, to)?;
    if let Some(club) = report.club {
        let name = report.names.club.as_deref();
        let name = name.map_or_else(String::new, |name| format!(", {name}"));
        writeln!(to, "\n  club           {club}{name}")?;
    }
    for key in &report.signed_by {
        write!(to, "  signed by      {}", key.signer)?;
        match key.retired_at {
            Some(time) => writeln!(to, ", a key retired at {time}")?,
            None => writeln!(to)?,
        }
    }
    for Witnessed { witness, time } in &report.witnessed_by {
        writeln!(to, "  witnessed by   {witness}, {}", moment(*time))?;
    }
    counts(report, to)?;
    open(report, to)?;
    let checks = report.checked.iter().copied();
    match report.verdict() {
        Verdict::Sound => list("Checked, and right", checks.map(right), to)?,
        Verdict::Tampered | Verdict::Incomplete => {
            list("Checked, right or wrong", checks.map(asked), to)?;
        }
    }
    let gaps = report.unchecked.iter().map(|gap| unchecked(*gap, report));
    list("Not checked", gaps, to)
}

/// Seconds since 1970 for people.
fn moment(seconds: u64) -> String {
    let moment = i64::try_from(seconds).ok();
    let moment = moment.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    let text = moment.and_then(|moment| moment.format(&Rfc3339).ok());
    text.unwrap_or_else(|| format!("{seconds} seconds after 1970"))
}

fn verdict(report: &Report, to: &mut String) -> std::fmt::Result {
    match report.verdict() {
        Verdict::Sound => write!(to, "SOUND")?,
        Verdict::Tampered => write!(to, "TAMPERED")?,
        Verdict::Incomplete => write!(to, "INCOMPLETE EVIDENCE")?,
    }
    match (report.decisive(), report.last_verified) {
        (None, Some(last)) => writeln!(
            to,
            " up to entry {} ({}). What came later is not in this export.",
            last.seq, last.time
        )?,
        (None, None) => writeln!(to, ".")?,
        (Some(failure), _) => writeln!(to, ": {failure}.")?,
    }
    for failure in &report.failures {
        if report
            .decisive()
            .is_some_and(|other| !std::ptr::eq(other, failure))
        {
            writeln!(to, "Also: {failure}.")?;
        }
    }
    if let Some(hint) = whose(report) {
        writeln!(to, "{hint}")?;
    }
    reach(report, to)
}

/// Who changed something: whoever keeps the ledger and signed it so, or somebody who had the export afterwards.
fn whose(report: &Report) -> Option<String> {
    let own = |failure: &VerificationFailure| {
        matches!(
            failure,
            VerificationFailure::Root {
                checkpoint: CheckpointSource::Export,
                ..
            }
        )
    };
    let size = report.checkpoint.as_ref()?.size;
    let changed = report.failures.iter().any(own);
    match report.first_bad_entry() {
        None if changed => Some(format!(
            "Some entry from {} to {size} is not as it was signed; it says nothing that contradicts the others.",
            report.entries_signed + 1
        )),
        Some(_) if changed => Some(
            "These entries are not those that were signed: the export was changed afterwards."
                .to_owned(),
        ),
        Some(seq) if report.entries_signed >= seq => Some(format!(
            "The service signed entry {seq} exactly so: it was written like this by whoever keeps the ledger."
        )),
        Some(_) | None => None,
    }
}

/// How far what was read may be relied on, if it is not sound.
fn reach(report: &Report, to: &mut String) -> std::fmt::Result {
    if report.verdict() == Verdict::Sound {
        return Ok(());
    }
    match report.last_verified {
        None => writeln!(to, "Nothing of it was found to be right."),
        Some(last) => writeln!(
            to,
            "What entries 1 to {} ({}) say agrees; {}.",
            last.seq,
            last.time,
            match report.entries_signed {
                0 => "that they are what was signed is not shown".to_owned(),
                proven => format!("entries 1 to {proven} are what was signed"),
            }
        ),
    }
}

fn counts(report: &Report, to: &mut String) -> std::fmt::Result {
    let counts = &report.counts;
    let (Some(since), Some(last)) = (counts.since, report.last_verified) else {
        return Ok(());
    };
    writeln!(
        to,
        "  entries        1 to {}, from {since} to {}",
        last.seq, last.time
    )?;
    for (what, number) in [
        ("players", counts.players),
        ("matches", counts.matches),
        ("hands", counts.hands),
        ("corrections", counts.corrections),
        ("settlements", counts.settlements),
        ("payments", counts.payments),
    ] {
        writeln!(to, "  {what:<14} {number}")?;
    }
    match counts.tournaments {
        0 => Ok(()),
        number => writeln!(to, "  tournaments    {number}"),
    }
}

fn open(report: &Report, to: &mut String) -> std::fmt::Result {
    if report.last_verified.is_some() && report.open_balances.is_empty() {
        return writeln!(to, "  open           nothing");
    }
    for open in &report.open_balances {
        let who = name(report, open.party);
        writeln!(to, "  open           {who}: {}", balance(open))?;
    }
    Ok(())
}

fn balance(open: &OpenBalance) -> String {
    let unsettled = Money::new(open.unsettled_cents, &open.currency);
    let unpaid = Money::new(open.unpaid_cents, &open.currency);
    format!("{unsettled:+} not settled, {unpaid:+} not paid")
}

fn name(report: &Report, party: Party) -> String {
    let name = match party {
        Party::Player(player) => report.names.players.get(&player),
        Party::House => None,
    };
    name.map_or_else(|| party.to_string(), |name| format!("{name} ({party})"))
}

fn list(
    title: &str,
    lines: impl ExactSizeIterator<Item = impl std::fmt::Display>,
    to: &mut String,
) -> std::fmt::Result {
    if lines.len() > 0 {
        writeln!(to, "\n{title}")?;
    }
    for line in lines {
        writeln!(to, "  - {line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use evidence::Party;

    use super::{OpenBalance, balance};
    use crate::money::tests::AMOUNTS;

    #[test]
    fn what_is_open_is_written_in_its_currency() {
        for (amount, currency, text) in AMOUNTS {
            let open = OpenBalance {
                currency: currency.to_owned(),
                party: Party::House,
                unsettled_cents: amount.into(),
                unpaid_cents: (-amount).into(),
            };
            let (gained, lost) = (text.replace(' ', " +"), text.replace(' ', " -"));
            assert_eq!(
                balance(&open),
                format!("{gained} not settled, {lost} not paid")
            );
        }
    }
}
