//! `faan audit what-if`: an export's matches by other rules.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use audit::{Different, OtherMatch, Otherwise, Selection, Verdict, what_if};
use evidence::Effect;
use serde_json::{Value as Json, json};

use crate::config::WhatIf as Config;
use crate::variants;

/// What is printed, and what is to be thought of the export.
pub(super) fn told(config: &Config) -> Result<(String, Verdict), String> {
    let variant = variants::named(&config.variant)?;
    let selection = Selection {
        only: config.only,
        entries: config.from..=config.until,
    };
    let found = if config.export == Path::new("-") {
        what_if(io::stdin().lock(), &variant, &selection)
    } else {
        what_if(super::open(&config.export)?, &variant, &selection)
    };
    let matches = match found {
        Ok(matches) => matches,
        Err(doubt) => return Ok((format!("{doubt}.\n"), doubt.verdict())),
    };
    if let (Some(only), []) = (config.only, &matches[..]) {
        return Err(format!(
            "the export tells nothing of the match {only} in these entries"
        ));
    }
    let text = match config.json {
        true => format!(
            "{:#}\n",
            json!({ "matches": matches.iter().map(one).collect::<Json>() })
        ),
        false => sheet(&matches, &variant.name().english),
    };
    Ok((text, Verdict::Sound))
}

fn sheet(matches: &[OtherMatch], rules: &str) -> String {
    let mut sheet = format!("By {rules}, each hand as it was dealt:\n");
    for one in matches {
        // Writing to a string does not fail.
        let _ = write(one, &mut sheet);
    }
    sheet
}

fn write(one: &OtherMatch, to: &mut String) -> std::fmt::Result {
    let OtherMatch {
        match_id,
        played_on,
        outcomes,
        declared,
        ..
    } = one;
    writeln!(to, "\nMatch {match_id} of {played_on}")?;
    writeln!(to, "  {:36}  {:>10}  {:>10}", "", "as played", "otherwise")?;
    for (party, (before, after)) in &one.totals {
        let (before, after) = (points(*before), points(*after));
        writeln!(
            to,
            "  {party:36}  {before:>10}  {after:>10}",
            party = party.to_string()
        )?;
    }
    let different = one.different.len();
    writeln!(to, "  {different} of {outcomes} outcomes differ.")?;
    if *declared > 0 {
        writeln!(
            to,
            "  {declared} were declared without showing tiles: they cannot be scored again, and stay as they were paid."
        )?;
    }
    for Different {
        seq,
        as_played,
        otherwise,
    } in &one.different
    {
        let what = match as_played.number {
            Some(number) => format!("hand {number}"),
            None => "not a hand".to_owned(),
        };
        write!(to, "  entry {seq}, {what}: {}", moved(as_played))?;
        match otherwise {
            Otherwise::Effect(effect) => writeln!(to, "; otherwise {}", moved(effect))?,
            Otherwise::Refused(why) => writeln!(to, "; otherwise refused: {why}")?,
        }
    }
    Ok(())
}

/// The winners' fan, and what it moved.
fn moved(effect: &Effect) -> String {
    let worth = effect.scores.iter().map(|winner| match winner.score.limit {
        true => "limit".to_owned(),
        false => format!("{} fan", winner.score.fan),
    });
    let legs = effect.legs.half_points();
    let amounts = legs
        .into_iter()
        .chain(Some(effect.legs.house()).filter(|house| *house != 0));
    let amounts: Vec<String> = amounts.map(points).collect();
    let mut parts: Vec<String> = worth.collect();
    parts.push(amounts.join(" "));
    parts.join(", ")
}

/// Half points as points.
fn points(half_points: i64) -> String {
    let (sign, size) = match half_points.signum() {
        0 => return "0".to_owned(),
        -1 => ('-', half_points.unsigned_abs()),
        _ => ('+', half_points.unsigned_abs()),
    };
    let half = if size.is_multiple_of(2) { "" } else { ".5" };
    format!("{sign}{}{half}", size / 2)
}

fn one(one: &OtherMatch) -> Json {
    let totals = one.totals.iter().map(|(party, (before, after))| {
        json!({ "party": party, "as_played_half_points": before, "otherwise_half_points": after })
    });
    json!({
        "match": one.match_id,
        "played_on": one.played_on.to_string(),
        "outcomes": one.outcomes,
        "declared_results": one.declared,
        "totals": totals.collect::<Json>(),
        "different": one.different.iter().map(different).collect::<Json>(),
    })
}

fn different(different: &Different) -> Json {
    let (otherwise, refused) = match &different.otherwise {
        Otherwise::Effect(effect) => (Some(effect), None),
        Otherwise::Refused(why) => (None, Some(why)),
    };
    json!({
        "seq": different.seq,
        "as_played": different.as_played,
        "otherwise": otherwise,
        "refused": refused,
    })
}
