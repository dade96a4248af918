//! From a checked expression to a program: names are resolved once, and the loops that the parser spells out are one part
//! each.

use cel::common::ast::operators as op;
use cel::common::ast::{CallExpr, ComprehensionExpr, Expr, IdedExpr, LiteralValue};

use super::error::ExpressionError;
use super::fact::Work;
use super::hand::HAND;
use super::records::Fields;
use super::value::{SetView, TileView};
use crate::document_code::DocumentCode;

/// A part of a program.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Bool(bool),
    Int(i64),
    Text(String),
    List(Vec<Part>),
    /// The fact of the hand at this place, and the steps that it takes.
    Fact(usize, u64),
    /// The variable of a loop, the outermost loop counted as 0.
    Variable(usize),
    Field(Box<Part>, Field),
    Not(Box<Part>),
    Negate(Box<Part>),
    Size(Box<Part>),
    /// A condition, and what it chooses between.
    Choice(Box<[Part; 3]>),
    Both(Operator, Box<[Part; 2]>),
    Loop(Loop, Box<[Part; 2]>),
}

/// How the field of a set and of a tile is worked out, as far as each has a field of this name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) of_set: Option<Work<SetView>>,
    pub(super) of_tile: Option<Work<TileView>>,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    And,
    Or,
    Equals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    In,
    Index,
}

/// What a loop does with each element of its list.
#[derive(Clone, Debug)]
pub(super) enum Loop {
    All,
    Exists,
    ExistsOne,
    /// Collects what a part gives, where this condition holds if there is one.
    Collect(Option<Box<Part>>),
}

/// The program of an expression that was checked.
///
/// # Errors
/// A part that the check should have refused.
pub(super) fn program(expression: &IdedExpr) -> Result<Part, ExpressionError> {
    let mut compiler = Compiler {
        variables: Vec::new(),
    };
    compiler.part(expression).ok_or_else(|| {
        ExpressionError::new(
            DocumentCode::ExpressionSyntax,
            "a part of it is no part of the language",
        )
    })
}

struct Compiler<'e> {
    /// The variables of the loops around a part, the innermost last.
    variables: Vec<&'e str>,
}

impl<'e> Compiler<'e> {
    fn part(&mut self, expression: &'e IdedExpr) -> Option<Part> {
        match &expression.expr {
            Expr::Literal(LiteralValue::Boolean(value)) => Some(Part::Bool(*value.inner())),
            Expr::Literal(LiteralValue::Int(value)) => Some(Part::Int(*value.inner())),
            Expr::Literal(LiteralValue::String(text)) => Some(Part::Text(text.inner().to_owned())),
            Expr::Ident(name) => self.name(name),
            Expr::Select(select) => {
                let field = select.field.as_str();
                let field = Field {
                    of_set: SetView::field(field).map(|entry| entry.value),
                    of_tile: TileView::field(field).map(|entry| entry.value),
                };
                Some(Part::Field(self.boxed(&select.operand)?, field))
            }
            Expr::List(list) => {
                let elements = list.elements.iter().map(|element| self.part(element));
                elements.collect::<Option<_>>().map(Part::List)
            }
            Expr::Call(call) => self.call(call),
            Expr::Comprehension(loops) => self.comprehension(loops),
            Expr::Literal(_) | Expr::Map(_) | Expr::Struct(_) | Expr::Unspecified => None,
        }
    }

    fn boxed(&mut self, expression: &'e IdedExpr) -> Option<Box<Part>> {
        self.part(expression).map(Box::new)
    }

    fn name(&self, name: &str) -> Option<Part> {
        let variable = self.variables.iter().rposition(|&known| known == name);
        let fact = || {
            let mut facts = HAND.iter().enumerate();
            let (place, fact) = facts.find(|(_, fact)| fact.name == name)?;
            Some(Part::Fact(place, fact.steps()))
        };
        variable.map(Part::Variable).or_else(fact)
    }

    fn call(&mut self, call: &'e CallExpr) -> Option<Part> {
        let operands = call.target.as_deref().into_iter().chain(&call.args);
        let operands: Vec<Part> = operands
            .map(|operand| self.part(operand))
            .collect::<Option<_>>()?;
        let name = call.func_name.as_str();
        let operands = match <[Part; 1]>::try_from(operands) {
            Ok([only]) => return unary(name, only),
            Err(operands) => operands,
        };
        match <[Part; 2]>::try_from(operands) {
            Ok(both) => Some(Part::Both(operator(name)?, Box::new(both))),
            Err(operands) if name == op::CONDITIONAL => {
                let three = <[Part; 3]>::try_from(operands).ok()?;
                Some(Part::Choice(Box::new(three)))
            }
            Err(_) => None,
        }
    }

    /// A loop, told from the others by what it starts with.
    fn comprehension(&mut self, loops: &'e ComprehensionExpr) -> Option<Part> {
        let over = self.part(&loops.iter_range)?;
        self.variables.push(&loops.iter_var);
        let parts = self.loop_parts(loops);
        self.variables.pop();
        let (kind, each) = parts?;
        Some(Part::Loop(kind, Box::new([over, each])))
    }

    fn loop_parts(&mut self, loops: &'e ComprehensionExpr) -> Option<(Loop, Part)> {
        let Expr::Call(step) = &loops.loop_step.expr else {
            return None;
        };
        match (&loops.accu_init.expr, step.args.as_slice()) {
            (Expr::Literal(LiteralValue::Boolean(start)), [_, each]) => {
                let kind = match *start.inner() {
                    true => Loop::All,
                    false => Loop::Exists,
                };
                Some((kind, self.part(each)?))
            }
            (Expr::Literal(LiteralValue::Int(_)), [each, ..]) => {
                Some((Loop::ExistsOne, self.part(each)?))
            }
            (Expr::List(_), [condition, taken, _]) => {
                let Expr::Call(taken) = &taken.expr else {
                    return None;
                };
                let condition = self.boxed(condition)?;
                let each = self.collected(taken)?;
                Some((Loop::Collect(Some(condition)), each))
            }
            (Expr::List(_), [_, _]) => Some((Loop::Collect(None), self.collected(step)?)),
            _ => None,
        }
    }

    /// The one element of the list that a loop adds to what it has collected.
    fn collected(&mut self, added: &'e CallExpr) -> Option<Part> {
        let Expr::List(list) = &added.args.get(1)?.expr else {
            return None;
        };
        self.part(list.elements.first()?)
    }
}

fn unary(name: &str, operand: Part) -> Option<Part> {
    let operand = Box::new(operand);
    match name {
        op::LOGICAL_NOT => Some(Part::Not(operand)),
        op::NEGATE => Some(Part::Negate(operand)),
        "size" => Some(Part::Size(operand)),
        _ => None,
    }
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        op::LOGICAL_AND => Operator::And,
        op::LOGICAL_OR => Operator::Or,
        op::EQUALS => Operator::Equals,
        op::NOT_EQUALS => Operator::NotEquals,
        op::LESS => Operator::Less,
        op::LESS_EQUALS => Operator::LessEquals,
        op::GREATER => Operator::Greater,
        op::GREATER_EQUALS => Operator::GreaterEquals,
        op::ADD => Operator::Add,
        op::SUBSTRACT => Operator::Subtract,
        op::MULTIPLY => Operator::Multiply,
        op::DIVIDE => Operator::Divide,
        op::MODULO => Operator::Modulo,
        op::IN => Operator::In,
        op::INDEX => Operator::Index,
        _ => return None,
    })
}
