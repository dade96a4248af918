use ledger::Hash;
use uuid::Uuid;

use super::*;

const SERVICE: &str = "faan.test";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("faan-record-{}-{name}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    folder
}

fn head(size: u64) -> TreeHead {
    let root = Hash::of(&size.to_be_bytes());
    TreeHead { size, root }
}

fn club(number: u128) -> ClubId {
    ClubId(Uuid::from_u128(number))
}

fn round(clubs: &[(u128, u64)], directory: u64) -> Round {
    let clubs = clubs
        .iter()
        .map(|(number, size)| (club(*number), head(*size)));
    Round {
        clubs: clubs.collect(),
        directory: head(directory),
    }
}

fn open(folder: &Path) -> Record {
    Record::open(folder, SERVICE).unwrap()
}

#[test]
fn what_was_written_down_is_there_after_a_crash() {
    let folder = folder("crash");
    let mut record = open(&folder);
    assert_eq!(record.last(Log::Directory), None);
    record.begin(round(&[(1, 5), (2, 7)], 2)).unwrap();
    record.finish().unwrap();
    record.begin(round(&[(2, 9)], 3)).unwrap();
    drop(record);

    // Half of a file that was being written, and files of the round that were not written yet.
    fs::write(
        folder.join("clubs").join(club(1).to_string() + ".new"),
        "faan",
    )
    .unwrap();
    fs::remove_file(folder.join("directory")).unwrap();
    fs::remove_file(folder.join("clubs").join(club(2).to_string())).unwrap();
    let mut record = open(&folder);
    assert_eq!(record.unfinished(), Some(&round(&[(2, 9)], 3)));
    assert_eq!(record.last(Log::Directory), Some(head(3)));
    let clubs: Vec<_> = record.clubs().collect();
    assert_eq!(clubs, [(club(1), head(5)), (club(2), head(9))]);
    record.finish().unwrap();
    drop(record);
    assert_eq!(open(&folder).unfinished(), None);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_record_that_cannot_be_read_is_not_an_empty_one() {
    let folder = folder("damaged");
    let mut record = open(&folder);
    record.begin(round(&[(1, 5), (2, 7)], 2)).unwrap();
    drop(record);
    let another = Record::open(&folder, "faan.other")
        .err()
        .unwrap()
        .to_string();
    assert!(another.contains("the signer of faan.other"), "{another}");
    let clubs = folder.join("clubs");
    for path in [
        folder.join("round"),
        folder.join("directory"),
        clubs.join(club(1).to_string()),
    ] {
        let whole = fs::read(&path).unwrap();
        let another = fs::read(clubs.join(club(2).to_string())).unwrap();
        for damaged in [&whole[..whole.len() - 2], b"", &another] {
            fs::write(&path, damaged).unwrap();
            let refused = Record::open(&folder, SERVICE).err().unwrap().to_string();
            let path = path.display().to_string();
            assert!(refused.contains(&path), "{refused}");
        }
        fs::write(&path, whole).unwrap();
    }
    open(&folder);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_record_has_one_signer() {
    let folder = folder("two");
    let record = open(&folder);
    let refused = Record::open(&folder, SERVICE).err().unwrap().to_string();
    assert!(refused.contains("already running here"), "{refused}");
    drop(record);
    open(&folder);
    fs::remove_dir_all(&folder).unwrap();
}
