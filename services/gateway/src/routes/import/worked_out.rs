//! The matches of a sheet, as the engine works them out and the ledger takes them.

use ledger::evidence::{Hash, MatchState, Outcome};
use ledger::{ClubId, ImportMatches, Ledger, NewOutcome, OpenMatch, PlayedMatch};

use crate::bodies::day::Day;
use crate::bodies::import::{Grade, ImportPreview, PreviewedMatch, ReadAs, SheetIssue, Suspicion};
use crate::bodies::{match_state, seats};
use crate::engine_client::{Course, Place, RefusedOutcome, Table};
use crate::import::{Season, SheetMatch};
use crate::problem::{Code, Problem};
use crate::routes::terms::Agreed;
use crate::services::Services;

/// A season, worked out.
pub(super) struct WorkedOut {
    matches: Vec<Match>,
    pub(super) doubts: Vec<SheetIssue>,
    pub(super) read_as: ReadAs,
}

/// A match of it.
struct Match {
    told: SheetMatch,
    /// None if anything about it keeps it out.
    played: Option<PlayedMatch>,
}

impl WorkedOut {
    /// Has the engine work every match out.
    pub(super) async fn of(
        services: &Services,
        agreed: &Agreed,
        season: Season,
    ) -> Result<Self, Problem> {
        let Season {
            matches: told,
            mut doubts,
            read_as,
        } = season;
        let mut matches = Vec::new();
        for told in told {
            let played = work_out(services, agreed, &told, &mut doubts).await?;
            matches.push(Match { told, played });
        }
        Ok(Self {
            matches,
            doubts,
            read_as,
        })
    }

    /// What the lines of each match have in common.
    pub(super) fn labels(&self) -> Vec<String> {
        let labels = self.matches.iter().map(|one| one.told.label.clone());
        labels.collect()
    }

    /// The matches that nothing keeps out.
    pub(super) fn to_import(&self) -> ImportMatches {
        let played = self.matches.iter().filter_map(|one| one.played.clone());
        ImportMatches {
            matches: played.collect(),
        }
    }

    /// Adds what the ledger would refuse.
    pub(super) async fn rehearse(
        &mut self,
        (services, ledger): (&Services, &Ledger),
        club: ClubId,
        variant: Hash,
    ) -> Result<(), Problem> {
        let new = self.to_import();
        if new.matches.is_empty() {
            return refuse_retired(services, club, variant).await;
        }
        let rehearsed = ledger.rehearse_import(club, new).await?;
        let sent = self.matches.iter().filter(|one| one.played.is_some());
        let sent: Vec<u64> = sent.map(|one| one.told.line).collect();
        let already = rehearsed.already.into_iter();
        self.doubts.extend(
            already
                .filter_map(|place| sent.get(place))
                .map(already_there),
        );
        self.doubt(rehearsed.refused)
    }

    /// Adds what the ledger refuses of [`Self::to_import`].
    pub(super) fn doubt(&mut self, errors: Vec<ledger::Error>) -> Result<(), Problem> {
        let mut sent: Vec<&mut Match> = self.matches.iter_mut().collect();
        sent.retain(|one| one.played.is_some());
        for error in errors {
            let (error, place) = error.apart();
            let Some(ledger::Place::Match { place, outcome }) = place else {
                return Err(error.into());
            };
            let Some(one) = sent.get_mut(place) else {
                return Err(error.into());
            };
            let happened = outcome.and_then(|outcome| one.told.happened.get(outcome));
            let line = happened.map_or(one.told.line, |(line, _)| *line);
            let (code, detail) = Problem::from(error).into_fault()?;
            self.doubts
                .push(SheetIssue::refused(line, None, code, detail));
            one.played = None;
        }
        Ok(())
    }

    /// What would be imported, with so many doubts at most: what keeps the sheet out is never left out for what does not.
    pub(super) fn preview(mut self, most: usize) -> ImportPreview {
        self.doubts.sort_by_key(|doubt| (doubt.grade, doubt.line));
        let more_doubts = self.doubts.len().saturating_sub(most);
        self.doubts.truncate(most);
        self.doubts.sort_by_key(|doubt| doubt.line);
        ImportPreview {
            read_as: self.read_as,
            matches: self.matches.into_iter().map(Match::preview).collect(),
            doubts: self.doubts,
            more_doubts,
        }
    }
}

