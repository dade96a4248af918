//! The columns of a sheet, and the words that stand in some of them: each with all that it is called.

use unicode_normalization::UnicodeNormalization;

/// The most characters of a word: what is longer is none, and is not looked at.
const LONGEST: usize = 60;

/// Which sheets have to have a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Need {
    /// Every one.
    Always,
    /// One that tells hands.
    OfHands,
    /// One that tells what whole matches came to.
    OfTotals,
    /// None.
    Optional,
}

/// Columns, each with which sheets have to have it, its name, and what spreadsheets call it besides, in Hong Kong, Taiwan or on the mainland.
macro_rules! columns {
    ($($(#[$about:meta])* $column:ident $need:ident $name:literal $($other:literal)*;)*) => {
        /// What a column says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Column {
            $($(#[$about])* $column,)*
        }

        impl Column {
            pub(super) const ALL: &'static [Self] = &[$(Self::$column),*];

            /// Its name in answers.
            pub(super) const fn name(self) -> &'static str {
                match self {
                    $(Self::$column => $name,)*
                }
            }

            /// What it is called besides.
            const fn other_names(self) -> &'static [&'static str] {
                match self {
                    $(Self::$column => &[$($other),*],)*
                }
            }

            /// Which sheets have to have it.
            pub(super) const fn need(self) -> Need {
                match self {
                    $(Self::$column => Need::$need,)*
                }
            }
        }
    };
}

columns! {
    /// What the lines of a match have in common.
    Match Always "match" "場次" "场次" "牌局" "比賽" "比赛";
    PlayedOn Always "played_on" "日期" "比賽日期" "比赛日期";
    East Always "east" "東" "东" "東家" "东家";
    South Always "south" "南" "南家";
    West Always "west" "西" "西家";
    North Always "north" "北" "北家";
    Winner OfHands "winner" "食糊者" "食胡者" "食糊" "食胡" "糊家" "胡家" "和家" "胡牌者" "和牌者" "贏家" "赢家";
    WonBy OfHands "won_by" "食糊方式" "食胡方式" "胡牌方式" "和牌方式" "方式";
    /// Who gave the winning tile.
    From OfHands "from" "出銃" "出銃者" "出铳" "出铳者" "出統" "出統者" "出沖" "出沖者" "出冲" "出冲者"
        "放銃" "放銃者" "放铳" "放铳者" "放槍" "放枪" "點炮" "點炮者" "点炮" "点炮者" "放炮" "放炮者";
    Fan OfHands "fan" "番" "番數" "番数";
    Limit Optional "limit" "爆棚" "滿糊" "满糊" "滿番" "满番" "滿貫" "满贯" "封頂" "封顶";
    FanTowardMinimum Optional "fan_toward_minimum" "起糊番" "起糊番數" "起胡番" "起胡番數" "起胡番数";
    /// Which hand of its match it is.
    Number Optional "number" "第幾局" "第几局" "第幾鋪" "局數" "局数" "鋪數" "局次" "局號" "局号";
    /// What who sat down in the East gained or lost in the whole match.
    EastPoints OfTotals "east_points" "東分" "东分" "東家分" "东家分" "東家分數" "东家分数" "東家得分" "东家得分" "東家總分" "东家总分";
    SouthPoints OfTotals "south_points" "南分" "南家分" "南家分數" "南家分数" "南家得分" "南家總分" "南家总分";
    WestPoints OfTotals "west_points" "西分" "西家分" "西家分數" "西家分数" "西家得分" "西家總分" "西家总分";
    NorthPoints OfTotals "north_points" "北分" "北家分" "北家分數" "北家分数" "北家得分" "北家總分" "北家总分";
    /// What the club's house got of it.
    HousePoints Optional "house_points" "公數" "公数" "公家分";
}

/// A word, and what is written for it besides.
type Word = (&'static str, &'static [&'static str]);

const WAYS: &[Word] = &[
    ("self_draw", &["自摸"]),
    (
        "discard",
        &[
            "食糊",
            "食胡",
            "出銃",
            "出铳",
            "食出銃",
            "食出統",
            "出統",
            "出沖",
            "出冲",
            "放銃",
            "放铳",
            "放槍",
            "放枪",
            "點炮",
            "点炮",
            "放炮",
        ],
    ),
    (
        "robbed_kong",
        &["搶槓", "搶杠", "抢槓", "抢杠", "搶槓糊", "搶槓胡", "抢杠胡"],
    ),
    ("bonus_tiles", &["花糊", "花胡"]),
    (
        "goulash",
        &[
            "流局", "流糊", "流胡", "荒牌", "荒莊", "荒庄", "黃莊", "黄庄",
        ],
    ),
    (
        "early_end",
        &[
            "提早完結",
            "提早完结",
            "提早結束",
            "提早结束",
            "提前結束",
            "提前结束",
            "中止",
        ],
    ),
];
const LIMIT_HAND: &[Word] = &[("limit", Column::Limit.other_names())];
const TRUTHS: &[Word] = &[
    ("true", &["yes", "x", "1", "是"]),
    ("false", &["no", "0", "否"]),
];

impl Column {
    /// Who starts on chairs 1–4.
    pub(super) const SEATS: [Self; 4] = [Self::East, Self::South, Self::West, Self::North];
    /// What those on chairs 1–4 gained or lost in the whole match.
    pub(super) const POINTS: [Self; 4] = [
        Self::EastPoints,
        Self::SouthPoints,
        Self::WestPoints,
        Self::NorthPoints,
    ];

    /// The column that is called so.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = key(name)?;
        let mut all = Self::ALL.iter().copied();
        all.find(|column| is_called(&name, (column.name(), column.other_names())))
    }

    /// The word of this column that is written so; none if it is none of them.
    pub(super) fn word(self, written: &str) -> Option<&'static str> {
        let written = key(written)?;
        let mut words = self.words().iter();
        let word = words.find(|word| is_called(&written, **word));
        word.map(|(word, _)| *word)
    }

    const fn words(self) -> &'static [Word] {
        match self {
            Self::WonBy => WAYS,
            Self::Fan => LIMIT_HAND,
            Self::Limit => TRUTHS,
            Self::Match
            | Self::PlayedOn
            | Self::East
            | Self::South
            | Self::West
            | Self::North
            | Self::Winner
            | Self::From
            | Self::FanTowardMinimum
            | Self::Number
            | Self::EastPoints
            | Self::SouthPoints
            | Self::WestPoints
            | Self::NorthPoints
            | Self::HousePoints => &[],
        }
    }
}

