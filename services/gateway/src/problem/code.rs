//! Every problem the gateway itself reports: one table, from which the answers, their HTTP status and the
//! page `openapi/PROBLEMS.md` are made. (What the engine says of a hand has codes of the engine's.)

use actix_web::http::StatusCode;

macro_rules! problems {
    ($($name:ident $code:literal $status:ident, $title:literal, $advice:literal;)*) => {
        /// A stable code of ours.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Code { $(#[doc = $title] $name),* }

        impl Code {
            /// Every code, in the order of the page.
            pub(crate) const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as clients see it.
            pub(crate) fn as_str(self) -> &'static str {
                match self { $(Code::$name => $code),* }
            }

            /// The HTTP status it comes with.
            pub(crate) fn status(self) -> StatusCode {
                match self { $(Code::$name => StatusCode::$status),* }
            }

            /// What it means, in a few words.
            pub(crate) fn title(self) -> &'static str {
                match self { $(Code::$name => $title),* }
            }

            /// What to do about it.
            pub(crate) fn advice(self) -> &'static str {
                match self { $(Code::$name => $advice),* }
            }
        }
    };
}

problems! {
    // 400: the request could not be read.
    MalformedJson "malformed_json" BAD_REQUEST, "The body is not JSON",
        "Send one well-formed JSON document (RFC 8259) in UTF-8. `errors` says where reading stopped.";
    DuplicateField "duplicate_field" BAD_REQUEST, "A field is there twice",
        "Send each field once.";
    UnknownField "unknown_field" BAD_REQUEST, "There is a field that does not belong there",
        "Remove the field, or correct its name; the sentence lists the fields that exist.";
    MissingField "missing_field" BAD_REQUEST, "A field is missing",
        "Add the field that `errors` points to.";
    InvalidField "invalid_field" BAD_REQUEST, "A field has the wrong form",
        "Send what the sentence asks for, for example a whole number, or one of the listed words.";
    InvalidParameter "invalid_parameter" BAD_REQUEST, "A query parameter is unknown or has the wrong form",
        "Correct the part of the address after the question mark; the sentence names the parameters that exist.";
    InvalidCursor "invalid_cursor" BAD_REQUEST, "The cursor is not one of ours",
        "Pass `next_cursor` of the page before unchanged, or leave `cursor` out to start at the beginning.";
    IdempotencyKeyRequired "idempotency_key_required" BAD_REQUEST, "An Idempotency-Key is required",
        "Send a header `Idempotency-Key` with 1–255 visible ASCII characters, a new one (for example a UUID) for each thing you want done, the same one when you repeat the request.";
    InvalidHeader "invalid_header" BAD_REQUEST, "A header has the wrong form",
        "Correct the header the sentence names.";

    // 401, 403, 404, 405: who asks for what.
    NotSignedIn "not_signed_in" UNAUTHORIZED, "You are not signed in",
        "Sign in (`POST /v1/sessions`) or refresh the session, and send `Authorization: Bearer <access_token>`; a token of the OIDC issuer that the service is set to does as well while it is good. For a machine: ask an owner of the club for a new API key.";
    WrongCredentials "wrong_credentials" UNAUTHORIZED, "The e-mail address or the password is wrong",
        "Check both. Which of them is wrong is not told.";
    SessionOver "session_over" UNAUTHORIZED, "The session is over",
        "Sign in again. A refresh token works once; used a second time it ends the whole session.";
    PasswordChangeRequired "password_change_required" FORBIDDEN, "The password is for one time",
        "Sign in again with the same password and, as `new_password`, one of your own.";
    IdentityNotLinked "identity_not_linked" FORBIDDEN, "The token is good, and its subject is linked to no account",
        "Sign in to your account once with its password (`POST /v1/sessions`; who has none signs up at `POST /v1/users`), and link the identity: `POST /v1/users/me/identities` with this token.";
    OtherOrigin "other_origin" FORBIDDEN, "Another site sent this",
        "The sessions of browsers are for the pages of this service: open its page. A program signs in with `POST /v1/sessions`.";
    Forbidden "forbidden" FORBIDDEN, "Your role in the club does not allow this",
        "Ask an owner of the club to do it, or to give you a role that may.";
    InvitationNotOpen "invitation_not_open" NOT_FOUND, "No open invitation has this token",
        "Check that the token is complete. Whether it never existed, was used, has expired or was revoked is not told: ask an owner of the club for a new invitation.";
    UnconfirmedLink "unconfirmed_link" FORBIDDEN, "No owner has confirmed that you are this player",
        "Ask an owner of the club to confirm it (`PUT /v1/clubs/{club}/players/{player}/account` with your account), and repeat the request.";
    ConfirmedLink "confirmed_link" FORBIDDEN, "An owner, or an invitation, said who this player is",
        "Ask an owner of the club: only owners end such a link (`DELETE /v1/clubs/{club}/players/{player}/account`), or say that the player is somebody else.";
    NotFound "not_found" NOT_FOUND, "There is nothing here",
        "Check the address. What belongs to a club you are not a member of looks the same as what does not exist.";
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED, "This address does not take that method",
        "Use one of the methods in the `Allow` header.";

    // 408, 413, 415: how the body came.
    RequestTimeout "request_timeout" REQUEST_TIMEOUT, "The body took too long to arrive",
        "Send the request again.";
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE, "The body is too large",
        "Send at most 256 KiB.";
    UnsupportedContentType "unsupported_content_type" UNSUPPORTED_MEDIA_TYPE, "The body is not declared as JSON",
        "Send `Content-Type: application/json` and no `Content-Encoding`.";

    // 409, 412, 428: what others did meanwhile.
    EmailTaken "email_taken" CONFLICT, "There is an account with this e-mail address",
        "Sign in with it, or use another address.";
    IdentityLinked "identity_linked" CONFLICT, "The identity is linked to another account",
        "Sign in with that account. To have the identity here, unlink it there first (`DELETE /v1/users/me/identities/{identity}`).";
    OtherIdentityLinked "other_identity_linked" CONFLICT, "Your account is linked to another identity of this issuer",
        "Unlink that one first (`GET /v1/users/me/identities` lists it, `DELETE /v1/users/me/identities/{identity}` unlinks it).";
    HandNumberTaken "hand_number_taken" CONFLICT, "This hand has been recorded",
        "`hand` shows what was recorded under the number. If it is the hand you meant, nothing is left to do; if yours is the next one, send it with the next number.";
    HandNumberAhead "hand_number_ahead" CONFLICT, "A hand before this one is missing",
        "Record the hands in the order they were played; `next_number` is the number of the next one.";
    PlayersChanged "players_changed" CONFLICT, "Other players sit at the table",
        "Somebody took a chair over since you read the match. If those who sit there now played the hand, name them; if the others played it, insert it before the substitution by a correction.";
    MatchOver "match_over" CONFLICT, "The match is over",
        "No hand can be recorded in it. Open a new match.";
    TooManyOutcomes "too_many_outcomes" CONFLICT, "The match has too many outcomes",
        "End it early if it is not over (`POST /v1/clubs/{club}/matches/{match}/end`), and open a new match for what follows. The last 20 are kept for owners and referees.";
    TooManyCorrections "too_many_corrections" CONFLICT, "The match has too many corrections",
        "The match stays as it is. Guests with a recording link make at most 10, and the last 20 are kept for owners and referees: ask one of them. Beyond that, correct what is left in a new match, or by a payment.";
    EntryTooLarge "entry_too_large" CONFLICT, "The entry would be too large",
        "Do it in several steps: correct fewer outcomes in one request, or settle a shorter period. A change of who sat on the chairs has all outcomes worked out anew: void those that need not stay first, or record the match again as a new one.";
    MatchChanged "match_changed" CONFLICT, "The match changed while this was worked out",
        "Others are recording in this match. Read it again and repeat the request with the same Idempotency-Key.";
    LastOwner "last_owner" CONFLICT, "A club needs an owner",
        "Invite somebody to be an owner first (`POST /v1/clubs/{club}/invitations` with the role `owner`): once they have accepted, you can go.";
    OnlyOwner "only_owner" CONFLICT, "You are the only owner of a club",
        "`clubs` lists them: invite somebody to be an owner of each (`POST /v1/clubs/{club}/invitations` with the role `owner`). Once they have accepted, you can go.";
    AcceptanceRequired "acceptance_required" CONFLICT, "Nobody becomes an owner without accepting it",
        "Make an invitation with the role `owner` (`POST /v1/clubs/{club}/invitations`) and pass its token on: a member who accepts it (`POST /v1/invitations:accept`) becomes an owner.";
    AlreadyMember "already_member" CONFLICT, "You are a member of this club",
        "Nothing is left to do. An owner can give you another role; to become an owner, ask for an invitation with that role.";
    PlayerLinked "player_linked" CONFLICT, "The player is linked to another account",
        "End that link first (`DELETE /v1/clubs/{club}/players/{player}/account`), or name another player. An invitation whose player went to somebody else is of no use: ask for a new one.";
    AccountLinked "account_linked" CONFLICT, "The account is linked to another player",
        "An account has one player in a club: end the other link first, or merge the two players if they are one person.";
    PlayerMerged "player_merged" CONFLICT, "The player was merged into another",
        "Name the player they were merged into: `GET /v1/clubs/{club}/players/{player}` says who that is. Of a round that was drawn, `detail` says what can be done.";
    PlayerNotMerged "player_not_merged" CONFLICT, "The player is not merged into this one",
        "Nothing is left to do if the merge was taken back before. Otherwise name the player into whom the last merge is: `merged_directly_into` of `GET /v1/clubs/{club}/players/{player}`.";
    PlayerErased "player_erased" CONFLICT, "The player was erased",
        "Nobody plays under this id any more. If the person is back, enrol them anew.";
    PlayerNameTaken "player_name_taken" CONFLICT, "Another player of the club is called so",
        "`players` says who. If you mean them, nothing is left to do. If you mean somebody else, give a name that tells the two apart, such as “Ah Ming Chan”; or repeat the request with `confirm: true`, and both are called so.";
    PlayersSatTogether "players_sat_together" CONFLICT, "The players sat in one match",
        "They are two people, and stay two players. `matches` says where.";
    PlayersInOneRound "players_in_one_round" CONFLICT, "The players sat at two tables of one round",
        "They are two people, and stay two players: nobody plays two matches of a round. `matches` says which.";
    PlayersInOneTournament "players_in_one_tournament" CONFLICT, "Both players have results in one tournament",
        "Its standings have a place for each, and stay as they are: so they stay two players. `matches` names a match of each.";
    AccountsDiffer "accounts_differ" CONFLICT, "The players are linked to different accounts",
        "If they are one person all the same, end one of the links first.";
    VariantRetired "variant_retired" CONFLICT, "The variant is retired",
        "Choose another one, or have an owner reinstate it (`POST /v1/clubs/{club}/variants/{hash}:reinstate`).";
    MatchVoid "match_void" CONFLICT, "The match is void",
        "Nothing of it counts, and nothing is recorded or corrected in it. An owner or a referee can declare that it counts again (`POST /v1/clubs/{club}/matches/{match}:reinstate`).";
    MatchNotVoid "match_not_void" CONFLICT, "The match is not void",
        "Nothing is left to do: it counts.";
    MatchReplaced "match_replaced" CONFLICT, "Another match was played instead of this one",
        "It stays void, since the other one counts at its table. If that one should not count, declare it void and play the table again.";
    NothingToReplay "nothing_to_replay" CONFLICT, "No match of the round is void",
        "Have an owner or a referee declare the match void that is to be played again (`POST /v1/clubs/{club}/matches/{match}:void`).";
    MatchWithoutHands "match_without_hands" CONFLICT, "A match of the tournament has no hand",
        "Play it, or have an owner or a referee declare it void (`POST /v1/clubs/{club}/matches/{match}:void`) and open its table again (`…/rounds/{round}:replay`). Then draw the round.";
    NothingToSettle "nothing_to_settle" CONFLICT, "Nothing is open",
        "Everything has been settled, nobody gained or lost anything, or no money was played for. Nothing is left to do.";
    PaymentReversed "payment_reversed" CONFLICT, "The payment was reversed before",
        "Nothing is left to do.";
    TooManyPayments "too_many_payments" CONFLICT, "Too many payments of the transfer or the settlement were recorded",
        "Payments that were reversed count, too. What is open of the transfer stays so; a transfer of which nothing was recorded can still be paid, in one payment.";
    EveningToCome "evening_to_come" CONFLICT, "The evening is still to come",
        "Open the matches on the day of the evening; rounds can be drawn before.";
    TooFewPlayers "too_few_players" CONFLICT, "Too few players are there",
        "Check more players in (`POST /v1/clubs/{club}/evenings/{evening}/attendance`, of a tournament `…/tournaments/{tournament}/entrants`), and draw again.";
    TooManyPlayersThere "too_many_players_there" CONFLICT, "Too many players are there",
        "Check players out who left, or open a second evening for the others.";
    TooManyEveningChanges "too_many_evening_changes" CONFLICT, "The evening has too many check-ins and check-outs",
        "Go on without further ones: rounds are still drawn among those who are there, and opened. Or open another evening (`POST /v1/clubs/{club}/evenings`).";
    TooManyRounds "too_many_rounds" CONFLICT, "There is no further round",
        "Open another evening or tournament for further rounds.";
    NoSeed "no_seed" CONFLICT, "The seed of the draw is with another service",
        "Open another evening or tournament here, and check the players in there. Rounds of a tournament cannot be prescribed without a seed either.";
    NothingToRedraw "nothing_to_redraw" CONFLICT, "No round can be drawn once more",
        "Draw the next round without `redraw`. Matches that were opened can be ended early.";
    RoundReplaced "round_replaced" CONFLICT, "Another round was drawn instead of this one",
        "Open the matches of the last round.";
    RoundStillPlays "round_still_plays" CONFLICT, "Tables of earlier rounds still play",
        "Record their hands or end their matches (`POST /v1/clubs/{club}/matches/{match}/end`), and draw again. Or draw meanwhile with `\"unfinished\": true`: what they have played by then counts for the draw, and they go on.";
    RoundsStale "rounds_stale" CONFLICT, "Somebody else drew meanwhile",
        "Read the evening or the tournament again: nothing was drawn. Draw again if another round is wanted; `next_number` is its number.";
    RoundOpened "round_opened" CONFLICT, "The matches of the round were opened before",
        "Nothing is left to do: the evening or tournament names the matches.";
    SeasonClosed "season_closed" CONFLICT, "The season was closed before",
        "Nothing is left to do: its standings are final. Open another season (`POST /v1/clubs/{club}/seasons`) for further matches.";
    SeasonTooLarge "season_too_large" CONFLICT, "The season has too many matches to add up",
        "Ask for its standings up to an earlier day (`until`) or as of a later entry (`as_of_seq`), or open seasons of fewer days.";
    TournamentClosed "tournament_closed" CONFLICT, "The tournament was closed before",
        "Nothing is left to do: its standings are final. Referees still give and withdraw penalties, which show beside them. Open another tournament (`POST /v1/clubs/{club}/tournaments`) for further rounds.";
    TournamentToCome "tournament_to_come" CONFLICT, "The tournament is still to come",
        "Open the matches on a day of the tournament; rounds can be drawn before.";
    TournamentTooLarge "tournament_too_large" CONFLICT, "Too many matches of the tournament changed since then",
        "Ask for its standings as of a later entry (`as_of_seq`).";
    NotAnEntrant "not_an_entrant" CONFLICT, "The player does not take part in the tournament",
        "Register them first (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`, in the same request if you like).";
    NotCheckedIn "not_checked_in" CONFLICT, "The player is not checked in",
        "Check them in (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`), or seat somebody else.";
    TooManyEntrants "too_many_entrants" CONFLICT, "Too many players would take part",
        "Those who left count, too. Open a second tournament for the others.";
    TooManyTournamentChanges "too_many_tournament_changes" CONFLICT, "The tournament has too many changes of entrants, clocks and penalties",
        "Go on without further ones: rounds are still drawn and opened, and the tournament can be closed.";
    TooManyTeams "too_many_teams" CONFLICT, "Too many teams would take part",
        "Register players under labels of teams that there are.";
    RoundNotOpened "round_not_opened" CONFLICT, "The matches of the last round were not opened",
        "Open them (`POST /v1/clubs/{club}/tournaments/{tournament}/rounds/{round}/matches`), or replace the round (`redraw`).";
    ScheduleBroken "schedule_broken" CONFLICT, "The round cannot be drawn by a schedule",
        "Check those in whom the schedule of the first round was made for, or a substitute for each of them who is missing; or draw the round by another method.";
    TooFewForCut "too_few_for_cut" CONFLICT, "Fewer players are checked in than play on after the cut",
        "Check more entrants in (`POST /v1/clubs/{club}/tournaments/{tournament}/entrants`). Substitutes do not count.";
    CutContradicted "cut_contradicted" CONFLICT, "The tables contradict the ranks after a cut",
        "Seat those with the best ranks (`GET /v1/clubs/{club}/tournaments/{tournament}/standings`), or state with `reason` why others play on: it stays with the round.";
    PenaltyWithdrawn "penalty_withdrawn" CONFLICT, "The penalty was withdrawn before",
        "Nothing is left to do.";
    NotYetSigned "not_yet_signed" CONFLICT, "This is not signed yet",
        "Wait as long as `Retry-After` says (in seconds) and ask again; `POST /v1/clubs/{club}/ledger/checkpoint` has a club's ledger signed at once. If it stays so, `/readyz` says whether the service signs.";
    TooManyAudits "too_many_audits" CONFLICT, "Too many audits of the club are not finished",
        "Wait until one is (`GET /v1/clubs/{club}/audits`) and ask again.";
    TooManyClubs "too_many_clubs" CONFLICT, "You own too many clubs",
        "Hand over those that others look after (`POST /v1/clubs/{club}:hand-over`), or ask whoever does to found the club and make you an owner.";
    TooManyPlayers "too_many_players" CONFLICT, "The club has too many players",
        "Players who were merged or erased count, too. Found another club (`POST /v1/clubs`) for who comes now.";
    TooManyUnmerges "too_many_unmerges" CONFLICT, "Too many merges of players were taken back",
        "Players are still merged, but no merge of this club is taken back any more. Enrol who is somebody else anew.";
    TooManyMembers "too_many_members" CONFLICT, "The club has too many members",
        "Ask an owner to remove who is no longer there (`DELETE /v1/clubs/{club}/members/{user}`); the invitation stays as it is, so that you can accept it then.";
    TooManyVariants "too_many_variants" CONFLICT, "The club has too many variants",
        "Play by one that it has (`GET /v1/clubs/{club}/variants`). None can be taken away: found another club (`POST /v1/clubs`) to play by others.";
    TooManyApiKeys "too_many_api_keys" CONFLICT, "The club has too many API keys",
        "Revoke those that nothing uses (`GET /v1/clubs/{club}/api-keys` says when each was used last).";
    TooManyWebhooks "too_many_webhooks" CONFLICT, "The club has too many webhooks",
        "Delete those that nobody needs (`GET /v1/clubs/{club}/webhooks`); one webhook can be told of several types of events.";
    TooManyDeliveries "too_many_deliveries" CONFLICT, "Too many deliveries that were asked for wait",
        "Wait until some were sent (`GET /v1/clubs/{club}/webhooks/{webhook}/deliveries`) and ask again.";
    SettlementStale "settlement_stale" PRECONDITION_FAILED, "What is to be settled has changed since you read it",
        "Read the match or the preview again, look at what changed, and repeat the request with its new ETag in `If-Match`.";
    MatchStale "match_stale" PRECONDITION_FAILED, "The match has changed since you read it",
        "Read the match again, look at what changed, and repeat the request with its new ETag in `If-Match`.";
    IfMatchRequired "if_match_required" PRECONDITION_REQUIRED, "An If-Match is required",
        "Read the match, or the preview of the settlement, and send its ETag in `If-Match`, so that you change or settle what you saw.";

    // 422: the request was read, and is refused.
    InvalidValue "invalid_value" UNPROCESSABLE_ENTITY, "A value is not allowed",
        "Send a value in the range the sentence names.";
    IdempotencyKeyReused "idempotency_key_reused" UNPROCESSABLE_ENTITY, "The Idempotency-Key was used for something else",
        "Use a new key for a new request; repeat a request only with the same content.";
    PlayerNameDamaged "player_name_damaged" UNPROCESSABLE_ENTITY, "Letters of the name were lost",
        "The name has “�” (U+FFFD) in place of letters: it was read in another encoding than it was written in. Type it again, or read its file as UTF-8.";
    PlayersNotDistinct "players_not_distinct" UNPROCESSABLE_ENTITY, "A player sits on two chairs",
        "Name four different players.";
    UnknownPlayer "unknown_player" UNPROCESSABLE_ENTITY, "The club has no such player",
        "Enrol the player first (`POST /v1/clubs/{club}/players`).";
    UnknownMatch "unknown_match" UNPROCESSABLE_ENTITY, "The club has no such match",
        "`GET /v1/clubs/{club}/matches` lists those that it has.";
    AmbiguousPlayer "ambiguous_player" UNPROCESSABLE_ENTITY, "Two players of the club have this name",
        "Rename one of them (`PATCH /v1/clubs/{club}/players/{player}`), or merge them if they are one person.";
    LineContradicts "line_contradicts" UNPROCESSABLE_ENTITY, "A line says otherwise than the first line of its match",
        "Leave the cell empty, or give the line the label of its own match.";
    ImportRefused "import_refused" UNPROCESSABLE_ENTITY, "Lines of the CSV cannot be imported",
        "Nothing was stored. `errors` names the lines and columns; correct them all, and look at the result with `?dry_run=true` before you send it again.";
    InvalidIdentityToken "invalid_identity_token" UNPROCESSABLE_ENTITY, "This is not a good token of the issuer",
        "Get a new token from the issuer that the service is set to, for this service (its audience), and send it unchanged. If the service is set to none, sign in with your password.";
    UnknownUser "unknown_user" UNPROCESSABLE_ENTITY, "There is no such account",
        "Ask the person for the `id` of their account (`POST /v1/users` answers with it).";
    NotAMember "not_a_member" UNPROCESSABLE_ENTITY, "The account is not a member of the club",
        "Invite the person first (`POST /v1/clubs/{club}/invitations`); an invitation can name the player, too.";
    StakeNotDivisible "stake_not_divisible" UNPROCESSABLE_ENTITY, "The stake cannot be halved",
        "This variant pays half points: choose an even number of cents, so that nobody owes a fraction of one.";
    CorrectionImpossible "correction_impossible" UNPROCESSABLE_ENTITY, "What was recorded later could not have happened",
        "`impossible` lists what the rules refuse after the correction, and why. Correct that as well, in the same request.";
    UnknownTransfer "unknown_transfer" UNPROCESSABLE_ENTITY, "The settlement has no such transfer",
        "Name who pays and who is paid as one of the settlement's `transfers` does.";
    PaymentTooLarge "payment_too_large" UNPROCESSABLE_ENTITY, "More would be paid than is open",
        "Record at most `open_cents`; what is paid beyond a settlement belongs to another one.";
    NothingCorrected "nothing_corrected" UNPROCESSABLE_ENTITY, "The correction changes nothing",
        "Nothing is left to do, if what is recorded is right; else say in `changes` what was otherwise.";
    BeyondLedger "beyond_ledger" UNPROCESSABLE_ENTITY, "The ledger has not that many entries",
        "Ask for at most as many as there are: `GET /v1/clubs/{club}/ledger/head` says how many.";
    AmountTooLarge "amount_too_large" UNPROCESSABLE_ENTITY, "An amount is too large to be kept",
        "Choose a smaller stake.";

    WebhookUrlRefused "webhook_url_refused" UNPROCESSABLE_ENTITY, "Webhooks cannot be there",
        "Give an `https://` address that anybody on the internet can reach, without a name or password in it.";

    // 429, 5xx: not now.
    TooManyAttempts "too_many_attempts" TOO_MANY_REQUESTS, "Too many attempts",
        "Wait as long as `Retry-After` says (in seconds). Whoever is signed in stays so (`POST /v1/sessions/refresh`) whatever others try.";
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS, "Too much was asked for",
        "Wait as long as `Retry-After` says (in seconds). Whoever is signed in has a larger share, of their own: send the access token along. Hands whose house patterns take many steps take more of a share, in a club too: record such hands as they are played, and correct them in few requests.";
    TooManyConnections "too_many_connections" TOO_MANY_REQUESTS, "Too many connections from one address",
        "Close connections that you do not need, or wait as long as `Retry-After` says (in seconds). Through a proxy that the service trusts, requests that are under way count, streams of events too.";
    Internal "internal" INTERNAL_SERVER_ERROR, "Something went wrong here",
        "It is our mistake, not yours. Repeat the request with the same Idempotency-Key; if it happens again, report it.";
    WebhooksNotOffered "webhooks_not_offered" NOT_IMPLEMENTED, "This service delivers no webhooks",
        "Ask those who run it: the gateway was given no key for webhooks (`FAAN_WEBHOOK_KEY`).";
    EngineUnavailable "engine_unavailable" SERVICE_UNAVAILABLE, "The scoring engine does not answer",
        "Nothing was stored. Wait as long as `Retry-After` says (in seconds) and repeat the request with the same Idempotency-Key.";
    IssuerUnavailable "issuer_unavailable" SERVICE_UNAVAILABLE, "The issuer of the token cannot be asked for its keys",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request, or sign in with your password (`POST /v1/sessions`): that needs no issuer.";
    DatabaseUnavailable "database_unavailable" SERVICE_UNAVAILABLE, "The database does not answer",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request with the same Idempotency-Key; if it was stored after all, you get the first answer.";
    NotSigning "not_signing" SERVICE_UNAVAILABLE, "Checkpoints are not signed",
        "For those who run the service: the sentence, and `/readyz`, say what the signer found, or since when it has been silent; its log says the same. Nothing else is affected. If it refuses a log, find out who changed the past (a backup that was restored, most of the time) before anything else.";
    Busy "busy" SERVICE_UNAVAILABLE, "Too much is going on",
        "Wait as long as `Retry-After` says (in seconds) and repeat the request.";
}
