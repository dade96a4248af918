"use strict";
// An evening by the keyboard alone, and what somebody hears who does not see the page.
const assert = require("node:assert/strict");
const { randomUUID } = require("node:crypto");
const { test } = require("./fixtures.cjs");

/** More steps than any page has. */
const MOST_STEPS = 120;

/** Goes on with the tab key until something has the focus, as everybody must be able to. */
async function tabTo(page, target) {
  await target.waitFor();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the tab key does not lead to ${target}`);
}

async function press(page, name) {
  await tabTo(page, page.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
}

async function type(page, label, text) {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** Chooses one of some keys: the tab key leads to their group, and arrows to the key. */
async function choose(page, legend, name) {
  const group = page.getByRole("group", { name: legend });
  const wanted = group.getByRole("radio", { name, exact: true });
  const checked = group.locator("input:checked");
  await tabTo(page, (await checked.count()) > 0 ? checked : group.getByRole("radio").first());
  await page.keyboard.press("Space");
  for (let step = 0; step < MOST_STEPS && !(await wanted.isChecked()); step += 1) await page.keyboard.press("ArrowRight");
  assert.ok(await wanted.isChecked(), `${legend}: ${name}`);
}

/** Something that is no field has the focus: what was chosen before is gone. */
const untilFocus = (locator, page) => locator.and(page.locator(":focus")).waitFor();

/** Whoever does not see the page hears this at last. */
const untilHeard = (page, what) => page.getByRole("status").filter({ hasText: what }).first().waitFor({ state: "attached" });

test("from sign-up to a settled evening without a mouse, and what happened is heard", async ({ clubs }) => {
  const page = await clubs.open("", { viewport: { width: 1280, height: 800 } });
  await press(page, "I have no account yet");
  await type(page, "Your name", "Mei");
  await type(page, "E-mail", `${randomUUID()}@example.org`);
  await type(page, "Password", "thirteen orphans");
  await press(page, "Make an account");
  await type(page, "Name of the club", "Sai Ying Pun");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/clubs/*");
  for (const name of ["Ah Ming", "Bo", "Chun", "Fong"]) {
    await type(page, "Name of a player", name);
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").getByText(name, { exact: true }).waitFor();
  }
  await type(page, "Money per point; empty: for points", "1");
  await press(page, "Start a match");
  await page.waitForURL("**/matches/*");
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await choose(page, "Fan", "4");
  await untilHeard(page, /^4 fan.*Bo \+5/);
  await press(page, "Record");
  await untilHeard(page, "hand 1, Bo from Chun, 4 fan, Ah Ming -2, Bo +5, Chun -2, Fong -1");
  // The next hand begins at its first choice.
  await untilFocus(page.getByRole("group", { name: "Who won" }).getByRole("radio").first(), page);
  await press(page, "Undo");
  await page.getByText("No hand yet").waitFor();
  // The way forth is where the way back was.
  await untilFocus(page.getByRole("button", { name: "Redo" }), page);
  await tabTo(page, page.getByText("More", { exact: true }));
  await page.keyboard.press("Enter");
  await press(page, "Agreed points");
  await untilFocus(page.getByRole("heading", { name: "Agreed points" }), page);
  await press(page, "Back to a win");
  await untilFocus(page.getByRole("group", { name: "Who won" }).getByRole("radio").first(), page);
  await choose(page, "Who won", "Fong");
  await choose(page, "From", "Self-draw");
  await choose(page, "Fan", "5");
  await untilHeard(page, /^5 fan.*Fong \+/);
  await press(page, "Record");
  await untilHeard(page, /^hand 1, Fong by self-draw/);

  await press(page, "Details: hand 1, Fong by self-draw");
  await press(page, "Correct this row");
  await untilFocus(page.getByRole("heading", { name: "Correct this row" }), page);
  await press(page, "Leave it as it is");
  await untilFocus(page.getByRole("heading", { name: "Fong by self-draw, 5 fan" }), page);
  await press(page, "End the match");
  await untilFocus(page.getByRole("group", { name: "End the match" }), page);
  await press(page, "End the match");
  await untilHeard(page, "The match is over.");

  await tabTo(page, page.getByText("Settle this match", { exact: true }));
  await page.keyboard.press("Enter");
  await press(page, "Settle this");
  await tabTo(page, page.getByRole("link", { name: "All settlements and payments of the club" }));
  await page.keyboard.press("Enter");
  await page.waitForURL("**/settle");
  const pay = page.getByRole("button", { name: /it was paid$/ });
  await pay.first().waitFor();
  for (let left = await pay.count(); left > 0; left -= 1) {
    await tabTo(page, pay.first());
    await page.keyboard.press("Enter");
    await page.waitForFunction((count) => document.querySelectorAll("button[aria-label$='it was paid']").length === count, left - 1);
  }
  await page.getByText("Nothing is open: everything is settled and paid.").waitFor();
});
