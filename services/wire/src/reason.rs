//! The reasons that errors of the engine name in `google.rpc.ErrorInfo`, but for the refusals of the rules, which are theirs.

use tonic::Code;

/// Declares reasons: the name and the gRPC status of each, a text that its kind alone has, and what it means and what to do about it, in
/// English and beside it in Traditional Chinese as Hong Kong writes it.
macro_rules! reasons {
    (
        $(#[$about:meta])*
        pub enum $name:ident;
        $(#[$about_text:meta])*
        $text:ident;
        $(
            $reason:ident $word:literal $status:ident, $said:literal,
                $meaning:literal $chinese_meaning:literal,
                $advice:literal $chinese_advice:literal;
        )+
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $(#[doc = $meaning] $reason,)+ }

        impl $name {
            /// Every one, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$reason,)+];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$reason => $word,)+ }
            }

            /// The gRPC status that it comes with.
            #[must_use]
            pub const fn code(self) -> Code {
                match self { $(Self::$reason => Code::$status,)+ }
            }

            $(#[$about_text])*
            #[must_use]
            pub const fn $text(self) -> &'static str {
                match self { $(Self::$reason => $said,)+ }
            }

            /// What it means, as a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$reason => $meaning,)+ }
            }

            /// What to do about it.
            #[must_use]
            pub const fn advice(self) -> &'static str {
                match self { $(Self::$reason => $advice,)+ }
            }

            /// What it means and what to do about it, in Traditional Chinese.
            #[must_use]
            pub const fn traditional_chinese(self) -> &'static [&'static str] {
                match self { $(Self::$reason => &[$chinese_meaning, $chinese_advice],)+ }
            }
        }
    };
}

reasons! {
    /// Why the engine cannot work out what was sent.
    pub enum RequestReason;
    /// What it means, in a few words.
    title;
    FieldMissing "FIELD_MISSING" InvalidArgument, "A field is missing",
        "A required field is absent, or its enum is unspecified." "有一欄未填。",
        "Add it." "請補返嗰欄。";
    FieldUnexpected "FIELD_UNEXPECTED" InvalidArgument, "A field does not go with another one",
        "A field is not allowed together with another field, such as a discarder with a self-draw." "有一欄唔可以同另一欄一齊填，例如自摸就冇人出銃。",
        "Leave it out, or correct the other field; the message names it." "請攞走其中一欄。";
    ValueUnknown "VALUE_UNKNOWN" InvalidArgument, "A value is not allowed",
        "A number is not a value of its enum." "有一個值唔識。",
        "Use a value of the contract; your contract may be newer than the engine." "請重新載入呢版再試。";
    TilesAmbiguous "TILES_AMBIGUOUS" InvalidArgument, "The tiles cannot be read",
        "Both forms of a `Tiles` are set." "同一副牌用兩種方式寫咗。",
        "Set one." "請只用一種。";
    NotationInvalid "NOTATION_INVALID" InvalidArgument, "The tiles cannot be read",
        "The notation is invalid; the message names the character." "牌嘅寫法唔啱。",
        "Correct it." "請改正寫法。";
    TileMisplaced "TILE_MISPLACED" InvalidArgument, "The tiles cannot be read",
        "A bonus tile among playing tiles, or the other way round." "花牌同普通牌放錯咗位。",
        "Move it." "請擺返啱嘅位。";
    TooLarge "TOO_LARGE" InvalidArgument, "A list, a text or a document is too long",
        "A list, text or document is over its limit." "名單、文字或者文件太大。",
        "Split it; `PlayHands` can continue from a state." "請分開做。";
    StateInvalid "STATE_INVALID" InvalidArgument, "The rules refuse this",
        "The totals in the state are impossible: not four, or their sum is not zero." "牌局嘅分數冇可能係咁。",
        "Send the state of an earlier response." "請重新載入呢版再試。";
    VariantHashInvalid "VARIANT_HASH_INVALID" InvalidArgument, "There is no such variant",
        "The hash is not 64 lower-case hexadecimal digits." "規則嘅編碼唔啱。",
        "Send the `variant_hash` of an earlier response." "請重新揀規則。";
    VariantInvalid "VARIANT_INVALID" InvalidArgument, "The variant's document has errors",
        "The document has errors. Each one is a field violation with a reason and a path in the document, as many as fit." "規則文件有錯。",
        "Correct the document." "請改正列出嘅地方。";
    VariantNotFound "VARIANT_NOT_FOUND" NotFound, "There is no such variant",
        "No built-in variant has this id." "冇呢套內置規則。",
        "See `ListVariants`." "請喺名單揀。";
    VariantUnknown "VARIANT_UNKNOWN" FailedPrecondition, "There is no such variant",
        "No variant with this hash was sent recently." "唔識呢套規則。",
        "Send the document." "請再傳送規則文件。";
    TooManySteps "TOO_MANY_STEPS" InvalidArgument, "The house patterns take too many steps",
        "The house patterns of the variant take more steps than one request, or one stream, may take. The field names the first hand or outcome beyond the limit." "呢套規則嘅自訂番種要計太多步。",
        "Send fewer hands in one request, open another stream, or use cheaper expressions." "請減少牌數，或者簡化番種。";
}

impl RequestReason {
    /// The one of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|reason| reason.name() == name)
    }
}

reasons! {
    /// Why a call is turned away whatever it asks.
    pub enum Rejection;
    /// The message of the status.
    message;
    CredentialsMissing "CREDENTIALS_MISSING" Unauthenticated, "this engine wants a client certificate, or a token as `authorization: Bearer …`",
        "The engine needs a client certificate or one `authorization: Bearer …`, and the call has neither." "計番嘅程式要憑證。",
        "Send a token." "請通知營運嘅人。";
    TokenInvalid "TOKEN_INVALID" Unauthenticated, "the token is not one that this engine takes",
        "The token is malformed, not valid yet, or from another issuer." "憑證唔啱、未生效，或者來自另一個發行者。",
        "Get a new token; if the error remains, ask the operator of the engine." "請攞過一個；仲係唔得就通知營運嘅人。";
    TokenExpired "TOKEN_EXPIRED" Unauthenticated, "the token has expired: get another",
        "The token has expired." "憑證過咗期。",
        "Get a new token." "請攞過一個。";
    TokenForOthers "TOKEN_FOR_OTHERS" PermissionDenied, "the token is good, but not for the engine",
        "The token is valid, but its `aud` is not the engine." "憑證唔係畀計番嘅程式用。",
        "Get a token for the engine." "請攞啱嘅憑證。";
    Overloaded "OVERLOADED" Unavailable, "the engine has too much to do: try again in a moment",
        "The engine has reached its limit of calls, streams or documents to compile." "計番嘅程式太忙。",
        "Retry after `google.rpc.RetryInfo`, with increasing delays." "請等一陣再試。";
    Stopping "STOPPING" Unavailable, "the engine stops: go on with another",
        "The engine is shutting down; the current batch was answered." "計番嘅程式停緊。",
        "Continue with another engine." "請等一陣再試。";
    StreamIdle "STREAM_IDLE" DeadlineExceeded, "no batch came for too long",
        "The engine received no batch for a minute." "計番嘅程式一分鐘收唔到嘢。",
        "Open a new stream for the next batch." "請再試。";
    DeadlineExceeded "DEADLINE_EXCEEDED" DeadlineExceeded, "the call was not answered in time",
        "The deadline of the call or stream has passed." "計得太耐，過咗時限。",
        "Retry, or open a new stream." "請再試。";
}
