//! The files of the pages, against what is served and against the contract.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use data_encoding::BASE64;
use sha2::{Digest as _, Sha256};

const LONGEST_FILE: usize = 400;

/// The folder of the files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/assets")
}

/// The names of the files in `assets` that browsers load.
fn files() -> BTreeSet<String> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| {
        let name = entry.unwrap().file_name();
        name.into_string().unwrap()
    });
    names.filter(|name| !name.ends_with(".d.ts")).collect()
}

/// The names of the files that browsers get: modules that pages need are in one of the files for them.
fn served() -> BTreeSet<String> {
    let (alone, _): (BTreeSet<_>, BTreeSet<_>) = files()
        .into_iter()
        .partition(|name| web::asset(name).is_some());
    alone.into_iter().chain(JOINED.map(String::from)).collect()
}

/// Of these, what the pages need at once.
const AT_ONCE: [&str; 2] = ["score_modules.js", "table_modules.js"];
const JOINED: [&str; 11] = [
    "club_modules.js",
    "document_modules.js",
    "hand_modules.js",
    "outcome_modules.js",
    "owner_modules.js",
    "printout_modules.js",
    "score_modules.js",
    "season_modules.js",
    "shared_modules.js",
    "table_modules.js",
    "tournament_modules.js",
];

/// Whether a file is text, and no picture.
fn is_text(name: &str) -> bool {
    !name.ends_with(".png")
}

/// A file as it is kept.
fn kept(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

/// A file as it is served.
fn text_of(name: &str) -> &'static str {
    std::str::from_utf8(&web::asset(name).unwrap().content.bytes).unwrap()
}

/// `choice_js` for `choice.js`: what a module is called in the file that has it.
fn variable(name: &str) -> String {
    name.replace('.', "_")
}

#[test]
fn every_file_is_served_with_its_media_type() {
    for name in files() {
        let function = format!("const {} = (() => {{", variable(&name));
        let joined = JOINED.map(|file| text_of(file).matches(&function).count());
        let alone = usize::from(web::asset(&name).is_some());
        let times = alone + joined.into_iter().sum::<usize>();
        assert_eq!(times, 1, "{name} is not in FILES");
    }
    for name in served() {
        let asset = web::asset(&name).unwrap();
        assert_ne!(
            asset.content.content_type, "application/octet-stream",
            "{name}"
        );
        assert_eq!(asset.content.etag.len(), 32);
    }
    assert!(web::asset("../Cargo.toml").is_none());
    assert!(web::asset("htm_preact_standalone.d.ts").is_none());
}

/// The form for house rules is made from the published schema, which no page loads at once.
#[test]
fn the_schema_of_house_rules_is_served_as_it_is_published() {
    let published = include_str!("../../../../proto/variant.schema.json");
    let asset = web::asset("variant.schema.json").unwrap();
    assert_eq!(asset.content.content_type, "application/json");
    assert_eq!(text_of("variant.schema.json"), published);
    for name in AT_ONCE.into_iter().chain(["app.html", "index.html"]) {
        assert!(!text_of(name).contains("variant.schema.json"), "{name}");
    }
}

/// The form that joining modules relies on.
#[test]
fn every_module_has_the_form_that_can_be_joined() {
    let vendored = [
        "htm_preact_standalone.js",
        "lean_qr.js",
        "service_worker.js",
    ];
    let names = files();
    let modules = names
        .iter()
        .filter(|name| name.ends_with(".js") && !vendored.contains(&name.as_str()));
    for name in modules {
        let text = kept(name);
        for line in text.lines().filter(|line| line.starts_with("import")) {
            let is_usual = line.starts_with("import { ")
                && line.contains(" } from \"./")
                && line.ends_with(".js\";");
            let is_for_effect = line.starts_with("import \"./") && line.ends_with(".js\";");
            assert!(is_usual || is_for_effect, "{name}: {line}");
        }
        for line in text.lines().filter(|line| line.starts_with("export")) {
            let forms = ["const ", "function ", "async function ", "class ", "{ "];
            let rest = line.strip_prefix("export ").unwrap();
            assert!(
                forms.iter().any(|form| rest.starts_with(form)),
                "{name}: {line}"
            );
        }
    }
    for file in JOINED {
        let text = text_of(file);
        // What a file has that is loaded at once comes from nowhere a second time.
        for rest in text.split("import(\"./").skip(1) {
            let (module, after) = rest.split_once("\")").unwrap();
            let is_type = after.starts_with('.')
                && after[1..].starts_with(|sign: char| sign.is_ascii_uppercase());
            assert!(
                is_type || web::asset(module).is_some(),
                "{file} loads {module} once more"
            );
        }
        // A module stands after those that it imports, and no two import each other.
        let mut before = BTreeSet::new();
        for line in text.lines() {
            if let Some((_, variable)) = line
                .rsplit_once(" } = ")
                .filter(|_| line.starts_with("const { "))
            {
                assert!(
                    before.contains(variable.trim_end_matches(';')),
                    "{file}: {line}"
                );
            }
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["import", "{" | "*", "as", variable, ..]
                | ["import", "{", variable, ..]
                | ["const", variable, "=", "(()", ..] => _ = before.insert(*variable),
                _ => {}
            }
        }
        assert!(
            !text.contains("\nexport const ") && !text.contains("\nexport function "),
            "{file}"
        );
    }
}

