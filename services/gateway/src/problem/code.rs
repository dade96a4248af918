//! Every problem the gateway itself reports: one table, from which the answers, their HTTP status, the page `openapi/PROBLEMS.md`, the codes of
//! the clients and the Chinese texts of the pages are made. (What the engine says of a hand has codes of the engine's.)

use actix_web::http::StatusCode;

/// Declares problems, each once: its code, its HTTP status, and what it means and what to do about it, in English and beside it in Traditional
/// Chinese as Hong Kong writes it.
macro_rules! problems {
    ($(
        $name:ident $code:literal $status:ident, $title:literal $chinese_title:literal,
            $advice:literal $chinese_advice:literal;
    )*) => {
        /// A stable code of ours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code { $(#[doc = $title] $name),* }

        impl Code {
            /// Every code, in the order of the page.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as clients see it.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            /// The HTTP status it comes with.
            pub fn status(self) -> StatusCode {
                match self { $(Code::$name => StatusCode::$status),* }
            }

            /// What it means, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// What to do about it.
            pub fn advice(self) -> &'static str {
                match self { $(Code::$name => $advice),* }
            }

            /// What it means and what to do about it, in Traditional Chinese.
            pub fn traditional_chinese(self) -> &'static [&'static str] {
                match self { $(Code::$name => &[$chinese_title, $chinese_advice]),* }
            }
        }
    };
}

