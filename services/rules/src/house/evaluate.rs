//! What a program gives for a reading, and how many steps that takes.
//!
//! The results are those of CEL, errors too: what decides `&&`, `||`, `all` or `exists` does so even where another operand
//! fails. A step takes about the same time whatever it does; the steps that `check` counts beforehand are never fewer than
//! those that are taken here.

use std::fmt;
use std::rc::Rc;

use super::hand::View;
use super::program::{Field, Loop, Operator, Part};
use super::value::Value;
use crate::steps::StepBudget;

/// Why a program gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    DivisionByZero,
    Overflow,
    /// A place at which a list has nothing.
    NoElement(i64),
    /// A value of another type than the check found.
    Type,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::DivisionByZero => f.write_str("a division by zero"),
            Failure::Overflow => f.write_str("an overflow of a whole number"),
            Failure::NoElement(place) => write!(f, "a list has no element [{place}]"),
            Failure::Type => f.write_str("a value of another type than expected"),
        }
    }
}

/// Whether a program holds for a reading, under a budget. It does not once the budget is spent.
pub(super) fn holds(program: &Part, view: &View<'_>, budget: &StepBudget) -> Result<bool, Failure> {
    if budget.is_spent() {
        return Ok(false);
    }
    let (holds, steps) = evaluate(program, view);
    budget.take(steps);
    holds
}

/// Evaluates a program: whether it holds, and the steps that were taken.
pub(super) fn evaluate(program: &Part, view: &View<'_>) -> (Result<bool, Failure>, u64) {
    let mut evaluation = Evaluation {
        view,
        variables: Vec::new(),
        steps: 0,
    };
    let holds = evaluation.bool(program);
    (holds, evaluation.steps)
}

struct Evaluation<'p> {
    view: &'p View<'p>,
    /// The variables of the loops under way, the innermost last.
    variables: Vec<Value<'p>>,
    steps: u64,
}

type Given<T> = Result<T, Failure>;

