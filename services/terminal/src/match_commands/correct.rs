//! `faan match correct`.

use serde_json::{Value, json};

use super::ask;
use super::differences::{self, Concerned, Corrected};
use super::game::{Game, Games};
use super::recorded::Recorded;
use super::stated;
use crate::account::{Again, CliError};
use crate::club_players::Player;
use crate::config::{Correct, Correction, OutcomeArguments};
use crate::rest::Request;

pub(super) async fn run(
    games: &mut Games<'_>,
    config: &Correct,
    json: bool,
) -> Result<String, CliError> {
    let game = games.open_one(config.which.game.as_deref()).await?;
    let recorded = games.recorded(&game.view.id).await?;
    let club = games.players().await?;
    let (id, body) = asked(&recorded, &club, config)?;
    let path = games.path(&format!("/{}/corrections", game.view.id));
    let dry = format!("{path}?dry_run=true");
    let concerned = concerned(&game, &recorded, club);
    let previews = config.dry_run || !config.yes;
    if previews {
        let preview = games.session.ask(&Request::post(&dry, &body)).await?;
        if json && config.dry_run {
            return Ok(preview.text);
        }
        let preview: Corrected = preview.read()?;
        let changes = preview.changes(&concerned.known) + &preview.standing(&concerned);
        if config.dry_run {
            return Ok(format!("{changes}\nNothing was changed."));
        }
        host::warn(&changes);
        ask::is_wanted("Correct it?")?;
    }
    let request = Request {
        if_match: Some(&game.etag),
        ..Request::post(&path, &body)
    };
    let again = Again {
        flags: format!("--match {} --yes", game.view.id),
        id_for: Some((&id, &config.outcome)),
        ..Again::with(config.key.as_deref())
    };
    let answer = games.session.write(&again, request).await?;
    if json {
        return Ok(answer.text);
    }
    if previews {
        return Ok("Corrected.".to_owned());
    }
    let corrected: Corrected = answer.read()?;
    let changes = corrected.changes(&concerned.known);
    // The same command may have corrected it before, so the state of the match is read again.
    let next = games.game(&game.view.id).await?.view.next();
    let totals = games.recorded(&game.view.id).await?.totals(None);
    let totals = differences::totals_line(&concerned.known, &totals);
    Ok(format!("Corrected.\n{changes}{totals}\n{next}"))
}

fn concerned(game: &Game, recorded: &Recorded, club: Vec<Player>) -> Concerned {
    let mut known = recorded.people();
    known.extend(club);
    Concerned {
        known,
        seats: game.view.people(),
        totals: recorded.totals(None),
    }
}

/// The id of the outcome, and the body of the request.
fn asked(
    recorded: &Recorded,
    club: &[Player],
    config: &Correct,
) -> Result<(String, Value), CliError> {
    let Some(reason) = &config.reason else {
        let text = "why is it corrected? Say it, with `--reason TEXT`";
        return Err(CliError::Misused(text.to_owned()));
    };
    let change = |change: Value| json!({ "changes": [change], "reason": reason });
    // If the same command removed the outcome before, the sheet does not have it. A complete id does not need the sheet.
    if matches!(config.how, Correction::Void) && !config.insert && config.outcome.len() == 36 {
        let id = config.outcome.clone();
        let body = change(json!({ "kind": "void", "outcome_id": id }));
        return Ok((id, body));
    }
    let (id, seated) = recorded.meant(&config.outcome)?;
    let asked = match &config.how {
        Correction::Void if config.insert => {
            let text = "`--insert` puts something before that hand: say what";
            return Err(CliError::Misused(text.to_owned()));
        }
        Correction::Void => json!({ "kind": "void", "outcome_id": id }),
        Correction::Stated(
            OutcomeArguments::Penalty {
                reason: Some(_), ..
            }
            | OutcomeArguments::SidePayment {
                reason: Some(_), ..
            }
            | OutcomeArguments::Totals {
                reason: Some(_), ..
            },
        ) => {
            let text = "what a correction is for says `--reason`: leave `--for` out";
            return Err(CliError::Misused(text.to_owned()));
        }
        Correction::Stated(outcome) => {
            let outcome = stated::outcome(outcome, &seated, club)?;
            match config.insert {
                true => json!({ "kind": "insert", "before": id, "outcome": outcome }),
                false => json!({ "kind": "replace", "outcome_id": id, "outcome": outcome }),
            }
        }
    };
    Ok((id, change(asked)))
}
