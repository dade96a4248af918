//! House patterns: patterns that a club defines by an expression over the facts of a reading.
//!
//! The language is a part of CEL, <https://cel.dev>. An expression is checked when its document is compiled: every name and
//! word in it must be known, it must give a bool, and the steps it can take at most are counted beforehand. It is read by
//! the parser of a library, and evaluated by a program of our own, which counts the steps that it takes: an evaluator
//! that copies lists and texts takes up to a hundred times as long for one step as for another.

mod check;
mod corpus;
mod error;
mod evaluate;
mod fact;
mod hand;
mod kinds;
#[cfg(test)]
mod oracle;
mod program;
mod records;
mod value;

use cel::common::ast::IdedExpr;
use cel::parser::PrattParser;

pub use error::ExpressionError;
pub use fact::{Fact, Of};
pub(crate) use hand::View;

use crate::document_code::DocumentCode;
use crate::reading;
use crate::steps::{StepBudget, UNLIMITED};
use crate::{Reading, Win};
use evaluate::{evaluate, holds};
use hand::HAND;
use kinds::Kind;
use program::{Part, program};
use records::Fields;
use value::{SetView, TileView};

/// An expression over the facts of a reading, checked and ready.
#[derive(Clone, Debug)]
pub struct Expression {
    program: Part,
    steps: u64,
}

impl Expression {
    /// The most characters an expression has.
    pub const LONGEST: usize = 1000;
    /// The most levels of parts within parts, loops spelled out.
    pub const DEEPEST: usize = 32;
    /// The most steps an expression may need: every part counts, in a loop again for each round.
    pub const MOST_STEPS: u64 = 10_000;

    /// Checks an expression and makes it ready.
    ///
    /// # Errors
    /// The first thing that is wrong with it. That includes failing for one of the representative hands every
    /// expression is tried on, as a division by zero or the fifth of four sets would.
    pub fn compile(text: &str) -> Result<Expression, ExpressionError> {
        Expression::compile_within(text, &UNLIMITED)
    }

    /// The same, under a budget. What it gives is nothing to go by if the budget is spent afterwards.
    pub(crate) fn compile_within(
        text: &str,
        budget: &StepBudget,
    ) -> Result<Expression, ExpressionError> {
        let length = text.chars().count();
        if length > Expression::LONGEST {
            let text = format!(
                "{length} characters, but an expression has at most {}",
                Expression::LONGEST
            );
            return Err(ExpressionError::new(DocumentCode::ExpressionTooLong, text));
        }
        // Before parsing: a parser is as deep in calls as its text is nested.
        if nesting(text) > Expression::DEEPEST {
            return Err(too_deep());
        }
        let parsed = parse(text)?;
        if check::depth(&parsed, Expression::DEEPEST) > Expression::DEEPEST {
            return Err(too_deep());
        }
        let checked = check::check(&parsed)?;
        if checked.kind != Kind::BOOL {
            let text = format!(
                "it gives {}, but a pattern is there or not: bool",
                checked.kind
            );
            return Err(ExpressionError::new(
                DocumentCode::ExpressionNotBoolean,
                text,
            ));
        }
        let steps = checked.steps;
        if steps > Expression::MOST_STEPS {
            let text = format!(
                "it may need {steps} steps, but at most {} are allowed",
                Expression::MOST_STEPS
            );
            return Err(ExpressionError::new(
                DocumentCode::ExpressionTooManySteps,
                text,
            ));
        }
        let program = program(&parsed)?;
        let expression = Expression { program, steps };
        corpus::try_on(&expression.program, budget)?;
        Ok(expression)
    }

    /// The most steps it takes: 1 to [`Expression::MOST_STEPS`].
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a reading shows the pattern. A win by bonus tiles is not read and never does.
    ///
    /// # Errors
    /// What could not be worked out, as a division by zero. Scoring takes that for a pattern that is not matched.
    pub fn holds(&self, win: &Win, reading: &Reading) -> Result<bool, ExpressionError> {
        holds(&self.program, &View::of(win, reading), &UNLIMITED).map_err(|failure| {
            ExpressionError::new(DocumentCode::ExpressionFails, failure.to_string())
        })
    }

    /// Whether a reading shows the pattern; one of a spent budget shows none.
    pub(crate) fn is_shown_by(&self, view: &View<'_>, budget: &StepBudget) -> bool {
        holds(&self.program, view, budget) == Ok(true)
    }

    /// The steps that it takes for all readings of a win together. Nothing else is checked of the win.
    #[must_use]
    pub fn steps_for(&self, win: &Win) -> u64 {
        let readings = reading::all(win);
        let views = readings.iter().map(|reading| View::of(win, reading));
        views.map(|view| evaluate(&self.program, &view).1).sum()
    }

    /// Whether any reading of a win shows the pattern, to try an expression out. Nothing else is checked of the win.
    #[must_use]
    pub fn holds_for(&self, win: &Win) -> bool {
        let readings = reading::all(win);
        readings
            .iter()
            .any(|reading| self.holds(win, reading) == Ok(true))
    }
}

/// Every fact that an expression can name: those of the hand, then those of a set and of a tile.
pub fn facts() -> impl Iterator<Item = Fact> {
    let hand = HAND.iter().map(|entry| entry.published(Of::Hand));
    let set = SetView::FIELDS.iter().map(|entry| entry.published(Of::Set));
    let tile = TileView::FIELDS
        .iter()
        .map(|entry| entry.published(Of::Tile));
    hand.chain(set).chain(tile)
}

fn parse(text: &str) -> Result<IdedExpr, ExpressionError> {
    PrattParser::new().parse(text).map_err(|wrong| {
        let text = wrong.errors.first().map_or_else(
            || "it cannot be read".to_owned(),
            |first| {
                format!(
                    "line {}, column {}: {}",
                    first.pos.0, first.pos.1, first.msg
                )
            },
        );
        ExpressionError::new(DocumentCode::ExpressionSyntax, text)
    })
}

fn too_deep() -> ExpressionError {
    let text = format!(
        "an expression is nested at most {} levels deep",
        Expression::DEEPEST
    );
    ExpressionError::new(DocumentCode::ExpressionTooDeep, text)
}

/// How many brackets are open at once. Those within texts count too: no fact needs them.
fn nesting(text: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for sign in text.chars() {
        match sign {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}
