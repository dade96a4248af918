//! `faan score`: what a hand is worth, and why. It needs no server and no database.

mod answer;
pub(crate) mod picture;
mod place;
mod scored;
mod sheet;
mod wording;

use std::process::ExitCode;

use host::{Failure, print, say};
use rules::{Refusal, RefusalCode, TableOptions, notation, readings, score};

use crate::config::{Score as Config, Seat};
use crate::variants;
pub(crate) use place::unreadable;
use scored::Told;

/// The exit status where what was asked cannot be understood; a hand that the rules refuse has status 1.
const NOT_UNDERSTOOD: u8 = 2;

/// Why nothing is told.
enum Untold {
    /// The sentences, each with its place if there is one.
    NotUnderstood(String),
    /// The rules refuse it. What there is to see of a hand that is worth too little comes with it.
    Refused(Refusal, String),
}

pub fn run(config: &Config) -> Result<ExitCode, Failure> {
    let line = line(config);
    let outcome = ask(config, &line, |told| {
        if config.json {
            answer::json(told)
        } else {
            sheet::sheet(told)
        }
    });
    Ok(match outcome {
        Ok(text) => {
            say(&text)?;
            ExitCode::SUCCESS
        }
        Err(Untold::Refused(refusal, _)) if config.json => {
            say(&answer::refused(&refusal))?;
            ExitCode::FAILURE
        }
        Err(Untold::Refused(refusal, seen)) => {
            print(&seen)?;
            host::warn(&place::refused(&line, &refusal));
            ExitCode::FAILURE
        }
        Err(Untold::NotUnderstood(text)) => {
            host::warn(&text);
            ExitCode::from(NOT_UNDERSTOOD)
        }
    })
}

fn ask<T>(config: &Config, line: &str, tell: impl FnOnce(&Told) -> T) -> Result<T, Untold> {
    let variant = variants::named(&config.variant).map_err(Untold::NotUnderstood)?;
    let win = notation::win(line)
        .map_err(|error| Untold::NotUnderstood(place::unreadable(line, &error)))?;
    let options = TableOptions {
        minimum_fan: config.minimum,
    };
    let all = || readings(&variant, &options, &win).unwrap_or_default();
    let scored = score(&variant, &options, &win).map_err(|refusal| {
        let best = all()
            .into_iter()
            .next()
            .filter(|_| refusal.code == RefusalCode::BelowMinimum);
        let seen = best.map(|best| sheet::too_little(&variant, &win, &best));
        Untold::Refused(refusal, seen.unwrap_or_default())
    })?;
    let others = config.readings.then(|| all().into_iter().skip(1).collect());
    Ok(tell(&Told {
        variant: &variant,
        win: &win,
        scored,
        others,
    }))
}

/// The win as one line of notation: what was written, and the flags as the words that say the same.
fn line(config: &Config) -> String {
    let seat =
        |key: &str, seat: Option<Seat>| seat.map(|seat| format!("{key}={seat:?}").to_lowercase());
    let words = [
        seat("from", config.from),
        seat("seat", config.seat),
        seat("round", config.round),
    ];
    let mut line = config.circumstances.added_to(&config.win);
    for word in words.into_iter().flatten() {
        line.push(' ');
        line.push_str(&word);
    }
    line
}
