//! What feeds the targets: the corpus, what is made of it by chance, and libFuzzer if it is built in (`make fuzz`).

use std::fs;
use std::path::{Path, PathBuf};

/// What is fuzzed, and with what.
pub(crate) struct Target {
    /// The name of its test, and of its folder in the corpus.
    pub(crate) name: &'static str,
    /// How many inputs chance makes in a run of the tests: about a second or two of work.
    #[cfg_attr(fuzzing, expect(dead_code, reason = "libFuzzer stops by the clock"))]
    pub(crate) inputs: u32,
    /// Inputs to start from, besides those that are kept.
    pub(crate) seeds: Vec<Vec<u8>>,
    /// What is put into inputs here and there.
    pub(crate) words: &'static [&'static str],
    /// What one change makes of an input.
    #[cfg_attr(
        fuzzing,
        expect(dead_code, reason = "libFuzzer changes inputs as it likes")
    )]
    pub(crate) change: fn(&mut Vec<u8>, &[&str], &mut Chance),
}

/// Inputs that were found and are kept: those that once broke something, and those that lead far.
fn corpus(name: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let executable = tests.join(env!("CARGO_CRATE_NAME"));
    executable.join("fuzz/corpus").join(name)
}

fn kept(name: &str) -> Vec<Vec<u8>> {
    let Ok(folder) = fs::read_dir(corpus(name)) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Numbers that look like chance, and are the same in every run (SplitMix64).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn of(seed: u64) -> Chance {
        Chance(seed)
    }

    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0, below `end`; 0 if that is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }

    pub(crate) fn one_of<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// Numbers at which something is different.
const EDGES: [&str; 10] = [
    "0",
    "-1",
    "1",
    "2",
    "0.5",
    "64",
    "1000000",
    "4294967296",
    "9223372036854775807",
    "1e300",
];

/// Changes a text, or bytes as if they were one.
pub(crate) fn change_text(input: &mut Vec<u8>, words: &[&str], chance: &mut Chance) {
    let place = chance.below(input.len() + 1);
    let end = (place + 1 + chance.below(8)).min(input.len());
    match chance.below(7) {
        0 => drop(input.splice(place..place, chance.one_of(words).bytes())),
        1 => drop(input.splice(place..end, chance.one_of(words).bytes())),
        2 => drop(input.drain(place..end)),
        3 => {
            let part = input[place..end].to_vec();
            let elsewhere = chance.below(input.len() + 1);
            drop(input.splice(elsewhere..elsewhere, part));
        }
        4 => change_number(input, place, chance),
        5 => input.truncate(place),
        _ => {
            if let Some(byte) = input.get_mut(place) {
                *byte = chance.below(256) as u8;
            }
        }
    }
}

/// Another number in place of the first one from some place on.
fn change_number(input: &mut Vec<u8>, from: usize, chance: &mut Chance) {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let Some(start) = input[from..].iter().position(digit) else {
        return;
    };
    let start = from + start;
    let length = input[start..].iter().take_while(|byte| digit(byte)).count();
    drop(input.splice(start..start + length, chance.one_of(&EDGES).bytes()));
}

/// Tries the corpus, and then what chance makes of it: the same inputs in every run, `FAAN_FUZZ_TIMES` as many as the target states.
#[cfg(not(fuzzing))]
pub(crate) fn fuzz(target: Target, check: impl Fn(&[u8])) {
    const SEED: u64 = 20_261_121;

    #[expect(clippy::disallowed_methods, reason = "a setting of the tests")]
    let times = std::env::var("FAAN_FUZZ_TIMES").map_or(1, |times| times.parse().unwrap());
    let changed = target.inputs * times;
    let mut inputs = kept(target.name);
    inputs.extend(target.seeds);
    for input in &inputs {
        attempt(target.name, input, &check);
    }
    let mut chance = Chance::of(SEED);
    for _ in 0..changed {
        let mut input = chance.one_of(&inputs).clone();
        for _ in 0..=chance.below(4) {
            (target.change)(&mut input, target.words, &mut chance);
        }
        attempt(target.name, &input, &check);
    }
    let (name, known) = (target.name, inputs.len());
    println!("{name}: {known} inputs, and {changed} that chance made of them with seed {SEED}");
}

/// Tries an input; one that fails is kept, so that every further run starts with it.
#[cfg(not(fuzzing))]
fn attempt(name: &str, input: &[u8], check: &impl Fn(&[u8])) {
    let attempt = std::panic::AssertUnwindSafe(|| check(input));
    if let Err(panic) = std::panic::catch_unwind(attempt) {
        let hash = input.iter().fold(5381_u32, |hash, &byte| {
            hash.wrapping_mul(33) ^ u32::from(byte)
        });
        let file = corpus(name).join(format!("failed-{hash:08x}"));
        let kept = fs::create_dir_all(corpus(name)).and_then(|()| fs::write(&file, input));
        eprintln!("{name} fails, kept as {}: {kept:?}", file.display());
        eprintln!("{}", input.escape_ascii());
        std::panic::resume_unwind(panic);
    }
}

/// Hands the target to libFuzzer, which ends the process. `.ci/fuzz` says where the files lie.
#[cfg(fuzzing)]
pub(crate) fn fuzz(target: Target, check: impl Fn(&[u8])) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(target.name);
    let seeds = folder.join("seeds");
    fs::create_dir_all(&seeds).unwrap();
    let inputs = kept(target.name).into_iter().chain(target.seeds);
    for (number, input) in inputs.enumerate() {
        fs::write(seeds.join(number.to_string()), input).unwrap();
    }
    let words = target.words.iter().chain(&EDGES);
    let words: String = words
        .map(|word| {
            let signs = word.bytes().map(|byte| format!("\\x{byte:02x}"));
            format!("\"{}\"\n", signs.collect::<String>())
        })
        .collect();
    fs::write(folder.join("words"), words).unwrap();
    let check = std::panic::AssertUnwindSafe(check);
    bolero::check!().for_each(|input: &[u8]| (*check)(input));
}