/// Each module that another imports, and each file that a page names, is there.
#[test]
fn whatever_a_file_names_is_there() {
    let mut found = 0;
    for name in served().into_iter().filter(|name| is_text(name)) {
        let text = text_of(&name);
        let imports = text.split(" from \"./").skip(1);
        let later = text.split("import(\"./").skip(1);
        let for_effect = text.split("import \"./").skip(1);
        let named = text.split("\"/web/").skip(1);
        for rest in imports.chain(later).chain(for_effect).chain(named) {
            // The service worker has a list, after the first name the hashes too.
            let other = rest.split(['"', ' ']).next().unwrap();
            // The comments of modules name those whose types they use.
            let is_type = rest
                .strip_prefix(other)
                .is_some_and(|after| after.starts_with("\")."));
            assert!(
                is_type || web::asset(other).is_some(),
                "{name} names {other}"
            );
            found += 1;
        }
    }
    assert!(found > 30, "only {found}");
}

/// What a page needs is loaded at once: script and style are within a hundred kilobytes as they are sent.
#[test]
fn a_page_names_every_module_that_it_needs_and_is_small() {
    for page in ["index.html", "app.html"] {
        let preloads = text_of(page).split("<link rel=\"modulepreload\" href=\"/web/");
        let preloads = preloads.skip(1).map(|rest| rest.split_once('"').unwrap().0);
        let needed: BTreeSet<&str> = preloads.collect();
        assert!(needed.len() > 1, "{page}: only {needed:?}");
        for module in &needed {
            assert!(!text_of(module).is_empty());
            for rest in text_of(module).split(" from \"./").skip(1) {
                let (imported, _) = rest.split_once('"').unwrap();
                assert!(needed.contains(imported), "{page} lacks {imported}");
            }
        }
        let style = web::asset("page.css").unwrap().content.gzip.len();
        let script: usize = needed
            .iter()
            .map(|name| web::asset(name).unwrap().content.gzip.len())
            .sum();
        assert!(script + style < 100_000, "{page}: {script} and {style}");
    }
}

/// Whatever page is opened: it, and what its files have from others, are a few files.
#[test]
fn a_page_that_is_loaded_later_is_a_few_files() {
    for entry in ["club", "owner", "season", "tournament"].map(|pages| format!("{pages}_pages.js"))
    {
        let mut needed = BTreeSet::from([entry.as_str()]);
        let mut unread = vec![entry.as_str()];
        while let Some(name) = unread.pop() {
            for rest in text_of(name).split(" from \"./").skip(1) {
                let imported = rest.split_once('"').unwrap().0;
                if needed.insert(imported) {
                    unread.push(imported);
                }
            }
        }
        assert!(needed.len() <= 10, "{entry}: {needed:?}");
    }
}

/// The service worker keeps each file of its release, and knows it by its hash.
#[test]
fn the_service_worker_names_every_file_with_its_hash() {
    let worker = text_of("service_worker.js");
    assert!(!worker.contains("{release}") && !worker.contains("{files}"));
    for name in served().iter().filter(|name| *name != "service_worker.js") {
        let hash = BASE64.encode(&Sha256::digest(&web::asset(name).unwrap().content.bytes));
        assert!(
            worker.contains(&format!("/web/{name} sha256-{hash}")),
            "{name}"
        );
    }
}

#[test]
fn no_file_of_ours_is_longer_than_four_hundred_lines() {
    for name in files().into_iter().filter(|name| is_text(name)) {
        let lines = kept(&name).lines().count();
        assert!(lines <= LONGEST_FILE, "split {name}: {lines} lines");
    }
}

/// The policy forbids what comes from elsewhere and what stands within HTML.
#[test]
fn nothing_comes_from_elsewhere_or_stands_within_html() {
    let page = text_of("index.html");
    for forbidden in [
        "http:", "https:", "src=\"//", "style=", "<style", " onclick",
    ] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    for name in files().iter().filter(|name| name.ends_with(".js")) {
        let text = kept(name);
        for forbidden in ["innerHTML", "document.write", "eval(", " style="] {
            let is_ours = name != "htm_preact_standalone.js";
            assert!(!is_ours || !text.contains(forbidden), "{name}: {forbidden}");
        }
    }
}

/// A text that two files have would be that of the second.
#[test]
fn every_text_is_written_once() {
    let mut keys = BTreeSet::new();
    let names = files();
    let with_texts = names
        .iter()
        .filter(|name| name.ends_with("_texts.js") && *name != "problem_texts.js");
    for name in with_texts {
        let text = kept(name);
        for key in text
            .lines()
            .filter_map(|line| Some(line.strip_prefix("  ")?.split_once(": [")?.0))
        {
            assert!(keys.insert(key.to_owned()), "{name} has {key} once more");
        }
    }
    assert!(keys.len() > 150, "only {}", keys.len());
}

#[test]
fn a_page_of_a_club_has_an_address_of_its_own() {
    for page in ["1", "1/standings", "1/matches/2"] {
        assert!(web::club_page(page).is_some(), "{page}");
    }
    for other in ["", "1/", "1/nothing", "1/matches", "1/matches/2/3"] {
        assert!(web::club_page(other).is_none(), "{other}");
    }
}
