//! What is asked, and the reason and field of its refusal: one line of text each.

use crate::server::{FAN_LAAK, OLD_HONG_KONG};

/// Names of house rules: Old Hong Kong with one difference.
pub(super) const NO_BONUS_TILES: &str = "136 tiles";
pub(super) const FIXED_FALSE_MAHJONG: &str = "false mahjong at 10 points";
pub(super) const EVERY_WINNER: &str = "every winner is paid";
pub(super) const LIABLE: &str = "nine and five tiles";
pub(super) const MISS_WIN: &str = "miss win";

/// Wins outside a match: variant, win, reason and field.
pub(super) const WINS: [(&str, &str, &str); 28] = [
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s self_draw",
        "WINNING_TILE_MISMATCH win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "1234f 1234q +8m bonus_tiles",
        "WINNING_TILE_MISMATCH win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "123m 456m 789m 5p +5p chow:ESW self_draw",
        "HONOUR_CHOW win.hand.melds[0].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:445p pung:666s +8m self_draw",
        "MELD_INVALID win.hand.melds[1].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m chow:4444p pung:666s +8m self_draw",
        "MELD_INVALID win.hand.melds[1].tiles",
    ),
    (
        NO_BONUS_TILES,
        "88m NN pung:222m pung:444p pung:666s 1f +8m self_draw",
        "BONUS_TILES_NOT_USED win.hand.bonus_tiles",
    ),
    (
        OLD_HONG_KONG,
        "22m NN pung:222m pung:444p pung:666s +2m self_draw",
        "FIFTH_COPY win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:222m pung:666s +8m self_draw",
        "FIFTH_COPY win.hand.melds[0].tiles",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s 11f +8m self_draw",
        "DUPLICATE_BONUS_TILE win.hand.bonus_tiles",
    ),
    (
        OLD_HONG_KONG,
        "8m NN pung:222m pung:444p pung:666s +8m self_draw",
        "WRONG_TILE_COUNT win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "+8m pung:222m pung:333m pung:444m pung:555m pung:666m self_draw",
        "WRONG_TILE_COUNT win.hand.melds",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m from=east",
        "DISCARDER_IS_WINNER win.from_seat",
    ),
    (
        FAN_LAAK,
        "46m 99m pung:222m pung:333m pung:888m +5m robbed=concealed_kong from=west",
        "KONG_NOT_ROBBABLE win.circumstances.robbed_kong",
    ),
    (
        OLD_HONG_KONG,
        "46m 99m pung:222m pung:333m pung:888m +5m robbed=chow from=west",
        "KONG_NOT_ROBBABLE win.circumstances.robbed_kong",
    ),
    (
        OLD_HONG_KONG,
        "55m NN pung:222m pung:444m pung:666s +5m robbed=added_kong from=west",
        "ROBBED_TILE_HELD win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m from=south replacement=kong",
        "REPLACEMENT_NOT_SELF_DRAWN win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "88m NN exposed_kong:2222m pung:444p pung:666s +8m self_draw replacement=second_kong",
        "REPLACEMENT_WITHOUT_KONG win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s +8m self_draw replacement=bonus_tile",
        "REPLACEMENT_WITHOUT_BONUS_TILE win.circumstances.replacement",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m self_draw first_turn=heaven seat=west",
        "HEAVEN_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m from=south first_turn=earth",
        "EARTH_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m from=east first_turn=man seat=west",
        "MAN_IMPOSSIBLE win.circumstances.first_turn",
    ),
    (
        OLD_HONG_KONG,
        "222m 444p 666s 88m NN +8m self_draw first_turn=heaven last_tile",
        "LAST_TILE_ON_FIRST_TURN win.circumstances.last_tile",
    ),
    (
        FAN_LAAK,
        "1234f 1234q bonus_tiles",
        "BONUS_TILE_WIN_NOT_PLAYED win.circumstances.won_by",
    ),
    (
        OLD_HONG_KONG,
        "1234f 123q bonus_tiles",
        "BONUS_TILE_WIN_NOT_PLAYED win.circumstances.won_by",
    ),
    (
        OLD_HONG_KONG,
        "88m NS pung:222m pung:444p pung:666s +8m self_draw",
        "NOT_WINNING_HAND win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "66s 66s 22m 55p 77p CC P +P from=south",
        "NOT_WINNING_HAND win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "123m 789p CC pung:222s chow:456s +C self_draw",
        "WRONG_TILE_COUNT win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "79m 99p chow:123m chow:456s chow:456p +8m self_draw",
        "BELOW_MINIMUM win",
    ),
];

