//! `faan audit`: what proves a ledger, checked without a server, a database or a network.

pub(crate) mod answer;
mod receipt;
mod sentences;
mod sheet;
mod what_if;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitCode;

use audit::{Against, Archive, Directory, Report, SeekableExport, Verdict, verify};
use evidence::SignedNote;
use indicatif::{ProgressBar, ProgressStyle};

use crate::config::{Audit as Config, AuditCommand, Verify};

/// The exit status where the arguments cannot be understood, or a file cannot be read.
pub(crate) const MISUSED: u8 = 3;

pub(crate) fn run(config: &Config) -> ExitCode {
    let told = match &config.command {
        AuditCommand::Verify(config) => verified(config).map(|report| {
            let text = match config.json {
                true => format!("{:#}\n", answer::json(&report)),
                false => sheet::sheet(&report),
            };
            (text, report.verdict())
        }),
        AuditCommand::WhatIf(config) => what_if::told(config),
        AuditCommand::Receipt(config) => receipt::told(config),
    };
    match told {
        Ok((text, verdict)) => {
            print!("{text}");
            ExitCode::from(status(verdict))
        }
        Err(misuse) => {
            eprintln!("faan: {misuse}");
            ExitCode::from(MISUSED)
        }
    }
}

fn status(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Sound => 0,
        Verdict::Tampered => 1,
        Verdict::Incomplete => 2,
    }
}

fn verified(config: &Verify) -> Result<Report, String> {
    let kept: Result<Vec<SignedNote>, String> =
        config.checkpoints.iter().map(|file| note(file)).collect();
    let against = Against {
        keys: config.trusted(),
        kept: kept?,
        witnesses: config.witnesses()?,
        directory: config.directory.as_deref().map(directory).transpose()?,
        openings: config.openings.as_deref().map(openings).transpose()?,
        believe_scores: config.no_rescore,
        archive: None,
    };
    // It shows on a terminal only.
    let bar = ProgressBar::new(0).with_style(style());
    let progress = |read, all| {
        bar.set_length(all);
        bar.set_position(read);
    };
    let report = if config.export == Path::new("-") {
        verify(io::stdin().lock(), against, progress)
    } else {
        let export = open(&config.export)?;
        let again = SeekableExport::new(open(&config.export)?);
        let archive: Option<Box<dyn Archive>> = Some(Box::new(again));
        verify(export, Against { archive, ..against }, progress)
    };
    bar.finish_and_clear();
    Ok(report)
}

fn style() -> ProgressStyle {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} entries, {eta} left");
    style.unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn open(file: &Path) -> Result<BufReader<File>, String> {
    let opened = File::open(file).and_then(|opened| match opened.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(opened),
    });
    opened
        .map(BufReader::new)
        .map_err(|error| format!("{} cannot be read: {error}", file.display()))
}

fn note(file: &Path) -> Result<SignedNote, String> {
    let text = std::fs::read(file).map_err(|error| error.to_string());
    let note = text.and_then(|text| SignedNote::parse(&text).map_err(|error| error.to_string()));
    note.map_err(|error| format!("{} is no checkpoint: {error}", file.display()))
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
