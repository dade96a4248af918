//! Playing a match again, outcome by outcome, beside its entries.

use evidence::{
    Entry, Legs, MatchCorrected, MatchHistory, Outcome, OutcomeRecorded, OutcomeResult, PlayerId,
    Refusal, VariantAdded, WinnerScore, seated_after,
};
use rules::{MatchState, PlayedHand, SEMANTICS, TableOptions, Variant, play};

use crate::Finding;

/// A match as far as its entries have told it.
pub(crate) struct MatchReplay {
    history: MatchHistory,
    options: TableOptions,
}

/// The variant of an entry; its document was checked against the stated hash when the entry was read.
pub(crate) fn compile(added: &VariantAdded) -> Result<Variant, Finding> {
    let document = added.document_bytes()?;
    Variant::from_json(&document).map_err(|problems| {
        let texts: Vec<&str> = problems
            .iter()
            .map(|problem| problem.text.as_str())
            .collect();
        Finding::Variant(texts.join("; "))
    })
}

impl MatchReplay {
    pub(crate) fn open(entry: &Entry) -> Result<MatchReplay, Finding> {
        let history = MatchHistory::open(entry)?;
        if history.state != evidence::MatchState::START {
            return Err(Finding::Differs("start"));
        }
        let options = TableOptions {
            minimum_fan: history.terms.minimum_fan,
        };
        Ok(MatchReplay { history, options })
    }

    /// What its entries so far say.
    pub(crate) fn match_history(&self) -> &MatchHistory {
        &self.history
    }

    /// Takes an entry of its course as it is: only that it goes with those before is checked.
    pub(crate) fn believe(&mut self, entry: &Entry) -> Result<(), Finding> {
        self.history.add(entry).map_err(Finding::Contradicts)
    }

    /// Nobody sits on two chairs, also not as two players who are one person; `counts_for` says who they are.
    pub(crate) fn has_a_chair_each(
        &self,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Result<(), Finding> {
        let twice = self.history.double_seat(counts_for);
        holds(twice.is_none(), "somebody sits on two chairs")
    }

    /// What its newest outcome moved, or every one, is money that can be paid.
    pub(crate) fn moves_whole_cents(&self, newest_alone: bool) -> Result<(), Finding> {
        let stake = i128::from(self.history.terms.stake_cents);
        let outcomes = self.history.outcomes.iter().rev();
        let outcomes = outcomes.take(if newest_alone { 1 } else { usize::MAX });
        let mut legs = outcomes.map(|current| &current.now.effect.legs);
        let whole = |half_points: i64| i128::from(half_points) * stake % 2 == 0;
        let all_whole =
            |legs: &Legs| legs.half_points().into_iter().all(whole) && whole(legs.house());
        let what = "what an outcome moves is no whole number of cents";
        holds(legs.all(all_whole), what)
    }

    /// Plays a recorded outcome again; everything its entry states must come out the same.
    pub(crate) fn outcome(
        &mut self,
        variant: &Variant,
        entry: &Entry,
        recorded: &OutcomeRecorded,
    ) -> Result<(), Finding> {
        known(recorded.semantics)?;
        let seated = self.history.seated();
        let facts = outcome(&recorded.facts)?;
        let state = MatchState::try_from(&self.history.state)
            .map_err(|_| Finding::Refused("the totals before it do not sum to zero".to_owned()))?;
        let played = play(variant, &self.options, &state, &[facts])
            .map_err(|refusal| Finding::Refused(refusal.refusal.message()))?;
        let played = played.first().ok_or(Finding::Differs("number"))?;
        same(&recorded.effect, &effect(variant, played, seated)?)?;
        if recorded.state_after != (&played.state_after).into() {
            return Err(Finding::Differs("state after it"));
        }
        self.history.add(entry).map_err(Finding::Contradicts)
    }

    /// Plays a corrected match again from its start.
    pub(crate) fn correction(
        &mut self,
        variant: &Variant,
        entry: &Entry,
        corrected: &MatchCorrected,
    ) -> Result<(), Finding> {
        known(corrected.semantics)?;
        self.history.add(entry).map_err(Finding::Contradicts)?;
        let mut state = MatchState::start();
        let mut seated = self.history.players;
        for current in &self.history.outcomes {
            let facts = outcome(&current.now.facts)?;
            let played = play(variant, &self.options, &state, &[facts])
                .map_err(|refusal| Finding::Refused(refusal.refusal.message()))?;
            let played = played.first().ok_or(Finding::Differs("number"))?;
            same(&current.now.effect, &effect(variant, played, seated)?)?;
            seated = seated_after(seated, &current.now.facts);
            state = played.state_after;
        }
        if corrected.state_after != (&state).into() {
            return Err(Finding::Differs("state after it"));
        }
        Ok(())
    }
}

fn holds(it_does: bool, else_what: &'static str) -> Result<(), Finding> {
    let contradiction = Finding::Contradicts(Refusal::Contradiction(else_what));
    it_does.then_some(()).ok_or(contradiction)
}

fn known(semantics: u32) -> Result<(), Finding> {
    match semantics == SEMANTICS {
        true => Ok(()),
        false => Err(Finding::Semantics(semantics)),
    }
}

/// What happened, for the rules.
pub(crate) fn outcome(stated: &Outcome) -> Result<rules::Outcome, Finding> {
    rules::Outcome::try_from(stated).map_err(|misstated| Finding::Refused(misstated.to_string()))
}

/// What a hand came to, between those who sat there.
pub(crate) fn effect(
    variant: &Variant,
    played: &PlayedHand,
    seated: [PlayerId; 4],
) -> Result<OutcomeResult, Finding> {
    let deal = played.deal;
    let (chairs, house) = (played.payments.half_points(), played.payments.house());
    let legs = Legs::new(&deal, seated, chairs, house).map_err(|_| Finding::Differs("payments"))?;
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

fn same(stated: &OutcomeResult, found: &OutcomeResult) -> Result<(), Finding> {
    let same = [
        ("number", stated.number == found.number),
        ("deal", stated.deal == found.deal),
        ("score", stated.scores == found.scores),
        ("payments", stated.legs == found.legs),
    ];
    match same.into_iter().find(|(_, same)| !same) {
        Some((what, _)) => Err(Finding::Differs(what)),
        None => Ok(()),
    }
}
