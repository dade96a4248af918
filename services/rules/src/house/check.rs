//! Whether an expression says something about facts that there are, and how long it can take at most.
//!
//! What CEL has and no pattern needs is refused: time, regular expressions, text that grows, maps, lists of lists.

use cel::common::ast::operators as op;
use cel::common::ast::{
    CallExpr, ComprehensionExpr, Expr, IdedExpr, ListExpr, LiteralValue, SelectExpr,
};

use super::error::ExpressionError;
use super::hand::HAND;
use super::kinds::{Item, Kind};
use super::records::Fields;
use super::value::{SetView, TileView};
use crate::document_code::DocumentCode;

/// What a part of an expression is, and the most steps it takes: one for each part that is looked at, again each time.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub(super) kind: Kind,
    pub(super) steps: u64,
}

/// How deep an expression is nested, or one more than `most`.
pub(super) fn depth(expression: &IdedExpr, most: usize) -> usize {
    if most == 0 {
        return 1;
    }
    let deepest = |parts: &mut dyn Iterator<Item = &IdedExpr>| {
        parts.map(|part| depth(part, most - 1)).max().unwrap_or(0)
    };
    1 + match &expression.expr {
        Expr::Call(call) => deepest(&mut call.target.as_deref().into_iter().chain(&call.args)),
        Expr::Comprehension(loops) => deepest(
            &mut [
                &loops.iter_range,
                &loops.accu_init,
                &loops.loop_cond,
                &loops.loop_step,
                &loops.result,
            ]
            .into_iter(),
        ),
        Expr::List(list) => deepest(&mut list.elements.iter()),
        Expr::Select(select) => deepest(&mut [select.operand.as_ref()].into_iter()),
        // Maps and structures are refused whatever is in them.
        Expr::Unspecified | Expr::Ident(_) | Expr::Literal(_) | Expr::Map(_) | Expr::Struct(_) => 0,
    }
}

/// Checks a whole expression.
pub(super) fn check(expression: &IdedExpr) -> Result<Part, ExpressionError> {
    Checker {
        variables: Vec::new(),
    }
    .part(expression)
}

struct Checker<'e> {
    /// The variables of the loops around a part, the innermost last.
    variables: Vec<(&'e str, Kind)>,
}

type Checked = Result<Part, ExpressionError>;

fn refuse<T>(code: DocumentCode, text: impl Into<String>) -> Result<T, ExpressionError> {
    Err(ExpressionError {
        code,
        text: text.into(),
    })
}

fn mismatch<T>(text: impl Into<String>) -> Result<T, ExpressionError> {
    refuse(DocumentCode::ExpressionType, text)
}

fn unknown_function<T>(text: impl Into<String>) -> Result<T, ExpressionError> {
    refuse(DocumentCode::ExpressionUnknownFunction, text)
}

impl<'e> Checker<'e> {
    fn part(&mut self, expression: &'e IdedExpr) -> Checked {
        match &expression.expr {
            Expr::Literal(literal) => constant(literal),
            Expr::Ident(name) => self.name(name),
            Expr::Select(select) => self.field(select),
            Expr::List(list) => self.list(list),
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(loops) => self.comprehension(loops),
            Expr::Map(_) | Expr::Struct(_) => mismatch("no fact is a map or a structure"),
            Expr::Unspecified => refuse(DocumentCode::ExpressionSyntax, "a part of it is missing"),
        }
    }

    fn name(&self, name: &str) -> Checked {
        let variable = self
            .variables
            .iter()
            .rev()
            .find(|(known, _)| *known == name);
        let fact = HAND.iter().find(|fact| fact.name == name);
        match variable
            .map(|&(_, kind)| (kind, 1))
            .or(fact.map(|fact| (fact.kind, fact.steps())))
        {
            Some((kind, steps)) => Ok(Part { kind, steps }),
            None => refuse(
                DocumentCode::ExpressionUnknownFact,
                format!("there is no fact `{name}`"),
            ),
        }
    }

    fn field(&mut self, select: &'e SelectExpr) -> Checked {
        let name = select.field.as_str();
        if select.test {
            return unknown_function(format!("every fact is always there: leave out has({name})"));
        }
        let of = self.part(&select.operand)?;
        let kind = match of.kind {
            Kind::One(Item::Set) => SetView::kind_of(name),
            Kind::One(Item::Tile) => TileView::kind_of(name),
            Kind::One(_) | Kind::List(..) => None,
        };
        match kind {
            Some(kind) => Ok(Part {
                kind,
                steps: of.steps.saturating_add(2),
            }),
            None => refuse(
                DocumentCode::ExpressionUnknownFact,
                format!("`{name}` is no fact of a value of type {}", of.kind),
            ),
        }
    }