problems! {
    // 400: the request could not be read.
    MalformedJson "malformed_json" BAD_REQUEST, "The body is not JSON" "傳送嘅資料讀唔到。",
        "Send one well-formed JSON document (RFC 8259) in UTF-8. `errors` says where reading stopped." "請重新載入呢版再試。";
    DuplicateField "duplicate_field" BAD_REQUEST, "A field is there twice" "有一欄出現咗兩次。",
        "Send each field once." "每欄只可以填一次。";
    UnknownField "unknown_field" BAD_REQUEST, "There is a field that does not belong there" "有一欄唔應該喺度。",
        "Remove the field, or correct its name; the sentence lists the fields that exist." "請攞走嗰欄，或者改正欄名。";
    MissingField "missing_field" BAD_REQUEST, "A field is missing" "有一欄未填。",
        "Add the field that `errors` points to." "請補返嗰欄。";
    InvalidField "invalid_field" BAD_REQUEST, "A field has the wrong form" "有一欄嘅格式唔啱。",
        "Send what the sentence asks for, for example a whole number, or one of the listed words." "請改正嗰欄。";
    InvalidParameter "invalid_parameter" BAD_REQUEST, "A query parameter is unknown or has the wrong form" "網址入面有一項唔啱。",
        "Correct the part of the address after the question mark; the sentence names the parameters that exist." "請改正問號之後嘅部分。";
    InvalidCursor "invalid_cursor" BAD_REQUEST, "The cursor is not one of ours" "搵唔到下一頁嘅位置。",
        "Pass `next_cursor` of the page before unchanged, or leave `cursor` out to start at the beginning." "請由第一頁再睇過。";
    IdempotencyKeyRequired "idempotency_key_required" BAD_REQUEST, "An Idempotency-Key is required" "呢個要求冇編號。",
        "Send a header `Idempotency-Key` with 1–255 visible ASCII characters, a new one (for example a UUID) for each thing you want done, the same one when you repeat the request." "請重新載入呢版再試。";
    InvalidHeader "invalid_header" BAD_REQUEST, "A header has the wrong form" "要求入面有一項標頭唔啱。",
        "Correct the header the sentence names." "請重新載入呢版再試。";

    // 401, 403, 404, 405: who asks for what.
    NotSignedIn "not_signed_in" UNAUTHORIZED, "You are not signed in" "你未登入。",
        "Sign in (`POST /v1/sessions`) or refresh the session, and send `Authorization: Bearer <access_token>`; a token of the OIDC issuer that the service is set to does as well while it is good. For a machine: ask an owner of the club for a new API key." "請先登入。";
    WrongCredentials "wrong_credentials" UNAUTHORIZED, "The e-mail address or the password is wrong" "電郵或者密碼唔啱。",
        "Check both. Which of them is wrong is not told." "請兩樣都檢查吓，系統唔會講邊樣錯。";
    SessionOver "session_over" UNAUTHORIZED, "The session is over" "登入已經完結。",
        "Sign in again. A refresh token works once; used a second time it ends the whole session." "請再登入。";
    PasswordChangeRequired "password_change_required" FORBIDDEN, "The password is for one time" "呢個密碼只可以用一次。",
        "Sign in again with the same password and, as `new_password`, one of your own." "請用同一個密碼登入，同時揀一個新密碼。";
    IdentityNotLinked "identity_not_linked" FORBIDDEN, "The token is good, and its subject is linked to no account" "呢個身份未連上任何戶口。",
        "Sign in to your account once with its password (`POST /v1/sessions`; who has none signs up at `POST /v1/users`), and link the identity: `POST /v1/users/me/identities` with this token." "請先用密碼登入一次，再連上呢個身份。";
    OtherOrigin "other_origin" FORBIDDEN, "Another site sent this" "呢個要求來自另一個網站。",
        "The sessions of browsers are for the pages of this service: open its page. A program signs in with `POST /v1/sessions`." "請打開本服務嘅版面。";
    Forbidden "forbidden" FORBIDDEN, "Your role in the club does not allow this" "你喺會入面嘅身份唔可以做呢件事。",
        "Ask an owner of the club to do it, or to give you a role that may." "請搵會主做，或者請會主改你嘅身份。";
    InvitationNotOpen "invitation_not_open" NOT_FOUND, "No open invitation has this token" "冇呢個有效嘅邀請。",
        "Check that the token is complete. Whether it never existed, was used, has expired or was revoked is not told: ask an owner of the club for a new invitation." "請檢查邀請碼係咪齊全，或者請會主再發一個。";
    UnconfirmedLink "unconfirmed_link" FORBIDDEN, "No owner has confirmed that you are this player" "未有會主確認你係呢位牌友。",
        "Ask an owner of the club to confirm it (`PUT /v1/clubs/{club}/players/{player}/account` with your account), and repeat the request." "請會主確認之後再試。";
    ConfirmedLink "confirmed_link" FORBIDDEN, "An owner, or an invitation, said who this player is" "呢位牌友係邊個，已經由會主或者邀請確認。",
        "Ask an owner of the club: only owners end such a link (`DELETE /v1/clubs/{club}/players/{player}/account`), or say that the player is somebody else." "只有會主可以解除。";
    NotFound "not_found" NOT_FOUND, "There is nothing here" "呢度冇嘢。",
        "Check the address. What belongs to a club you are not a member of looks the same as what does not exist." "請檢查網址；你冇份嘅會，同唔存在嘅會睇落一樣。";
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED, "This address does not take that method" "呢個網址唔可以咁用。",
        "Use one of the methods in the `Allow` header." "請重新載入呢版再試。";

    // 431: how the head came.
    HeadTooLarge "head_too_large" REQUEST_HEADER_FIELDS_TOO_LARGE, "The head of the request is too large" "要求嘅標頭太大。",
        "Address, headers and cookies have at most 24 KiB together: send fewer or shorter ones." "請清除呢個網站嘅 cookie 再試。";

    // 408, 413, 415: how the body came.
    RequestTimeout "request_timeout" REQUEST_TIMEOUT, "The body took too long to arrive" "資料傳送得太耐。",
        "Send the request again." "請再試一次。";
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE, "The body is too large" "傳送嘅資料太大。",
        "Send at most 256 KiB, or 512 KiB of a file to import." "最多 256 KiB；匯入嘅檔案最多 512 KiB。";
    UnsupportedContentType "unsupported_content_type" UNSUPPORTED_MEDIA_TYPE, "The body is declared as something that is not taken" "傳送嘅資料格式唔啱。",
        "Send `Content-Type: application/json`, or for a file to import one of the types that the sentence names, and no `Content-Encoding`." "請重新載入呢版再試。";

    // 409, 412, 428: what others did meanwhile.
    EmailTaken "email_taken" CONFLICT, "There is an account with this e-mail address" "呢個電郵已經有戶口。",
        "Sign in with it, or use another address." "請直接登入，或者用第二個電郵。";
    IdentityLinked "identity_linked" CONFLICT, "The identity is linked to another account" "呢個身份已經連咗另一個戶口。",
        "Sign in with that account. To have the identity here, unlink it there first (`DELETE /v1/users/me/identities/{identity}`)." "請用嗰個戶口登入，或者先喺嗰邊解除。";
    OtherIdentityLinked "other_identity_linked" CONFLICT, "Your account is linked to another identity of this issuer" "你嘅戶口已經連咗呢個發行者嘅另一個身份。",
        "Unlink that one first (`GET /v1/users/me/identities` lists it, `DELETE /v1/users/me/identities/{identity}` unlinks it)." "請先解除嗰個。";
    HandNumberTaken "hand_number_taken" CONFLICT, "This hand has been recorded" "呢舖已經有人記咗。",
        "`hand` shows what was recorded under the number. If it is the hand you meant, nothing is left to do; if yours is the next one, send it with the next number." "如果同你嗰舖一樣，就唔使再記；唔一樣就要決定點處理。";
    HandNumberAhead "hand_number_ahead" CONFLICT, "A hand before this one is missing" "之前仲有一舖未記。",
        "Record the hands in the order they were played; `next_number` is the number of the next one." "請跟打牌嘅次序記。";
    PlayersChanged "players_changed" CONFLICT, "Other players sit at the table" "枱上換咗人。",
        "Somebody took a chair over since you read the match. If those who sit there now played the hand, name them; if the others played it, insert it before the substitution by a correction." "如果係而家枱上嘅人打，就照而家嘅人記；如果係之前嘅人打，請用更正插喺換人之前。";
    MatchOver "match_over" CONFLICT, "The match is over" "牌局已經完咗。",
        "No hand can be recorded in it. Open a new match." "唔可以再記；請開一場新嘅。";
    TooManyOutcomes "too_many_outcomes" CONFLICT, "The match has too many outcomes" "呢場牌局記得太多。",
        "End it early if it is not over (`POST /v1/clubs/{club}/matches/{match}/end`), and open a new match for what follows. The last 20 are kept for owners and referees." "請提早完咗佢，再開一場新嘅。";
    TooManyMatchPlayers "too_many_match_players" CONFLICT, "Too many players would take part in the match" "呢場牌局會有太多人打過。",
        "At most 32 players take part in a match, those who left their chair among them. Somebody who has played can come back; for others, end the match early and open a new one." "打過嘅人可以再坐低；換其他人就請提早完咗佢，再開一場新嘅。";
    TooManyCorrections "too_many_corrections" CONFLICT, "The match has too many corrections" "呢場牌局改得太多次。",
        "The match stays as it is. Guests with a recording link make at most 10, and the last 20 are kept for owners and referees, as is half of the 16 MiB that all of them come to at most: ask one of them. Beyond that, correct what is left in a new match, or by a payment." "牌局會保持現狀；要改嘅請喺新牌局處理。";
    EntryTooLarge "entry_too_large" CONFLICT, "The entry would be too large" "呢項紀錄會太大，冇人驗證到。",
        "Do it in several steps: correct fewer outcomes in one request, or settle a shorter period. A change of who sat on the chairs has all outcomes worked out anew: void those that need not stay first, or record the match again as a new one." "請分開幾次做：每次改少啲，或者結短啲嘅日子。";
    MatchChanged "match_changed" CONFLICT, "The match changed while this was worked out" "計緊嘅時候牌局變咗。",
        "Others are recording in this match. Read it again and repeat the request with the same Idempotency-Key." "有其他人記緊呢場，請再睇一次之後再試。";
    LastOwner "last_owner" CONFLICT, "A club needs an owner" "會要有會主。",
        "Invite somebody to be an owner first (`POST /v1/clubs/{club}/invitations` with the role `owner`): once they have accepted, you can go." "請先邀請另一位會主。";
    OnlyOwner "only_owner" CONFLICT, "You are the only owner of a club" "你係呢個會唯一嘅會主。",
        "`clubs` lists them: invite somebody to be an owner of each (`POST /v1/clubs/{club}/invitations` with the role `owner`). Once they have accepted, you can go." "請先為每個會邀請另一位會主。";
    AcceptanceRequired "acceptance_required" CONFLICT, "Nobody becomes an owner without accepting it" "未經本人接受，冇人會成為會主。",
        "Make an invitation with the role `owner` (`POST /v1/clubs/{club}/invitations`) and pass its token on: a member who accepts it (`POST /v1/invitations:accept`) becomes an owner." "請發出會主嘅邀請。";
    AlreadyMember "already_member" CONFLICT, "You are a member of this club" "你已經係會員。",
        "Nothing is left to do. An owner can give you another role; to become an owner, ask for an invitation with that role." "唔使再做嘢；想改身份請搵會主。";
    PlayerLinked "player_linked" CONFLICT, "The player is linked to another account" "呢位牌友已經連咗另一個戶口。",
        "End that link first (`DELETE /v1/clubs/{club}/players/{player}/account`), or name another player. An invitation whose player went to somebody else is of no use: ask for a new one." "請先解除嗰個連結。";
    AccountLinked "account_linked" CONFLICT, "The account is linked to another player" "呢個戶口已經連咗另一位牌友。",
        "An account has one player in a club: end the other link first, or merge the two players if they are one person." "一個戶口喺一個會只可以係一位牌友。";
    PlayerMerged "player_merged" CONFLICT, "The player was merged into another" "呢位牌友已經併入另一位。",
        "Name the player they were merged into: `GET /v1/clubs/{club}/players/{player}` says who that is. Of a round that was drawn, `detail` says what can be done." "請用併入之後嗰位；如果佢已經抽咗籤，就重新抽籤，或者暫時取消合併，開咗牌局先再合併。";
    PlayerNotMerged "player_not_merged" CONFLICT, "The player is not merged into this one" "呢位牌友冇併入嗰位。",
        "Nothing is left to do if the merge was taken back before. Otherwise name the player into whom the last merge is: `merged_directly_into` of `GET /v1/clubs/{club}/players/{player}`." "可能已經取消咗合併，請睇多次。";
    PlayerErased "player_erased" CONFLICT, "The player was erased" "呢位牌友已經刪除。",
        "Nobody plays under this id any more. If the person is back, enrol them anew." "如果佢返嚟，請重新加入。";
    PlayerNameTaken "player_name_taken" CONFLICT, "Another player of the club is called so" "已經有牌友叫呢個名。",
        "`players` says who. If you mean them, nothing is left to do. If you mean somebody else, give a name that tells the two apart, such as “Ah Ming Chan”; or repeat the request with `confirm: true`, and both are called so." "請加啲字分得出係邊個；真係另一個人，都可以照樣用呢個名。";
    PlayersSatTogether "players_sat_together" CONFLICT, "The players sat in one match" "兩位牌友同場坐過。",
        "They are two people, and stay two players. `matches` says where." "佢哋係兩個人，唔可以合併。";
    PlayersInOneRound "players_in_one_round" CONFLICT, "The players sat at two tables of one round" "兩位牌友喺同一輪坐過唔同枱。",
        "They are two people, and stay two players: nobody plays two matches of a round. `matches` says which." "佢哋係兩個人，唔可以合併。";
    PlayersInOneTournament "players_in_one_tournament" CONFLICT, "Both players have results in one tournament" "兩位牌友喺同一個比賽都有成績。",
        "Its standings have a place for each, and stay as they are: so they stay two players. `matches` names a match of each." "排名入面各有各嘅位，唔可以合併。";
    AccountsDiffer "accounts_differ" CONFLICT, "The players are linked to different accounts" "兩位牌友連咗唔同嘅戶口。",
        "If they are one person all the same, end one of the links first." "如果真係同一個人，請先解除其中一個連結。";
    VariantRetired "variant_retired" CONFLICT, "The variant is retired" "呢套規則已經停用。",
        "Choose another one, or have an owner reinstate it (`POST /v1/clubs/{club}/variants/{hash}:reinstate`)." "請揀另一套，或者請會主恢復。";
    MatchVoid "match_void" CONFLICT, "The match is void" "呢局已經作廢。",
        "Nothing of it counts, and nothing is recorded or corrected in it. An owner or a referee can declare that it counts again (`POST /v1/clubs/{club}/matches/{match}:reinstate`)." "作廢嘅局唔計數，亦都唔可以再記或者改。會主或者裁判可以恢復佢。";
    MatchNotVoid "match_not_void" CONFLICT, "The match is not void" "呢局冇作廢。",
        "Nothing is left to do: it counts." "佢照計，唔使再做。";
    MatchReplaced "match_replaced" CONFLICT, "Another match was played instead of this one" "呢枱已經重新打過。",
        "It stays void, since the other one counts at its table. If that one should not count, declare it void and play the table again." "計嘅係重打嗰局，呢局要保持作廢。";
    NothingToReplay "nothing_to_replay" CONFLICT, "No match of the round is void" "呢輪冇作廢嘅局。",
        "Have an owner or a referee declare the match void that is to be played again (`POST /v1/clubs/{club}/matches/{match}:void`)." "請會主或者裁判先將要重打嗰局作廢。";
    MatchWithoutHands "match_without_hands" CONFLICT, "A match of the tournament has no hand" "比賽入面有一局一舖都冇。",
        "Play it, or have an owner or a referee declare it void (`POST /v1/clubs/{club}/matches/{match}:void`) and open its table again (`…/rounds/{round}:replay`). Then draw the round." "請打返，或者請會主或者裁判將佢作廢再重打，然後先抽下一輪。";
    NothingToSettle "nothing_to_settle" CONFLICT, "Nothing is open" "冇嘢要找數。",
        "Everything has been settled, nobody gained or lost anything, or no money was played for. Nothing is left to do." "已經找清，或者冇輸贏，或者冇賭注。";
    PaymentReversed "payment_reversed" CONFLICT, "The payment was reversed before" "呢筆找數已經取消咗。",
        "Nothing is left to do." "唔使再做嘢。";
    TooManyPayments "too_many_payments" CONFLICT, "Too many payments of the transfer or the settlement were recorded" "呢筆數或者呢次找數記咗太多次付款。",
        "Payments that were reversed count, too. What is open of the transfer stays so; a transfer of which nothing was recorded can still be paid, in one payment." "取消咗嘅都計；未記過付款嘅數仲可以一次找清。";
    EveningToCome "evening_to_come" CONFLICT, "The evening is still to come" "嗰晚仲未到。",
        "Open the matches on the day of the evening; rounds can be drawn before." "等到嗰日先開局。";
    TooFewPlayers "too_few_players" CONFLICT, "Too few players are there" "在場人數唔夠開一枱。",
        "Check more players in (`POST /v1/clubs/{club}/evenings/{evening}/attendance`, of a tournament `…/tournaments/{tournament}/entrants`), and draw again." "最少要四個人報到。";
    TooManyPlayersThere "too_many_players_there" CONFLICT, "Too many players are there" "在場人數太多。",
        "Check players out who left, or open a second evening for the others." "請先幫離開咗嘅人報走。";
    TooManyEveningChanges "too_many_evening_changes" CONFLICT, "The evening has too many check-ins and check-outs" "嗰晚報到同離開改得太多次。",
        "Go on without further ones: rounds are still drawn among those who are there, and opened. Or open another evening (`POST /v1/clubs/{club}/evenings`)." "仲可以抽位同開局；或者開另一晚。";
    TooManyRounds "too_many_rounds" CONFLICT, "There is no further round" "已經抽滿晒輪數。",
        "Open another evening or tournament for further rounds." "想再打，請另外開局或者開比賽。";
    NoSeed "no_seed" CONFLICT, "The seed of the draw is with another service" "抽籤種子喺第二個系統度。",
        "Open another evening or tournament here, and check the players in there. Rounds of a tournament cannot be prescribed without a seed either." "請喺呢度另外開局或者開比賽。";
    NothingToRedraw "nothing_to_redraw" CONFLICT, "No round can be drawn once more" "冇可以重抽嘅一輪。",
        "Draw the next round without `redraw`. Matches that were opened can be ended early." "請照常抽下一輪。";
    RoundReplaced "round_replaced" CONFLICT, "Another round was drawn instead of this one" "呢輪已經俾重抽嘅一輪取代咗。",
        "Open the matches of the last round." "請用最新嗰輪。";
    RoundStillPlays "round_still_plays" CONFLICT, "Tables of earlier rounds still play" "之前嘅輪次仲有枱未打完。",
        "Record their hands or end their matches (`POST /v1/clubs/{club}/matches/{match}/end`), and draw again. Or draw meanwhile with `\"unfinished\": true`: what they have played by then counts for the draw, and they go on." "請先打完或者結束嗰啲牌局；或者話明未打完都照抽。";
    RoundsStale "rounds_stale" CONFLICT, "Somebody else drew meanwhile" "有人喺你之前抽咗。",
        "Read the evening or the tournament again: nothing was drawn. Draw again if another round is wanted; `next_number` is its number." "冇再抽多次；而家見到嘅係最新嘅輪次。";
    RoundOpened "round_opened" CONFLICT, "The matches of the round were opened before" "呢輪已經開咗局。",
        "Nothing is left to do: the evening or tournament names the matches." "請繼續嗰啲牌局，或者抽下一輪。";
    SeasonClosed "season_closed" CONFLICT, "The season was closed before" "呢季之前已經封咗。",
        "Nothing is left to do: its standings are final. Open another season (`POST /v1/clubs/{club}/seasons`) for further matches." "名次已經定咗。想繼續計，請開新一季。";
    SeasonTooLarge "season_too_large" CONFLICT, "The season has too many matches to add up" "呢季嘅牌局太多，計唔到。",
        "Ask for its standings up to an earlier day (`until`) or as of a later entry (`as_of_seq`), or open seasons of fewer days." "請揀早啲嘅最後一日，或者開短啲嘅季。";
    TournamentClosed "tournament_closed" CONFLICT, "The tournament was closed before" "呢個比賽之前已經完咗。",
        "Nothing is left to do: its standings are final. Referees still give and withdraw penalties, which show beside them. Open another tournament (`POST /v1/clubs/{club}/tournaments`) for further rounds." "名次已經定咗。裁判仍然可以罰分同撤回。想再打，請開新比賽。";
    TournamentToCome "tournament_to_come" CONFLICT, "The tournament is still to come" "比賽未到日子。",
        "Open the matches on a day of the tournament; rounds can be drawn before." "抽位可以早啲做，開枱要等到比賽嗰日。";
    TournamentTooLarge "tournament_too_large" CONFLICT, "Too many matches of the tournament changed since then" "之後改過嘅牌局太多，計唔到嗰時嘅名次。",
        "Ask for its standings as of a later entry (`as_of_seq`)." "請揀遲啲嘅紀錄。";
    NotAnEntrant "not_an_entrant" CONFLICT, "The player does not take part in the tournament" "呢位牌友冇報名參加比賽。",
        "Register them first (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`, in the same request if you like)." "請先幫佢報名。";
    NotCheckedIn "not_checked_in" CONFLICT, "The player is not checked in" "呢位牌友未報到。",
        "Check them in (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`), or seat somebody else." "請先報到，或者換人坐。";
    TooManyEntrants "too_many_entrants" CONFLICT, "Too many players would take part" "參賽者太多。",
        "Those who left count, too. Open a second tournament for the others." "退咗賽嘅都計。請另外開一個比賽。";
    TooManyTournamentChanges "too_many_tournament_changes" CONFLICT, "The tournament has too many changes of entrants, clocks and penalties" "報名、報到、計時同罰分改得太多次。",
        "Go on without further ones: rounds are still drawn and opened, and the tournament can be closed." "仲可以抽籤、開局同結束比賽。";
    TooManyTeams "too_many_teams" CONFLICT, "Too many teams would take part" "隊伍太多。",
        "Register players under labels of teams that there are." "請用已有嘅隊名。";
    RoundNotOpened "round_not_opened" CONFLICT, "The matches of the last round were not opened" "上一輪未開枱。",
        "Open them (`POST /v1/clubs/{club}/tournaments/{tournament}/rounds/{round}/matches`), or replace the round (`redraw`)." "請先開枱，或者重抽嗰一輪。";
    ScheduleBroken "schedule_broken" CONFLICT, "The round cannot be drawn by a schedule" "呢輪照唔到賽程表抽。",
        "Check those in whom the schedule of the first round was made for, or a substitute for each of them who is missing; or draw the round by another method." "請照第一輪嘅人報到，或者每個缺席嘅人搵一個後備；又或者用第二種方法抽。";
    TooFewForCut "too_few_for_cut" CONFLICT, "Fewer players are checked in than play on after the cut" "報到嘅人少過晉級人數。",
        "Check more entrants in (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`). Substitutes do not count." "請幫多啲參賽者報到；替補唔計。";
    CutContradicted "cut_contradicted" CONFLICT, "The tables contradict the ranks after a cut" "呢啲位同晉級名次唔夾。",
        "Seat those with the best ranks (`GET /v1/clubs/{club}/tournaments/{tournament}/standings`), or state with `reason` why others play on: it stays with the round." "請排返名次最好嘅人；或者講明原因。";
    PenaltyWithdrawn "penalty_withdrawn" CONFLICT, "The penalty was withdrawn before" "呢次罰分之前已經撤回咗。",
        "Nothing is left to do." "唔使再做。";
    NotYetSigned "not_yet_signed" CONFLICT, "This is not signed yet" "呢度未簽名。",
        "Wait as long as `Retry-After` says (in seconds) and ask again; `POST /v1/clubs/{club}/ledger/checkpoint` has a club's ledger signed at once. If it stays so, `/readyz` says whether the service signs." "請等一陣再試。";
    TooManyAudits "too_many_audits" CONFLICT, "Too many audits of the club are not finished" "呢個會有太多審核未做完。",
        "Wait until one is (`GET /v1/clubs/{club}/audits`) and ask again." "請等其中一個做完。";
    TooManyClubs "too_many_clubs" CONFLICT, "You own too many clubs" "你做會主嘅會太多。",
        "Hand over those that others look after (`POST /v1/clubs/{club}:hand-over`), or ask whoever does to found the club and make you an owner." "請將有人打理嘅會交畀佢哋。";
    TooManyMemberships "too_many_memberships" CONFLICT, "You are a member of too many clubs" "你加入嘅會太多。",
        "Leave one (`DELETE /v1/clubs/{club}/members/me`) and try again." "退出其中一個會，再試一次。";
    TooManyPlayers "too_many_players" CONFLICT, "The club has too many players" "呢個會嘅牌友太多。",
        "Players who were merged or erased count, too. Found another club (`POST /v1/clubs`) for who comes now." "已合併同已刪除嘅都計；請開另一個會。";
    TooManyUnmerges "too_many_unmerges" CONFLICT, "Too many merges of players were taken back" "呢個會取消合併嘅次數太多。",
        "Players are still merged, but no merge of this club is taken back any more. Enrol who is somebody else anew." "唔可以再取消；如果係另一個人，請重新加入。";
    TooManyMembers "too_many_members" CONFLICT, "The club has too many members" "呢個會嘅會員太多。",
        "Ask an owner to remove who is no longer there (`DELETE /v1/clubs/{club}/members/{user}`); the invitation stays as it is, so that you can accept it then." "請會主移除已經離開嘅人。";
    TooManyVariants "too_many_variants" CONFLICT, "The club has too many variants" "呢個會嘅規則太多。",
        "Play by one that it has (`GET /v1/clubs/{club}/variants`). None can be taken away: found another club (`POST /v1/clubs`) to play by others." "請用已有嘅規則。";
    TooManyApiKeys "too_many_api_keys" CONFLICT, "The club has too many API keys" "呢個會嘅 API 金鑰太多。",
        "Revoke those that nothing uses (`GET /v1/clubs/{club}/api-keys` says when each was used last)." "請撤銷冇用嘅金鑰。";
    TooManyWebhooks "too_many_webhooks" CONFLICT, "The club has too many webhooks" "呢個會嘅 webhook 太多。",
        "Delete those that nobody needs (`GET /v1/clubs/{club}/webhooks`); one webhook can be told of several types of events." "請刪除冇用嘅。";
    TooManyDeliveries "too_many_deliveries" CONFLICT, "Too many deliveries that were asked for wait" "太多要求咗嘅傳送等緊。",
        "Wait until some were sent (`GET /v1/clubs/{club}/webhooks/{webhook}/deliveries`) and ask again." "請等部分傳送完。";
    SettlementStale "settlement_stale" PRECONDITION_FAILED, "What is to be settled has changed since you read it" "你睇過之後，要找嘅數變咗。",
        "Read the match or the preview again, look at what changed, and repeat the request with its new ETag in `If-Match`." "請再睇一次，再決定找唔找。";
    MatchStale "match_stale" PRECONDITION_FAILED, "The match has changed since you read it" "你睇過之後，牌局變咗。",
        "Read the match again, look at what changed, and repeat the request with its new ETag in `If-Match`." "請再睇一次，再決定改唔改。";
    IfMatchRequired "if_match_required" PRECONDITION_REQUIRED, "An If-Match is required" "唔知你睇過邊個版本。",
        "Read the match, or the preview of the settlement, and send its ETag in `If-Match`, so that you change or settle what you saw." "請重新載入呢版再試。";

    // 422: the request was read, and is refused.
    InvalidValue "invalid_value" UNPROCESSABLE_ENTITY, "A value is not allowed" "有一個值唔可以咁填。",
        "Send a value in the range the sentence names." "請填許可範圍內嘅值。";
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY, "The Idempotency-Key was used for something else" "同一個編號用咗喺另一件事。",
        "Use a new key for a new request; repeat a request only with the same content." "請重新載入呢版再試。";
    PlayerNameDamaged "player_name_damaged" UNPROCESSABLE_ENTITY, "Letters of the name were lost" "個名有啲字唔見咗。",
        "The name has “�” (U+FFFD) in place of letters: it was read in another encoding than it was written in. Type it again, or read its file as UTF-8." "請再打一次，或者用 UTF-8 再讀個檔案。";
    PlayersNotDistinct "players_not_distinct" UNPROCESSABLE_ENTITY, "A player sits on two chairs" "有人坐咗兩個位。",
        "Name four different players." "請揀四位唔同嘅牌友。";
    UnknownPlayer "unknown_player" UNPROCESSABLE_ENTITY, "The club has no such player" "會入面冇呢位牌友。",
        "Enrol the player first (`POST /v1/clubs/{club}/players`)." "請先加入佢。";
    UnknownMatch "unknown_match" UNPROCESSABLE_ENTITY, "The club has no such match" "會入面冇呢場牌局。",
        "`GET /v1/clubs/{club}/matches` lists those that it has." "請喺牌局名單揀。";
    AmbiguousPlayer "ambiguous_player" UNPROCESSABLE_ENTITY, "Two players of the club have this name" "有兩位牌友同名。",
        "Rename one of them (`PATCH /v1/clubs/{club}/players/{player}`), or merge them if they are one person." "請將其中一位改名。";
    LineContradicts "line_contradicts" UNPROCESSABLE_ENTITY, "A line says otherwise than the first line of its match" "有一行同嗰場牌局第一行講嘅唔同。",
        "Leave the cell empty, or give the line the label of its own match." "請留空嗰格，或者改到一樣。";
    ImportRefused "import_refused" UNPROCESSABLE_ENTITY, "Lines of the CSV cannot be imported" "有啲行匯入唔到。",
        "Nothing was stored. `errors` names the lines and columns; correct them all, and look at the result with `?dry_run=true` before you send it again." "未有儲存任何嘢；請改正列出嘅行再試。";
    InvalidIdentityToken "invalid_identity_token" UNPROCESSABLE_ENTITY, "This is not a good token of the issuer" "呢個身份憑證唔啱。",
        "Get a new token from the issuer that the service is set to, for this service (its audience), and send it unchanged. If the service is set to none, sign in with your password." "請向發行者攞過一個。";
    UnknownUser "unknown_user" UNPROCESSABLE_ENTITY, "There is no such account" "冇呢個戶口。",
        "Ask the person for the `id` of their account (`POST /v1/users` answers with it)." "請向本人攞佢嘅戶口編號。";
    NotAMember "not_a_member" UNPROCESSABLE_ENTITY, "The account is not a member of the club" "呢個戶口唔係會員。",
        "Invite the person first (`POST /v1/clubs/{club}/invitations`); an invitation can name the player, too." "請先邀請佢。";
    StakeNotDivisible "stake_not_divisible" UNPROCESSABLE_ENTITY, "The stake cannot be halved" "賭注唔可以分成一半。",
        "This variant pays half points: choose an even number of cents, so that nobody owes a fraction of one." "呢套規則有半分，請揀雙數嘅仙。";
    CorrectionImpossible "correction_impossible" UNPROCESSABLE_ENTITY, "What was recorded later could not have happened" "咁改嘅話，之後記咗嘅就冇可能發生。",
        "`impossible` lists what the rules refuse after the correction, and why. Correct that as well, in the same request." "請連列出嗰啲一齊改。";
    UnknownTransfer "unknown_transfer" UNPROCESSABLE_ENTITY, "The settlement has no such transfer" "呢次找數冇呢一筆。",
        "Name who pays and who is paid as one of the settlement's `transfers` does." "請揀名單上嘅一筆。";
    PaymentTooLarge "payment_too_large" UNPROCESSABLE_ENTITY, "More would be paid than is open" "找多咗。",
        "Record at most `open_cents`; what is paid beyond a settlement belongs to another one." "最多記低未找嘅數目。";
    NothingCorrected "nothing_corrected" UNPROCESSABLE_ENTITY, "The correction changes nothing" "咁改同冇改一樣。",
        "Nothing is left to do, if what is recorded is right; else say in `changes` what was otherwise." "如果記錄啱，就唔使改。";
    BeyondLedger "beyond_ledger" UNPROCESSABLE_ENTITY, "The ledger has not that many entries" "帳簿未有咁多項。",
        "Ask for at most as many as there are: `GET /v1/clubs/{club}/ledger/head` says how many." "請揀細啲嘅數。";
    AmountTooLarge "amount_too_large" UNPROCESSABLE_ENTITY, "An amount is too large to be kept" "數目太大，記唔到。",
        "Choose a smaller stake." "請揀細啲嘅賭注。";

    WebhookUrlRefused "webhook_url_refused" UNPROCESSABLE_ENTITY, "Webhooks cannot be there" "webhook 唔可以喺呢個網址。",
        "Give an `https://` address that anybody on the internet can reach, without a name or password in it." "請用互聯網上任何人都連到嘅 https 網址。";

    // 429, 5xx: not now.
    TooManyAttempts "too_many_attempts" TOO_MANY_REQUESTS, "Too many attempts" "試得太多次。",
        "Wait as long as `Retry-After` says (in seconds). Whoever is signed in stays so (`POST /v1/sessions/refresh`) whatever others try." "請等一陣再試；已經登入嘅唔受影響。";
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS, "Too much was asked for" "要求太多。",
        "Wait as long as `Retry-After` says (in seconds). Whoever is signed in has a larger share, of their own: send the access token along. Hands whose house patterns take many steps take more of a share, in a club too: record such hands as they are played, and correct them in few requests." "請等一陣再試。";
    TooManyConnections "too_many_connections" TOO_MANY_REQUESTS, "Too many connections from one address" "同一個地址嘅連線太多。",
        "Close connections that you do not need, or wait as long as `Retry-After` says (in seconds). Through a proxy that the service trusts, requests that are under way count, streams of events too." "請關閉冇用嘅，或者等一陣再試。";
    Internal "internal" INTERNAL_SERVER_ERROR, "Something went wrong here" "我哋嗰邊出咗問題。",
        "It is our mistake, not yours. Repeat the request with the same Idempotency-Key; if it happens again, report it." "唔係你嘅錯；請再試，唔會記重複。";
    WebhooksNotOffered "webhooks_not_offered" NOT_IMPLEMENTED, "This service delivers no webhooks" "本服務唔傳送 webhook。",
        "Ask those who run it: the gateway was given no key for webhooks (`FAAN_WEBHOOK_KEY`)." "請問營運嘅人。";
    EngineUnavailable "engine_unavailable" SERVICE_UNAVAILABLE, "The scoring engine does not answer" "計番嘅程式冇回應。",
        "Nothing was stored. Wait as long as `Retry-After` says (in seconds) and repeat the request with the same Idempotency-Key." "未有儲存任何嘢；請等一陣再試。";
    IssuerUnavailable "issuer_unavailable" SERVICE_UNAVAILABLE, "The issuer of the token cannot be asked for its keys" "暫時核對唔到身份憑證。",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request, or sign in with your password (`POST /v1/sessions`): that needs no issuer." "請等一陣再試。";
    DatabaseUnavailable "database_unavailable" SERVICE_UNAVAILABLE, "The database does not answer" "資料庫冇回應。",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request with the same Idempotency-Key; if it was stored after all, you get the first answer." "請等一陣再試。";
    NotSigning "not_signing" SERVICE_UNAVAILABLE, "Checkpoints are not signed" "帳簿暫時冇簽名。",
        "For those who run the service: the sentence, and `/readyz`, say what the signer found, or since when it has been silent; its log says the same. Nothing else is affected. If it refuses a log, find out who changed the past (a backup that was restored, most of the time) before anything else." "請通知營運嘅人。";
    Busy "busy" SERVICE_UNAVAILABLE, "Too much is going on" "依家太多嘢做緊。",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request." "請等一陣再試。";
}
