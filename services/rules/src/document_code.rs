//! The stable codes for what is wrong with the document of a variant.

use crate::explained_codes::explained_codes;

explained_codes! {
    /// A stable code for something that is wrong with a document.
    pub enum DocumentCode {
        Unreadable = "unreadable",
            "The bytes are not JSON (on the command line: neither JSON nor TOML), or an object has a name twice." "文件讀唔到，或者有名出現咗兩次。",
            "Correct it at the line and column in the message.";
        TooLarge = "too_large",
            "Over 64 KiB, as it is written or in canonical form." "文件太大。",
            "Shorten its texts.";
        MissingField = "missing_field",
            "A required field is absent." "呢欄未填。",
            "Add it.";
        UnknownField = "unknown_field",
            "The field is unknown; the message lists the known fields." "冇呢一欄。",
            "Correct its name, or leave it out.";
        WrongType = "wrong_type",
            "The value has the wrong type; `null` is never allowed." "呢度唔應該係呢種值。",
            "See the message.";
        UnknownValue = "unknown_value",
            "The word or number is not one of the known values." "呢度唔可以用呢個值。",
            "Use a value that the message lists.";
        OutOfRange = "out_of_range",
            "A number, or a length, is outside its range." "數目或者長度超出範圍。",
            "See the message.";
        Malformed = "malformed",
            "The text does not have the required form." "格式唔啱。",
            "See the message.";
        Repeated = "repeated",
            "A list has an element twice." "有嘢重複咗。",
            "Leave one out.";
        Remainder = "remainder",
            "An amount cannot be divided without a remainder." "呢個數分唔勻。",
            "Use steps of ½, and even amounts where two players share.";
        UnknownPattern = "unknown_pattern",
            "The pattern is neither in the catalogue nor a house pattern of the document." "冇呢個番種。",
            "See `ListPatterns`.";
        IncludeCycle = "include_cycle",
            "A pattern includes itself, directly or through others." "呢個番種包括返自己。",
            "Leave one of the inclusions out.";
        LimitIncluded = "limit_included",
            "A pattern worth fan includes a limit." "計番嘅番種唔可以包括爆棚嘅番種。",
            "Make it a limit too, or leave it out.";
        ScheduleHole = "schedule_hole",
            "The schedule does not start at 0 fan." "分數表要由 0 番開始。",
            "Add a step from 0.";
        ScheduleOrder = "schedule_order",
            "A step does not start at more fan than the one before it." "每一級嘅番數要多過上一級。",
            "Sort the steps.";
        CapBelowSchedule = "cap_below_schedule",
            "The schedule has steps above the cap." "分數表有啲級數高過封頂。",
            "Leave them out, or raise the cap.";
        MinimumUnreachable = "minimum_unreachable",
            "No hand can reach the minimum. The check uses an upper bound, so a lower minimum can also be unreachable." "冇一副牌去到呢個番數。",
            "Lower the minimum.";
        GroupTooSmall = "group_too_small",
            "A group has fewer than two patterns." "一組最少要有兩個番種。",
            "Add one, or leave the group out.";
        GroupOverlap = "group_overlap",
            "A pattern is in two groups." "有番種喺兩組入面。",
            "Leave it out of one.";
        CapOverlap = "cap_overlap",
            "A pattern is in two caps." "有番種喺兩個上限入面。",
            "Leave it out of one.";
        NoValue = "no_value",
            "A liability is for patterns without a value, or a win by bonus tiles has no value." "呢樣嘢喺呢套規則冇番。",
            "Give the pattern a value, or leave the liability or the win out.";
        NeverApplies = "never_applies",
            "The value never applies together with another field, such as a dealer's factor without rounds, a win by bonus tiles with 136 tiles, or a pattern that only a shape shows that does not win." "同其他規則撞埋，永遠用唔着。",
            "Leave it out.";
        ExpressionTooLong = "expression_too_long",
            "An expression has too many characters." "公式太長。",
            "Shorten it.";
        ExpressionTooDeep = "expression_too_deep",
            "An expression is nested too deeply." "公式太多層。",
            "Nest it less.";
        ExpressionSyntax = "expression_syntax",
            "An expression cannot be parsed." "公式寫錯。",
            "Correct it at the line and column in the message.";
        ExpressionUnknownFact = "expression_unknown_fact",
            "An expression names an unknown fact." "公式有唔識嘅名。",
            "See `services/rules/HOUSE_PATTERNS.md`.";
        ExpressionUnknownFunction = "expression_unknown_function",
            "An expression calls an unknown function." "公式有唔識嘅函數。",
            "See `services/rules/HOUSE_PATTERNS.md`.";
        ExpressionType = "expression_type",
            "A part of an expression has the wrong type." "公式嘅種類唔啱。",
            "See the message.";
        ExpressionNotBoolean = "expression_not_boolean",
            "The result of an expression is not a bool." "公式嘅答案唔係啱或者唔啱。",
            "Use a comparison.";
        ExpressionTooManySteps = "expression_too_many_steps",
            "An expression may need too many steps." "公式要計得太耐。",
            "Loop over fewer things.";
        ExpressionFails = "expression_fails",
            "An expression fails for a test hand." "公式有牌計唔到。",
            "Guard the part that fails, such as a division by zero.";
        ReservedId = "reserved_id",
            "A new document has the id of a built-in variant. Only checked when a document is written." "呢個代號係內置玩法嘅，要改過第二個。",
            "Choose another id.";
        SameVersion = "same_version",
            "A derived document has the id and the version of its base." "要改代號，或者加大版本。",
            "Choose another id, or raise `version`.";
    }
}
