#!/usr/bin/env python3
"""A second verifier of a club's export, written from services/evidence/LEAF.md and FORMAT.md and nothing else.

    pip install -r requirements.txt
    python verify.py club.ndjson --key 'faan.example+83009b9b+AepK…'
    python verify.py club.ndjson --key … --checkpoint kept.note --directory directory.ndjson --json

It shares no line with the service or with `faan audit verify`: where both say the same, the two pages say enough. It does not know
the rules of mahjong. What a hand is worth is not scored again here; everything else that the pages ask for is checked.

The exit status is 0 where everything that was checked is right, 1 where something is wrong, 2 where nothing is wrong but something
is missing that would show it, and 3 where the arguments cannot be understood or a file cannot be read, such as a kept checkpoint
that is none.
"""

import argparse
import base64
import binascii
import datetime
import decimal
import functools
import hashlib
import io
import itertools
import json
import math
import re
import sys
import unicodedata

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

SAFE = 2**53 - 1
LARGEST_COUNT = 2**32 - 1
DEEPEST = 127
LARGEST_LOG = 2**63
LONGEST_LINE = 16_777_216
LONGEST_NOTE = 1_000_000
WINDS = ("east", "south", "west", "north")


class Wrong(Exception):
    """Something is not as the pages say it is."""


class NotPermitted(Wrong):
    """The role that an actor had does not permit the entry."""

    def __init__(self, entry, role, roles):
        self.fields = {"actor": entry["actor"], "role": role, "permitted_roles": roles}
        listed = " and ".join([", ".join(roles[:-1]), roles[-1]] if roles[1:] else roles)
        who = f"the role{'s' if roles[1:] else ''} {listed}" if roles else "somebody who is no member"
        super().__init__(f"its actor {entry['actor']} had the role {role}, and only {who} may enter this {entry['kind']}")


class Missing(Exception):
    """Something that would show whether it is right is not there, or is newer than this program."""


def require(holds, otherwise):
    if not holds:
        raise Wrong(otherwise)


# Canonical JSON (RFC 8785)


def parsed(data):
    """The value of canonical bytes; any others are refused."""
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=without_doubles, parse_constant=no_constant)
        again = canonical(value).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Wrong(f"these bytes are no JSON: {error}") from None
    require(again == data, "these bytes are not canonical JSON")
    require(depth(value) <= DEEPEST, f"arrays and objects are nested deeper than {DEEPEST}")
    return value


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def without_doubles(pairs):
    value = dict(pairs)
    require(len(value) == len(pairs), "a key is doubled")
    return value


