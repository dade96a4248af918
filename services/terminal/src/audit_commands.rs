//! `faan audit`: what proves a ledger, checked without a server, a database or a network.

mod export_file;
mod receipt;
mod season;
mod sentences;
mod sheet;
mod tournament;
mod what_if;

use std::io::{self, BufRead};
use std::path::Path;
use std::process::ExitCode;

use audit::{Against, Archive, Directory, Report, SeekableExport, Verdict, report_json, verify};
use evidence::{BadCheckpoint, Checkpoint, SignedNote};
use host::print;
use indicatif::ProgressBar;

pub use export_file::{open, style};

use self::export_file::must_be_text;
use crate::config::{Audit as Config, AuditCommand, Held};

/// The exit status where the arguments cannot be understood, or a file cannot be read.
pub const MISUSED: u8 = 3;

pub fn run(config: &Config) -> ExitCode {
    let printed = |(text, verdict): (String, Verdict)| match print(&text) {
        Ok(()) => Ok(verdict),
        Err(unprinted) => Err(unprinted.to_string()),
    };
    let verdict = match &config.command {
        AuditCommand::Verify(config) => {
            let report = verified(&config.export, &config.held, config.no_rescore);
            let text = report.map(|report| (report_text(&report, config.json), report.verdict()));
            text.and_then(printed)
        }
        AuditCommand::WhatIf(config) => what_if::run(config),
        AuditCommand::Season(config) => season::standings(config).and_then(printed),
        AuditCommand::Tournament(config) => tournament::standings(config).and_then(printed),
        AuditCommand::Receipt(config) => receipt::check(config).and_then(printed),
    };
    match verdict {
        Ok(verdict) => ExitCode::from(status(verdict)),
        Err(misuse) => {
            host::warn(&format!("faan: {misuse}"));
            ExitCode::from(MISUSED)
        }
    }
}

/// The text of a report, for people or as JSON.
pub fn report_text(report: &Report, as_json: bool) -> String {
    match as_json {
        true => format!("{:#}\n", report_json(report)),
        false => sheet::sheet(report),
    }
}

pub fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Sound => 0,
        Verdict::Tampered => 1,
        Verdict::Incomplete => 2,
    }
}

/// What is found in an export; the error is that a file cannot be read.
pub fn verified(export: &Path, held: &Held, skip_rescoring: bool) -> Result<Report, String> {
    let kept_checkpoints: Result<Vec<SignedNote>, String> =
        held.checkpoints.iter().map(|file| note(file)).collect();
    let against = Against {
        keys: held.trusted(),
        kept_checkpoints: kept_checkpoints?,
        witnesses: held.witnesses()?,
        directory: held.directory.as_deref().map(directory).transpose()?,
        openings: held.openings.as_deref().map(openings).transpose()?,
        skip_rescoring,
        archive: None,
    };
    // It shows on a terminal only.
    let bar = ProgressBar::new(0).with_style(style());
    let progress = |read, all| {
        bar.set_length(all);
        bar.set_position(read);
    };
    let report = if export == Path::new("-") {
        verify(io::stdin().lock(), against, progress)
    } else {
        let again = SeekableExport::new(open(export)?);
        let archive: Option<Box<dyn Archive>> = Some(Box::new(again));
        verify(open(export)?, Against { archive, ..against }, progress)
    };
    bar.finish_and_clear();
    Ok(report)
}

/// A checkpoint, whoever signed it.
fn note(file: &Path) -> Result<SignedNote, String> {
    let is_none =
        |error: &dyn std::fmt::Display| format!("{} is no checkpoint: {error}", file.display());
    let text = std::fs::read(file).map_err(|error| is_none(&error))?;
    must_be_text(file, &text)?;
    let note = SignedNote::parse(&text).map_err(|bad| is_none(&bad))?;
    let checkpoint: Result<Checkpoint, BadCheckpoint> = note.text().parse();
    checkpoint.map_err(|bad| is_none(&bad))?;
    Ok(note)
}

fn openings(file: &Path) -> Result<Box<dyn BufRead>, String> {
    Ok(Box::new(open(file)?))
}

/// An export of the directory is JSON, and a checkpoint begins with the name of a log.
fn directory(file: &Path) -> Result<Directory<'static>, String> {
    let mut source = open(file)?;
    let begins = source.fill_buf().map(|bytes| bytes.first() == Some(&b'{'));
    match begins.map_err(|error| format!("{} cannot be read: {error}", file.display()))? {
        true => Ok(Directory::Export(Box::new(source))),
        false => note(file).map(Directory::Checkpoint),
    }
}
