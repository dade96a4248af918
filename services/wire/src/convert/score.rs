//! What a hand is worth, and why. The reasons in sentences (`because`) are no part of a score: who has them adds them.

use mahjong::{
    CappedPatterns, CountedPattern, LeftOutPattern, ReadSet, Reading, Score, WinnerScore, notation,
};

use super::state::read_chair;
use super::unreadable::{At, Unreadable, required};
use super::words::{read, write};
use crate::v1;

impl From<WinnerScore> for v1::WinnerScore {
    fn from(winner: WinnerScore) -> Self {
        Self {
            chair: winner.chair.number().into(),
            score: Some(winner.score.into()),
        }
    }
}

impl TryFrom<v1::WinnerScore> for WinnerScore {
    type Error = Unreadable;

    fn try_from(stated: v1::WinnerScore) -> Result<Self, Unreadable> {
        let score = required(stated.score, "score")?;
        Ok(Self {
            chair: read_chair(stated.chair).at("chair")?,
            score: Score::try_from(score).at("score")?,
        })
    }
}

impl From<Score> for v1::Score {
    fn from(score: Score) -> Self {
        let counted = score.counted.into_iter();
        let capped = score.capped.into_iter();
        let left_out = score.left_out.into_iter();
        Self {
            reading: score.reading.map(v1::Reading::from),
            counted: counted.map(v1::CountedPattern::from).collect(),
            capped: capped.map(v1::CappedPatterns::from).collect(),
            left_out: left_out.map(v1::LeftOutPattern::from).collect(),
            fan: score.fan,
            fan_toward_minimum: score.fan_toward_minimum,
            minimum_fan: score.minimum_fan,
            limit: score.limit,
            points: score.points,
            declared: score.declared,
        }
    }
}

impl TryFrom<v1::Score> for Score {
    type Error = Unreadable;

    fn try_from(stated: v1::Score) -> Result<Self, Unreadable> {
        let reading = stated.reading.map(Reading::try_from).transpose();
        let counted = stated.counted.into_iter();
        let capped = stated.capped.into_iter();
        let left_out = stated.left_out.into_iter().map(LeftOutPattern::try_from);
        Ok(Self {
            reading: reading.at("reading")?,
            counted: counted.map(CountedPattern::from).collect(),
            capped: capped.map(CappedPatterns::from).collect(),
            left_out: left_out.collect::<Result<_, _>>().at("left_out")?,
            fan: stated.fan,
            fan_toward_minimum: stated.fan_toward_minimum,
            minimum_fan: stated.minimum_fan,
            limit: stated.limit,
            points: stated.points,
            declared: stated.declared,
        })
    }
}

impl From<Reading> for v1::Reading {
    fn from(reading: Reading) -> Self {
        let sets = reading.sets.into_iter().map(v1::ReadSet::from);
        Self {
            shape: write(reading.shape),
            sets: sets.collect(),
        }
    }
}

impl TryFrom<v1::Reading> for Reading {
    type Error = Unreadable;

    fn try_from(stated: v1::Reading) -> Result<Self, Unreadable> {
        let sets = stated.sets.into_iter().map(ReadSet::try_from);
        Ok(Self {
            shape: read(stated.shape).at("shape")?,
            sets: sets.collect::<Result<_, _>>().at("sets")?,
        })
    }
}

impl From<ReadSet> for v1::ReadSet {
    fn from(set: ReadSet) -> Self {
        let tiles = notation::parse(&set.tiles).unwrap_or_default().playing;
        let numbers = tiles.into_iter().map(|tile| tile.index() as i32 + 1);
        Self {
            kind: write(set.kind),
            tiles: Some(v1::Tiles {
                tiles: numbers.collect(),
                notation: set.tiles,
            }),
            concealed: set.concealed,
            completed: set.completed,
        }
    }
}

impl TryFrom<v1::ReadSet> for ReadSet {
    type Error = Unreadable;

    fn try_from(stated: v1::ReadSet) -> Result<Self, Unreadable> {
        Ok(Self {
            kind: read(stated.kind).at("kind")?,
            tiles: required(stated.tiles, "tiles")?.notation,
            concealed: stated.concealed,
            completed: stated.completed,
        })
    }
}

impl From<CountedPattern> for v1::CountedPattern {
    fn from(counted: CountedPattern) -> Self {
        Self {
            pattern: counted.pattern,
            count: counted.count,
            fan: counted.fan,
            limit: counted.limit,
            counts_toward_minimum: counted.counts_toward_minimum,
            because: String::new(),
        }
    }
}

impl From<v1::CountedPattern> for CountedPattern {
    fn from(stated: v1::CountedPattern) -> Self {
        Self {
            pattern: stated.pattern,
            count: stated.count,
            fan: stated.fan,
            limit: stated.limit,
            counts_toward_minimum: stated.counts_toward_minimum,
        }
    }
}

impl From<CappedPatterns> for v1::CappedPatterns {
    fn from(capped: CappedPatterns) -> Self {
        Self {
            patterns: capped.patterns,
            fan_before: capped.fan_before,
            fan: capped.fan,
            because: String::new(),
        }
    }
}

impl From<v1::CappedPatterns> for CappedPatterns {
    fn from(stated: v1::CappedPatterns) -> Self {
        Self {
            patterns: stated.patterns,
            fan_before: stated.fan_before,
            fan: stated.fan,
        }
    }
}

impl From<LeftOutPattern> for v1::LeftOutPattern {
    fn from(left_out: LeftOutPattern) -> Self {
        Self {
            pattern: left_out.pattern,
            reason: write(left_out.reason),
            by: left_out.by.unwrap_or_default(),
            because: String::new(),
        }
    }
}

impl TryFrom<v1::LeftOutPattern> for LeftOutPattern {
    type Error = Unreadable;

    fn try_from(stated: v1::LeftOutPattern) -> Result<Self, Unreadable> {
        Ok(Self {
            pattern: stated.pattern,
            reason: read(stated.reason).at("reason")?,
            by: Some(stated.by).filter(|by| !by.is_empty()),
        })
    }
}