    fn list(&mut self, list: &'e ListExpr) -> Checked {
        let mut steps = 1_u64;
        let mut items = None;
        for element in &list.elements {
            let part = self.part(element)?;
            steps = steps.saturating_add(part.steps).saturating_add(1);
            let Kind::One(item) = part.kind else {
                return mismatch("there are no lists of lists");
            };
            items = match items {
                None => Some(item),
                Some(so_far) => match item.with(so_far) {
                    Some(both) => Some(both),
                    None => return mismatch("a list has things of one type"),
                },
            };
        }
        Ok(Part {
            kind: Kind::List(items, list.elements.len()),
            steps,
        })
    }

    fn call(&mut self, call: &'e CallExpr) -> Checked {
        known(call)?;
        let name = call.func_name.as_str();
        let operands: Vec<&IdedExpr> = call
            .target
            .as_deref()
            .into_iter()
            .chain(&call.args)
            .collect();
        let parts = operands
            .iter()
            .map(|operand| self.part(operand))
            .collect::<Result<Vec<Part>, ExpressionError>>()?;
        let steps = parts
            .iter()
            .fold(1, |sum: u64, part| sum.saturating_add(part.steps));
        let kinds: Vec<Kind> = parts.iter().map(|part| part.kind).collect();
        let done = |kind| Ok(Part { kind, steps });
        match (name, kinds.as_slice()) {
            (op::LOGICAL_AND | op::LOGICAL_OR, [Kind::BOOL, Kind::BOOL])
            | (op::LOGICAL_NOT | op::NOT_STRICTLY_FALSE, [Kind::BOOL]) => done(Kind::BOOL),
            (
                op::LESS | op::LESS_EQUALS | op::GREATER | op::GREATER_EQUALS,
                [Kind::INT, Kind::INT],
            ) => done(Kind::BOOL),
            (
                op::ADD | op::SUBSTRACT | op::MULTIPLY | op::DIVIDE | op::MODULO,
                [Kind::INT, Kind::INT],
            )
            | (op::NEGATE, [Kind::INT]) => done(Kind::INT),
            (op::CONDITIONAL, &[Kind::BOOL, one, other]) => match one.with(other) {
                Some(kind) => done(kind),
                None => mismatch(format!("`?:` chooses between {one} and {other}")),
            },
            (op::EQUALS | op::NOT_EQUALS, &[Kind::One(one), Kind::One(other)]) => {
                comparable(one, other, &operands)?;
                done(Kind::BOOL)
            }
            (op::IN, &[Kind::One(one), Kind::List(other, length)]) => {
                comparable(one, other.unwrap_or(one), &operands)?;
                Ok(Part {
                    kind: Kind::BOOL,
                    steps: steps.saturating_add(length as u64),
                })
            }
            (op::INDEX, &[Kind::List(Some(item), _), Kind::INT]) => done(Kind::One(item)),
            ("size", [Kind::List(..)]) => done(Kind::INT),
            (op::ADD, &[Kind::List(so_far, length), Kind::List(more, added)])
                if is_collected(operands[0]) =>
            {
                let kind = Kind::List(so_far, length).with(Kind::List(more, length + added));
                match kind {
                    Some(kind) => done(kind),
                    None => mismatch("a list has things of one type"),
                }
            }
            _ => refuse_call(name, &kinds),
        }
    }

