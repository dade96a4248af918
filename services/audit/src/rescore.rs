//! Replays a match with the rules of its variant, outcome by outcome, and compares the results with its entries.

use evidence::{
    Entry, Legs, MatchCorrected, MatchHistory, Outcome, OutcomeRecorded, OutcomeResult, PlayerId,
    Refusal, VariantAdded, WinnerScore, seated_after,
};
use rules::variant::DocumentCode;
use rules::{MatchState, PlayedHand, SEMANTICS, TableOptions, Variant};

use crate::entry_error::{EntryError, ensure};
use crate::pace::Pace;

/// The replay of a match up to its last entry.
pub(crate) struct MatchReplay {
    history: MatchHistory,
    options: TableOptions,
}

/// What outcomes are scored with.
pub(crate) struct Scoring<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) pace: &'a mut Pace,
}

/// Compiles the variant of an entry. The hash of the document was checked when the entry was parsed.
pub(crate) fn compile(added: &VariantAdded) -> Result<Variant, EntryError> {
    let document = added.document_bytes()?;
    Variant::from_json(&document).map_err(|problems| {
        let texts: Vec<&str> = problems
            .iter()
            .map(|problem| problem.text.as_str())
            .collect();
        let texts = texts.join("; ");
        match problems.iter().all(|problem| is_later(problem.code)) {
            true => EntryError::UnknownRules(texts),
            false => EntryError::Variant(texts),
        }
    })
}

/// Whether a later program may accept what has this problem: rules grow by fields, words, patterns and facts.
fn is_later(code: DocumentCode) -> bool {
    matches!(
        code,
        DocumentCode::UnknownField
            | DocumentCode::UnknownValue
            | DocumentCode::UnknownPattern
            | DocumentCode::ExpressionUnknownFact
            | DocumentCode::ExpressionUnknownFunction
    )
}

impl MatchReplay {
    pub(crate) fn open(entry: &Entry) -> Result<MatchReplay, EntryError> {
        let history = MatchHistory::open(entry)?;
        if history.state != evidence::MatchState::START {
            return Err(EntryError::Differs("start"));
        }
        let options = TableOptions {
            minimum_fan: history.terms.minimum_fan,
        };
        Ok(MatchReplay { history, options })
    }

    /// The history of the match according to its entries.
    pub(crate) fn match_history(&self) -> &MatchHistory {
        &self.history
    }

    /// Adds an entry of the match with the scores that it states. Only the contradictions to earlier entries are checked.
    pub(crate) fn add_without_scoring(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.history
            .add(entry)
            .map_err(EntryError::ContradictsMatch)
    }

    /// Checks that nobody has two seats, as one player or as two players who were merged. `counts_for` returns the player that a
    /// player was merged into.
    pub(crate) fn check_seats(
        &self,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Result<(), EntryError> {
        let double = self.history.double_seat(counts_for);
        ensure_consistent(double.is_none(), "somebody sits on two chairs")
    }

    /// Replays a recorded outcome, and checks that the result is the stated one.
    pub(crate) fn replay_outcome(
        &mut self,
        Scoring { variant, pace }: Scoring<'_>,
        entry: &Entry,
        recorded: &OutcomeRecorded,
    ) -> Result<(), EntryError> {
        check_semantics(recorded.semantics)?;
        let seated = self.history.seated();
        let outcome = to_rules(&recorded.outcome)?;
        let state = MatchState::try_from(&self.history.state).map_err(|_| {
            EntryError::Refused("the totals before it do not sum to zero".to_owned())
        })?;
        let played = pace.play(variant, &self.options, &state, &outcome)?;
        check_result(&recorded.result, &outcome_result(variant, &played, seated)?)?;
        if recorded.state_after != (&played.state_after).into() {
            return Err(EntryError::Differs("state after it"));
        }
        self.history
            .add(entry)
            .map_err(EntryError::ContradictsMatch)
    }

    /// Replays a corrected match from its start, and checks that all results are the stated ones.
    pub(crate) fn replay_correction(
        &mut self,
        Scoring { variant, pace }: Scoring<'_>,
        entry: &Entry,
        corrected: &MatchCorrected,
    ) -> Result<(), EntryError> {
        check_semantics(corrected.semantics)?;
        self.history
            .add(entry)
            .map_err(EntryError::ContradictsMatch)?;
        let mut state = MatchState::start();
        let mut seated = self.history.players;
        for current in &self.history.outcomes {
            let outcome = to_rules(&current.now.outcome)?;
            let played = pace.play(variant, &self.options, &state, &outcome)?;
            check_result(
                &current.now.result,
                &outcome_result(variant, &played, seated)?,
            )?;
            seated = seated_after(seated, &current.now.outcome);
            state = played.state_after;
        }
        if corrected.state_after != (&state).into() {
            return Err(EntryError::Differs("state after it"));
        }
        Ok(())
    }
}

fn ensure_consistent(condition: bool, contradiction: &'static str) -> Result<(), EntryError> {
    let error = EntryError::ContradictsMatch(Refusal::Contradiction(contradiction));
    ensure(condition, error)
}

fn check_semantics(semantics: u32) -> Result<(), EntryError> {
    ensure(semantics == SEMANTICS, EntryError::Semantics(semantics))
}

/// The stated outcome as an input of the rules.
pub(crate) fn to_rules(stated: &Outcome) -> Result<rules::Outcome, EntryError> {
    rules::read_outcome(stated).map_err(|misstated| EntryError::Refused(misstated.to_string()))
}

/// The result of a hand between the seated players, in the form that entries state.
pub(crate) fn outcome_result(
    variant: &Variant,
    played: &PlayedHand,
    seated: [PlayerId; 4],
) -> Result<OutcomeResult, EntryError> {
    let deal = played.deal;
    let (chairs, house) = (played.payments.half_points(), played.payments.house());
    let legs =
        Legs::new(&deal, seated, chairs, house).map_err(|_| EntryError::Differs("payments"))?;
    let scores = played.scores.iter().map(|(chair, score)| WinnerScore {
        chair: *chair,
        score: score.state(variant),
    });
    Ok(OutcomeResult {
        number: played.number,
        deal,
        scores: scores.collect(),
        legs,
    })
}

fn check_result(stated: &OutcomeResult, found: &OutcomeResult) -> Result<(), EntryError> {
    let parts = [
        ("number", stated.number == found.number),
        ("deal", stated.deal == found.deal),
        ("score", stated.scores == found.scores),
        ("payments", stated.legs == found.legs),
    ];
    match parts.into_iter().find(|(_, is_same)| !is_same) {
        Some((part, _)) => Err(EntryError::Differs(part)),
        None => Ok(()),
    }
}
