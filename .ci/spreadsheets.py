"""Holds what Faan reads and writes for spreadsheets against LibreOffice.

`spreadsheets.py FAAN`: starts a Faan of its own. A season that LibreOffice saved in each form has to be read as the season that it was
made from, and each table that Faan writes has to be the same after LibreOffice opened it and saved it, also as a workbook. It exits with 1
where one is not.
"""

import csv
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

from service import service_of

PEOPLE = ["陳大文", "李小明", "鰂魚哥", "啫喱"]
# Names that a spreadsheet could take for formulas and numbers, and one with what separates cells and what XML cannot have as it is.
FORMULAS = ["=2+3", "@SUM(1)", "007", "Wong; \"Ah Fai\" <_x0041_ & Co>"]
TERMS = {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}
SEASONS = {
    "english": """\
match,played_on,east,south,west,north,winner,won_by,from,fan,limit
1,2025-09-01,陳大文,李小明,鰂魚哥,啫喱,李小明,discard,鰂魚哥,4,
1,,,,,,陳大文,self_draw,,,true
1,,,,,,,goulash,,,
1,,,,,,,early_end,,,
2,2025-09-13,啫喱,鰂魚哥,李小明,陳大文,啫喱,self_draw,,7,
2,,,,,,,early_end,,,
""",
    "traditional": """\
場次,日期,東家,南家,西家,北家,食糊者,食糊方式,出銃,番數,爆棚
1,2025-09-01,陳大文,李小明,鰂魚哥,啫喱,李小明,食糊,鰂魚哥,4番,否
1,,,,,,陳大文,自摸,,,是
1,,,,,,,流局,,,
1,,,,,,,提早完結,,,
2,2025-09-13,啫喱,鰂魚哥,李小明,陳大文,啫喱,自摸,,7番,
2,,,,,,,提早完結,,,
""",
}
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def fields(separator, encoding):
    """What LibreOffice's filter for texts is told. Separators are code points; of encodings 76 is UTF-8, 65535 UTF-16."""
    return f"{ord(separator)},34,{encoding},1,,0,false,true,false"


def as_text(separator, encoding):
    """LibreOffice's name of a text."""
    return f"csv:Text - txt - csv (StarCalc):{fields(separator, encoding)}"


UTF_8 = fields(",", 76)
# LibreOffice's name of each form, its ending, the media type it is sent with, and what Faan says that it read.
FORMS = [
    ("xlsx:Calc MS Excel 2007 XML", "xlsx", XLSX, {"format": "xlsx"}),
    ("xlsx:Calc Office Open XML", "xlsx", XLSX, {"format": "xlsx"}),
] + [
    (
        as_text(sign, number), "csv", "text/csv",
        {"format": "csv", "encoding": encoding, "separator": separator},
    )
    for sign, number, encoding, separator in [
        (",", 76, "UTF-8", "comma"), (";", 76, "UTF-8", "semicolon"), ("\t", 65535, "UTF-16LE", "tab"),
        (",", 86, "Big5", "comma"), (";", 67, "GBK", "semicolon"), (",", 85, "GBK", "comma"),
    ]
]
# What Faan does not read, and the word of its answer that says what to do.
REFUSALS = [("xls:MS Excel 97", "xls", ".xlsx"), ("ods:calc8", "ods", ".xlsx")]


