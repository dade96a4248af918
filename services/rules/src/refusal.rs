//! Why a hand or an outcome is refused.

mod detail;

pub(crate) use detail::Detail;

use crate::explained_codes::explained_codes;
use crate::field::Field;

explained_codes! {
    /// A reason for refusing, in the order of precedence: if several apply, the first is the answer.
    pub enum RefusalCode {
        MatchOver = "match_over",
            "The match is over." "牌局已經完咗。",
            "Open another match." "唔可以再記；請開一場新嘅。";
        WinnerMissing = "winner_missing",
            "A win names no winner." "未講邊個食糊。",
            "Name one." "請揀食糊嘅人。";
        WinnerRepeated = "winner_repeated",
            "A chair is named as winner twice." "同一個人食糊寫咗兩次。",
            "Name each chair once." "每人只可以寫一次。";
        SeveralWinnersNotPlayed = "several_winners_not_played",
            "There are several winners, but the variant allows only one, or the win is a self-draw." "呢套規則唔可以多過一個人食糊，或者自摸只可以一個人。",
            "Name the winner who gets the tile." "請只揀一個。";
        FalseMahjongPointsMissing = "false_mahjong_points_missing",
            "The variant does not fix the amount, and `points` is absent." "未講詐糊賠幾多。",
            "State `points`." "請填分數。";
        FalseMahjongPointsFixed = "false_mahjong_points_fixed",
            "The variant fixes the amount, or opens the hand without a payment, and `points` has another value." "呢套規則已經定咗詐糊賠幾多。",
            "Leave `points` out." "請唔好填另一個數。";
        AgreedPointsUnbalanced = "agreed_points_unbalanced",
            "The agreed points do not sum to zero." "協議嘅分加埋唔係零。",
            "Correct them." "請改正。";
        PenaltyPointsMissing = "penalty_points_missing",
            "The variant has no amount for the penalty, and `points` is absent." "未講罰幾多分。",
            "State `points`." "請填分數。";
        PenaltyUnknown = "penalty_unknown",
            "The variant has no penalty with this id." "呢套規則冇呢種罰。",
            "Use an id of the variant, or leave it out and state `points`." "請揀規則有嘅，或者自己填分數。";
        SidePaymentToPayer = "side_payment_to_payer",
            "The chair that pays is the chair that is paid." "找錢同收錢嘅係同一個人。",
            "Name another `from_chair`, or leave it out if each other player pays." "請揀另一個人找，或者三家都找。";
        SidePaymentPointsMissing = "side_payment_points_missing",
            "The variant has no amount for the side payment, and `points` is absent." "未講找幾多分。",
            "State `points`." "請填分數。";
        SidePaymentUnknown = "side_payment_unknown",
            "The variant has no side payment with this id." "呢套規則冇呢種另計嘅錢。",
            "Use an id of the variant, or leave it out and state `points`." "請揀規則有嘅，或者自己填分數。";
        TotalsNotAlone = "totals_not_alone",
            "Totals are for a match of which no points were recorded, but this one has some." "呢場已經記咗分，唔可以再記總分。",
            "Correct the match: remove its hands and other payments, and insert the totals." "請更正牌局：刪走啲牌同其他找數，再加總分。";
        TotalsUnbalanced = "totals_unbalanced",
            "The totals do not sum to zero with what the house gets." "四家總分加埋公數唔係零。",
            "Correct them, or state what the house gets." "請改正，或者寫明公數有幾多。";
        NothingToClaim = "nothing_to_claim",
            "The claimed tile is not a discard, and no kong is declared with it." "嗰隻牌冇人打出嚟，亦冇人開槓。",
            "State a discard or a robbed kong." "請講明係打出定搶槓。";
        ClaimRepeated = "claim_repeated",
            "A chair claims the tile twice." "同一個人叫咗兩次。",
            "Send only its highest claim." "請只講最大嗰樣。";
        OwnTileClaimed = "own_tile_claimed",
            "A chair claims its own discard, or the tile of its own kong." "有人叫自己打出或者開槓嘅牌。",
            "Correct the claiming chair, or the chair that gave the tile." "請改正邊個叫。";
        RobbedKongNotWon = "robbed_kong_not_won",
            "The tile of a kong is claimed for a kong, pung or chow." "搶槓只可以食糊。",
            "This tile can only be claimed for a win." "唔可以上、碰、槓。";
        ChowOutOfTurn = "chow_out_of_turn",
            "Only the player to the right of the discarder can claim a chow." "只有下家可以上。",
            "Leave the claim out." "請攞走呢項。";
        PungClaimedTwice = "pung_claimed_twice",
            "Two players claim a pung or kong of one tile, which has only four copies." "兩個人碰或者槓同一隻牌，但係牌得四隻。",
            "Leave out the wrong claim." "請攞走錯嗰項。";
        WinPassedUp = "win_passed_up",
            "The player passed up a win on this tile and has not drawn since; the variant does not allow this claim." "佢過咗呢隻牌唔食，未摸過牌，呢套規則唔可以食返。",
            "Leave the claim out." "請攞走呢項。";
        OutOfRange = "out_of_range",
            "A number is outside its range." "有一個數超出範圍。",
            "See the message, or the comment of the field." "請改正。";
        WinningTileMismatch = "winning_tile_mismatch",
            "There is no winning tile, or there are several, or a win by bonus tiles has one." "食糊牌冇，或者多過一隻。",
            "State the tile that completed the hand; none for bonus tiles." "請揀一隻；花糊就唔使揀。";
        WinningTilesDiffer = "winning_tiles_differ",
            "The winners of one discard have different winning tiles, or a claim has another tile than the claimed one." "食同一隻牌嘅人講嘅牌唔同。",
            "Correct the tiles." "請改到一樣。";
        HonourChow = "honour_chow",
            "A chow has winds or dragons." "番子唔可以上。",
            "Correct the meld." "請改正呢組牌。";
        MeldInvalid = "meld_invalid",
            "The tiles of a meld do not match its kind." "呢組牌唔成上、碰或者槓。",
            "Correct its tiles or its kind." "請改正牌或者種類。";
        BonusTilesNotUsed = "bonus_tiles_not_used",
            "The hand has flowers or seasons, but the variant uses 136 tiles." "呢套規則冇花。",
            "Leave them out, or choose another variant." "請攞走花牌，或者揀另一套規則。";
        FifthCopy = "fifth_copy",
            "There are more than four copies of a tile." "同一隻牌多過四隻。",
            "Correct the tiles." "請改正。";
        DuplicateBonusTile = "duplicate_bonus_tile",
            "A flower or season occurs twice." "同一隻花出現咗兩次。",
            "Correct the tiles." "請改正。";
        WrongTileCount = "wrong_tile_count",
            "There are too few or too many tiles or melds." "牌嘅數目唔啱，變咗大相公或者小相公。",
            "The hand needs 13 − 3 × melds concealed tiles, without the winning tile." "除咗食糊牌，手牌要有 13 隻，每上碰槓一組就少 3 隻。";
        DiscarderIsWinner = "discarder_is_winner",
            "The winner is also the player who gave the tile." "食糊嘅人同出銃嘅人係同一個。",
            "Name the player who gave it." "請改正邊個出銃。";
        KongNotRobbable = "kong_not_robbable",
            "The variant does not allow robbing this kind of kong, or the meld is not a kong." "呢套規則唔可以搶呢種槓。",
            "Correct the kind." "請改正槓嘅種類。";
        RobbedTileHeld = "robbed_tile_held",
            "The winner holds a copy of the robbed tile, but the kong needs all four." "食糊嘅人手上有被搶嗰隻牌，但係開槓要四隻齊。",
            "Correct the tiles." "請改正牌。";
        ReplacementNotSelfDrawn = "replacement_not_self_drawn",
            "A win on a replacement tile must be a self-draw." "補牌食糊一定係自摸。",
            "Correct `won_by`, or leave the replacement out." "請改正食糊方式，或者攞走補牌。";
        ReplacementWithoutKong = "replacement_without_kong",
            "The replacements are for more kongs than the hand has." "補牌講嘅槓多過副牌有嘅槓。",
            "Add the kongs." "請加返啲槓。";
        ReplacementWithoutBonusTile = "replacement_without_bonus_tile",
            "The replacement is for a bonus tile, but the hand has none." "講咗補花，但係副牌冇花。",
            "Add the bonus tile." "請加返隻花。";
        HeavenImpossible = "heaven_impossible",
            "Heaven is not possible for a non-dealer, by discard, or with melds." "天糊只有莊家自摸、冇上碰槓先得。",
            "Leave `first_turn` out." "請攞走天糊。";
        EarthImpossible = "earth_impossible",
            "Earth is only possible for a non-dealer, on the dealer's discard, without melds." "地糊只有閒家食莊家頭一隻牌、冇上碰槓先得。",
            "Leave `first_turn` out." "請攞走地糊。";
        ManImpossible = "man_impossible",
            "Man is only possible for a non-dealer without melds, by self-draw or in the ways of `man_wins` of the variant." "人糊只有閒家自摸、冇上碰槓先得。",
            "Leave `first_turn` out." "請攞走人糊。";
        LastTileOnFirstTurn = "last_tile_on_first_turn",
            "The last tile of the wall cannot be on the first turn." "頭一輪冇可能係最尾隻牌。",
            "State one of the two." "請只揀一樣。";
        BonusTileWinNotPlayed = "bonus_tile_win_not_played",
            "The variant has no win by bonus tiles, or none with so few." "呢套規則冇花糊，或者花唔夠。",
            "Continue the hand." "請繼續打。";
        LiabilityNotPlayed = "liability_not_played",
            "The variant does not have this rule of liability." "呢套規則冇呢種包。",
            "Leave the liability out." "請攞走包。";
        LiableIsWinner = "liable_is_winner",
            "The liable player is the winner." "包嘅人就係食糊嘅人。",
            "Name the liable player." "請改正邊個包。";
        LiabilityWinMismatch = "liability_win_mismatch",
            "The rule of liability does not match how the hand was won, or who gave the tile." "呢種包同食糊方式，或者出銃嘅人唔夾。",
            "Correct the rule or the liable player, or leave the liability out." "請改正。";
        LiabilityMeldsMissing = "liability_melds_missing",
            "The winner does not have the melds that the rule of liability needs." "食糊嘅人冇呢種包要有嘅上碰槓。",
            "Correct the melds, or leave the liability out." "請改正牌，或者攞走包。";
        FiveTilesNotMet = "five_tiles_not_met",
            "More than five tiles were left, or the tile was not live." "牌牆剩多過五隻，或者嗰隻唔係生張。",
            "Leave the liability out." "請攞走包。";
        NotWinningHand = "not_winning_hand",
            "The tiles do not form a complete hand, or one of a shape that does not win under the variant." "呢副牌唔成糊。",
            "Correct the tiles, or record a false mahjong." "請改正啲牌，或者記詐糊。";
        BelowMinimum = "below_minimum",
            "The hand is complete but below the minimum of the table." "成糊，但係唔夠番起糊。",
            "It is not a legal win; record a false mahjong." "唔可以食；如果叫咗糊，就記詐糊。";
        LiabilityHandMissing = "liability_hand_missing",
            "The rule of liability is not for this kind of hand." "呢種包唔係用喺呢種牌。",
            "Leave the liability out." "請攞走包。";
    }
}

/// Why something is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason.
    pub code: RefusalCode,
    /// Which of several winners or claims it is about, counted from 0; `None` for what they share.
    pub winner: Option<usize>,
    /// The fact it is about.
    pub field: Field,
    detail: Detail,
}

impl Refusal {
    pub(crate) fn new(code: RefusalCode, field: Field, detail: impl Into<Detail>) -> Refusal {
        Refusal {
            code,
            winner: None,
            field,
            detail: detail.into(),
        }
    }

    /// A refusal unless something holds.
    pub(crate) fn unless(
        holds: bool,
        code: RefusalCode,
        field: Field,
        message: &'static str,
    ) -> Result<(), Refusal> {
        if holds {
            Ok(())
        } else {
            Err(Refusal::new(code, field, message))
        }
    }

    pub(crate) fn of_winner(self, winner: usize) -> Refusal {
        Refusal {
            winner: Some(winner),
            ..self
        }
    }

    /// What is wrong and what was expected, as a sentence a club secretary understands.
    #[must_use]
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.detail.fmt(f)
    }
}

impl std::error::Error for Refusal {}