/// A text with letters and digits of the usual width, without spaces around it.
pub(super) fn plain(text: &str) -> String {
    let plain: String = text.nfkc().collect();
    plain.trim().to_owned()
}

/// What words are compared by: without case, and however they are joined. None of what is too long for a word.
fn key(text: &str) -> Option<String> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let joins = |letter: &char| letter.is_whitespace() || matches!(letter, '_' | '-');
    let plain = plain(text).to_lowercase();
    Some(plain.chars().filter(|letter| !joins(letter)).collect())
}

fn is_called(key: &str, (name, others): Word) -> bool {
    let name = name.chars().filter(|letter| *letter != '_');
    name.eq(key.chars()) || others.contains(&key)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Of one that is there twice, or is not written as words are compared, the second would never be found.
    fn check(words: &[Word]) {
        let mut seen = BTreeSet::new();
        for (word, others) in words {
            for written in [word].into_iter().chain(*others) {
                let key = key(written).unwrap();
                let is_own = written == word || *written == key;
                assert!(is_own, "{written} is compared as {key}");
                assert!(seen.insert(key), "{written} is there twice");
            }
        }
    }

    #[test]
    fn each_word_means_one_thing_in_its_column() {
        let names: Vec<Word> = Column::ALL
            .iter()
            .map(|column| (column.name(), column.other_names()))
            .collect();
        check(&names);
        for column in Column::ALL {
            check(column.words());
            assert_eq!(Column::named(column.name()), Some(*column));
            for (word, others) in column.words() {
                let mut written = [word].into_iter().chain(*others);
                assert!(written.all(|written| column.word(written) == Some(word)));
            }
        }
    }

    #[test]
    fn words_are_found_however_they_are_written() {
        for (written, column) in [
            ("Won by", Column::WonBy),
            (" PLAYED_ON", Column::PlayedOn),
            ("Played on", Column::PlayedOn),
            ("ｆａｎ", Column::Fan),
            ("Fan toward  minimum", Column::FanTowardMinimum),
            ("东 家", Column::East),
        ] {
            assert_eq!(Column::named(written), Some(column), "{written}");
        }
        assert_eq!(Column::named("points"), None);
        assert_eq!(Column::named(&"fan".repeat(30)), None);
        assert_eq!(Column::WonBy.word("Self-draw"), Some("self_draw"));
        assert_eq!(Column::WonBy.word("自 摸"), Some("self_draw"));
        assert_eq!(Column::Limit.word("１"), Some("true"));
        assert_eq!(Column::Winner.word("自摸"), None);
    }
}