impl Match {
    fn preview(self) -> PreviewedMatch {
        let state = self.played.as_ref().map(state_after);
        let hands = self.told.hands();
        let players = self.told.players;
        PreviewedMatch {
            label: self.told.label,
            line: self.told.line,
            played_on: self.told.played_on.map(Day),
            players: players.map(|players| players.map(seats::Player::from).into()),
            hands,
            state: state.as_ref().map(match_state::MatchState::from),
        }
    }
}

/// Where a match stands after all that happened in it.
fn state_after(played: &PlayedMatch) -> MatchState {
    let last = played.outcomes.last();
    last.map_or(played.opened.state, |last| last.state_after)
}

/// A match, worked out; none if anything about it is refused, of which the doubts then tell.
async fn work_out(
    services: &Services,
    agreed: &Agreed,
    told: &SheetMatch,
    doubts: &mut Vec<SheetIssue>,
) -> Result<Option<PlayedMatch>, Problem> {
    let document = async |_| Ok(Some(agreed.variant.document.clone()));
    let readable = told.happened.iter();
    let readable = readable.filter_map(|(line, outcome)| Some((*line, outcome.clone()?)));
    let (lines, outcomes): (Vec<u64>, Vec<Outcome>) = readable.unzip();
    let mut refused = services
        .engine
        .refused(agreed.beginning(), &outcomes, document)
        .await?;
    if lines.len() < told.happened.len() {
        // Without the lines that could not be read, nobody knows when the match was over.
        refused.retain(|one| one.code != Code::MatchOver.as_str());
    }
    let named = refused.into_iter().filter_map(|one| {
        let line = lines.get(one.outcome)?;
        Some(doubt(*line, one))
    });
    doubts.extend(named);
    let keeps_out = |doubt: &SheetIssue| {
        let mut lines = told.happened.iter();
        doubt.grade == Grade::Refused && lines.any(|(line, _)| *line == doubt.line)
    };
    let is_sound = !doubts.iter().any(keeps_out);
    let (Some(players), Some(played_on), true) = (&told.players, told.played_on, is_sound) else {
        return Ok(None);
    };
    let opened = agreed.seat(players.each_ref().map(|player| player.id), played_on);
    let course = services
        .engine
        .play(Table::from(&opened), &outcomes, Place::Outcomes, document)
        .await?;
    if let (None, Some(last)) = (course.state.ending, lines.last()) {
        doubts.push(goes_on(*last));
    }
    Ok(Some(played(opened, outcomes, course)))
}

/// What the rules refuse, in the columns of the sheet.
fn doubt(line: u64, refused: RefusedOutcome) -> SheetIssue {
    let column = match refused.field.as_str() {
        "chair" => Some("winner"),
        "from_chair" => Some("from"),
        "won_by" | "robbed_kong" => Some("won_by"),
        "fan" | "limit" => Some("fan"),
        "fan_toward_minimum" => Some("fan_toward_minimum"),
        "half_points" => Some("east_points"),
        _ => None,
    };
    let mut detail = refused.detail;
    if refused.code == "below_minimum" {
        detail.push_str(" If a lower minimum was played, state it as `minimum_fan`; if not all fan of a kind of hand count toward it, `fan_toward_minimum` says how many do.");
    }
    SheetIssue::refused(line, column.map(str::to_owned), refused.code, detail)
}

/// Refuses a variant that the club has retired; one that it does not have yet is none.
async fn refuse_retired(services: &Services, club: ClubId, variant: Hash) -> Result<(), Problem> {
    match services.ledger.club_variant(club, variant).await {
        Ok(known) if known.retired_seq.is_some() => Err(ledger::Error::VariantRetired.into()),
        Ok(_) | Err(ledger::Error::NotFound(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn already_there(line: &u64) -> SheetIssue {
    let detail = "The club has a match of the same day with the same players on the same seats, as many hands and the same points. Was it imported before?";
    SheetIssue::suspicious(*line, None, Suspicion::KnownMatch, detail)
}

fn goes_on(line: u64) -> SheetIssue {
    let detail = "The match is not over after this line, and stays open. If it was ended early, add a line with `early_end` in `won_by`.";
    SheetIssue::suspicious(line, None, Suspicion::MatchGoesOn, detail)
}

fn played(opened: OpenMatch, outcomes: Vec<Outcome>, course: Course) -> PlayedMatch {
    let worked_out = outcomes.into_iter().zip(course.played);
    let outcomes = worked_out.map(|(outcome, played)| NewOutcome {
        outcome,
        result: played.result,
        state_after: played.state_after,
        reason: None,
    });
    PlayedMatch {
        opened,
        semantics: course.semantics,
        outcomes: outcomes.collect(),
    }
}
