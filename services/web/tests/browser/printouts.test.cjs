"use strict";
// What is printed of a tournament and of an evening: all of it is on the paper, on as many sheets as it should take, and codes can be read.
const assert = require("node:assert/strict");
const fs = require("node:fs");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test, untilQuiet } = require("./fixtures.cjs");
const { NAMES, RULES, tournamentOf } = require("./tournaments.cjs");

const JSQR = fs.readFileSync(require.resolve("jsqr"), "utf8");
const TERMS = { terms: { variant: { id: "old-hong-kong" }, currency: "HKD", stake_cents: 100 } };
const DECLARED = { kind: "win", won_by: "discard", from_chair: 2, winners: [{ chair: 1, declared: { fan: 3 } }] };
/** What is as wide as the paper between its margins, in pixels of 1/96 inch. */
const WIDTHS = { A4: Math.floor(((210 - 20) / 25.4) * 96), Letter: Math.floor(((215.9 - 20) / 25.4) * 96) };

/** How many sheets of paper a page takes, after it was looked at that all of it is on them. */
async function sheetsOf(page, format) {
  await untilQuiet(page);
  await page.setViewportSize({ width: WIDTHS[format], height: 1000 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.locator("main > :visible")).toHaveCount(1);
  const cut = await page.evaluate(() => {
    const all = [...document.querySelectorAll(".printout, .printout *")];
    const isCut = (element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    const boxes = all.filter((element) => ["quarter", "table-sign", "printout"].some((name) => element.classList.contains(name)) && isCut(element));
    const beyond = all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
    return [...boxes, ...beyond].map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
  assert.deepEqual(cut, [], `${format}: cut off`);
  const pdf = await page.pdf({ format, margin: { top: "10mm", bottom: "10mm", left: "10mm", right: "10mm" } });
  if (process.env.FAAN_PAPERS) fs.writeFileSync(`${process.env.FAAN_PAPERS}-${await page.locator(".printout").getAttribute("class")}-${format}.pdf`.replaceAll(" ", "-"), pdf);
  await page.emulateMedia({ media: "screen", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 720 });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
}

const choose = async (page, what) => {
  await page.getByRole("radio", { name: what, exact: true }).check();
  await page.getByRole("region", { name: what, exact: true }).waitFor();
  await untilQuiet(page);
};

/** What the codes of a page say, in order. */
async function codes(page) {
  const said = [];
  for (const code of await page.locator(".printout .qr-code").all()) {
    const picture = await code.screenshot();
    await page.evaluate(JSQR);
    said.push(await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      return globalThis.jsQR(data, width, height)?.data;
    }, picture.toString("base64")));
  }
  return said;
}

test("a tournament is printed: seats, list at the door, empty and recorded sheets with codes, table cards, standings", async ({ clubs, open }) => {
  const club = await tournamentOf(clubs, NAMES);
  await club.draw();
  const page = await club.show("/print");
  const paper = page.locator(".printout");
  await page.getByText("Seats by name", { exact: true }).waitFor();
  const rows = await paper.locator("tr").allTextContents();
  assert.equal(rows.length, NAMES.length);
  assert.deepEqual(rows, [...rows].sort(new Intl.Collator("en").compare), "they stand in the order of names");
  for (const row of rows) assert.match(row, /Table [12](East|South|West|North)$/);

  await choose(page, "Seats by table");
  await expect(paper.locator("section")).toHaveCount(2);
  for (const name of NAMES) await expect(paper.getByText(name, { exact: true })).toHaveCount(1);
  await choose(page, "Check-in list");
  await expect(paper.getByRole("img", { name: "Here" })).toHaveCount(NAMES.length);

  await choose(page, "Empty score sheets");
  await page.getByText("The matches of this round are not opened yet: its sheets have no code.").waitFor();
  assert.deepEqual(await codes(page), []);
  const opened = await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, TERMS);
  const matches = opened.rounds[0].tables.map(({ match }) => match);
  await page.reload();
  await choose(page, "Empty score sheets");
  assert.deepEqual(await codes(page), matches.map((match) => `${club.page}/matches/${match}`));
  assert.equal(await sheetsOf(page, "A4"), 1);
  await page.getByRole("button", { name: "Codes that record without an account" }).click();
  await expect(page.locator(".printout .qr-code path").first()).toBeVisible();
  await untilQuiet(page);
  const links = await codes(page);
  assert.deepEqual(links.map((link) => link.split("#record=")[0]), matches.map((match) => `${club.page}/matches/${match}`));
  const guest = await open(links[0]);
  await guest.getByRole("region", { name: "The table" }).waitFor();
  await guest.getByRole("button", { name: "Record", exact: true }).waitFor();

  await choose(page, "Score sheets of the round");
  await page.getByText("Nothing is recorded in this round yet.").waitFor();
  await club.owner.call("POST", `${club.path}/matches/${matches[0]}/hands`, { number: 1, outcome: DECLARED });
  await page.reload();
  await choose(page, "Score sheets of the round");
  await expect(paper.locator(".quarter")).toHaveCount(1);
  await expect(paper.locator("tbody tr")).toHaveCount(1);
  assert.match(await paper.locator("tbody").textContent(), /3 fan/);
  await choose(page, "Table cards");
  assert.deepEqual(await paper.locator("b").allTextContents(), ["Table 1", "Table 2"]);
  assert.equal(await sheetsOf(page, "A4"), 1);
  await choose(page, "Standings");
  await expect(paper.locator("tbody tr")).toHaveCount(NAMES.length);
  await assertNoBarriers(page);

  await page.evaluate(() => {
    globalThis.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("button", { name: "Print this" }).click();
  await page.locator("body[data-printed]").waitFor();
});

test("an evening is printed with who pays whom, in Chinese by strokes", async ({ clubs }) => {
  const names = ["陳大文", "丁一", "王小明", "李四", "張三"];
  const club = await clubs.found({ players: names });
  const { id } = await club.owner.call("POST", `${club.path}/evenings`, { held_on: "2026-11-21", tables: ["東"], hall: "大廳" });
  const evening = `${club.path}/evenings/${id}`;
  const here = Object.values(club.ids);
  await club.owner.call("POST", `${evening}/attendance`, { checked_in: here.slice(0, 4) });
  await club.owner.call("POST", `${evening}/rounds`, {});
  const opened = await club.owner.call("POST", `${evening}/rounds/1/matches`, TERMS);
  const [{ match }] = opened.rounds[0].tables;
  await club.owner.call("POST", `${club.path}/matches/${match}/hands`, { number: 1, outcome: DECLARED });
  const page = await club.open(`/evenings/${id}`, { locale: "zh-HK" });
  await page.getByRole("link", { name: "列印" }).click();
  const paper = page.locator(".printout");
  await page.getByText("按名搵位", { exact: true }).waitFor();
  assert.deepEqual((await paper.locator("th").allTextContents()), ["丁一", "王小明", "李四", "陳大文"]);
  await choose(page, "簽到表");
  assert.deepEqual(await paper.locator("th").allTextContents(), ["丁一", "王小明", "李四", "張三", "陳大文"]);
  await expect(paper.getByRole("img", { name: "到咗" })).toHaveCount(4);
  await choose(page, "邊個找錢畀邊個");
  const { transfers } = await club.owner.call("GET", `${evening}/settlement?currency=HKD`);
  assert.ok(transfers.length > 0);
  await expect(paper.locator("tbody tr")).toHaveCount(transfers.length);
  await page.getByText("而家結嘅話").waitFor();
  assert.equal(await sheetsOf(page, "A4"), 1);
  await choose(page, "枱牌");
  assert.deepEqual(await paper.locator("b").allTextContents(), ["東"]);
});

test("two hundred players are printed on A4 and on Letter, and nothing is cut off", async ({ clubs }) => {
  const long = "Alexandria Featherstonehaugh-Cholmondeley";
  const names = Array.from({ length: 198 }, (_, place) => `${place % 10 === 0 ? long : "Player"} ${place + 1}`);
  const club = await tournamentOf(clubs, names, RULES);
  await club.draw();
  await club.owner.call("POST", `${club.tournament}/rounds/1/matches`, TERMS);
  const page = await club.show("/print");
  const most = {
    "Seats by name": 4,
    "Seats by table": 5,
    "Check-in list": 4,
    "Empty score sheets": 13,
    "Table cards": 25,
    Standings: 6,
  };
  for (const [what, sheets] of Object.entries(most)) {
    await choose(page, what);
    for (const format of ["A4", "Letter"]) {
      const count = await sheetsOf(page, format);
      assert.ok(count <= sheets && count > sheets / 3, `${what} on ${format}: ${count} sheets`);
    }
  }
});
