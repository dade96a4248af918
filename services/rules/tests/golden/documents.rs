//! The documents that the corpus is played by, published beside it; `UPDATE_EXPECT=1` rewrites them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rules::Variant;
use rules::variant::{built_ins, write_hash};

use crate::publish::FOLDER;
use crate::{cases, play_cases};

/// The built-in ones and those of every line, each in its canonical form, in which its hash is that of its bytes.
#[test]
fn the_published_documents_are_current() {
    let wins = cases().into_iter().map(|case| case.variant);
    let plays = play_cases().into_iter().map(|case| case.variant);
    let mut documents: BTreeMap<String, Vec<u8>> = wins
        .chain(plays)
        .map(|variant| (file(&variant), variant.document().to_vec()))
        .collect();
    documents.extend(
        built_ins()
            .iter()
            .map(|variant| (file(variant), variant.document().to_vec())),
    );
    let folder = PathBuf::from(format!("{FOLDER}/documents"));
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch that rewrites what is compared"
    )]
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    if update {
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

fn file(variant: &Variant) -> String {
    format!("{}.json", write_hash(variant.hash()))
}
