//! How many structs of the gateway have the fields of a struct below it: each is a statement that is made twice.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::circles::tokens::tokens;
use crate::shape::sources;

/// The crates under the gateway, but for the messages of the contract.
const BELOW: [&str; 7] = [
    "evidence", "ledger", "mahjong", "tally", "seating", "webhooks", "names",
];
/// Structs with fewer fields agree by chance.
const FEWEST: usize = 3;
/// Two structs say the same if so many of a hundred of their fields have one name.
const SAME: usize = 60;
/// The structs of the gateway that may repeat one below. Fewer is better; lower the number with each that goes.
const MOST: usize = 36;

struct Struct {
    name: String,
    fields: BTreeSet<String>,
}

impl Struct {
    fn agrees(&self, other: &Struct) -> bool {
        let both = self.fields.intersection(&other.fields).count();
        let either = self.fields.union(&other.fields).count();
        both * 100 >= either * SAME
    }
}

/// The structs of a crate that have names for at least [`FEWEST`] fields.
fn structs(room: &str) -> Vec<Struct> {
    let services = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let room = services.join(room).join("src");
    let files = sources().into_iter().filter(|path| path.starts_with(&room));
    files
        .flat_map(|path| structs_of(&fs::read_to_string(path).unwrap()))
        .collect()
}

fn structs_of(text: &str) -> Vec<Struct> {
    let tokens = tokens(text);
    let begins = (0..tokens.len()).filter(|at| tokens[*at] == "struct");
    let read = begins.filter_map(|at| {
        let rest = &tokens[at + 2..];
        let body = rest
            .iter()
            .position(|token| matches!(*token, "{" | ";" | "("))?;
        let fields = match rest[body] {
            "{" => fields(&rest[body + 1..]),
            _ => BTreeSet::new(),
        };
        let name = tokens[at + 1].to_owned();
        (fields.len() >= FEWEST).then_some(Struct { name, fields })
    });
    read.collect()
}

/// The names before a colon between the braces of a struct, without those in types and attributes.
fn fields(tokens: &[&str]) -> BTreeSet<String> {
    let (mut fields, mut depth) = (BTreeSet::new(), 0_i32);
    for pair in tokens.windows(2) {
        match pair[0] {
            "{" | "[" | "(" | "<" => depth += 1,
            "}" if depth == 0 => break,
            "}" | "]" | ")" | ">" => depth -= 1,
            name if depth == 0 && pair[1] == ":" => {
                fields.insert(name.to_owned());
            }
            _ => {}
        }
    }
    fields
}

#[test]
fn the_gateway_repeats_few_structs_of_the_crates_below_it() {
    let below: Vec<(&str, Struct)> = BELOW
        .into_iter()
        .flat_map(|room| structs(room).into_iter().map(move |one| (room, one)))
        .collect();
    assert!(below.len() > 300, "only {} structs found", below.len());
    let repeated: Vec<String> = structs("gateway")
        .iter()
        .filter_map(|one| {
            let (room, same) = below.iter().find(|(_, other)| one.agrees(other))?;
            Some(format!("{} repeats {room}::{}", one.name, same.name))
        })
        .collect();
    let count = repeated.len();
    assert!(count <= MOST, "{count} structs: {repeated:#?}");
    assert_eq!(
        count, MOST,
        "lower the number of those that may: {repeated:#?}"
    );
}

#[test]
fn fields_are_found() {
    let text = "pub(crate) struct Seat<'a, T> { /// Who.\n #[serde(rename = \"x\")] pub(crate) chair: Chair, at: Map<u8, [T; 4]>, said: &'a str } struct Pair(u8, u8);";
    let [seat] = &structs_of(text)[..] else {
        panic!("one struct");
    };
    assert_eq!(seat.name, "Seat");
    let fields: Vec<&str> = seat.fields.iter().map(String::as_str).collect();
    assert_eq!(fields, ["at", "chair", "said"]);
}