    /// A loop: `all`, `exists`, `exists_one`, `filter` or `map`, spelled out by the parser.
    fn comprehension(&mut self, loops: &'e ComprehensionExpr) -> Checked {
        let range = self.part(&loops.iter_range)?;
        let Kind::List(Some(item), length) = range.kind else {
            return mismatch(format!("a loop goes over a list, not over {}", range.kind));
        };
        let variable = loops.iter_var.as_str();
        if HAND.iter().any(|fact| fact.name == variable) {
            return mismatch(format!(
                "`{variable}` is a fact: call the variable of the loop otherwise"
            ));
        }
        let start = self.part(&loops.accu_init)?;
        self.variables.push((variable, Kind::One(item)));
        self.variables.push((&loops.accu_var, start.kind));
        let condition = self.part(&loops.loop_cond)?;
        let step = self.part(&loops.loop_step)?;
        self.variables.truncate(self.variables.len() - 2);
        let Some(kind) = start.kind.with(step.kind) else {
            return mismatch(format!("a loop asks for a bool, not for {}", step.kind));
        };
        let kind = match kind {
            Kind::List(items, each_time) => Kind::List(items, length * each_time),
            Kind::One(_) => kind,
        };
        self.variables.push((&loops.accu_var, kind));
        let result = self.part(&loops.result)?;
        self.variables.pop();
        let once = condition.steps.saturating_add(step.steps).saturating_add(2);
        let steps = once.saturating_mul(length as u64);
        Ok(Part {
            kind: result.kind,
            steps: [range, start, result]
                .iter()
                .fold(steps, |sum, part| sum.saturating_add(part.steps)),
        })
    }
}

fn constant(literal: &LiteralValue) -> Checked {
    let kind = match literal {
        LiteralValue::Boolean(_) => Kind::BOOL,
        LiteralValue::Int(_) => Kind::INT,
        LiteralValue::String(_) => Kind::One(Item::Word(None)),
        LiteralValue::Bytes(_)
        | LiteralValue::Double(_)
        | LiteralValue::Null
        | LiteralValue::UInt(_) => {
            return mismatch(
                "facts are bools, whole numbers and strings: other constants fit none",
            );
        }
    };
    Ok(Part { kind, steps: 1 })
}

/// Whether it is what a loop has collected so far, which nobody can write.
fn is_collected(operand: &IdedExpr) -> bool {
    matches!(&operand.expr, Expr::Ident(name) if name.starts_with('@'))
}

fn comparable(one: Item, other: Item, operands: &[&IdedExpr]) -> Result<(), ExpressionError> {
    let (one_kind, other_kind) = (Kind::One(one), Kind::One(other));
    if !one.is_simple() || !other.is_simple() {
        return mismatch("sets and tiles are compared by their facts, as in `s.tile == t.tile`");
    }
    match one.with(other) {
        Some(Item::Word(Some(words))) => {
            let texts = operands.iter().flat_map(|operand| texts(operand));
            match texts.into_iter().find(|text| !words.words.contains(text)) {
                None => Ok(()),
                Some(text) => {
                    let known = words.words.join(", ");
                    mismatch(format!("`{text}` is not {}: {known}", words.what))
                }
            }
        }
        Some(_) => Ok(()),
        None => match (one, other) {
            (Item::Word(Some(one)), Item::Word(Some(other))) => {
                mismatch(format!("{} is never {}", one.what, other.what))
            }
            _ => mismatch(format!("{one_kind} cannot be compared with {other_kind}")),
        },
    }
}

/// The texts that stand in a comparison itself.
fn texts(operand: &IdedExpr) -> Vec<&str> {
    match &operand.expr {
        Expr::Literal(LiteralValue::String(text)) => vec![text.inner()],
        Expr::List(list) => list.elements.iter().flat_map(texts).collect(),
        Expr::Unspecified
        | Expr::Call(_)
        | Expr::Comprehension(_)
        | Expr::Ident(_)
        | Expr::Literal(_)
        | Expr::Map(_)
        | Expr::Select(_)
        | Expr::Struct(_) => Vec::new(),
    }
}

/// The functions that can be called by name; operators have names that nobody can write.
fn known(call: &CallExpr) -> Result<(), ExpressionError> {
    let name = call.func_name.as_str();
    let written = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '.';
    let operator = name.starts_with(['_', '@', '!', '-']) || !name.contains(written);
    match name {
        _ if operator => Ok(()),
        "size" => Ok(()),
        "all" | "exists" | "exists_one" | "filter" | "map" => unknown_function(format!(
            "`{name}` goes over a list and takes a variable and what is asked of it: sets.{name}(s, …)"
        )),
        _ => unknown_function(format!(
            "there is no function `{name}`, only size, all, exists, exists_one, filter and map"
        )),
    }
}

fn refuse_call(name: &str, kinds: &[Kind]) -> Checked {
    let given: Vec<String> = kinds.iter().map(Kind::to_string).collect();
    let sign = name.trim_matches(['_', '@']);
    mismatch(format!("`{sign}` does not go with {}", given.join(", ")))
}
