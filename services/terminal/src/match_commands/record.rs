//! `faan match record`.

use serde_json::{Value, json};

use super::game::{Game, Games};
use super::match_outcome::MatchOutcome;
use super::recorded::Recorded;
use super::seated::Seated;
use super::stated;
use crate::account::{Again, CliError};
use crate::club_players::Player;
use crate::config::{OutcomeArguments, Record};
use crate::name_match;
use crate::rest::Request;

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Record,
    json: bool,
) -> Result<String, CliError> {
    let game = games.open_one(config.which.game.as_deref()).await?;
    let recorded = games.recorded(&game.view.id).await?;
    let club = match matches!(config.outcome, OutcomeArguments::Substitution { .. }) {
        true => games.players().await?,
        false => Vec::new(),
    };
    let seated = seated(&game, &recorded, &club, config);
    let (place, body) = asked(&game, &seated, &club, config)?;
    let path = games.path(&format!("/{}/{place}", game.view.id));
    let answer = if config.dry_run {
        let path = format!("{path}?dry_run=true");
        games.session.ask(&Request::post(&path, &body)).await?
    } else {
        let number = body
            .get("number")
            .map(|number| format!(" --number {number}"));
        let again = Again {
            flags: format!("--match {}{}", game.view.id, number.unwrap_or_default()),
            ..Again::with(config.key.as_deref())
        };
        games
            .session
            .write(&again, Request::post(&path, &body))
            .await?
    };
    if json {
        return Ok(answer.text);
    }
    let played: MatchOutcome = answer.read()?;
    let known = [game.view.people(), recorded.people(), club].concat();
    let text = played.text(&known, &recorded.totals(played.id.as_deref()));
    Ok(match config.dry_run {
        true => format!("{text}\nNothing was recorded."),
        false => text,
    })
}

/// The seats of the outcome: the present ones. If the same command recorded the outcome before, they are the seats at that time: for a
/// hand `--number` shows this, and for a substitution the key and the seated substitute.
fn seated(game: &Game, recorded: &Recorded, club: &[Player], config: &Record) -> Seated {
    let people = game.view.people();
    let then = if let OutcomeArguments::Substitution { newcomer, .. } = &config.outcome {
        let comes = name_match::one("player", newcomer, club).ok();
        let sits = comes.is_some_and(|comes| people.iter().any(|one| one.id == comes.id));
        let may_be_done = sits && config.key.is_some();
        may_be_done
            .then(|| recorded.before_last_substitution())
            .flatten()
    } else {
        let hand = config.number.and_then(|number| recorded.hand(number));
        hand.map(|(_, seated)| seated)
    };
    then.unwrap_or(Seated {
        people,
        deal: game.view.deal,
    })
}

/// The path and the body of the request.
fn asked(
    game: &Game,
    seated: &Seated,
    club: &[Player],
    config: &Record,
) -> Result<(&'static str, Value), CliError> {
    let mut outcome = stated::outcome(&config.outcome, seated, club)?;
    let place = match &config.outcome {
        OutcomeArguments::Penalty { reason, .. } => {
            let reason = reason.as_ref().ok_or_else(|| {
                CliError::Misused("what is the penalty for? Say it, with `--for TEXT`".to_owned())
            })?;
            set(&mut outcome, "reason", json!(reason));
            "penalties"
        }
        OutcomeArguments::SidePayment { reason, .. } => {
            set_reason(&mut outcome, reason.as_deref());
            "side-payments"
        }
        OutcomeArguments::Totals { reason, .. } => {
            set_reason(&mut outcome, reason.as_deref());
            "totals"
        }
        OutcomeArguments::Substitution { .. } => "substitutions",
        OutcomeArguments::Win(_)
        | OutcomeArguments::Goulash
        | OutcomeArguments::Agreed { .. }
        | OutcomeArguments::FalseMahjong { .. } => {
            let number = config.number.unwrap_or(game.view.next_number);
            return Ok(("hands", json!({ "number": number, "outcome": outcome })));
        }
    };
    // The path states the kind.
    if let Some(fields) = outcome.as_object_mut() {
        fields.remove("kind");
    }
    Ok((place, outcome))
}

fn set_reason(outcome: &mut Value, reason: Option<&str>) {
    if let Some(reason) = reason {
        set(outcome, "reason", json!(reason));
    }
}

fn set(outcome: &mut Value, field: &str, value: Value) {
    if let Some(fields) = outcome.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}