/// Outcomes after a first hand that nobody won: variant, outcome, reason and field.
pub(super) const OUTCOMES: [(&str, &str, &str); 18] = [
    (
        OLD_HONG_KONG,
        "agreed points=1,0,0,0",
        "AGREED_POINTS_UNBALANCED outcomes[1].agreed.half_points",
    ),
    (
        OLD_HONG_KONG,
        "agreed points=1,-1,0",
        "OUT_OF_RANGE outcomes[1].agreed.half_points",
    ),
    (
        OLD_HONG_KONG,
        "penalty chair=1 payee=house",
        "PENALTY_POINTS_MISSING outcomes[1].penalty.points",
    ),
    (
        OLD_HONG_KONG,
        "penalty chair=1 payee=house penalty=late points=1",
        "PENALTY_UNKNOWN outcomes[1].penalty.penalty",
    ),
    (
        LIABLE,
        "chair=1 from=2 fan=6 liable=1 rule=nine_tiles",
        "LIABLE_IS_WINNER outcomes[1].win.winners[0].liable_chair",
    ),
    (
        OLD_HONG_KONG,
        "false_mahjong chair=2",
        "FALSE_MAHJONG_POINTS_MISSING outcomes[1].false_mahjong.points",
    ),
    (
        FIXED_FALSE_MAHJONG,
        "false_mahjong chair=2 points=5",
        "FALSE_MAHJONG_POINTS_FIXED outcomes[1].false_mahjong.points",
    ),
    (
        OLD_HONG_KONG,
        "false_mahjong chair=2 points=1000001",
        "OUT_OF_RANGE outcomes[1].false_mahjong.points",
    ),
    (
        OLD_HONG_KONG,
        "chair=5 from=2 fan=3",
        "OUT_OF_RANGE outcomes[1].win.winners[0].chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=5 fan=3",
        "OUT_OF_RANGE outcomes[1].win.from_chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=1001",
        "OUT_OF_RANGE outcomes[1].win.winners[0].declared.fan",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=4 toward_minimum=5",
        "OUT_OF_RANGE outcomes[1].win.winners[0].declared.fan_toward_minimum",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=2",
        "BELOW_MINIMUM outcomes[1].win.winners[0].declared.fan",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=1 fan=3",
        "DISCARDER_IS_WINNER outcomes[1].win.from_chair",
    ),
    (
        OLD_HONG_KONG,
        "chair=1 from=2 fan=3 & chair=3 fan=3",
        "SEVERAL_WINNERS_NOT_PLAYED outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 fan=3 & chair=1 fan=3",
        "WINNER_REPEATED outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 88m NN pung:222m pung:444p pung:666s +8m & chair=3 99s WW pung:222s pung:444s pung:777s +9s",
        "WINNING_TILES_DIFFER outcomes[1].win.winners",
    ),
    (
        EVERY_WINNER,
        "chair=1 from=2 88m NN pung:222m pung:444p pung:666s +8m & chair=3 67m WS pung:222s pung:444s pung:777s +8m",
        "NOT_WINNING_HAND outcomes[1].win.winners[1].hand.concealed",
    ),
];