impl<'p> Evaluation<'p> {
    fn value(&mut self, part: &'p Part) -> Given<Value<'p>> {
        self.steps += 1;
        match part {
            Part::Bool(value) => Ok(Value::Bool(*value)),
            Part::Int(value) => Ok(Value::Int(*value)),
            Part::Text(text) => Ok(Value::Word(text)),
            Part::List(parts) => {
                self.steps += parts.len() as u64;
                let values = parts.iter().map(|part| self.value(part));
                Ok(Value::List(values.collect::<Given<Vec<_>>>()?.into()))
            }
            Part::Fact(place, steps) => {
                self.steps += steps - 1;
                Ok(self.view.fact(*place).clone())
            }
            Part::Variable(place) => self.variables.get(*place).cloned().ok_or(Failure::Type),
            Part::Field(of, field) => self.field(of, *field),
            Part::Not(part) => Ok(Value::Bool(!self.bool(part)?)),
            Part::Negate(part) => {
                let negated = self.int(part)?.checked_neg();
                negated.map(Value::Int).ok_or(Failure::Overflow)
            }
            Part::Size(part) => Ok(Value::Int(self.list(part)?.len() as i64)),
            Part::Choice(parts) => {
                let [condition, one, other] = &**parts;
                let chosen = if self.bool(condition)? { one } else { other };
                self.value(chosen)
            }
            Part::Both(operator, parts) => self.operator(*operator, parts),
            Part::Loop(kind, parts) => self.run(kind, parts),
        }
    }

    fn bool(&mut self, part: &'p Part) -> Given<bool> {
        let Value::Bool(value) = self.value(part)? else {
            return Err(Failure::Type);
        };
        Ok(value)
    }

    fn int(&mut self, part: &'p Part) -> Given<i64> {
        let Value::Int(value) = self.value(part)? else {
            return Err(Failure::Type);
        };
        Ok(value)
    }

    fn list(&mut self, part: &'p Part) -> Given<Rc<[Value<'p>]>> {
        let Value::List(values) = self.value(part)? else {
            return Err(Failure::Type);
        };
        Ok(values)
    }

    fn field(&mut self, of: &'p Part, field: Field) -> Given<Value<'p>> {
        self.steps += 1;
        let value = match self.value(of)? {
            Value::Set(set) => field.of_set.map(|work| work(&set)),
            Value::Tile(tile) => field.of_tile.map(|work| work(&tile)),
            Value::Bool(_) | Value::Int(_) | Value::Word(_) | Value::List(_) => None,
        };
        value.ok_or(Failure::Type)
    }

    fn operator(&mut self, operator: Operator, parts: &'p [Part; 2]) -> Given<Value<'p>> {
        let [one, other] = parts;
        let value = match operator {
            Operator::And => Value::Bool(self.decided(one, other, false)?),
            Operator::Or => Value::Bool(self.decided(one, other, true)?),
            Operator::Equals => Value::Bool(self.equal(one, other)?),
            Operator::NotEquals => Value::Bool(!self.equal(one, other)?),
            Operator::In => {
                let wanted = self.value(one)?;
                let list = self.list(other)?;
                let place = list.iter().position(|value| value.equals(&wanted));
                self.steps += place.map_or(list.len(), |place| place + 1) as u64;
                Value::Bool(place.is_some())
            }
            Operator::Index => {
                let list = self.list(one)?;
                let place = self.int(other)?;
                let value = usize::try_from(place)
                    .ok()
                    .and_then(|place| list.get(place));
                return value.cloned().ok_or(Failure::NoElement(place));
            }
            Operator::Less
            | Operator::LessEquals
            | Operator::Greater
            | Operator::GreaterEquals
            | Operator::Add
            | Operator::Subtract
            | Operator::Multiply
            | Operator::Divide
            | Operator::Modulo => arithmetic(operator, self.int(one)?, self.int(other)?)?,
        };
        Ok(value)
    }

    /// What two operands come to of which either decides alone by being `decisive`.
    fn decided(&mut self, one: &'p Part, other: &'p Part, decisive: bool) -> Given<bool> {
        let one = self.bool(one);
        if one == Ok(decisive) {
            return one;
        }
        match self.bool(other)? {
            other if other == decisive => Ok(other),
            _ => one,
        }
    }

    fn equal(&mut self, one: &'p Part, other: &'p Part) -> Given<bool> {
        let one = self.value(one)?;
        Ok(one.equals(&self.value(other)?))
    }

    fn run(&mut self, kind: &'p Loop, parts: &'p [Part; 2]) -> Given<Value<'p>> {
        let [over, each] = parts;
        let list = self.list(over)?;
        match kind {
            Loop::All => self.first(&list, each, false).map(Value::Bool),
            Loop::Exists => self.first(&list, each, true).map(Value::Bool),
            Loop::ExistsOne => {
                let mut found = 0;
                for value in &*list {
                    found += u32::from(self.with(value, |this| this.bool(each))?);
                }
                Ok(Value::Bool(found == 1))
            }
            Loop::Collect(condition) => {
                let mut collected = Vec::new();
                for value in &*list {
                    let taken = self.with(value, |this| match condition {
                        Some(condition) if !this.bool(condition)? => Ok(None),
                        _ => this.value(each).map(Some),
                    })?;
                    collected.extend(taken);
                }
                Ok(Value::List(collected.into()))
            }
        }
    }

    /// Whether any element is `decisive`, or else that none is. A failure is told only if nothing decides.
    fn first(&mut self, list: &[Value<'p>], each: &'p Part, decisive: bool) -> Given<bool> {
        let mut result = Ok(!decisive);
        for value in list {
            match self.with(value, |this| this.bool(each)) {
                Ok(holds) if holds == decisive => return Ok(decisive),
                Ok(_) => {}
                failed @ Err(_) => result = failed,
            }
        }
        result
    }

    /// One round of a loop.
    fn with<T>(&mut self, value: &Value<'p>, round: impl FnOnce(&mut Self) -> T) -> T {
        self.steps += 1;
        self.variables.push(value.clone());
        let done = round(self);
        self.variables.pop();
        done
    }
}

fn arithmetic(operator: Operator, one: i64, other: i64) -> Given<Value<'static>> {
    let number = match operator {
        Operator::Less => return Ok(Value::Bool(one < other)),
        Operator::LessEquals => return Ok(Value::Bool(one <= other)),
        Operator::Greater => return Ok(Value::Bool(one > other)),
        Operator::GreaterEquals => return Ok(Value::Bool(one >= other)),
        Operator::Divide | Operator::Modulo if other == 0 => return Err(Failure::DivisionByZero),
        Operator::Divide => one.checked_div(other),
        Operator::Modulo => one.checked_rem(other),
        Operator::Add => one.checked_add(other),
        Operator::Subtract => one.checked_sub(other),
        Operator::Multiply => one.checked_mul(other),
        Operator::And
        | Operator::Or
        | Operator::Equals
        | Operator::NotEquals
        | Operator::In
        | Operator::Index => return Err(Failure::Type),
    };
    number.map(Value::Int).ok_or(Failure::Overflow)
}
