//! The documents that the corpus is played by, published beside it; `UPDATE_EXPECT=1` rewrites them.

use std::collections::BTreeMap;

use expect_test::expect_file;
use rules::variant::{built_ins, write_hash};

use super::publish::FOLDER;
use super::{cases, play_cases};
use crate::published;

/// The built-in ones and those of every line, each in its canonical form, in which its hash is that of its bytes.
#[test]
fn the_published_documents_are_current() {
    let wins = cases().into_iter().map(|case| case.variant);
    let plays = play_cases().into_iter().map(|case| case.variant);
    let built_ins = built_ins().iter().cloned();
    let documents: BTreeMap<String, String> = wins
        .chain(plays)
        .chain(built_ins)
        .map(|variant| {
            let file = format!("{}.json", write_hash(variant.hash()));
            (
                file,
                String::from_utf8(variant.document().to_vec()).unwrap(),
            )
        })
        .collect();
    let folder = published::path(FOLDER).join("documents");
    for (name, document) in &documents {
        expect_file![folder.join(name)].assert_eq(document);
    }
    for file in std::fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(
            documents.contains_key(&name),
            "no hand is played by {name}: delete it"
        );
    }
}
