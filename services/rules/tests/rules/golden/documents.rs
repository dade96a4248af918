//! The documents that the corpus is played by, published beside it; `UPDATE_EXPECT=1` rewrites them.

use std::collections::BTreeMap;

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
    let documents: BTreeMap<String, Vec<u8>> = wins
        .chain(plays)
        .chain(built_ins)
        .map(|variant| {
            let file = format!("{}.json", write_hash(variant.hash()));
            (file, variant.document().to_vec())
        })
        .collect();
    let folder = published::path(FOLDER).join("documents");
    if published::are_rewritten() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        for (name, document) in &documents {
            std::fs::write(folder.join(name), document).unwrap();
        }
    }
    let published = std::fs::read_dir(&folder).unwrap().map(|file| {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        (name, std::fs::read(file.path()).unwrap())
    });
    assert!(
        published.collect::<BTreeMap<_, _>>() == documents,
        "run with UPDATE_EXPECT=1"
    );
}
