//! Proves that the committed code is what the `.proto` files generate, without a protoc on the machine.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use protox::prost::Message;

/// Set to anything, it makes the test rewrite the generated files instead of comparing them.
const REWRITE: &str = "UPDATE_EXPECT";

#[test]
fn the_generated_code_is_that_of_the_contract() -> Result<(), Box<dyn Error>> {
    let fresh = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gen");
    generate(&fresh)?;

    let committed = workspace().join("services/wire/src/gen");
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch of a test, not a setting"
    )]
    if std::env::var_os(REWRITE).is_some() {
        copy_files(&fresh, &committed)?;
    }
    assert_eq!(file_names(&committed)?, file_names(&fresh)?);
    for name in file_names(&fresh)? {
        let same = fs::read(committed.join(&name))? == fs::read(fresh.join(&name))?;
        assert!(
            same,
            "{name} is out of date: run `{REWRITE}=1 cargo test -p faan-wire`"
        );
    }
    Ok(())
}

/// Writes the Rust code and the descriptor set into an empty folder.
fn generate(out: &Path) -> Result<(), Box<dyn Error>> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    let proto = workspace().join("proto");
    let contract = protox::compile(["faan/engine/v1/engine.proto"], [&proto])?;
    fs::write(out.join("faan.engine.v1.binpb"), contract.encode_to_vec())?;
    tonic_prost_build::configure()
        .out_dir(out)
        .compile_fds(contract)?;
    Ok(())
}

fn copy_files(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    for name in file_names(from)? {
        // A file that is written is compiled again, with all that uses it.
        if fs::read(from.join(&name))? != fs::read(to.join(&name)).unwrap_or_default() {
            fs::copy(from.join(&name), to.join(&name))?;
        }
    }
    Ok(())
}

fn file_names(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