class Office:
    """LibreOffice, with settings of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.count = 0

    def save_as(self, content, ending, form, form_ending, reads=None):
        """What a file is in another form."""
        self.count += 1
        place = f"{self.folder}/{self.count}"
        os.mkdir(place)
        with open(f"{place}/from.{ending}", "wb") as file:
            file.write(content)
        command = ["soffice", f"-env:UserInstallation=file://{self.folder}/settings", "--headless"]
        command += [f"--infilter=CSV:{reads}"] if reads else []
        command += ["--convert-to", form, "--outdir", f"{place}/to", f"{place}/from.{ending}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{place}/to/from.{form_ending}", "rb") as file:
            return file.read()


def fill(service):
    """A club of the players of the season. Returns its address and the token of its owner."""
    owner = service.sign_up("owner")
    club = service.send("POST", "/v1/clubs", {"name": "Sai Ying Pun", "time_zone": "Asia/Hong_Kong"}, owner)["id"]
    for name in PEOPLE:
        service.send("POST", f"/v1/clubs/{club}/players", {"name": name}, owner)
    return f"/v1/clubs/{club}", owner


def imports(service, club, content, media_type, dry_run):
    """The status of an import, and its answer."""
    address, owner = club
    query = urllib.parse.urlencode({"terms": json.dumps(TERMS), "dry_run": dry_run})
    status, answer = service.ask("POST", f"{address}/matches:import?{query}", content, owner, {"Content-Type": media_type})
    return status, json.loads(answer)


def check_imports(service, club, office):
    """Each season in each form is the season in UTF-8."""
    wrong = 0
    for name, season in SEASONS.items():
        status, expected = imports(service, club, season.encode(), "text/csv", "true")
        if status != 200 or expected["doubts"]:
            sys.exit(f"the season {name} itself: {status} {expected}")
        for form, ending, media_type, read_as in FORMS:
            saved = office.save_as(season.encode(), "csv", form, ending, UTF_8)
            status, preview = imports(service, club, saved, media_type, "true")
            is_same = status == 200 and preview == expected | {"read_as": read_as}
            print(f"{'read' if is_same else 'WRONG'}: {name} as {form}" + ("" if is_same else f": {status} {preview}"))
            wrong += not is_same
        for form, ending, word in REFUSALS:
            saved = office.save_as(season.encode(), "csv", form, ending, UTF_8)
            status, problem = imports(service, club, saved, "application/octet-stream", "true")
            is_said = status in (400, 415, 422) and word in json.dumps(problem)
            print(f"{'refused' if is_said else 'WRONG'}: {name} as {form}: {status} {problem.get('detail')}")
            wrong += not is_said
    return wrong


def as_kept(cell):
    """What a spreadsheet keeps of a cell: truths in capitals, and fifteen digits of a number."""
    if cell in ("true", "false"):
        return cell.upper()
    return f"{float(cell):.15g}" if len(re.sub("[^0-9]", "", cell)) > 15 and re.fullmatch(r"-?[0-9]+\.[0-9]+", cell) else cell


def play(service, club):
    """A season with names that are hard to write, and a payment. Returns the id of a match."""
    address, owner = club
    status, answer = imports(service, club, SEASONS["english"].encode(), "text/csv", "false")
    if status != 201:
        sys.exit(f"the import: {status} {answer}")
    match = answer["matches"][0]["id"]
    players = service.send("GET", f"{address}/players", token=owner)["players"]
    for player, name in zip(players, FORMULAS):
        service.send("PATCH", f"{address}/players/{player['id']}", {"name": name}, owner)
    settlement = service.send("POST", f"{address}/matches/{match}/settlement", {}, owner, {"If-Match": "*"})
    due = settlement["transfers"][0]
    payment = {"from": due["from"]["id"], "to": due["to"]["id"], "amount_cents": due["amount_cents"], "note": "-5 for him"}
    service.send("POST", f"{address}/settlements/{settlement['id']}/payments", payment, owner)
    return match


def written(service, club, table):
    """A table as Faan writes it."""
    address, owner = club
    status, content = service.ask("GET", f"{address}/{table}", token=owner)
    if status != 200:
        sys.exit(f"{table}: {status} {content.decode()}")
    return content


def lines_of(text):
    """The cells of a CSV."""
    return list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))


def is_wrong(table, before, after):
    """Whether two tables differ. Says so."""
    differences = [pair for pair in zip(before, after) if pair[0] != pair[1]]
    is_same = len(before) == len(after) > 1 and not differences
    print(f"{'the same' if is_same else 'WRONG'}: {table}, {len(before)} lines" + ("" if is_same else f": {differences[:3]}"))
    return not is_same


def check_exports(service, club, match, office):
    """Each CSV is the same after LibreOffice opened it, saved it as a workbook, and saved that as a text; and a workbook is the same as the CSV."""
    wrong = 0
    tables = [f"exports/{table}?format=csv&" for table in ("hands", "payments", "standings")] + [f"matches/{match}/rounds.csv?"]
    for table in tables:
        for headings in ("en", "zh-Hant"):
            query = f"{table}headings={headings}"
            content = written(service, club, query)
            before = [[as_kept(cell) for cell in line] for line in lines_of(content)]
            # A CSV does not say that 007 is a name.
            as_opened = [["7" if cell == "007" else cell for cell in line] for line in before]
            workbook = office.save_as(content, "csv", "xlsx:Calc MS Excel 2007 XML", "xlsx", UTF_8)
            wrong += is_wrong(query, as_opened, lines_of(office.save_as(workbook, "xlsx", as_text(",", 76), "csv")))
            if "format=csv" in query:
                query = query.replace("format=csv", "format=xlsx")
                workbook = written(service, club, query)
                # Texts of a workbook need no apostrophe, and no name or note here begins with one.
                before = [[cell.removeprefix("'") for cell in line] for line in before]
                wrong += is_wrong(query, before, lines_of(office.save_as(workbook, "xlsx", as_text(",", 76), "csv")))
    return wrong


def main():
    with tempfile.TemporaryDirectory() as folder, service_of(sys.argv[1]) as service:
        club, office = fill(service), Office(folder)
        wrong = check_imports(service, club, office)
        wrong += check_exports(service, club, play(service, club), office)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
