//! `faan audit what-if`: an export's matches by other rules.

use std::io::{self, BufWriter, Cursor, IsTerminal as _, Read as _, Write};
use std::path::Path;
use std::sync::Arc;

use audit::{
    ChangedOutcome, Limits, OtherResult, RescoredMatch, SeekableExport, Selection, Sum, Totals,
    Verdict, VerificationFailure, what_if, write_what_if,
};
use evidence::OutcomeResult;
use host::harmless;
use indicatif::{ProgressBar, ProgressIterator as _, ProgressStyle};
use rules::Variant;

use super::export_file::open;
use crate::config::WhatIf as Config;
use crate::variants;

/// Prints it, and answers what is to be thought of the export.
pub(super) fn run(config: &Config) -> Result<Verdict, String> {
    let variant = variants::named(&config.variant)?;
    let selection = Selection {
        only: config.only,
        entries: config.from..=config.until,
    };
    let others = if config.export == Path::new("-") {
        let mut export = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut export);
        read.map_err(|error| format!("the standard input cannot be read: {error}"))?;
        let export: Arc<[u8]> = export.into();
        let again = SeekableExport::new(Cursor::new(Arc::clone(&export)));
        what_if(&*export, Box::new(again), &variant, selection)
    } else {
        let again = SeekableExport::new(open(&config.export)?);
        let export = open(&config.export)?;
        let bar = bar(export.get_ref().metadata().map_or(0, |file| file.len()));
        let others = what_if(bar.wrap_read(export), Box::new(again), &variant, selection);
        bar.finish_and_clear();
        others
    };
    // Where the matches are printed on a terminal, they show how far it is.
    let bar = match (&others, io::stdout().is_terminal()) {
        (Ok(others), false) => bar(others.matches() as u64),
        _ => ProgressBar::hidden(),
    };
    // What is wrong already is told as if it were found in the first match.
    let (others, failure) = match others {
        Ok(others) => (Some(others), None),
        Err(failure) => (None, Some(Err(failure))),
    };
    let others = others.into_iter().flatten().progress_with(bar);
    let mut others = others.chain(failure).peekable();
    if let (Some(only), None) = (config.only, others.peek()) {
        return Err(format!(
            "the export tells nothing of the match {only} in these entries"
        ));
    }
    let mut to = BufWriter::new(io::stdout().lock());
    let failure = match config.json {
        true => data(&mut to, &variant, others),
        false => sheet(&mut to, &variant, others),
    };
    let failure = failure.and_then(|failure| to.flush().map(|()| failure));
    let failure = failure.map_err(|error| format!("it cannot be printed: {error}"))?;
    Ok(failure.map_or(Verdict::Sound, |failure| failure.verdict()))
}

/// It shows on a terminal only.
fn bar(length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent} %, {eta} left");
    ProgressBar::new(length).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn data(
    to: &mut impl Write,
    variant: &Variant,
    others: impl Iterator<Item = Result<RescoredMatch, VerificationFailure>>,
) -> io::Result<Option<VerificationFailure>> {
    let mut pretty = serde_json::Serializer::pretty(&mut *to);
    let ((), failure) = write_what_if(&mut pretty, variant, others, Limits::ALL)?;
    writeln!(to)?;
    Ok(failure)
}

fn sheet(
    to: &mut impl Write,
    variant: &Variant,
    others: impl Iterator<Item = Result<RescoredMatch, VerificationFailure>>,
) -> io::Result<Option<VerificationFailure>> {
    let rules = &variant.name().english;
    writeln!(to, "By {}, each hand as it was dealt:", harmless(rules))?;
    let mut sum = Sum::default();
    for other in others {
        match other {
            Ok(one) => {
                sum.add(&one);
                write(&one, to)?;
            }
            Err(failure) => {
                writeln!(to, "\n{}.", harmless(&failure.to_string()))?;
                return Ok(Some(failure));
            }
        }
    }
    if sum.matches > 1 {
        writeln!(to, "\nAll {} matches", sum.matches)?;
        table(&sum.totals, to)?;
        let Sum {
            differing,
            outcomes,
            ..
        } = sum;
        writeln!(to, "  {differing} of {outcomes} outcomes differ.")?;
    }
    Ok(None)
}

/// What everybody gained or lost.
fn table(totals: &Totals, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "  {:36}  {:>10}  {:>10}", "", "as played", "otherwise")?;
    for (party, (before, after)) in totals {
        let (party, before, after) = (party.to_string(), points(*before), points(*after));
        writeln!(to, "  {party:36}  {before:>10}  {after:>10}")?;
    }
    Ok(())
}

fn write(one: &RescoredMatch, to: &mut impl Write) -> io::Result<()> {
    let RescoredMatch {
        match_id,
        played_on,
        outcomes,
        declared,
        totals,
        changed,
    } = one;
    writeln!(to, "\nMatch {match_id} of {played_on}")?;
    table(totals, to)?;
    let differing = changed.len();
    writeln!(to, "  {differing} of {outcomes} outcomes differ.")?;
    if *declared > 0 {
        writeln!(
            to,
            "  {declared} were declared without showing tiles: they cannot be scored again, and stay as they were paid."
        )?;
    }
    for ChangedOutcome {
        seq,
        as_played,
        other_result,
    } in changed
    {
        let what = match as_played.number {
            Some(number) => format!("hand {number}"),
            None => "not a hand".to_owned(),
        };
        write!(to, "  entry {seq}, {what}: {}", moved(as_played))?;
        match other_result {
            OtherResult::Scored(result) => writeln!(to, "; otherwise {}", moved(result))?,
            OtherResult::Refused(why) => writeln!(to, "; otherwise refused: {why}")?,
        }
    }
    Ok(())
}

/// The winners' fan, and what it moved.
fn moved(result: &OutcomeResult) -> String {
    let worth = result.scores.iter().map(|winner| match winner.score.limit {
        true => "limit".to_owned(),
        false => format!("{} fan", winner.score.fan),
    });
    let legs = result.legs.half_points();
    let amounts = legs
        .into_iter()
        .chain(Some(result.legs.house()).filter(|house| *house != 0));
    let amounts: Vec<String> = amounts.map(points).collect();
    let mut parts: Vec<String> = worth.collect();
    parts.push(amounts.join(" "));
    parts.join(", ")
}

/// Half points as points.
pub(super) fn points(half_points: i64) -> String {
    let (sign, size) = match half_points.signum() {
        0 => return "0".to_owned(),
        -1 => ('-', half_points.unsigned_abs()),
        _ => ('+', half_points.unsigned_abs()),
    };
    let half = if size.is_multiple_of(2) { "" } else { ".5" };
    format!("{sign}{}{half}", size / 2)
}