def no_constant(name):
    raise Wrong(f"{name} is no JSON")


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{quoted(name)}:{canonical(value[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return quoted(value)
    require(value is None or abs(value) <= SAFE, "a number is beyond 2^53 - 1")
    return fraction(value) if isinstance(value, float) else json.dumps(value)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def fraction(value):
    """A number within ±(2^53 - 1) as ECMAScript writes it, which RFC 8785 asks for."""
    if value == 0:
        return "0"
    sign, digits, exponent = decimal.Decimal(repr(value)).normalize().as_tuple()
    digits, minus = "".join(map(str, digits)), "-" if sign else ""
    point = len(digits) + exponent
    if len(digits) <= point:
        return minus + digits.ljust(point, "0")
    if 0 < point:
        return f"{minus}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{digits}"
    return f"{minus}{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{point - 1:+d}"


def know(holds, at, what):
    """A later service may write what this program does not know."""
    if not holds:
        raise Missing(f"{at or 'it'} has {what!r}, which this program does not know")


# What the fields of canonical JSON may hold. Each of these makes a check: it takes a value, and where in the JSON it is.


def integer(least=-SAFE, most=SAFE):
    def check(value, at):
        require(type(value) is int and least <= value <= most, f"{at} is no integer from {least} to {most}")

    return check


def one_of(*words):
    def check(value, at):
        require(isinstance(value, str), f"{at} is no text")
        know(value in words, at, value)

    return check


def flag(*values):
    def check(value, at):
        require(type(value) is bool and value in values, f"{at} is none of {values}")

    return check


def text(pattern, meaning):
    def check(value, at):
        require(isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII | re.DOTALL), f"{at} is not {meaning}")

    return check


def calendar(pattern, meaning, read):
    written = text(pattern, meaning)

    def check(value, at):
        written(value, at)
        try:
            # Python's calendar begins with the year 1. Both of these are leap years.
            read(re.sub("^0000", "2000", value))
        except ValueError:
            raise Wrong(f"{at} is no time of the calendar") from None

    return check


def array(of, least=0, most=SAFE):
    def check(value, at):
        require(isinstance(value, list), f"{at} is no array")
        for index, element in enumerate(value):
            of(element, f"{at}/{index}")
        require(least <= len(value) <= most, f"{at} is no array of {least} to {most}")

    return check


def record(required, optional={}):
    def check(value, at):
        require(isinstance(value, dict), f"{at} is no object")
        for name, inner in value.items():
            field = required.get(name) or optional.get(name)
            know(field, at, name)
            field(inner, f"{at}/{name}")
        for name in required:
            require(name in value, f"{at}/{name} is missing")

    return check


def tagged(tag, forms):
    """An object whose field `tag` says which of the forms it has."""

    def check(value, at):
        require(isinstance(value, dict) and isinstance(value.get(tag), str), f"{at}/{tag} is missing")
        know(value[tag] in forms, f"{at}/{tag}", value[tag])
        forms[value[tag]](value, at)

    return check


def anything(_value, _at):
    pass


ID = text(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "an id")
HASH = text(r"[0-9a-f]{64}", "a hash")
PARTY = text(r"house|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "a player's id or house")
CURRENCY = text(r"[A-Z]{3}", "a currency")
TEXT = text(r".*", "text")
TILES = text(r".+", "tiles")
LABEL = text(r".{1,40}", "a label of 1 to 40 characters")
COUNT = integer(least=0, most=LARGEST_COUNT)
NUMBER = integer(least=1, most=LARGEST_COUNT)
SEQ = integer(least=1)
CHAIR = integer(least=1, most=4)
BOOLEAN = flag(True, False)
ONLY_TRUE = flag(True)
DAY = calendar(r"\d{4}-\d\d-\d\d", "a day", datetime.date.fromisoformat)
TIME = calendar(
    r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",
    "a time in UTC with six decimals",
    lambda time: datetime.datetime.fromisoformat(time.removesuffix("Z")),
)
ROLE = one_of("owner", "scorer", "referee", "player", "auditor")
AMOUNTS = array(integer(), 4, 4)
FOUR_PLAYERS = array(ID, 4, 4)

DEAL = record({"round_wind": one_of(*WINDS), "dealer": CHAIR, "extra": COUNT})
STATE = record(
    {"next_number": NUMBER, "deal": DEAL, "total_half_points": AMOUNTS, "house_half_points": integer()},
    {"ending": one_of("complete", "early")},
)

MELD = record({"kind": one_of("chow", "pung", "exposed_kong", "added_kong", "concealed_kong"), "tiles": TEXT})
HAND = record({}, {"concealed": TILES, "winning_tile": TILES, "melds": array(MELD, 1), "bonus_tiles": TILES})
DECLARED = record({"fan": COUNT}, {"limit": ONLY_TRUE, "fan_toward_minimum": COUNT})
LIABILITY = record(
    {
        "chair": CHAIR,
        "rule": one_of(
            "nine_tiles", "twelve_tiles", "five_tiles", "big_three_dragons", "big_four_winds", "kong_replacement",
            "fourth_meld",
        ),
    },
    {"tiles_left": COUNT, "live_tile": BOOLEAN},
)
WINNER = record({"chair": CHAIR}, {"hand": HAND, "declared": DECLARED, "liability": LIABILITY})
OUTCOME = tagged(
    "kind",
    {
        "win": record(
            {
                "kind": anything,
                "won_by": one_of("self_draw", "discard", "robbed_kong", "bonus_tiles"),
                "winners": array(WINNER, 1, 4),
            },
            {
                "from_chair": CHAIR,
                "robbed_kong": one_of("exposed_kong", "added_kong", "concealed_kong"),
                "last_tile": ONLY_TRUE,
                "replacement": one_of("bonus_tile", "kong", "second_kong"),
                "first_turn": one_of("heaven", "earth", "man"),
            },
        ),
        "goulash": record({"kind": anything}),
        "agreed": record({"kind": anything, "half_points": AMOUNTS}, {"winner": CHAIR}),
        "false_mahjong": record({"kind": anything, "chair": CHAIR}, {"points": COUNT}),
        "penalty": record(
            {"kind": anything, "chair": CHAIR, "payee": one_of("players", "house")},
            {"penalty": TEXT, "points": COUNT},
        ),
        "side_payment": record(
            {"kind": anything, "chair": CHAIR}, {"from_chair": CHAIR, "side_payment": TEXT, "points": COUNT}
        ),
        "totals": record({"kind": anything, "half_points": AMOUNTS}, {"house_half_points": integer(least=1)}),
        "substitution": record({"kind": anything, "chair": CHAIR, "player": ID}),
        "early_end": record({"kind": anything}),
    },
)
CHANGE = tagged(
    "kind",
    {
        "replace": record({"kind": anything, "outcome_id": ID, "outcome": OUTCOME}),
        "void": record({"kind": anything, "outcome_id": ID}),
        "insert": record({"kind": anything, "outcome_id": ID, "outcome": OUTCOME}, {"before": ID}),
        "reseat": record(
            {"kind": anything, "players": FOUR_PLAYERS, "outcomes": one_of("stay_with_chairs", "follow_players")}
        ),
    },
)

SET = record(
    {
        "kind": one_of("chow", "pung", "kong", "pair"),
        "tiles": TEXT,
        "concealed": BOOLEAN,
        "completed": BOOLEAN,
    }
)
SHAPE = one_of("standard", "seven_pairs", "thirteen_orphans", "bonus_tiles")
COUNTED = record(
    {"pattern": TEXT, "count": COUNT, "fan": COUNT, "limit": BOOLEAN, "counts_toward_minimum": BOOLEAN}
)
LEFT_OUT = record(
    {"pattern": TEXT, "reason": one_of("included", "limit", "group", "condition", "no_value")}, {"by": TEXT}
)
SCORE = record(
    {
        "counted": array(COUNTED),
        "left_out": array(LEFT_OUT),
        "fan": COUNT,
        "fan_toward_minimum": COUNT,
        "minimum_fan": COUNT,
        "limit": BOOLEAN,
        "points": COUNT,
        "declared": BOOLEAN,
    },
    {
        "reading": record({"shape": SHAPE, "sets": array(SET)}),
        "capped": array(record({"patterns": array(TEXT), "fan_before": COUNT, "fan": COUNT}), 1),
    },
)
LEG = record({"chair": CHAIR, "player": ID, "seat_wind": one_of(*WINDS), "half_points": integer()})
HOUSE_LEG = record({"house_half_points": integer()})


def legs(value, at):
    require(isinstance(value, list) and len(value) in (4, 5), f"{at} are not four legs, and one of the house at most")
    for index, leg in enumerate(value):
        (LEG if index < 4 else HOUSE_LEG)(leg, f"{at}/{index}")


RESULT = record(
    {"deal": DEAL, "scores": array(record({"chair": CHAIR, "score": SCORE}), 0, 4), "legs": legs},
    {"number": NUMBER},
)
PART = record(
    {"match": ID, "version": SEQ, "party": PARTY, "amount_cents": integer()},
    {"counts_for": ID, "adjustment": ONLY_TRUE},
)
TRANSFER = record({"from": PARTY, "to": PARTY, "amount_cents": integer(least=1)})
SCOPE = tagged(
    "kind",
    {
        "evening": record({"kind": anything, "evening": ID}),
        "match": record({"kind": anything, "match": ID}),
        "period": record({"kind": anything}, {"from": DAY, "until": DAY}),
    },
)

VARIANT_ID = text(r".{1,100}", "an id of 1 to 100 characters")
HALF_POINTS = integer(least=-2_000_000, most=2_000_000)


def handicap_amount(value, at):
    HALF_POINTS(value, at)
    require(value != 0, f"{at} is 0")


SEASON_RULES = record(
    {"unfinished": one_of("count", "leave_out")},
    {
        "variants": array(VARIANT_ID, 1, 100),
        "best": integer(least=1, most=5000),
        "minimum_matches": integer(least=2, most=5000),
        "handicaps": array(record({"player": ID, "half_points": handicap_amount}), 1, 1000),
        "teams": array(record({"label": LABEL, "players": array(ID, 1, 1000)}), 1, 100),
    },
)

ROUND_OF = tagged(
    "kind",
    {
        "evening": record({"kind": anything, "evening": ID}),
        "tournament": record({"kind": anything, "tournament": ID}),
    },
)
METHOD = one_of("random", "swiss", "schedule", "prescribed")
ROUND = integer(least=1, most=64)
TABLE_POINTS = integer(least=-1000, most=1000)
TOURNAMENT_RULES = record(
    {"rounds": ROUND, "draw": METHOD, "scoring": one_of("points", "table_points", "points_and_table_points")},
    {
        "table_points": array(TABLE_POINTS, 4, 4),
        "ties": array(one_of("points", "table_points", "first_places", "best_match", "opponents"), 1, 5),
        "sat_out": record({"half_points": HALF_POINTS, "table_points": TABLE_POINTS}),
        "cut": record(
            {"after_round": ROUND, "players": integer(least=4, most=400), "keeps_results": BOOLEAN},
        ),
        "clock": record(
            {"minutes": integer(least=1, most=600), "last_hand": one_of("stop", "finish_hand", "one_more_hand")},
        ),
    },
)


def entry(required, optional={}):
    every = {"format": one_of("faan.entry"), "version": integer(), "club": ID, "seq": SEQ}
    return record({**every, "kind": anything, "time": TIME, "actor": ID, **required}, optional)


ENTRIES = {
    "club_founded": entry({"time_zone": TEXT, "name_commitment": HASH}),
    "club_changed": entry({"time_zone": TEXT, "name_commitment": HASH}),
    "club_handed_over": entry({"user": ID, "role": one_of("scorer", "referee", "player", "auditor")}),
    "member_set": entry({"user": ID, "role": ROLE}),
    "member_removed": entry({"user": ID}),
    "invitation_made": entry(
        {"invitation": ID, "role": ROLE, "expires_at": TIME, "single_use": BOOLEAN}, {"player": ID}
    ),
    "invitation_revoked": entry({"invitation": ID}),
    "invitation_accepted": entry({"invitation": ID, "role": ROLE}, {"player": ID}),
    "player_enrolled": entry({"player": ID, "name_commitment": HASH}),
    "player_renamed": entry({"player": ID, "name_commitment": HASH}),
    "player_linked": entry({"player": ID, "user": ID}),
    "player_unlinked": entry({"player": ID}),
    "player_merged": entry({"player": ID, "into": ID}),
    "player_unmerged": entry({"player": ID, "into": ID}),
    "player_erased": entry({"player": ID}),
    "text_erased": entry({"entry": SEQ}),
    "variant_added": entry({"variant_hash": HASH, "document": anything}),
    "variant_retired": entry({"variant_hash": HASH}),
    "variant_reinstated": entry({"variant_hash": HASH}),
    "match_opened": entry(
        {
            "match": ID,
            "variant_hash": HASH,
            "players": FOUR_PLAYERS,
            "stake_cents": integer(least=0),
            "currency": CURRENCY,
            "starting_points": integer(),
            "played_on": DAY,
            "state": STATE,
        },
        {"minimum_fan": COUNT},
    ),
    "outcome_recorded": entry(
        {
            "match": ID,
            "outcome_id": ID,
            "variant_hash": HASH,
            "semantics": COUNT,
            "outcome": OUTCOME,
            "result": RESULT,
            "state_after": STATE,
        },
        {"reason_commitment": HASH},
    ),
    "match_corrected": entry(
        {
            "match": ID,
            "changes": array(CHANGE, 1),
            "variant_hash": HASH,
            "semantics": COUNT,
            "results": array(record({"outcome_id": ID, "result": RESULT})),
            "reason_commitment": HASH,
            "state_after": STATE,
        }
    ),
    "settlement_made": entry(
        {"settlement": ID, "scope": SCOPE, "currency": CURRENCY, "parts": array(PART, 1), "transfers": array(TRANSFER)}
    ),
    "payment_recorded": entry(
        {"settlement": ID, "payment": ID, "from": PARTY, "to": PARTY, "amount_cents": integer(least=1)},
        {"note_commitment": HASH},
    ),
    "payment_reversed": entry({"settlement": ID, "payment": ID, "reason_commitment": HASH}),
    "evening_opened": entry(
        {"evening": ID, "held_on": DAY, "tables": array(LABEL, 0, 100), "seed_hash": HASH}, {"note_commitment": HASH}
    ),
    "attendance_changed": entry({"evening": ID, "checked_in": array(ID), "checked_out": array(ID)}),
    "round_drawn": entry(
        {
            "evening": ID,
            "round": integer(least=1, most=64),
            "seed": HASH,
            "tables": array(FOUR_PLAYERS, 1, 100),
            "sitting_out": array(ID),
        },
        {"redraw": ONLY_TRUE},
    ),
    "round_opened": entry({"evening": ID, "round": integer(least=1, most=64), "matches": array(ID, 1, 100)}),
    "season_opened": entry({"season": ID, "name_commitment": HASH, "from": DAY, "until": DAY, "rules": SEASON_RULES}),
    "season_closed": entry({"season": ID}),
    "tournament_opened": entry(
        {
            "tournament": ID,
            "name_commitment": HASH,
            "from": DAY,
            "until": DAY,
            "rules": TOURNAMENT_RULES,
            "seed_hash": HASH,
        }
    ),
    "entrants_changed": entry(
        {
            "tournament": ID,
            "registered": array(record({"player": ID}, {"team": LABEL, "substitute": ONLY_TRUE}), 0, 400),
            "checked_in": array(ID),
            "withdrawn": array(ID),
        }
    ),
    "tournament_round_drawn": entry(
        {
            "tournament": ID,
            "round": ROUND,
            "seed": HASH,
            "method": METHOD,
            "tables": array(FOUR_PLAYERS, 1, 100),
            "sitting_out": array(ID),
        },
        {"redraw": ONLY_TRUE, "reason_commitment": HASH},
    ),
    "tournament_round_opened": entry({"tournament": ID, "round": ROUND, "matches": array(ID, 1, 100)}),
    "tournament_clock_changed": entry(
        {"tournament": ID, "round": ROUND, "running": BOOLEAN, "remaining_seconds": integer(least=0, most=36_000)}
    ),
    "penalty_given": entry(
        {
            "tournament": ID,
            "player": ID,
            "half_points": integer(least=0, most=2_000_000),
            "table_points": integer(least=0, most=1000),
            "reason_commitment": HASH,
        },
        {"round": ROUND},
    ),
    "penalty_withdrawn": entry({"tournament": ID, "penalty": SEQ, "reason_commitment": HASH}),
    "tournament_closed": entry({"tournament": ID}),
    "match_declared": entry({"match": ID, "void": BOOLEAN, "reason_commitment": HASH}),
    "tables_replayed": entry(
        {"of": ROUND_OF, "round": ROUND, "tables": array(record({"table": NUMBER, "match": ID}), 1, 100)}
    ),
}


def read_entry(data, club, seq):
    """The entry of these bytes, which must be the one with this number of this club."""
    value = parsed(data)
    require(isinstance(value, dict) and value.get("format") == "faan.entry", "this is no entry")
    check_version(value)
    require(isinstance(value.get("kind"), str), "/kind is missing")
    TIME(value.get("time"), "/time")
    ID(value.get("actor"), "/actor")
    require(value.get("club") == club, f"it is of the club {value.get('club')}")
    require(value.get("seq") == seq, f"it states the number {value.get('seq')}")
    if value["kind"] not in ENTRIES:
        raise Missing(f"its kind is {value['kind']!r}, which this program does not know")
    ENTRIES[value["kind"]](value, "")
    return value


def check_version(value):
    """Another version may be right; this program cannot tell."""
    integer(least=0)(value.get("version"), "/version")
    if value["version"] != 1:
        raise Missing(f"its version is {value['version']}, and this program reads version 1")


# What outcomes and results ask for beyond the form of each field


def check_outcome(outcome):
    if outcome["kind"] == "agreed":
        require(sum(outcome["half_points"]) == 0, "what the players agreed on does not sum to zero")
    if outcome["kind"] == "side_payment":
        require(outcome.get("from_chair") != outcome["chair"], "a chair makes a side payment to itself")
    if outcome["kind"] == "totals":
        require(sum(whole_match(outcome)) == 0, "the totals of the match do not sum to zero")
    if outcome["kind"] == "win":
        check_win(outcome)


def check_win(outcome):
    won_by, chairs = outcome["won_by"], [winner["chair"] for winner in outcome["winners"]]
    require(("from_chair" in outcome) == (won_by in ("discard", "robbed_kong")), f"from_chair does not go with {won_by}")
    require(("robbed_kong" in outcome) == (won_by == "robbed_kong"), f"robbed_kong does not go with {won_by}")
    require(len(set(chairs)) == len(chairs), "two winners sit on one chair")
    for winner in outcome["winners"]:
        require(("hand" in winner) != ("declared" in winner), "a winner has a hand or a declared result")
        require(winner.get("liability", {}).get("chair") != winner["chair"], "a winner is liable for the own hand")


def check_result(result, outcome):
    four, house = result["legs"][:4], result["legs"][4:]
    require([leg["chair"] for leg in four] == [1, 2, 3, 4], "the legs are not in the order of the chairs")
    require(len({leg["player"] for leg in four}) == 4, "a player has two legs")
    require(all(leg["house_half_points"] for leg in house), "the house has a leg of 0")
    require(sum(amounts(result)) == 0, "the legs do not sum to zero")
    if outcome["kind"] == "totals":
        require(amounts(result) == whole_match(outcome), "the legs are not the totals of the match")
    for leg in four:
        wind = WINDS[(leg["chair"] - result["deal"]["dealer"]) % 4]
        require(leg["seat_wind"] == wind, f"chair {leg['chair']} is {wind} in this deal")
    winners = [winner["chair"] for winner in outcome.get("winners", [])]
    require([score["chair"] for score in result["scores"]] == winners, "the scores are not those of the winners")
    for score in result["scores"]:
        check_score(score["score"])


def check_score(score):
    require(not score["limit"] or score["fan"] == 0, "a limit hand has fan")
    require(score["declared"] == ("reading" not in score), "a score has a reading or is declared")
    for pattern in score["left_out"]:
        require(("by" in pattern) == (pattern["reason"] != "no_value"), "by does not go with the reason")


def check_state(state):
    total = sum(state["total_half_points"]) + state["house_half_points"]
    require(total == 0, "the totals do not sum to zero")


def amounts(result):
    """What moved, chair 1 first and the house last."""
    house = [leg["house_half_points"] for leg in result["legs"][4:]] or [0]
    return [leg["half_points"] for leg in result["legs"][:4]] + house


def whole_match(outcome):
    """What the totals of a match state, chair 1 first and the house last."""
    return outcome["half_points"] + [outcome.get("house_half_points", 0)]


# The match that its entries tell


class CurrentOutcome:
    def __init__(self, outcome_id, outcome, result=None):
        self.outcome_id, self.outcome, self.result = outcome_id, outcome, result


class Match:
    def __init__(self, opened):
        check_state(opened["state"])
        start = {
            "next_number": 1,
            "deal": {"round_wind": "east", "dealer": 1, "extra": 0},
            "total_half_points": [0, 0, 0, 0],
            "house_half_points": 0,
        }
        require(opened["state"] == start, "the match does not begin at its beginning")
        require(len(set(opened["players"])) == 4, "the four players differ")
        self.opened, self.version = opened, opened["seq"]
        self.players, self.state, self.outcomes = opened["players"], opened["state"], []
        self.used, self.sat, self.settled = set(), set(opened["players"]), {}
        self.is_void = False

    def record(self, entry):
        check_outcome(entry["outcome"])
        check_result(entry["result"], entry["outcome"])
        require("ending" not in self.state, "the match is over")
        require(entry["outcome_id"] not in self.used, "the outcome has the id of another one")
        require(entry["result"]["deal"] == self.state["deal"], "the outcome happened in another deal than the state says")
        self.outcomes.append(CurrentOutcome(entry["outcome_id"], entry["outcome"], entry["result"]))
        self.accept(entry)

    def correct(self, entry):
        for change in entry["changes"]:
            if "outcome" in change:
                check_outcome(change["outcome"])
            getattr(self, change["kind"])(change)
        self.check_seats()
        results = iter(entry["results"])
        following = next(results, None)
        for current in self.outcomes:
            if following and following["outcome_id"] == current.outcome_id:
                require(following["result"] != current.result, "a result that stays is stated again")
                current.result, following = following["result"], next(results, None)
            require(current.result, f"the new outcome {current.outcome_id} has no result")
            check_result(current.result, current.outcome)
        require(following is None, "a result is stated of no outcome, or not in the order of play")
        self.accept(entry)

    def declare(self, entry):
        require(entry["void"] != self.is_void, "the match was declared so before")
        self.is_void, self.version = entry["void"], entry["seq"]

    def accept(self, entry):
        require(not self.is_void, "the match is void")
        require(entry["variant_hash"] == self.opened["variant_hash"], "the match is played under another variant")
        check_state(entry["state_after"])
        self.state, self.version = entry["state_after"], entry["seq"]
        self.used.update(current.outcome_id for current in self.outcomes)
        self.sat.update(self.seated_at_any_time())
        self.check()

    def place(self, name):
        for index, current in enumerate(self.outcomes):
            if current.outcome_id == name:
                return index
        raise Wrong(f"no outcome {name} stands in the match")

    def replace(self, change):
        self.outcomes[self.place(change["outcome_id"])].outcome = change["outcome"]

    def void(self, change):
        del self.outcomes[self.place(change["outcome_id"])]

    def insert(self, change):
        stands = change["outcome_id"] in (current.outcome_id for current in self.outcomes)
        require(not stands and change["outcome_id"] not in self.used, "the inserted outcome has the id of another one")
        place = self.place(change["before"]) if "before" in change else len(self.outcomes)
        self.outcomes.insert(place, CurrentOutcome(change["outcome_id"], change["outcome"]))

    def reseat(self, change):
        require(len(set(change["players"])) == 4, "the four players differ")
        if change["outcomes"] == "follow_players":
            require(set(change["players"]) == set(self.players), "the players who are followed are others")
            now = {chair: change["players"].index(player) + 1 for chair, player in enumerate(self.players, 1)}
            for current in self.outcomes:
                current.outcome = moved(current.outcome, now)
        self.players = change["players"]

    def check_seats(self, person=lambda player: player):
        """Nobody sits on two chairs, also not as two players who are one person."""
        seats = [person(player) for player in self.players]
        require(len(set(seats)) == 4, "somebody sits on two chairs")
        for current in self.outcomes:
            substitute(seats, current, person)

    def seated_at_any_time(self):
        return {leg["player"] for current in self.outcomes for leg in current.result["legs"][:4]} | {
            current.outcome["player"] for current in self.outcomes if current.outcome["kind"] == "substitution"
        } | set(self.players)

    def check(self):
        """What holds of all outcomes after every entry."""
        seats, number, totals, last = list(self.players), 0, [0] * 5, None
        for current in self.outcomes:
            require(last not in LAST, f"something follows {LAST.get(last)}")
            result, kind = current.result, current.outcome["kind"]
            require([leg["player"] for leg in result["legs"][:4]] == seats, "the legs name players who do not sit there")
            if kind in ("win", "goulash", "agreed") or (kind == "false_mahjong" and "number" in result):
                number += 1
                require(result.get("number") == number, f"the hand {number} has the number {result.get('number')}")
            require("number" not in result or kind in NUMBERED, "what is not a hand has a number")
            require(kind != "totals" or not (number or any(totals)), "there are totals of a match that has begun")
            moved_cents = [amount * self.opened["stake_cents"] for amount in amounts(result)]
            require(all(twice % 2 == 0 for twice in moved_cents), "what an outcome moves is no whole number of cents")
            totals = [total + amount for total, amount in zip(totals, amounts(result))]
            substitute(seats, current)
            last = kind
        state, ending = self.state, self.state.get("ending")
        require(state["next_number"] == number + 1, "next_number does not follow the last number")
        stated = state["total_half_points"] + [state["house_half_points"]]
        require(stated == totals, f"the state's totals are {stated}, and the legs sum to {totals}")
        ended = (ending == "early") == (last == "early_end")
        require(ended, "the match ended early if an early end says so, and only then")
        completed = number or (ending == "complete") == (last == "totals")
        require(completed, "a match without a hand is complete if its totals are stated, and only then")

    def open_cents(self):
        """What is open of every party who gained, lost or settled something in this match."""
        gained = {}
        for current in [] if self.is_void else self.outcomes:
            parties = [leg["player"] for leg in current.result["legs"][:4]] + ["house"]
            for party, amount in zip(parties, amounts(current.result)):
                gained[party] = gained.get(party, 0) + amount
        left = {}
        for party in gained.keys() | self.settled.keys():
            cents = gained.get(party, 0) * self.opened["stake_cents"] // 2
            left[party] = cents - self.settled.get(party, 0)
        return {party: amount for party, amount in left.items() if amount}


NUMBERED = ("win", "goulash", "agreed", "false_mahjong")
LAST = {"early_end": "an early end", "totals": "the totals of the match"}


def substitute(seats, current, person=lambda player: player):
    if current.outcome["kind"] == "substitution":
        player = person(current.outcome["player"])
        require(player not in seats, "somebody who sits at the table takes a chair over")
        seats[current.outcome["chair"] - 1] = player


def moved(outcome, now):
    """The outcome with every chair that it names as the chair that it is now."""
    outcome = dict(outcome)
    for name in ("chair", "from_chair", "winner"):
        if name in outcome:
            outcome[name] = now[outcome[name]]
    if "half_points" in outcome:
        was = {now[chair]: chair for chair in now}
        outcome["half_points"] = [outcome["half_points"][was[chair] - 1] for chair in (1, 2, 3, 4)]
    if "winners" in outcome:
        outcome["winners"] = [moved(winner, now) for winner in outcome["winners"]]
    if "liability" in outcome:
        outcome["liability"] = moved(outcome["liability"], now)
    return outcome


# The club that its entries tell


# Who may enter what: the roles, beside those whom `Club.excepted` knows.
OWNER, OWNER_OR_SCORER, OWNER_OR_REFEREE = ["owner"], ["owner", "scorer"], ["owner", "referee"]
OWNER_SCORER_OR_REFEREE = ["owner", "scorer", "referee"]
PERMITTED_ROLES = {
    "club_founded": [],
    "member_set": OWNER,
    "player_enrolled": OWNER_OR_SCORER,
    "variant_added": OWNER_OR_SCORER,
    "match_opened": OWNER_OR_SCORER,
    "outcome_recorded": OWNER_OR_SCORER,
    "match_corrected": OWNER_SCORER_OR_REFEREE,
    "settlement_made": OWNER_OR_SCORER,
    "payment_recorded": OWNER_OR_SCORER,
    "payment_reversed": OWNER_OR_SCORER,
    "club_changed": OWNER,
    "member_removed": OWNER,
    "club_handed_over": OWNER,
    "invitation_made": OWNER,
    "invitation_revoked": OWNER,
    "invitation_accepted": [],
    "player_linked": OWNER_OR_SCORER,
    "player_unlinked": OWNER_OR_SCORER,
    "player_renamed": OWNER_OR_SCORER,
    "player_merged": OWNER,
    "player_unmerged": OWNER,
    "player_erased": OWNER,
    "text_erased": OWNER,
    "variant_retired": OWNER,
    "variant_reinstated": OWNER,
    "evening_opened": OWNER_OR_SCORER,
    "attendance_changed": OWNER_OR_SCORER,
    "round_drawn": OWNER_OR_SCORER,
    "round_opened": OWNER_OR_SCORER,
    "season_opened": OWNER,
    "season_closed": OWNER,
    "tournament_opened": OWNER,
    "entrants_changed": OWNER_OR_SCORER,
    "tournament_round_drawn": OWNER_OR_SCORER,
    "tournament_round_opened": OWNER_OR_SCORER,
    "tournament_clock_changed": OWNER_SCORER_OR_REFEREE,
    "penalty_given": OWNER_OR_REFEREE,
    "penalty_withdrawn": OWNER_OR_REFEREE,
    "tournament_closed": OWNER,
    "match_declared": OWNER_OR_REFEREE,
    "tables_replayed": OWNER_OR_SCORER,
}


class Club:
    """Takes one entry after another; an entry that contradicts those before it is refused."""

    def __init__(self):
        self.members, self.invitations = {}, {}
        self.players, self.links, self.merged, self.erased = set(), {}, {}, set()
        self.variants, self.retired = set(), set()
        self.matches, self.settlements, self.payments = {}, {}, {}
        self.evenings, self.rounds, self.evening_of = {}, [], {}
        self.seasons, self.closed_seasons = set(), set()
        self.tournaments, self.tournament_matches = {}, set()
        self.erasable, self.time = set(), ""

    def take(self, entry):
        kind, actor = entry["kind"], entry["actor"]
        require(entry["time"] > self.time, "it is not later than the entry before")
        require((kind == "club_founded") == (entry["seq"] == 1), "a club is founded by its first entry, and no other")
        joins = kind in ("club_founded", "invitation_accepted")
        require(joins or actor in self.members, "the actor is no member of the club")
        role, roles = self.members.get(actor), PERMITTED_ROLES[kind]
        if role and role not in roles and not self.excepted(entry):
            raise NotPermitted(entry, role, roles)
        self.time = entry["time"]
        getattr(self, kind)(entry)
        require("owner" in self.members.values(), "the club has no owner left")
        named = kind in ("season_opened", "tournament_opened")
        if "reason_commitment" in entry or "note_commitment" in entry or named:
            self.erasable.add(entry["seq"])

    def excepted(self, entry):
        """Whether a member may enter this whatever their role is: a member leaves, or erases their own player."""
        if entry["kind"] == "member_removed":
            return entry["user"] == entry["actor"]
        return entry["kind"] == "player_erased" and self.links.get(entry["player"]) == entry["actor"]

    def counted(self):
        return {
            "players": len(self.players),
            "variants": len(self.variants),
            "matches": len(self.matches),
            "hands": sum(match.state["next_number"] - 1 for match in self.matches.values()),
            "settlements": len(self.settlements),
            "payments": len(self.payments),
            "tournaments": len(self.tournaments),
        }

    def club_founded(self, entry):
        self.members[entry["actor"]] = "owner"

    def club_changed(self, entry):
        pass

    def club_handed_over(self, entry):
        require(entry["user"] in self.members and entry["user"] != entry["actor"], "the user is no other member")
        self.members.update({entry["user"]: "owner", entry["actor"]: entry["role"]})

    def member_set(self, entry):
        self.members[entry["user"]] = entry["role"]

    def member_removed(self, entry):
        require(entry["user"] in self.members, "the user is no member")
        del self.members[entry["user"]]
        self.links = {player: user for player, user in self.links.items() if user != entry["user"]}

    def invitation_made(self, entry):
        require(entry["invitation"] not in self.invitations, "there is an invitation with this id")
        if "player" in entry:
            require(entry["single_use"], "an invitation for many is linked to a player")
            self.require_current(entry["player"])
            require(entry["player"] not in self.links, "the player is linked to an account")
        require(entry["time"] < entry["expires_at"], "the invitation has expired before it is made")
        self.invitations[entry["invitation"]] = {**entry, "used": False, "revoked": False}

    def invitation_revoked(self, entry):
        invitation = self.invitation(entry)
        require(not invitation["revoked"], "the invitation was revoked before")
        invitation["revoked"] = True

    def invitation_accepted(self, entry):
        invitation = self.invitation(entry)
        used_up = invitation["used"] and invitation["single_use"]
        require(not used_up and not invitation["revoked"], "the invitation is used up, or revoked")
        require(self.members.get(invitation["actor"]) == "owner", "who made the invitation is no owner any more")
        require(entry["time"] < invitation["expires_at"], "the invitation has expired")
        require(entry["role"] == invitation["role"], "the invitation gives another role")
        player = self.person(invitation["player"]) if "player" in invitation else None
        require(entry.get("player") == player, "the invitation is for another player")
        invitation["used"] = True
        self.members[entry["actor"]] = entry["role"]
        if player:
            self.link(player, entry["actor"])

    def invitation(self, entry):
        require(entry["invitation"] in self.invitations, "there is no such invitation")
        return self.invitations[entry["invitation"]]

    def player_enrolled(self, entry):
        require(entry["player"] not in self.players, "there is a player with this id")
        self.players.add(entry["player"])

    def player_renamed(self, entry):
        self.require_current(entry["player"])

    def player_linked(self, entry):
        require(entry["user"] in self.members, "the user is no member")
        self.link(entry["player"], entry["user"])

    def player_unlinked(self, entry):
        require(self.links.pop(entry["player"], None), "the player is linked to no account")

    def player_merged(self, entry):
        player, into = entry["player"], entry["into"]
        require(player != into, "a player is merged into the same player")
        self.require_current(player)
        self.require_current(into)
        for match in self.matches.values():
            sat = {self.person(each) for each in match.sat}
            require(not {player, into} <= sat, "the two players sat in one match")
        require(player not in self.links or into not in self.links, "the two players are linked to different accounts")
        if player in self.links:
            self.links[into] = self.links.pop(player)
        self.merged[player] = into

    def player_unmerged(self, entry):
        player, into = entry["player"], entry["into"]
        require(player in self.players, f"there is no player {player}")
        require(self.merged.get(player) == into, "the last merge of the player is not into this one")
        require(self.person(player) not in self.erased, f"the player {player} was erased")
        del self.merged[player]

    def player_erased(self, entry):
        player = entry["player"]
        self.require_current(player)
        self.links.pop(player, None)
        self.erased.add(player)

    def text_erased(self, entry):
        require(entry["entry"] in self.erasable, f"entry {entry['entry']} has no text that can be erased, or not any more")
        self.erasable.remove(entry["entry"])

    def person(self, player):
        while player in self.merged:
            player = self.merged[player]
        return player

    def require_current(self, player):
        require(player in self.players, f"there is no player {player}")
        require(player not in self.merged, f"the player {player} was merged into another one")
        require(player not in self.erased, f"the player {player} was erased")

    def link(self, player, user):
        self.require_current(player)
        require(player not in self.links, "the player is linked to an account")
        require(user not in self.links.values(), "the account is linked to another player")
        self.links[player] = user

    def variant_added(self, entry):
        digest = hashlib.sha256(canonical(entry["document"]).encode("utf-8")).hexdigest()
        require(digest == entry["variant_hash"], "variant_hash is not that of the document")
        require(digest not in self.variants, "the variant was added before")
        self.variants.add(digest)

    def variant_retired(self, entry):
        require(entry["variant_hash"] in self.variants - self.retired, "there is no such variant, or not any more")
        self.retired.add(entry["variant_hash"])

    def variant_reinstated(self, entry):
        require(entry["variant_hash"] in self.retired, "the variant is not retired")
        self.retired.remove(entry["variant_hash"])

    def match_opened(self, entry):
        require(entry["match"] not in self.matches, "there is a match with this id")
        require(entry["variant_hash"] in self.variants - self.retired, "there is no such variant, or not any more")
        for player in newcomers(entry):
            self.require_current(player)
        self.matches[entry["match"]] = Match(entry)

    def outcome_recorded(self, entry):
        self.go_on(entry, lambda match: match.record(entry))

    def match_corrected(self, entry):
        self.go_on(entry, lambda match: match.correct(entry))

    def match_declared(self, entry):
        require(entry["match"] in self.matches, "there is no match with this id")
        self.matches[entry["match"]].declare(entry)

    def go_on(self, entry, how):
        match = self.matches.get(entry["match"])
        require(match, "there is no match with this id")
        for player in newcomers(entry) - match.sat:
            self.require_current(player)
        how(match)
        match.check_seats(self.person)

    def settlement_made(self, entry):
        require(entry["settlement"] not in self.settlements, "there is a settlement with this id")
        require(entry["parts"] == self.open_parts(entry), "the parts are not what is open of the matches")
        net = {}
        for part in entry["parts"]:
            match, party = self.matches[part["match"]], part["party"]
            match.settled[party] = match.settled.get(party, 0) + part["amount_cents"]
            pays = part.get("counts_for", party)
            net[pays] = net.get(pays, 0) + part["amount_cents"]
        check_transfers(entry["transfers"], net)
        transfers = {(each["from"], each["to"]): each["amount_cents"] for each in entry["transfers"]}
        self.settlements[entry["settlement"]] = transfers

    def open_parts(self, entry):
        parts = []
        for name in sorted(self.in_scope(entry)):
            match = self.matches[name]
            for party, amount in sorted(match.open_cents().items()):
                part = {"match": name, "version": match.version, "party": party, "amount_cents": amount}
                if self.person(party) != party:
                    part["counts_for"] = self.person(party)
                if match.settled:
                    part["adjustment"] = True
                parts.append(part)
        return parts

    def in_scope(self, entry):
        scope = entry["scope"]
        require(scope.get("match") in [None, *self.matches], "there is no match with this id")
        require(scope.get("evening") in [None, *self.evenings], "there is no evening with this id")
        for name, match in self.matches.items():
            day, currency = match.opened["played_on"], match.opened["currency"]
            inside = scope.get("from", day) <= day <= scope.get("until", day)
            inside = inside and scope.get("evening", self.evening_of.get(name)) == self.evening_of.get(name)
            if currency == entry["currency"] and inside and scope.get("match", name) == name:
                yield name

    def payment_recorded(self, entry):
        require(entry["payment"] not in self.payments, "there is a payment with this id")
        transfers, pair = self.settlements.get(entry["settlement"], {}), (entry["from"], entry["to"])
        require(pair in transfers, "there is no such transfer in such a settlement")
        require(entry["amount_cents"] <= transfers[pair], "more is paid than is open of the transfer")
        transfers[pair] -= entry["amount_cents"]
        self.payments[entry["payment"]] = entry

    def payment_reversed(self, entry):
        payment = self.payments.get(entry["payment"])
        require(payment and payment["settlement"] == entry["settlement"], "there is no such payment in the settlement")
        require("reversed" not in payment, "the payment was reversed before")
        payment["reversed"] = True
        self.settlements[entry["settlement"]][payment["from"], payment["to"]] += payment["amount_cents"]

    def evening_opened(self, entry):
        require(entry["evening"] not in self.evenings, "there is an evening with this id")
        require(len(set(entry["tables"])) == len(entry["tables"]), "two tables have the same label")
        self.evenings[entry["evening"]] = {"opened": entry, "present": set(), "rounds": []}

    def attendance_changed(self, entry):
        present, came, left = self.evening(entry)["present"], entry["checked_in"], entry["checked_out"]
        require(came + left, "nobody comes or leaves")
        for players in (came, left):
            require(players == sorted(set(players)), "the players are not ordered by id, each once")
        for player in came:
            self.require_current(player)
        require(not present & set(came), "somebody comes who is there")
        require(present >= set(left), "somebody leaves who is not there")
        present |= set(came)
        present -= set(left)
        require(len(present) <= 400, "more than 400 players are there")

    def round_drawn(self, entry):
        evening, out = self.evening(entry), entry["sitting_out"]
        rounds = evening["rounds"]
        require(entry["round"] == len(rounds) + 1, "the round is not the next one")
        published = rounds[-1]["seed"] if rounds else evening["opened"]["seed_hash"]
        require(hashlib.sha256(entry["seed"].encode()).hexdigest() == published, "the seed is not the published one")
        require(out == sorted(set(out)), "those who sit out are not ordered by id, each once")
        if "redraw" in entry:
            require(rounds and "matches" not in rounds[-1], "the round before was opened, or there is none")
            rounds[-1]["replaced"] = True
        everybody = {self.person(player) for player in evening["present"]} - self.erased
        counted = [drawn for drawn in rounds if "replaced" not in drawn]
        others = [drawn for drawn in self.rounds if drawn["evening"] != entry["evening"]]
        earlier = [drawn for drawn in others[-200:] if "replaced" not in drawn]
        drawn = Draw(sorted(everybody), entry["seed"], self.person).of(counted, earlier)
        require(drawn == (entry["tables"], out), "the seed gives another draw")
        rounds.append(entry)
        self.rounds.append(entry)

    def round_opened(self, entry):
        evening = self.evening(entry)
        require(entry["round"] <= len(evening["rounds"]), "there is no such round")
        drawn = evening["rounds"][entry["round"] - 1]
        require("matches" not in drawn and "replaced" not in drawn, "the round was opened or replaced before")
        require(len(entry["matches"]) == len(drawn["tables"]), "a round has one match for each table")
        for name, table in zip(entry["matches"], drawn["tables"]):
            require(name in self.matches, "there is no match with this id")
            opened = self.matches[name].opened
            require(opened["players"] == table, "a match has other players than its table")
            require(opened["played_on"] == evening["opened"]["held_on"], "a match is on another day than its evening")
            is_free = name not in self.evening_of and name not in self.tournament_matches
            require(is_free, "a match is of two rounds")
            self.evening_of[name] = entry["evening"]
        drawn["matches"] = entry["matches"]

    def tables_replayed(self, entry):
        of, tables = entry["of"], [each["table"] for each in entry["tables"]]
        require(tables == sorted(set(tables)), "the tables are not in order, each once")
        if of["kind"] == "evening":
            evening = self.evening(of)
            require(entry["round"] <= len(evening["rounds"]), "there is no such round")
            drawn, first = evening["rounds"][entry["round"] - 1], evening["opened"]["held_on"]
            last = first
        else:
            tournament = self.open_tournament(of)
            drawn, opened = tournament.round(entry["round"]), tournament.opened
            first, last = opened["from"], opened["until"]
        require("matches" in drawn, "the round was not opened")
        # The entry that opened the round is read again by nobody.
        drawn["matches"] = list(drawn["matches"])
        for each in entry["tables"]:
            require(each["table"] <= len(drawn["tables"]), "the round has no such table")
            place, name = each["table"] - 1, each["match"]
            require(self.matches[drawn["matches"][place]].is_void, "the match that is replaced is not void")
            require(name in self.matches, "there is no match with this id")
            match = self.matches[name].opened
            require(match["players"] == drawn["tables"][place], "a match has other players than its table")
            require(first <= match["played_on"] <= last, "a match is on another day than its round")
            is_free = name not in self.evening_of and name not in self.tournament_matches
            require(is_free, "a match is of two rounds")
            if of["kind"] == "evening":
                self.evening_of[name] = of["evening"]
            else:
                self.tournament_matches.add(name)
            drawn["matches"][place] = name

    def evening(self, entry):
        require(entry["evening"] in self.evenings, "there is no evening with this id")
        return self.evenings[entry["evening"]]

    def season_opened(self, entry):
        require(entry["season"] not in self.seasons, "there is a season with this id")
        require(entry["from"] <= entry["until"], "the season ends before it begins")
        rules = entry["rules"]
        variants, teams = rules.get("variants", []), rules.get("teams", [])
        handicaps = [handicap["player"] for handicap in rules.get("handicaps", [])]
        seats = [player for team in teams for player in team["players"]]
        ordered = [variants, handicaps, *(team["players"] for team in teams)]
        require(all(each == sorted(set(each)) for each in ordered), "a list of the rules is not in order, each once")
        require(len({team["label"] for team in teams}) == len(teams), "two teams have the same label")
        require(len(set(seats)) == len(seats), "somebody is in two teams")
        require(len(seats) <= 1000, "the teams have more than 1000 players")
        for player in handicaps + seats:
            self.require_current(player)
        self.seasons.add(entry["season"])

    def season_closed(self, entry):
        require(entry["season"] in self.seasons, "there is no season with this id")
        require(entry["season"] not in self.closed_seasons, "the season was closed before")
        self.closed_seasons.add(entry["season"])

    def tournament_opened(self, entry):
        require(entry["tournament"] not in self.tournaments, "there is a tournament with this id")
        self.tournaments[entry["tournament"]] = Tournament(entry)

    def entrants_changed(self, entry):
        tournament = self.open_tournament(entry)
        for player in [each["player"] for each in entry["registered"]] + entry["checked_in"]:
            self.require_current(player)
        tournament.change_entrants(entry)

    def tournament_round_drawn(self, entry):
        tournament, out = self.open_tournament(entry), entry["sitting_out"]
        tournament.check_next(entry)
        require(out == sorted(set(out)), "those who sit out are not ordered by id, each once")
        seats = [player for table in entry["tables"] for player in table] + out
        require(len(set(seats)) == len(seats), "somebody has two places in a round")
        drawn = TournamentDraw(tournament, entry, self).of(entry)
        require(drawn == (entry["tables"], out), "the seed gives another draw")
        tournament.draw(entry)

    def tournament_round_opened(self, entry):
        tournament = self.open_tournament(entry)
        drawn, opened = tournament.round(entry["round"]), tournament.opened
        require("matches" not in drawn, "the round was opened before")
        require(len(entry["matches"]) == len(drawn["tables"]), "a round has one match for each table")
        for name, table in zip(entry["matches"], drawn["tables"]):
            require(name in self.matches, "there is no match with this id")
            match = self.matches[name].opened
            require(match["players"] == table, "a match has other players than its table")
            is_on_its_day = opened["from"] <= match["played_on"] <= opened["until"]
            require(is_on_its_day, "a match is on another day than its tournament")
            is_free = name not in self.evening_of and name not in self.tournament_matches
            require(is_free, "a match is of two rounds")
            self.tournament_matches.add(name)
        drawn["matches"] = entry["matches"]

    def tournament_clock_changed(self, entry):
        self.open_tournament(entry).round(entry["round"])

    def penalty_given(self, entry):
        self.tournament(entry).give_penalty(entry)

    def penalty_withdrawn(self, entry):
        penalties = self.tournament(entry).penalties
        require(entry["penalty"] in penalties, "there is no such penalty, or it was withdrawn before")
        del penalties[entry["penalty"]]

    def tournament_closed(self, entry):
        self.open_tournament(entry).closed = True

    def tournament(self, entry):
        require(entry["tournament"] in self.tournaments, "there is no tournament with this id")
        return self.tournaments[entry["tournament"]]

    def open_tournament(self, entry):
        tournament = self.tournament(entry)
        require(not tournament.closed, "the tournament was closed before")
        return tournament


class Draw:
    """Who sits where and who sits out, of these players, with this seed."""

    def __init__(self, players, seed, person):
        require(4 <= len(players) <= 400, "a round is drawn of 4 to 400 players")
        self.players, self.seed, self.person, self.budget = players, seed, person, 8_000_000
        self.costs = {player: dict.fromkeys(players, 1) for player in players}

    def of(self, counted, earlier):
        for drawn in [*earlier, *counted]:
            for table in drawn["tables"]:
                self.meet([self.person(player) for player in table])
        out = set(self.sitting_out(counted, earlier))
        seated = len(self.players) - len(out)
        best = None
        for attempt in range(64):
            seats = [player for player in self.by_lot(attempt) if player not in out]
            self.improve(seats)
            cost = sum(self.cost(seats, chair) for chair in range(seated)) // 2
            if best is None or cost < best[0]:
                best = cost, seats
            if self.budget == 0 or best[0] == 6 * (seated // 4):
                break
        tables = [best[1][first : first + 4] for first in range(0, seated, 4)]
        return tables, sorted(out)

    def meet(self, table):
        for one in table:
            for other in table:
                if one != other and one in self.costs and other in self.costs:
                    self.costs[one][other] += 2

    def by_lot(self, attempt):
        return by_lot(self.players, self.seed, attempt)

    def sitting_out(self, counted, earlier):
        outs = [[self.person(player) for player in drawn["sitting_out"]] for drawn in counted]
        before = [self.person(player) for drawn in earlier for player in drawn["sitting_out"]]
        played = [self.person(player) for drawn in counted for table in drawn["tables"] for player in table]
        earlier = [player for out in outs for player in out]

        def place(player):
            last = bool(outs) and player in outs[-1]
            return last, earlier.count(player), before.count(player), -played.count(player)

        return sorted(self.by_lot(0), key=place)[: len(self.players) % 4]

    def cost(self, seats, chair, player=None):
        """What the player on a chair, or another one in their place, meets at the table."""
        costs, first = self.costs[player or seats[chair]], chair // 4 * 4
        return sum(costs[seats[other]] for other in range(first, first + 4) if other != chair)

    def improve(self, seats):
        chair, turns = 0, 0
        while turns < len(seats) and self.budget:
            turns = 0 if self.exchange(seats, chair) else turns + 1
            chair = (chair + 1) % len(seats)

    def exchange(self, seats, chair):
        """Makes the first exchange with a later table that reduces the cost."""
        one, here = seats[chair], self.cost(seats, chair)
        for other in range((chair // 4 + 1) * 4, len(seats)):
            self.budget = max(0, self.budget - 1)
            after = self.cost(seats, chair, seats[other]) + self.cost(seats, other, one)
            if after < here + self.cost(seats, other):
                seats[chair], seats[other] = seats[other], one
                return True
        return False


def by_lot(players, seed, attempt=0):
    def lot(player):
        return hashlib.sha256(f"{seed}\n{attempt}\n{player}\n".encode()).digest()

    return sorted(players, key=lot)


class Tournament:
    """What the entries of one tournament say together."""

    def __init__(self, opened):
        self.opened, self.rules, self.closed = opened, opened["rules"], False
        self.entrants, self.draws, self.penalties = {}, [], {}
        require(opened["from"] <= opened["until"], "the tournament ends before it begins")
        rules, points = self.rules, self.rules.get("table_points", [0] * 4)
        require(("table_points" in rules) == (rules["scoring"] != "points"), "table points and scoring do not agree")
        require(points == sorted(points, reverse=True), "a place has more table points than a better one")
        ties = rules.get("ties", [])
        require(len(set(ties)) == len(ties), "a rule for equal scores is stated twice")
        require("table_points" in rules or "table_points" not in ties, "there are no table points that decide")
        if "sat_out" in rules:
            amounts = rules["sat_out"]
            require(amounts["half_points"] or amounts["table_points"], "a round that is sat out counts nothing")
            require("table_points" in rules or amounts["table_points"] == 0, "there are no table points to sit out for")
        if "cut" in rules:
            require(rules["cut"]["after_round"] < rules["rounds"], "the cut is after the last round")
            require(rules["cut"]["players"] % 4 == 0, "those who go on are no multiple of four")

    def change_entrants(self, entry):
        registered, came, left = entry["registered"], entry["checked_in"], entry["withdrawn"]
        names = [each["player"] for each in registered]
        require(names + came + left, "nobody takes part, comes or leaves")
        for players in (names, came, left):
            require(players == sorted(set(players)), "the players are not ordered by id, each once")
        require(not set(left) & {*names, *came}, "somebody comes or is registered, and leaves")
        for each in registered:
            before = self.entrants.get(each["player"])
            stays = before and before["state"] == "checked_in"
            state = "checked_in" if stays else "registered"
            after = {"team": each.get("team"), "substitute": "substitute" in each, "state": state}
            require(after != before, "somebody is registered as they are")
            self.entrants[each["player"]] = after
        for players, state in ((came, "checked_in"), (left, "withdrawn")):
            for player in players:
                require(player in self.entrants, "somebody comes or leaves who is no entrant")
                require(self.entrants[player]["state"] != state, "somebody comes or leaves who did before")
                self.entrants[player]["state"] = state
        labels = {entrant["team"] for entrant in self.entrants.values()} - {None}
        require(len(self.entrants) <= 400 and len(labels) <= 100, "there are more than 400 entrants or 100 teams")

    def check_next(self, entry):
        last = self.draws[-1] if self.draws else None
        if "redraw" in entry:
            require(last and "matches" not in last, "the round before was opened, or there is none")
            require(entry["round"] == last["round"], "a round that is drawn once more keeps its number")
        else:
            require(not last or "matches" in last, "the round before was not opened")
            require(entry["round"] == (last["round"] if last else 0) + 1, "the round is not the next one")
        require(entry["round"] <= self.rules["rounds"], "the tournament has no more rounds")
        require(len(self.draws) < 128, "a tournament has at most 128 draws")
        published = last["seed"] if last else self.opened["seed_hash"]
        require(hashlib.sha256(entry["seed"].encode()).hexdigest() == published, "the seed is not the published one")

    def draw(self, entry):
        if "redraw" in entry:
            self.draws[-1]["replaced"] = True
        self.draws.append(entry)

    def round(self, number):
        for drawn in self.draws:
            if drawn["round"] == number and "replaced" not in drawn:
                return drawn
        raise Wrong("there is no such round")

    def give_penalty(self, entry):
        require(entry["player"] in self.entrants, "the penalty is for no entrant")
        if "round" in entry:
            self.round(entry["round"])
        has_table_points = "table_points" in self.rules
        require(has_table_points or entry["table_points"] == 0, "there are no table points to take away")
        last = self.draws[-1]["round"] if self.draws else 0
        self.penalties[entry["seq"]] = {**entry, "round": entry.get("round", last)}

    def is_after_cut(self, number):
        return "cut" in self.rules and number > self.rules["cut"]["after_round"]

    def people(self, entrants, person):
        """The teams of these entrants after merges, and whether they are substitutes."""
        people = {}
        for player in sorted(entrants):
            team, substitute = people.get(person(player), (None, True))
            entrant = self.entrants[player]
            people[person(player)] = team or entrant["team"], substitute and entrant["substitute"]
        return people

    def ranks(self, club):
        """The rank of everybody who has one, as of the last entry."""
        opened = [drawn for drawn in self.draws if "matches" in drawn]
        standings = Standings(self.rules)
        for drawn in opened:
            standings.add_round(drawn, club)
        for penalty in self.penalties.values():
            amounts = -penalty["half_points"], -12 * penalty["table_points"]
            standings.gain(club.person(penalty["player"]), penalty["round"], *amounts)
        finalists = {club.person(each) for drawn in opened if self.is_after_cut(drawn["round"]) for each in places(drawn)}
        everybody = {club.person(player) for drawn in opened for player in places(drawn)}
        people = self.people(self.entrants, club.person)
        # Who was drawn for an entrant and does not count for one any more is no substitute.
        ranked = [player for player in everybody if not people.get(player, (None, False))[1]]
        keys = {player: standings.key(player, player in finalists) for player in ranked}
        return {player: 1 + sum(key > keys[player] for key in keys.values()) for player in ranked}


class Standings:
    """What everybody gained in which round, in half points and in twelfths of table points."""

    def __init__(self, rules):
        self.rules, self.gains, self.results, self.met = rules, {}, {}, {}

    def gain(self, player, number, half_points, twelfths):
        self.gains.setdefault(player, []).append((number, half_points, twelfths))

    def add_round(self, drawn, club):
        sat_out = self.rules.get("sat_out", {"half_points": 0, "table_points": 0})
        for player in drawn["sitting_out"]:
            amounts = sat_out["half_points"], 12 * sat_out["table_points"]
            self.gain(club.person(player), drawn["round"], *amounts)
        for name, table in zip(drawn["matches"], drawn["tables"]):
            match = club.matches[name]
            if match.outcomes and not match.is_void:
                seats = [club.person(player) for player in match.players]
                table = [club.person(player) for player in table]
                seats = seats if set(seats) == set(table) else table
                self.add_match(drawn["round"], seats, match.state["total_half_points"])

    def add_match(self, number, seats, totals):
        points = self.rules.get("table_points", [0] * 4)
        for player, total in zip(seats, totals):
            first, equal = sum(other > total for other in totals), totals.count(total)
            share = 12 * sum(points[first : first + equal]) // equal
            self.gain(player, number, total, share)
            self.results.setdefault(player, []).append((total, total == max(totals)))
            self.met.setdefault(player, []).extend(other for other in seats if other != player)

    def sums(self, player, after=-1):
        gains = [gain for gain in self.gains.get(player, []) if gain[0] > after]
        return sum(gain[1] for gain in gains), sum(gain[2] for gain in gains)

    def score(self, player, after=-1):
        half_points, twelfths = self.sums(player, after)
        of_points = 0 if self.rules["scoring"] == "table_points" else 6 * half_points
        return of_points + (0 if self.rules["scoring"] == "points" else twelfths)

    def key(self, player, is_finalist):
        """What decides, the first first: the greater is the better."""
        cut, results = self.rules.get("cut"), self.results.get(player, [])
        restarts = is_finalist and not cut["keeps_results"]
        key = [is_finalist, self.score(player, cut["after_round"]) if restarts else 0, self.score(player)]
        half_points, twelfths = self.sums(player)
        ties = {
            "points": half_points,
            "table_points": twelfths,
            "first_places": sum(is_first for _, is_first in results),
            "best_match": max((total for total, _ in results), default=-math.inf),
            "opponents": sum(self.score(other) for other in self.met.get(player, [])),
        }
        return key + [ties[tie] for tie in self.rules.get("ties", [])]


def places(drawn):
    return [player for table in drawn["tables"] for player in table] + drawn["sitting_out"]


class TournamentDraw:
    """Who sits where and who sits out in the next round of a tournament, as its method has it."""

    def __init__(self, tournament, entry, club):
        self.tournament, self.club, self.seed, self.person = tournament, club, entry["seed"], club.person
        self.counted = [drawn for drawn in tournament.draws if "replaced" not in drawn]
        if "redraw" in entry:
            self.counted = self.counted[:-1]
        self.is_after_cut = tournament.is_after_cut(entry["round"])
        entrants = tournament.entrants
        there = [player for player in entrants if entrants[player]["state"] == "checked_in"]
        there = [player for player in there if self.person(player) not in club.erased]
        self.people = tournament.people(there, self.person)

    def of(self, entry):
        tables, out = getattr(self, entry["method"])(entry)
        if entry["method"] == "prescribed":
            return tables, out
        return [self.seated(table) for table in tables], out

    def seated(self, table):
        """The order of a table in which its players sat least often where it puts them."""
        before = [[self.person(player) for player in table] for drawn in self.counted for table in drawn["tables"]]
        times = lambda order: sum(seats[seat] == player for seats in before for seat, player in enumerate(order))
        return list(min(itertools.permutations(by_lot(table, self.seed)), key=times))

    def regular(self):
        return sorted(player for player, (_, substitute) in self.people.items() if not substitute)

    def substitutes(self):
        """In the order in which they are drawn."""
        played = [self.person(player) for drawn in self.counted for table in drawn["tables"] for player in table]
        substitutes = [player for player, (_, substitute) in self.people.items() if substitute]
        return sorted(by_lot(substitutes, self.seed), key=played.count)

    def listed(self):
        players = self.regular()
        if self.is_after_cut:
            best = self.tournament.rules["cut"]["players"]
            require(len(players) >= best, "fewer are there than go on after the cut")
            return sorted(self.by_rank(players)[:best])
        missing, substitutes = -len(players) % 4, self.substitutes()
        if missing <= len(substitutes):
            players += substitutes[:missing]
        return sorted(players)

    def by_rank(self, players):
        ranks = self.tournament.ranks(self.club)
        return sorted(by_lot(players, self.seed), key=lambda player: ranks.get(player, math.inf))

    def drawing(self):
        players = self.listed()
        draw = Draw(players, self.seed, self.person)
        for one in players:
            for other in players:
                team = self.people[one][0]
                if one != other and team and team == self.people[other][0]:
                    draw.costs[one][other] += 2 * 10_000
        return draw

    def random(self, _entry):
        return self.drawing().of(self.counted, [])

    def swiss(self, _entry):
        draw = self.drawing()
        for drawn in self.counted:
            for table in drawn["tables"]:
                draw.meet([self.person(player) for player in table])
        out = set(draw.sitting_out(self.counted, []))
        seats = self.by_rank([player for player in draw.players if player not in out])
        self.exchange(draw, seats, {player: number for number, player in enumerate(seats)})
        tables = [seats[first : first + 4] for first in range(0, len(seats), 4)]
        return tables, sorted(out)

    def exchange(self, draw, seats, order):
        count = len(seats) // 4
        pairs = [(lower - apart, lower) for apart in range(1, count) for lower in range(apart, count)]
        without = 0
        for upper, lower in itertools.islice(itertools.cycle(pairs), 500_000):
            if without == len(pairs):
                break
            gain, _, one, other = max(self.gains(draw, seats, order, upper, lower))
            without += 1
            if gain >= (1 if lower - upper == 1 else 10_000):
                seats[one], seats[other] = seats[other], seats[one]
                without = 0

    def gains(self, draw, seats, order, upper, lower):
        """The gain of every exchange of two tables, and which of those with the same gain is made."""
        for one in range(4 * upper, 4 * upper + 4):
            for other in range(4 * lower, 4 * lower + 4):
                before = draw.cost(seats, one) + draw.cost(seats, other)
                after = draw.cost(seats, one, seats[other]) + draw.cost(seats, other, seats[one])
                here, there = order[seats[one]], order[seats[other]]
                yield before - after, (-abs(here - there), -here, -there), one, other

    def schedule(self, entry):
        require(not self.is_after_cut, "no round after the cut is drawn by a schedule")
        if not self.counted:
            return schedule(self.listed(), self.seed, 1)[0], []
        first = self.counted[0]
        require(first["method"] == "schedule", "the first round was not drawn by a schedule")
        players = sorted(player for table in first["tables"] for player in table)
        places, missing = {}, []
        for player in players:
            person = self.person(player)
            if person in self.people and person not in places.values():
                places[player] = person
            else:
                missing.append(player)
        taken = set(places.values())
        require(taken >= set(self.regular()), "others are there than in the first round")
        free = [player for player in self.substitutes() if player not in taken]
        require(len(free) >= len(missing), "there are too few substitutes")
        places.update(zip(missing, free))
        row = schedule(players, first["seed"], len(self.counted) + 1)[len(self.counted)]
        return [[places[player] for player in table] for table in row], []

    def prescribed(self, entry):
        seated = {player for table in entry["tables"] for player in table}
        require(seated <= set(self.people), "somebody is seated who is not there")
        out = [] if self.is_after_cut else [player for player in self.regular() if player not in seated]
        return entry["tables"], out


def schedule(players, seed, count):
    """The first rows of the schedule of these players."""
    require(len(players) % 4 == 0, "a schedule is of whole tables")
    draw = Draw(players, seed, lambda player: player)
    draw.budget = 40_000_000
    numbered = draw.by_lot(0)
    rows = [[[numbered[number] for number in table] for table in row] for row in numbers(len(players))][:count]
    for table in (table for row in rows for table in row):
        draw.meet(table)
    while len(rows) < count:
        best = None
        for attempt in range(1 + 32 * len(rows), 33 + 32 * len(rows)):
            seats = draw.by_lot(attempt)
            draw.improve(seats)
            cost = sum(draw.cost(seats, chair) for chair in range(len(seats)))
            if best is None or cost < best[0]:
                best = cost, seats
            if draw.budget == 0:
                break
        rows.append([best[1][first : first + 4] for first in range(0, len(players), 4)])
        for table in rows[-1]:
            draw.meet(table)
    return rows


def numbers(players):
    """The rows of a schedule in which nobody meets anybody twice, as numbers."""
    tables = players // 4
    if players in (4, 16, 64, 256):
        directions = [number for number in range(1, players) if leading(number) == 1]
        lines = ([parallel(number, direction) for number in range(players)] for direction in directions)
        return [[each for number, each in enumerate(row) if min(each) == number] for row in lines]
    if tables > 1 and tables % 2 and tables % 3:
        return [[[r * tables + (j + k * r) % tables for r in range(4)] for j in range(tables)] for k in range(tables)]
    return []


def leading(number):
    while number > 3:
        number //= 4
    return number


def parallel(number, direction):
    """A number plus 0, 1, 2 and 3 times a direction, digit by digit in the field with four elements."""
    products = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    points = []
    for times in range(4):
        digits = [(number >> shift & 3) ^ products[times][direction >> shift & 3] for shift in range(0, 8, 2)]
        points.append(sum(digit << shift for digit, shift in zip(digits, range(0, 8, 2))))
    return points


def newcomers(entry):
    """Whom an entry seats, or one of its changes."""
    said = [entry, *entry.get("changes", [])]
    stated = [each["outcome"] for each in said if "outcome" in each]
    return {player for each in said for player in each.get("players", [])} | {
        each["player"] for each in stated if "player" in each
    }


def check_transfers(transfers, net):
    order = [(-each["amount_cents"], each["from"], each["to"]) for each in transfers]
    require(order == sorted(order), "the transfers are not in order")
    pairs = {(each["from"], each["to"]) for each in transfers}
    require(len(pairs) == len(transfers), "a pair of payer and payee is there twice")
    paid = {}
    for each in transfers:
        require(each["from"] != each["to"], "somebody pays themselves")
        paid[each["from"]] = paid.get(each["from"], 0) - each["amount_cents"]
        paid[each["to"]] = paid.get(each["to"], 0) + each["amount_cents"]
    owed = {party: amount for party, amount in net.items() if amount}
    require({party: amount for party, amount in paid.items() if amount} == owed, "the transfers do not settle the parts")
    if len(owed) <= 12:
        require(len(transfers) == fewest_transfers(list(owed.values())), "fewer transfers would do")
    else:
        require(len(transfers) < len(owed), "there are as many transfers as parties")


def fewest_transfers(owed):
    """Every group of parties that sums to zero saves one transfer; so as many groups as there can be are sought."""

    @functools.cache
    def groups(chosen):
        if not chosen:
            return 0
        fewer = max(groups(chosen ^ bit) for bit in bits if chosen & bit)
        return fewer + (sum(amount for bit, amount in zip(bits, owed) if chosen & bit) == 0)

    bits = [1 << index for index in range(len(owed))]
    return len(owed) - groups((1 << len(owed)) - 1)


# The tree (RFC 6962)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def leaf_hash(data):
    return sha256(b"\x00", data)


class Tree:
    """The frontier of a log, and the roots at the sizes that somebody asks for, largest last."""

    def __init__(self, wanted=()):
        self.size, self.frontier, self.wanted, self.roots = 0, [], set(wanted), {}
        self.note_root()

    def append(self, leaf):
        level, node = 0, leaf
        while self.frontier and self.frontier[-1][0] == level:
            node = sha256(b"\x01", self.frontier.pop()[1], node)
            level += 1
        self.frontier.append((level, node))
        self.size += 1
        self.note_root()

    def note_root(self):
        if self.size in self.wanted:
            self.roots[self.size] = self.root()

    def root(self):
        if not self.frontier:
            return sha256()
        node = self.frontier[-1][1]
        for _, left in reversed(self.frontier[:-1]):
            node = sha256(b"\x01", left, node)
        return node


def root_by_inclusion(leaf, index, size, proof):
    """RFC 9162 section 2.1.3.2."""
    require(index < size, "the proven leaf is beyond the tree")
    node, last = leaf, size - 1
    for sibling in proof:
        require(last > 0, "the inclusion proof is too long")
        if index & 1 or index == last:
            node = sha256(b"\x01", sibling, node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = sha256(b"\x01", node, sibling)
        index, last = index >> 1, last >> 1
    require(last == 0, "the inclusion proof is too short")
    return node


# Keys and notes


def from_base64(written, what):
    try:
        data = base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        raise Wrong(f"{what} is not in Base64") from None
    require(base64.b64encode(data).decode() == written, f"{what} is not in the Base64 that is written")
    return data


def check_name(name):
    bad = any(c.isspace() or c == "+" or unicodedata.category(c) == "Cc" for c in name)
    require(name and not bad, "a key's name is empty, or has white space, control characters or +")


def key_id(name, kind, public):
    return sha256(name.encode("utf-8"), b"\x0a", bytes([kind]), public)[:4]


class Key:
    """A verifier key, of a service or of a witness; `retired` is when the service stopped using it."""

    def __init__(self, written, retired=None, kind=1):
        name, plus, rest = written.partition("+")
        number, second, encoded = rest.partition("+")
        require(plus and second, "a verifier key is a name, an id and a key, joined by +")
        check_name(name)
        data = from_base64(encoded, "a verifier key")
        require(len(data) == 33 and data[0] == kind, f"this verifier key should have the type {kind}, and 32 bytes")
        self.name, self.kind, self.public, self.retired = name, data[0], data[1:], retired
        self.written = written
        require(key_id(name, self.kind, self.public).hex() == number, "the id of a verifier key is not its own")

    def shown(self):
        """Its name and id."""
        return f"{self.name}+{key_id(self.name, self.kind, self.public).hex()}"

    def signed(self, name, signature, message):
        """Whether this key, under this name, made the signature (RFC 8032, strictly)."""
        if small_order(self.public) or small_order(signature[:32]):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


def small_order(point):
    """Whether eight times this point of the curve is its neutral element."""
    p = 2**255 - 19
    d = -121665 * pow(121666, -1, p) % p
    y = int.from_bytes(point, "little") & (1 << 255) - 1
    try:
        for _ in range(3):
            x2 = (y * y - 1) * pow(d * y * y + 1, -1, p) % p
            y = (y * y + x2) * pow(2 + x2 - y * y, -1, p) % p
    except ValueError:
        return False
    return y == 1


class Note:
    def __init__(self, data):
        require(len(data) <= LONGEST_NOTE, "a note has more than 1,000,000 bytes")
        try:
            whole = data.decode("utf-8")
        except ValueError:
            raise Wrong("a note is not UTF-8") from None
        require(not re.search(r"[\x00-\x09\x0b-\x1f]", whole), "a note has control characters")
        head, gap, tail = whole.rpartition("\n\n")
        require(gap and head and tail.endswith("\n"), "a note is text, an empty line and signatures")
        self.text, self.signatures = head + "\n", [signature(line) for line in tail[:-1].split("\n")]
        require(len(self.signatures) <= 100, "a note has more than 100 signatures")
        signers = {(name, number) for name, number, _ in self.signatures}
        require(len(signers) == len(self.signatures), "a note has two signatures of one key")
        lines = self.text.split("\n")
        require(len(lines) == 4, "a checkpoint is three lines of text")
        self.origin, size, root = lines[:3]
        require(re.fullmatch(r"0|[1-9][0-9]{0,18}", size) and int(size) <= LARGEST_LOG, "a checkpoint's size is no size")
        self.size, self.root = int(size), from_base64(root, "a checkpoint's root")
        require(len(self.root) == 32, "a checkpoint's root has not 32 bytes")
        require(self.size or self.root == sha256(), "the root over no leaves is another one")

    def signers(self, path, keys):
        """The keys of the service that signed this checkpoint of its log with this path."""
        own = [key for key in keys if self.signed_by(key, f"{key.name}/{path}")]
        if not own:
            raise Missing("none of the keys that were given signed it")
        require(self.origin == f"{own[0].name}/{path}", f"it is a checkpoint of {self.origin}")
        return own

    def cosigned(self, witnesses):
        """The witnesses who cosigned this checkpoint, each with the time in seconds since 1970."""
        signed = [(self.signed_by(key, key.name), key) for key in witnesses]
        return [(key, int.from_bytes(value[:8], "big")) for value, key in signed if value]

    def signed_by(self, key, name):
        """The signature of this key under this name, if there is one."""
        wanted = (name, key_id(name, key.kind, key.public))
        for signer, number, value in self.signatures:
            if (signer, number) == wanted:
                require(self.holds(key, name, value), f"the signature of {name} is forged")
                return value
        return None

    def holds(self, key, name, value):
        message, size = self.text.encode("utf-8"), 64
        if key.kind == 4:
            time, value = value[:8], value[8:]
            message = b"cosignature/v1\ntime %d\n" % int.from_bytes(time, "big") + message
        return len(value) == size and key.signed(name, value, message)


def signature(line):
    dash, _, rest = line.partition(" ")
    name, gap, encoded = rest.partition(" ")
    require(dash == "\u2014" and gap, "a signature is a dash, a name and Base64")
    check_name(name)
    value = from_base64(encoded, "a signature")
    require(len(value) > 4, "a signature is empty")
    return name, value[:4], value[4:]


# Exports


def line(source, most=LONGEST_LINE):
    """The next line without its line feed; nothing at the end."""
    data = source.readline(most + 1)
    if not data:
        return None
    if not data.endswith(b"\n"):
        if len(data) > most:
            raise Missing("a line has more than 16,777,216 bytes, and was not read")
        raise Missing("the file ends in the middle of a line")
    return data[:-1]


def note_field(value, at):
    require(isinstance(value, str), f"{at} is no note")


EXPORT = record(
    {"format": one_of("faan.export"), "version": anything, "club": ID, "checkpoint": note_field},
    {"directory": record({"checkpoint": note_field, "head_index": integer(least=0), "proof": array(HASH, 0, 63)})},
)
DIRECTORY = record({"format": one_of("faan.directory"), "version": anything, "checkpoint": note_field})
HEAD = record(
    {"format": one_of("faan.head"), "version": anything, "club_hash": HASH, "size": integer(least=1), "root": HASH}
)


def versioned(data, form):
    """Canonical JSON of version 1 with this form, which does not grow within a version."""
    value = parsed(data)
    require(isinstance(value, dict), "this is no object")
    check_version(value)
    try:
        form(value, "")
    except Missing as unknown:
        raise Wrong(unknown) from None
    return value


def text_of(note):
    """The bytes of a note that JSON has as text."""
    return note.encode("utf-8")


def club_hash(club):
    return hashlib.sha256(club.encode()).hexdigest()


def head(club, note):
    fields = {"format": "faan.head", "version": 1, "club_hash": club_hash(club), "size": note.size}
    return canonical({**fields, "root": note.root.hex()}).encode()


class Openings:
    """Texts that entries commit to, read one ahead; `seq` is that of the next."""

    FIELDS = {"field": one_of("name", "reason", "note"), "salt": TEXT, "seq": integer(least=0), "text": TEXT}

    def __init__(self, source):
        self.source, self.next, self.seq = source, None, 0

    def read(self):
        data = self.source.readline(LONGEST_LINE + 1)
        try:
            self.next = json.loads(data.decode("utf-8"), object_pairs_hook=without_doubles) if data else None
            record(self.FIELDS)(self.next, "") if data else None
        except (Wrong, ValueError, RecursionError) as error:
            raise Missing(f"a line cannot be read: {error}") from None
        self.seq = self.next["seq"] if data else float("inf")

    def check(self, entry):
        field, salt, words = self.next["field"], self.next["salt"], self.next["text"]
        require(self.seq == entry["seq"], "it is out of its turn")
        require(re.fullmatch("[0-9a-f]{32}", salt), "its salt is not 16 bytes in hexadecimal digits")
        found = sha256(bytes.fromhex(salt), words.encode("utf-8")).hex()
        require(entry.get(f"{field}_commitment") == found, f"it is not the {field} that the entry commits to")


# The walk over an export, and what it found


class Known:
    """What a checkpoint says of a log, and until when who signed it could vouch for it."""

    def __init__(self, whose, size, root, signers):
        self.whose, self.size, self.root = whose, size, root
        retired = [key.retired for key in signers]
        self.until = None if None in retired else max(retired)


class Heads:
    """An export of the directory: the roots of one club, and that of the whole at some earlier size."""

    def __init__(self, source, keys, club, earlier):
        note = Note(text_of(versioned(line(source) or b"", DIRECTORY)["checkpoint"]))
        require(note.origin.endswith("/directory"), f"it has a checkpoint of {note.origin}")
        self.signers = note.signers("directory", keys)
        tree, newest, self.roots = Tree({earlier}), {}, {}
        for index in range(note.size):
            data = line(source)
            if data is None:
                raise Missing(f"it ends after {index} of {note.size} heads")
            tree.append(leaf_hash(data))
            value = versioned(data, HEAD)
            size, root = newest.get(value["club_hash"], (0, None))
            grew = value["size"] > size or (value["size"], value["root"]) == (size, root)
            require(grew, f"head {index}: the club had more entries before, or another root")
            newest[value["club_hash"]] = value["size"], value["root"]
            if value["club_hash"] == club_hash(club):
                self.roots[value["size"]] = bytes.fromhex(value["root"])
        require(not source.read(1), "something follows the last head")
        require(tree.root() == note.root, "the heads have not the root that was signed")
        self.size, self.earlier_root = note.size, tree.roots.get(earlier)


class Verifier:
    def __init__(self, keys, kept=(), directory=None, openings=None, witnesses=(), least=None):
        self.keys, self.kept, self.directory = keys, kept, directory
        self.witnesses = list({key.written: key for key in witnesses}.values())
        self.least = len(self.witnesses) if least is None else least
        self.openings = openings and Openings(openings)
        self.doubts, self.checked, self.unchecked = [], [], ["scores", "later_entries"]
        self.club, self.checkpoint, self.shown, self.known = None, None, None, []
        self.own, self.witnessed, self.entries, self.last_time = [], [], 0, None
        self.told = Club()

    def doubt(self, verdict, detail, seq=None, fields={}):
        self.doubts.append({"verdict": verdict, "seq": seq, "detail": detail, **fields})

    def attempt(self, what, work, seq=None):
        """Does some work; what goes wrong in it is a doubt. Whether nothing did."""
        try:
            work()
        except Wrong as wrong:
            self.doubt("tampered", f"{what}: {wrong}", seq, getattr(wrong, "fields", {}))
        except Missing as missing:
            self.doubt("incomplete", f"{what}: {missing}", seq)
        else:
            return True
        return False

    def run(self, source):
        if not self.attempt("the header", lambda: self.read_header(source)):
            return
        self.checked.append("signatures")
        for note in self.kept:
            self.attempt("a kept checkpoint", lambda: self.keep(note))
        if self.attempt("the export's directory", self.read_proof) and self.shown:
            self.checked.append("in_directory")
        self.attempt("the witnesses", self.hear)
        if self.directory is not None:
            self.attempt("the directory", self.compare_directory)
        elif not self.shown:
            self.unchecked.append("directory")
        (self.checked if self.openings else self.unchecked).append("openings" if self.openings else "names")
        if self.openings and not self.attempt("the openings", self.openings.read):
            self.openings = None
        self.tree = Tree({known.size for known in self.known})
        if self.attempt("the export", lambda: self.walk(source)):
            self.checked.append("tree")
        self.compare()

    def read_header(self, source):
        data = line(source)
        if data is None:
            raise Missing("the file is empty")
        self.header = versioned(data, EXPORT)
        self.club = self.header["club"]
        note, path = Note(text_of(self.header["checkpoint"])), f"clubs/{self.club}"
        require(note.origin.endswith(f"/{path}"), f"it has a checkpoint of {note.origin}")
        self.own = note.signers(path, self.keys)
        self.checkpoint = note
        self.expect(Known("the export's checkpoint", note.size, note.root, self.own))

    def keep(self, note):
        signers = note.signers(f"clubs/{self.club}", self.keys)
        self.expect(Known("the kept checkpoint", note.size, note.root, signers))

    def expect(self, known):
        """What the entries are held against: at once if there is a checkpoint to compare, else on the way."""
        if known.size > self.checkpoint.size:
            raise Missing(f"{known.whose} is of {known.size} entries, and the export is older")
        self.known.append(known)
        same = known.size < self.checkpoint.size or known.root == self.checkpoint.root
        require(same, f"{known.whose} and the export's are of one size and have different roots")

    def read_proof(self):
        """That the directory has the export's checkpoint, where the header says so."""
        stated, mine = self.header.get("directory"), self.checkpoint
        if stated is None:
            return
        note = Note(text_of(stated["checkpoint"]))
        service = mine.origin.removesuffix(f"/clubs/{self.club}")
        require(note.origin == f"{service}/directory", f"it has a checkpoint of {note.origin}")
        proof = [bytes.fromhex(each) for each in stated["proof"]]
        root = root_by_inclusion(leaf_hash(head(self.club, mine)), stated["head_index"], note.size, proof)
        require(root == note.root, "the proof does not lead to the directory's root")
        signers = note.signers("directory", self.keys)
        self.shown = note
        self.expect(Known("the export's directory", mine.size, mine.root, signers))

    def hear(self):
        """That enough witnesses cosigned the export's checkpoint of the directory."""
        if self.witnesses:
            self.checked.append("witnesses")
        if self.witnesses and "directory" in self.header:
            note = Note(text_of(self.header["directory"]["checkpoint"]))
            self.witnessed = note.cosigned(self.witnesses)
        if len(self.witnessed) < self.least:
            raise Missing(f"{len(self.witnessed)} cosigned the directory's checkpoint, and {self.least} should have")

    def compare_directory(self):
        if isinstance(self.directory, Note):
            self.directory.signers("directory", self.keys)
            self.compare_sizes(self.directory.size, self.directory.root)
        else:
            heads = Heads(self.directory, self.keys, self.club, self.shown.size if self.shown else 0)
            if self.shown:
                self.compare_sizes(self.shown.size, heads.earlier_root)
            for size, root in heads.roots.items():
                self.expect(Known("the directory", size, root, heads.signers))
            if self.checkpoint.size not in heads.roots:
                raise Missing("it has no head of this club with the export's size")
        self.checked.append("directory")

    def compare_sizes(self, size, root):
        """Two checkpoints of the directory: that of the export, and the root of another at this size, if it is known."""
        if self.shown is None or self.shown.size != size or root is None:
            raise Missing("nothing shows that it and the directory of the export are one, at different sizes")
        require(self.shown.root == root, "it and the directory of the export have different roots")

    def walk(self, source):
        """Every leaf goes into the tree. After the first that is not understood nothing that they say is."""
        understood = True
        for seq in range(1, self.checkpoint.size + 1):
            data = line(source)
            if data is None:
                raise Missing(f"it ends after {seq - 1} of {self.checkpoint.size} entries")
            self.tree.append(leaf_hash(data))
            understood = understood and self.attempt(f"entry {seq}", lambda: self.take(data, seq), seq)
        require(not source.read(1), "something follows the last entry")
        self.checked += ["order", "club", "matches", "settlements"]

    def take(self, data, seq):
        entry = read_entry(data, self.club, seq)
        self.told.take(entry)
        for known in self.known:
            in_time = seq > known.size or known.until is None or entry["time"] <= known.until
            require(in_time, f"it is later than the keys were retired that signed {known.whose}")
        self.entries, self.last_time = seq, entry["time"]
        while self.openings and self.openings.seq <= seq:
            right = self.attempt("a text", lambda: self.openings.check(entry), self.openings.seq)
            if not (right and self.attempt("the openings", self.openings.read)):
                self.openings = None

    def compare(self):
        for known in self.known:
            found = self.tree.roots.get(known.size, known.root)
            self.attempt("the tree", lambda: require(found == known.root, f"its root is not that of {known.whose}"))
        if self.kept:
            self.checked.append("kept_checkpoints")

    def report(self):
        verdicts = {doubt["verdict"] for doubt in self.doubts}
        bad = [doubt["seq"] for doubt in self.doubts if doubt["seq"]]
        return {
            "verdict": next((each for each in ("tampered", "incomplete") if each in verdicts), "sound"),
            "first_bad_entry": min(bad, default=None),
            "doubts": self.doubts,
            "club": self.club,
            "believed_up_to": {"seq": self.entries, "time": self.last_time} if self.entries else None,
            "signed_by": [key.written for key in self.own],
            "witnessed_by": [{"witness": key.shown(), "time": time} for key, time in self.witnessed],
            "told": self.told.counted(),
            "checked": self.checked,
            "unchecked": self.unchecked,
        }


SENTENCES = {
    "signatures": "The service's key signed the checkpoint.",
    "tree": "The bytes of the entries have the root that was signed.",
    "order": "The entries are numbered without a hole, each is later than the one before, and all are of this club.",
    "club": "Every entry was entered by somebody whose role permits it; members, invitations, players and variants agree with what "
    "was entered before.",
    "matches": "Every match agrees with itself: deals, numbers, corrections, and sums that are zero.",
    "settlements": "Settlements settle what was open, and nothing is paid twice.",
    "openings": "The texts that were given are those that the entries commit to.",
    "kept_checkpoints": "The ledger is the one whose checkpoint was kept, with entries appended.",
    "witnesses": "As many witnesses as were asked for cosigned the directory that has it.",
    "in_directory": "The export proves that the directory has its checkpoint.",
    "directory": "The ledger is the one that the directory has.",
}
GAPS = {
    "scores": "NOT RE-SCORED: whether the hands are worth what is stated takes the rules, which `faan audit verify` has.",
    "names": "Which names the players have: entries only commit to them.",
    "later_entries": "What came after this export.",
    "directory": "Whether the directory of all clubs has this ledger.",
}


def sheet(report):
    lines = [report["verdict"].upper()]
    if report["believed_up_to"]:
        lines[0] += " up to entry {seq} ({time}), but not re-scored".format(**report["believed_up_to"])
    lines += [f"  {doubt['verdict']}: {doubt['detail']}" for doubt in report["doubts"]]
    lines += [f"  club: {report['club']}"] + [f"  signed by: {key}" for key in report["signed_by"]]
    lines += ["  witnessed by: {witness} at {time}".format(**each) for each in report["witnessed_by"]]
    lines += [f"  {what}: {number}" for what, number in report["told"].items()]
    lines += ["Checked"] + [f"  - {SENTENCES[check]}" for check in report["checked"]]
    lines += ["Not checked"] + [f"  - {GAPS[gap]}" for gap in report["unchecked"]]
    return "\n".join(lines)


class Arguments(argparse.ArgumentParser):
    def error(self, message):
        self.exit(3, f"{self.prog}: {message}\n")


def retired_key(written):
    key, _, time = written.rpartition("@")
    return Key(key, moment(time))


def moment(written):
    """A time of RFC 3339 as entries write it: in UTC, with six decimals."""
    form = r"(\d{4}-\d\d-\d\d).(\d\d:\d\d):(\d\d)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)"
    found = re.fullmatch(form, written, re.ASCII)
    require(found, "the time after @ is none of RFC 3339")
    day, minute, second, decimals, zone = found.group(1, 2, 3, 4, 5)
    leap = second == "60"
    second, decimals = ("59", ".999999") if leap else (second, decimals or ".")
    zone = "+00:00" if zone in "Zz" else zone
    try:
        time = datetime.datetime.fromisoformat(f"{day}T{minute}:{second}{decimals[:7]:0<7}{zone}")
        utc = time.astimezone(datetime.timezone.utc)
    except (ValueError, OverflowError):
        raise Wrong("the time after @ is no time of the calendar") from None
    # A leap second is the last one of a month.
    tomorrow = utc + datetime.timedelta(microseconds=1)
    require(not leap or (tomorrow.day, tomorrow.hour, tomorrow.minute) == (1, 0, 0), "there is no such leap second")
    return utc.strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")


def witness_key(written):
    return Key(written, kind=4)


def note_in(source):
    return Note(source.read(LONGEST_NOTE + 1))


def opened(file):
    return io.BytesIO(sys.stdin.buffer.read()) if file == "-" else open(file, "rb")


def directory_in(source):
    """An export of the directory is JSON, and a checkpoint begins with the name of a log."""
    return source if source.peek(1)[:1] == b"{" else note_in(source)


def main():
    parser = Arguments(description="Checks a club's export, but for what takes the rules of mahjong.")
    parser.add_argument("export", type=opened, help="the export; - reads it from the standard input")
    keys = {"action": "append", "default": []}
    parser.add_argument("--key", type=Key, metavar="VKEY", help="a verifier key of the service", **keys)
    parser.add_argument("--retired-key", type=retired_key, metavar="VKEY@TIME", **keys)
    parser.add_argument("--checkpoint", type=opened, metavar="NOTE", help="a file, kept from earlier", **keys)
    parser.add_argument("--directory", type=opened, metavar="NOTE|EXPORT", help="what somebody has of the directory")
    witness = "who should have cosigned the export's checkpoint of the directory"
    parser.add_argument("--witness", type=witness_key, metavar="VKEY", help=witness, **keys)
    parser.add_argument("--witnesses", type=int, metavar="N", help="how many of them must have; all unless you say otherwise")
    parser.add_argument("--openings", type=opened, metavar="FILE", help="the texts that entries commit to")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    try:
        options = parser.parse_args()
        kept = [note_in(source) for source in options.checkpoint]
        directory = options.directory and directory_in(options.directory)
        trusted, witnesses = options.key + options.retired_key, (options.witness, options.witnesses)
        require(trusted, "a verifier key of the service is needed: --key VKEY")
        enough = options.witnesses is None or 1 <= options.witnesses <= len(options.witness)
        require(enough, "--witnesses is a number from 1 to that of the keys that --witness names")
        verifier = Verifier(trusted, kept, directory, options.openings, *witnesses)
        verifier.run(options.export)
    except (Wrong, OSError) as problem:
        parser.error(problem)
    report = verifier.report()
    print(json.dumps(report, ensure_ascii=False, indent=2) if options.json else sheet(report))
    return {"sound": 0, "tampered": 1, "incomplete": 2}[report["verdict"]]


if __name__ == "__main__":
    sys.exit(main())
