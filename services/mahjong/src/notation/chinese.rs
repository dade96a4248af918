//! The Chinese names of tiles, in traditional and simplified characters.

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The rank that a numeral states.
pub(super) fn numeral(found: char) -> Option<u8> {
    let place = NUMERALS.iter().position(|&numeral| numeral == found)?;
    u8::try_from(place + 1).ok()
}

/// The letter of a suit.
pub(super) fn suit(found: char) -> Option<char> {
    match found {
        '萬' | '万' => Some('m'),
        '筒' | '餅' | '饼' => Some('p'),
        '索' | '條' | '条' => Some('s'),
        _ => None,
    }
}

/// The letter of an honour whose name begins with this character.
pub(super) fn honour(found: char) -> Option<char> {
    match found {
        '東' | '东' => Some('E'),
        '南' => Some('S'),
        '西' => Some('W'),
        '北' => Some('N'),
        '紅' | '红' | '中' => Some('C'),
        '發' | '发' => Some('F'),
        '白' => Some('P'),
        _ => None,
    }
}

/// The letter and the rank of a flower or a season.
pub(super) fn bonus(found: char) -> Option<(char, u8)> {
    match found {
        '梅' => Some(('f', 1)),
        '蘭' | '兰' => Some(('f', 2)),
        '菊' => Some(('f', 3)),
        '竹' => Some(('f', 4)),
        '春' => Some(('q', 1)),
        '夏' => Some(('q', 2)),
        '秋' => Some(('q', 3)),
        '冬' => Some(('q', 4)),
        _ => None,
    }
}

/// Whether a character only ends the name that the one before it begins: 紅中, 發財, 白板, 東風.
pub(super) fn is_second_sign(before: char, found: char) -> bool {
    matches!(
        (before, found),
        ('紅' | '红', '中')
            | ('發' | '发', '財' | '财')
            | ('白', '板')
            | ('東' | '东' | '南' | '西' | '北', '風' | '风')
    )
}
