//! The entry as a whole: a head that all kinds share, and the body.

use crate::canonical::{self, Fields, Refusal, check_format};
use crate::unknown_part::unknown_part;
use crate::{Body, ClubId, MAX_INTEGER, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The `format` of every leaf.
pub const FORMAT: &str = "faan.entry";
/// The `version` of the format written here.
pub const VERSION: u64 = 1;

/// An entry of a club's ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The club.
    pub club: ClubId,
    /// Its place in the club's ledger: 1, 2, 3, … without holes.
    pub seq: u64,
    /// When it was entered; strictly later than the entry before.
    pub time: Timestamp,
    /// Who entered it.
    pub actor: UserId,
    /// What it says.
    pub body: Body,
}

impl Entry {
    /// The leaf: canonical JSON. An entry is written once in its life, and its bytes are kept.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Refusal> {
        self.check()?;
        canonical::bytes(&Leaf {
            head: Head::of(self),
            body: &self.body,
        })
    }

    /// Reads a leaf back. Accepts exactly what [`Entry::to_bytes`] writes: an unknown field, another version,
    /// another order of fields or a space is refused. A leaf in order that has a kind, a field or a word that this program does
    /// not know is [`Refusal::Kind`], [`Refusal::Field`] or [`Refusal::Word`]: a later program may know it.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let entry = Self::read_written(bytes)?;
        // Written again it must be the same bytes: order, spacing, doubled keys and escapes all show here.
        if entry.to_bytes()? != bytes {
            return Err(Refusal::NotCanonical);
        }
        Ok(entry)
    }

    /// Reads the entry back from bytes that the caller wrote and whose hash is still the same. Whether they are canonical is not
    /// checked again, which is nearly half of the work of [`Entry::parse`].
    pub fn read_written(bytes: &[u8]) -> Result<Self, Refusal> {
        let mut fields: Fields<'_> = serde_json::from_slice(bytes)?;
        let head = Head::take(&mut fields)?;
        let body = Body::read(&fields);
        let body = body.map_err(|refusal| unknown_part_of(bytes).unwrap_or(refusal))?;
        let Head {
            club,
            seq,
            time,
            actor,
            ..
        } = head;
        let entry = Self {
            club,
            seq,
            time,
            actor,
            body,
        };
        entry.check()?;
        Ok(entry)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.seq == 0 || self.seq > MAX_INTEGER as u64 {
            return Err(Refusal::Contradiction("sequence numbers are 1 to 2^53 − 1"));
        }
        if matches!(self.body, Body::ClubFounded(_)) != (self.seq == 1) {
            return Err(Refusal::Contradiction(
                "the first entry, and only the first, founds the club",
            ));
        }
        if let Body::TextErased(erased) = &self.body
            && !(1..self.seq).contains(&erased.entry)
        {
            return Err(Refusal::Contradiction(
                "only of an earlier entry a text is erased",
            ));
        }
        self.body.check()
    }
}

/// The fields of a leaf.
#[derive(Serialize)]
struct Leaf<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    body: &'a Body,
}

/// The fields that every kind has.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    format: String,
    version: u64,
    club: ClubId,
    seq: u64,
    time: Timestamp,
    actor: UserId,
}

impl Head {
    const FIELDS: [&str; 6] = ["format", "version", "club", "seq", "time", "actor"];

    fn of(entry: &Entry) -> Self {
        let Entry {
            club,
            seq,
            time,
            actor,
            ..
        } = *entry;
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            club,
            seq,
            time,
            actor,
        }
    }

    /// Takes the head out of a leaf's fields; what stays is the body.
    fn take(fields: &mut Fields<'_>) -> Result<Self, Refusal> {
        let mut head = Map::new();
        for name in Self::FIELDS {
            if let Some((name, text)) = fields.remove_entry(name) {
                head.insert(name, Value::deserialize(text)?);
            }
        }
        check_format(&head, FORMAT, VERSION)?;
        Ok(Self::deserialize(Value::Object(head))?)
    }
}

/// What is not known here of a leaf that cannot be read. That the leaf is canonical can be told all the same; of another nothing is known.
fn unknown_part_of(bytes: &[u8]) -> Option<Refusal> {
    let leaf: Value = serde_json::from_slice(bytes).ok()?;
    if canonical::bytes(&leaf).ok()? != bytes {
        return None;
    }
    let Value::Object(mut body) = leaf else {
        return None;
    };
    body.retain(|name, _| !Head::FIELDS.contains(&name.as_str()));
    unknown_part(&Value::Object(body))
}
