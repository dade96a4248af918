//! Compares stored rows with the expected rows.

use std::collections::BTreeSet;
use std::iter::Peekable;

use ledger::{ProjectedRow, Projection};
use serde_json::{Map, Value as Json, json};

use crate::auditor::certain::{Certain, Touched};

/// The maximum number of differences in a report.
const MOST_TOLD: usize = 100;

/// The differences between stored and expected rows.
#[derive(Default)]
pub(super) struct Differences {
    /// The number of different fields and rows.
    pub(super) total: u64,
    /// The first differences.
    pub(super) told: Vec<Json>,
}

/// The comparison of one table. Both sides are in the byte order of their ids. Only differences that are certain are recorded.
pub(super) struct Comparison<'a, I: Iterator<Item = (String, Json)>> {
    projection: Projection,
    certain: &'a Certain,
    /// What the rows say was changed by an unknown entry or a later one.
    touched: Vec<Touched>,
    expected: Peekable<I>,
    differences: &'a mut Differences,
}

impl Differences {
    /// Records a difference in a field, or in a row if there is no field. Null stands for a missing value.
    pub(super) fn note(
        &mut self,
        (table, id, field): (&str, &str, Option<&str>),
        stored: Json,
        due: Json,
    ) {
        self.total += 1;
        if self.told.len() < MOST_TOLD {
            self.told.push(json!({
                "table": table, "id": id, "field": field, "stored": stored, "expected": due,
            }));
        }
    }
}

impl<'a, I: Iterator<Item = (String, Json)>> Comparison<'a, I> {
    /// Starts before the first row.
    pub(super) fn new(
        (projection, certain): (Projection, &'a Certain),
        expected: I,
        differences: &'a mut Differences,
    ) -> Self {
        Self {
            projection,
            certain,
            touched: Vec::new(),
            expected: expected.peekable(),
            differences,
        }
    }

    /// Compares the next stored row.
    pub(super) fn see(&mut self, row: ProjectedRow) {
        let ProjectedRow { id, fields } = row;
        while let Some((id, due)) = self.expected.next_if(|(expected, _)| *expected < id) {
            self.miss(&id, due);
        }
        let stored = serde_json::from_str(&fields).unwrap_or(Json::Null);
        let (projection, certain) = (self.projection, self.certain);
        self.touched
            .extend(certain.touched(projection, &id, &stored));
        match self.expected.next_if(|(expected, _)| *expected == id) {
            Some((_, due)) => self.compare(&id, &stored, &due),
            None if projection == Projection::Balances && says_nothing(&stored) => {}
            None if certain.is_excess(projection, &id, &stored) => {
                self.note(&id, None, stored, Json::Null);
            }
            None => {}
        }
    }

    /// Records the expected rows after the last stored row as missing. Returns what the stored rows say was changed by an unknown entry or a
    /// later one.
    pub(super) fn end(mut self) -> Vec<Touched> {
        while let Some((id, due)) = self.expected.next() {
            self.miss(&id, due);
        }
        self.touched
    }

    fn miss(&mut self, id: &str, due: Json) {
        if self.certain.is_missing(self.projection, id, &due) {
            self.note(id, None, Json::Null, due);
        }
    }

    fn compare(&mut self, id: &str, stored: &Json, due: &Json) {
        let rows = [stored, due].into_iter().filter_map(Json::as_object);
        // A field of only one side is a difference.
        let fields: BTreeSet<&String> = rows.flat_map(Map::keys).collect();
        for field in fields {
            let [found, due] = [stored, due].map(|row| row.get(field).unwrap_or(&Json::Null));
            let of = (id, field.as_str());
            if found != due && self.certain.differs(self.projection, of, stored) {
                self.note(id, Some(field), found.clone(), due.clone());
            }
        }
    }

    fn note(&mut self, id: &str, field: Option<&str>, stored: Json, due: Json) {
        let table = self.projection.table();
        self.differences.note((table, id, field), stored, due);
    }
}

/// Whether a balance has only zeros. Such a row remains after a correction removed the player from the match, and is not a
/// difference. In other tables the existence of a row has a meaning.
fn says_nothing(fields: &Json) -> bool {
    let zeros =
        |fields: &Map<String, Json>| !fields.is_empty() && fields.values().all(|value| *value == 0);
    fields.as_object().is_some_and(zeros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn differences(expected: &[(&str, Json)], stored: &[(&str, Json)]) -> Vec<String> {
        differences_of(Projection::Members, expected, stored)
    }

    fn differences_of(
        projection: Projection,
        expected: &[(&str, Json)],
        stored: &[(&str, Json)],
    ) -> Vec<String> {
        let mut differences = Differences::default();
        let expected = expected
            .iter()
            .map(|(id, due)| ((*id).to_owned(), due.clone()));
        let certain = Certain::new(None);
        let mut comparison = Comparison::new((projection, &certain), expected, &mut differences);
        for (id, fields) in stored {
            comparison.see(ProjectedRow {
                id: (*id).to_owned(),
                fields: fields.to_string(),
            });
        }
        comparison.end();
        assert_eq!(differences.total, differences.told.len() as u64);
        let tell = |one: &Json| {
            format!(
                "{} {} {} {}",
                one["id"], one["field"], one["stored"], one["expected"]
            )
        };
        differences.told.iter().map(tell).collect()
    }

    #[test]
    fn fields_that_differ_and_rows_too_many_and_too_few_are_named() {
        let row = |n: i64| json!({"n": n, "word": "w"});
        let expected = [("a", row(1)), ("b", row(2)), ("d", row(4)), ("e", row(5))];
        assert_eq!(differences(&expected, &expected), Vec::<String>::new());
        let stored = [("a", row(1)), ("b", row(3)), ("c", row(7)), ("d", row(4))];
        let found = [
            r#""b" "n" 3 2"#,
            r#""c" null {"n":7,"word":"w"} null"#,
            r#""e" null null {"n":5,"word":"w"}"#,
        ];
        assert_eq!(differences(&expected, &stored), found);
    }

    #[test]
    fn a_field_that_one_side_does_not_have_differs() {
        let (one, both) = (json!({"n": 1}), json!({"n": 1, "m": 2}));
        let stored = [("a", both.clone()), ("b", one.clone())];
        let expected = [("a", one), ("b", both)];
        let found = [r#""a" "m" 2 null"#, r#""b" "m" null 2"#];
        assert_eq!(differences(&expected, &stored), found);
    }

    #[test]
    fn nothing_but_zeros_says_nothing() {
        let zeros = json!({"half_points": 0, "settled_cents": 0});
        let zeros = [("a", zeros)];
        assert!(differences_of(Projection::Balances, &[], &zeros).is_empty());
        assert_eq!(differences(&[], &zeros).len(), 1);
        let empty = [("a", json!({}))];
        let found = differences_of(Projection::Balances, &[], &empty);
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn of_many_differences_the_first_are_told() {
        let mut differences = Differences::default();
        let rows = (0..250).map(|id| (format!("{id:03}"), json!({})));
        let certain = Certain::new(None);
        Comparison::new((Projection::Members, &certain), rows, &mut differences).end();
        assert_eq!((differences.total, differences.told.len()), (250, 100));
    }
}