/// Wins outside a match for which somebody is said to be liable.
pub(super) const LIABILITIES: [(&str, &str, &str); 8] = [
    (
        OLD_HONG_KONG,
        "8899s chow:123s chow:456s pung:777s +8s from=west liable=west rule=nine_tiles",
        "LIABILITY_NOT_PLAYED win.liability.rule",
    ),
    (
        LIABLE,
        "8899s chow:123s chow:456s pung:777s +8s from=west liable=east rule=nine_tiles",
        "LIABLE_IS_WINNER win.liable_seat",
    ),
    (
        LIABLE,
        "8899s chow:123s chow:456s pung:777s +8s from=west liable=south rule=nine_tiles",
        "LIABILITY_WIN_MISMATCH win.liable_seat",
    ),
    (
        LIABLE,
        "8899s 123s 456s 777s +8s seat=south from=east first_turn=earth liable=east rule=nine_tiles",
        "LIABILITY_WIN_MISMATCH win.liability.rule",
    ),
    (
        LIABLE,
        "8899s chow:123s chow:456s pung:777s +8s from=west last_tile liable=west rule=five_tiles tiles_left=2",
        "LIABILITY_WIN_MISMATCH win.liability.tiles_left",
    ),
    (
        LIABLE,
        "456s 8899s chow:123s pung:777s +8s from=west liable=west rule=nine_tiles",
        "LIABILITY_MELDS_MISSING win.hand.melds",
    ),
    (
        LIABLE,
        "8899s chow:123s chow:456s pung:777s +8s from=west liable=west rule=five_tiles tiles_left=6",
        "FIVE_TILES_NOT_MET win.liability.tiles_left",
    ),
    (
        LIABLE,
        "88s CC chow:123s chow:456s pung:777s +8s from=west liable=west rule=nine_tiles",
        "LIABILITY_HAND_MISSING win.liability.rule",
    ),
];

/// Claims on `9m`: variant, where it comes from, claims, reason and field.
pub(super) const CLAIMS: [(&str, &str, &[&str], &str); 14] = [
    (
        OLD_HONG_KONG,
        "from=2 first_turn=earth +9m",
        &["3 pung"],
        "EARTH_IMPOSSIBLE circumstances.first_turn",
    ),
    (
        FAN_LAAK,
        "from=1 robbed=exposed_kong +9m",
        &["3 win 78m 22p pung:333p pung:444p pung:555p"],
        "KONG_NOT_ROBBABLE circumstances.robbed_kong",
    ),
    (
        OLD_HONG_KONG,
        "self_draw +9m",
        &["3 pung"],
        "NOTHING_TO_CLAIM circumstances.won_by",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["3 pung", "3 kong"],
        "CLAIM_REPEATED claims[1].chair",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["3 pung", "1 pung"],
        "OWN_TILE_CLAIMED claims[1].chair",
    ),
    (
        OLD_HONG_KONG,
        "from=1 robbed=added_kong +9m",
        &["3 pung"],
        "ROBBED_KONG_NOT_WON claims[0]",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["3 chow 78m"],
        "CHOW_OUT_OF_TURN claims[0]",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["3 pung", "2 kong"],
        "PUNG_CLAIMED_TWICE claims[1]",
    ),
    (
        MISS_WIN,
        "from=1 +9m",
        &["2 chow 78m", "3 pung passed"],
        "WIN_PASSED_UP claims[1].passed_up",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["2 chow 77m"],
        "MELD_INVALID claims[0].chow.tiles",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["2 pung", "3 win 99m NN pung:222m pung:444p pung:666s"],
        "FIFTH_COPY claims",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["2 pung", "3 win 88m NN pung:222m pung:444p pung:666s +8m"],
        "WINNING_TILES_DIFFER claims[1].win.hand.winning_tile",
    ),
    (
        OLD_HONG_KONG,
        "from=1 +9m",
        &["2 pung", "3 win 88m NN pung:222m pung:444p pung:666s"],
        "NOT_WINNING_HAND claims[1].win.hand.concealed",
    ),
    (
        OLD_HONG_KONG,
        "from=1 robbed=exposed_kong +9m",
        &["3 win 78m NN pung:222m chow:456s chow:456p"],
        "BELOW_MINIMUM claims[0]",
    ),
];

/// Hands that wait: what was seen, reason and field.
pub(super) const WAITS: [(&str, &[&str], &str); 3] = [
    (
        "88m NN pung:222m pung:444p pung:666s",
        &["888m"],
        "FIFTH_COPY seen",
    ),
    (
        "88m NN pung:222m pung:444p pung:666s +8m",
        &[],
        "WINNING_TILE_MISMATCH hand.winning_tile",
    ),
    (
        "88m NN pung:222m pung:445p pung:666s",
        &[],
        "MELD_INVALID hand.melds[1].tiles",
    ),
];
