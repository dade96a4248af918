"""Holds a running Faan against its OpenAPI document with schemathesis, as each role of a club and as nobody.

`conformance.py SCHEMATHESIS FAAN [CASES]`: the command of schemathesis, the binary, and how many cases an operation gets at the
most in each role. It starts a Faan of its own, fills a club, and prints how many cases there were in all; it exits with 1 where an
answer is not what the document says, and where there were fewer than FEWEST.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from service import service_of

FEWEST = 5_000
# What would end the very access that is tried out.
LEAVING = ["erase_account", "leave_club", "erase_own_player", "change_password"]
# What goes on for minutes.
STREAMS = ["follow_club", "follow_match"]
# They are the same whatever club the address names: their script asks for it.
PAGES = ["club_page"]

# HTTP has everybody ignore the headers they do not know; schemathesis wants them refused where an operation has one of its own.
CONFIG = """
[[operations]]
include-operation-id = "follow_audit"
checks.negative_data_rejection.enabled = false
"""


def fill(service):
    """A club with something of everything. Returns the ids by the name of the parameter that takes them, and who may what."""
    owner = service.sign_up("owner")
    club = service.send("POST", "/v1/clubs", {"name": "Sai Ying Pun", "time_zone": "Asia/Hong_Kong"}, owner)["id"]
    at = f"/v1/clubs/{club}"

    def write(path, body=None, **headers):
        return service.send("POST", at + path, body, owner, headers)

    tokens = {"owner": owner}
    for role in ("scorer", "referee", "player", "auditor"):
        tokens[role] = service.sign_up(role)
        invitation = write("/invitations", {"role": role})
        service.send("POST", "/v1/invitations:accept", {"token": invitation["token"]}, tokens[role])
    players = [write("/players", {"name": f"player {number}"})["id"] for number in range(5)]

    def play():
        terms = {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}
        match = write("/matches", {"terms": terms, "players": players[:4], "played_on": "2026-11-21"})["id"]
        win = {"kind": "win", "won_by": "self_draw", "winners": [{"chair": 3, "declared": {"fan": 4}}]}
        outcomes = [win, {"kind": "goulash"}, {"kind": "penalty", "chair": 1, "points": 5, "payee": "house", "reason": "late"}]
        write(f"/matches/{match}/hands:batch", {"number": 1, "outcomes": outcomes})
        return match

    over, match = play(), play()
    write(f"/matches/{over}/end", {"reason": "the hall closes"}, **{"If-Match": "*"})
    settled = write(f"/matches/{over}/settlement", {}, **{"If-Match": "*"})
    due = settled["transfers"][0]
    payment = {"from": due["from"]["id"], "to": due["to"]["id"], "amount_cents": 1}
    paid = write(f"/settlements/{settled['id']}/payments", payment)
    hands = service.send("GET", f"{at}/matches/{match}/hands", token=owner)
    open_invitation = write("/invitations", {"role": "scorer"})
    audit = write("/audits", {})
    variants = service.send("GET", at + "/variants", token=owner)
    ids = {
        "club": club,
        "match": match,
        "hand": hands["hands"][0]["id"],
        "player": players[4],
        "user": service.send("GET", "/v1/users/me", token=tokens["player"])["id"],
        "settlement": settled["id"],
        "payment": paid["payment"]["id"],
        "invitation": open_invitation["id"],
        "audit": audit["id"],
        "hash": variants["variants"][0]["hash"],
        "variant": "old-hong-kong",
    }
    return ids, players, tokens


def narrow(document, ids, players):
    """The document for one club: where it takes an id, that of something that is there."""
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path" and parameter["name"] in ids:
                    parameter["schema"] = {"type": "string", "enum": [ids[parameter["name"]]]}
    schemas = document["components"]["schemas"]
    schemas["NewMatch"]["properties"]["players"]["items"] = {"type": "string", "enum": players}
    return document


def try_out(schemathesis, url, folder, token, cases):
    """One run of schemathesis. Returns how many cases it made, and whether all of the answers were right."""
    command = [
        schemathesis, "run", "openapi.json", "--url", url, "--phases", "examples,coverage,fuzzing", "--workers", "1",
        "--max-examples", str(cases), "--seed", "20261122", "--continue-on-failure", "--request-timeout", "30",
        # 401 and 403 before anything else: who may not, need not know whether a request was right.
        "--exclude-checks", "positive_data_acceptance",
    ]
    for operation in LEAVING + STREAMS + PAGES:
        command += ["--exclude-operation-id", operation]
    if token:
        command += ["--header", f"Authorization: Bearer {token}"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
    made = re.search(r"([\d,]+) generated", run.stdout)
    made = int(made.group(1).replace(",", "")) if made else 0
    right = run.returncode == 0
    print(f"{made} cases" if right else run.stdout, flush=True)
    return made, right


def main():
    schemathesis, faan, *rest = sys.argv[1:]
    schemathesis = os.path.abspath(schemathesis)
    cases = int(rest[0]) if rest else 5
    with tempfile.TemporaryDirectory() as folder, service_of(faan) as service:
        ids, players, tokens = fill(service)
        with open(f"{folder}/openapi.json", "w") as file:
            json.dump(narrow(service.send("GET", "/openapi.json"), ids, players), file)
        with open(f"{folder}/schemathesis.toml", "w") as file:
            file.write(CONFIG)
        total, right = 0, True
        for role in [None, "player", "auditor", "scorer", "referee", "owner"]:
            print(f"== {role or 'nobody'}")
            token = role and service.sign_in(role)
            made, well = try_out(schemathesis, service.url, folder, token, cases)
            total, right = total + made, right and well
        verdict = "all answers are as the document says" if right else "some answers are not as the document says"
        print(f"{total} cases: {verdict}")
    sys.exit(0 if right and total >= FEWEST else 1)


if __name__ == "__main__":
    main()
