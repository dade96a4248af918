"use strict";
// An evening by the keyboard alone, and what somebody hears who does not see the page.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { openPage, startBrowser, startService } = require("./service.cjs");

let service;
let browser;
before(async () => {
  service = await startService();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

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

/** Whoever does not see the page hears this at last. */
const untilHeard = (page, what) => page.getByRole("status").filter({ hasText: what }).first().waitFor({ state: "attached" });

test("from sign-up to a recorded hand and back without a mouse, and what happened is heard", async () => {
  const { page, context, faults } = await openPage(browser, `${service.url}/clubs`, { viewport: { width: 1280, height: 800 } });
  await press(page, "I have no account yet");
  await type(page, "Your name", "Mei");
  await type(page, "E-mail", "keyboard@example.org");
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
  await press(page, "Start a match");
  await page.waitForURL("**/matches/*");
  await choose(page, "Who won", "Bo");
  await choose(page, "From", "Chun");
  await choose(page, "Fan", "4");
  await untilHeard(page, /^4 fan.*Bo \+5/);
  await press(page, "Record");
  await untilHeard(page, "hand 1, Bo from Chun, 4 fan, Ah Ming -2, Bo +5, Chun -2, Fong -1");
  await press(page, "Undo");
  await page.getByText("No hand yet").waitFor();
  await tabTo(page, page.getByText("More", { exact: true }));
  await page.keyboard.press("Enter");
  await press(page, "Agreed points");
  await page.getByRole("heading", { name: "Agreed points" }).and(page.locator(":focus")).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
