//! Compares stored rows with the expected rows.

use std::collections::BTreeSet;
use std::iter::Peekable;

use ledger::ProjectedRow;
use serde_json::{Map, Value as Json, json};

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

/// The comparison of one table. Both sides are in the byte order of their ids.
pub(super) struct Comparison<'a, I: Iterator<Item = (String, Json)>> {
    table: &'static str,
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
    pub(super) fn new(table: &'static str, expected: I, differences: &'a mut Differences) -> Self {
        Self {
            table,
            expected: expected.peekable(),
            differences,
        }
    }

    /// Compares the next stored row.
    pub(super) fn see(&mut self, row: ProjectedRow) {
        let ProjectedRow { id, fields } = row;
        while let Some((id, due)) = self.expected.next_if(|(expected, _)| *expected < id) {
            self.note(&id, None, Json::Null, due);
        }
        let stored = serde_json::from_str(&fields).unwrap_or(Json::Null);
        match self.expected.next_if(|(expected, _)| *expected == id) {
            Some((_, due)) => self.compare(&id, &stored, &due),
            None if self.table == "balances" && says_nothing(&stored) => {}
            None => self.note(&id, None, stored, Json::Null),
        }
    }

    /// Records the expected rows after the last stored row as missing.
    pub(super) fn end(mut self) {
        while let Some((id, due)) = self.expected.next() {
            self.note(&id, None, Json::Null, due);
        }
    }

    fn compare(&mut self, id: &str, stored: &Json, due: &Json) {
        let rows = [stored, due].into_iter().filter_map(Json::as_object);
        // A field of only one side is a difference.
        let fields: BTreeSet<&String> = rows.flat_map(Map::keys).collect();
        for field in fields {
            let [stored, due] = [stored, due].map(|row| row.get(field).unwrap_or(&Json::Null));
            if stored != due {
                self.note(id, Some(field), stored.clone(), due.clone());
            }
        }
    }

    fn note(&mut self, id: &str, field: Option<&str>, stored: Json, due: Json) {
        self.differences.note((self.table, id, field), stored, due);
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
        differences_of("table", expected, stored)
    }

    fn differences_of(
        table: &'static str,
        expected: &[(&str, Json)],
        stored: &[(&str, Json)],
    ) -> Vec<String> {
        let mut differences = Differences::default();
        let expected = expected
            .iter()
            .map(|(id, due)| ((*id).to_owned(), due.clone()));
        let mut comparison = Comparison::new(table, expected, &mut differences);
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
        assert!(differences_of("balances", &[], &zeros).is_empty());
        assert_eq!(differences(&[], &zeros).len(), 1);
        assert_eq!(
            differences_of("balances", &[], &[("a", json!({}))]).len(),
            1
        );
    }

    #[test]
    fn of_many_differences_the_first_are_told() {
        let mut differences = Differences::default();
        let rows = (0..250).map(|id| (format!("{id:03}"), json!({})));
        Comparison::new("table", rows, &mut differences).end();
        assert_eq!((differences.total, differences.told.len()), (250, 100));
    }
}
