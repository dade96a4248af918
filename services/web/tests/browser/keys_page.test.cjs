"use strict";
// API keys and webhooks: their secrets are shown once, and what is made is used and ended.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { expect, test } = require("./fixtures.cjs");

const HOSTILE = "<img src=x onerror=alert(1)>";
/** No name below `invalid` leads anywhere (RFC 6761). */
const NOWHERE = "https://receiver.invalid/hook";

const openKeys = (club, options) => club.open("/keys", options);
const section = (page, name) => page.getByRole("region", { name });

test("a key is made, shown once, used, and revoked", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openKeys(club);
  await page.getByLabel("What the key is for").fill(HOSTILE);
  await page.getByRole("combobox", { name: "Role" }).selectOption({ label: "auditor: looks on, and audits the ledger" });
  await page.getByLabel(/^Days until it expires/).fill("30");
  await page.getByRole("button", { name: "Make a key" }).click();
  const secret = await page.getByLabel("Secret of the key").inputValue();
  assert.match(secret, /^faan_/);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByText("It is copied.").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  assert.equal((await clubs.request(secret, "GET", club.path)).status, 200);
  assert.equal((await clubs.request(secret, "POST", `${club.path}/players`, { name: "Bo" })).status, 403, "an auditor enrols nobody");

  await page.reload();
  await section(page, "API keys").getByText("good", { exact: true }).waitFor();
  await section(page, "API keys").getByText(/auditor · made .* · last used .* · until /).waitFor();
  assert.ok(!(await page.content()).includes(secret), "the secret is shown once");
  await page.getByRole("button", { name: `Revoke: ${HOSTILE}` }).click();
  assert.equal((await clubs.request(secret, "GET", club.path)).status, 200, "it is asked once more");
  await page.getByRole("button", { name: "Yes: Revoke" }).click();
  await section(page, "API keys").getByText("revoked", { exact: true }).waitFor();
  assert.equal((await clubs.request(secret, "GET", club.path)).status, 401);
  await expect(page.locator("img")).toHaveCount(0);
});

test("a webhook is made, tested, changed, disabled, given another secret, and deleted", async ({ clubs }) => {
  const club = await clubs.found();
  const page = await openKeys(club);
  const webhook = async () => (await club.owner.call("GET", `${club.path}/webhooks`)).webhooks[0];
  await page.locator("summary", { hasText: "A new webhook" }).click();
  await page.getByLabel("What the webhook is for").fill("hall");
  await page.getByLabel(/^Where the receiver is/).fill("https://127.0.0.1/hook");
  await page.getByRole("button", { name: "Make a webhook" }).click();
  await page.locator(".problem").waitFor();
  await expect(page.getByLabel("What the webhook is for")).toHaveValue("hall");
  await page.getByLabel(/^Where the receiver is/).fill(NOWHERE);
  await page.locator("summary", { hasText: "told of everything" }).click();
  await page.getByRole("checkbox", { name: "match opened" }).check();
  await page.getByRole("checkbox", { name: "settlement made" }).check();
  await page.getByRole("button", { name: "Make a webhook" }).click();
  const secret = await page.getByLabel("Secret, to check signatures with").inputValue();
  assert.match(secret, /^whsec_/);
  assert.deepEqual((await webhook()).types, ["match.opened", "settlement.made"]);
  await page.getByRole("button", { name: "I have kept it" }).click();
  await expect.poll(async () => (await page.content()).includes(secret)).toBe(false);

  await page.getByRole("button", { name: "Send a test: hall" }).click();
  await page.locator("summary", { hasText: "Deliveries" }).click();
  const deliveries = page.getByRole("listitem").filter({ hasText: "test failed" });
  await deliveries.getByText("name_unresolved", { exact: false }).first().waitFor();

  await page.getByRole("button", { name: "Disable: hall" }).click();
  await page.getByText("disabled by an owner", { exact: false }).waitFor();
  assert.equal((await webhook()).state, "disabled");
  await page.getByRole("button", { name: "Enable: hall" }).click();
  await page.getByRole("button", { name: "Disable: hall" }).waitFor();

  await page.locator("summary", { hasText: "Change, secret, place" }).click();
  await page.getByLabel("What the webhook is for").fill("scoreboard");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator("b", { hasText: "scoreboard" }).waitFor();
  await page.getByRole("combobox", { name: "The secret of before" }).selectOption({ label: "ends at once" });
  await page.getByRole("button", { name: "Make another secret: scoreboard" }).click();
  await page.getByRole("button", { name: "Yes: Make another secret" }).click();
  const other = await page.getByLabel("Secret, to check signatures with").inputValue();
  assert.match(other, /^whsec_/);
  assert.notEqual(other, secret);
  await page.getByRole("button", { name: "Delete the webhook: scoreboard" }).click();
  await page.getByRole("button", { name: "Yes: Delete the webhook" }).click();
  await page.getByText("No webhook yet").waitFor();
  assert.equal(await webhook(), undefined);
});

test("a webhook is told again from an entry, and a delivery is sent again", async ({ clubs }) => {
  const club = await clubs.found();
  const { id } = await club.owner.call("POST", `${club.path}/webhooks`, { name: "hall", url: NOWHERE });
  await club.owner.call("POST", `${club.path}/players`, { name: "Bo" });
  const page = await openKeys(club);
  await page.locator("summary", { hasText: "Deliveries" }).click();
  const failed = page.getByRole("listitem").filter({ hasText: "entry 2: player enrolled failed" }).last();
  await expect(async () => {
    await page.getByRole("button", { name: "Read again" }).click();
    await expect(failed).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await failed.getByRole("button", { name: "Send again: entry 2: player enrolled" }).first().click();
  await page.getByRole("button", { name: "Disable: hall" }).click();
  await page.getByRole("button", { name: "Enable: hall" }).waitFor();
  const isAsked = async () => {
    const { deliveries } = await club.owner.call("GET", `${club.path}/webhooks/${id}/deliveries`);
    return deliveries.some(({ seq, asked_by: by }) => seq === 2 && by === club.owner.id);
  };
  await expect.poll(isAsked).toBe(true);
  await page.locator("summary", { hasText: "Change, secret, place" }).click();
  await page.getByLabel("Entry that it is told of next").fill("3");
  await page.getByRole("button", { name: "Continue there: hall" }).click();
  await page.getByText("told up to entry 2", { exact: false }).waitFor();
});

test("only owners see keys and webhooks", async ({ clubs }) => {
  const club = await clubs.found();
  for (const role of ["scorer", "player", "auditor"]) {
    const member = await club.join(role, role);
    const page = await club.open("/keys", { account: member });
    await page.getByText("This page is for owners of the club.").waitFor();
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Keys and webhooks" })).toHaveCount(0);
  }
});

test("there is no barrier among keys and webhooks", async ({ clubs }) => {
  const club = await clubs.found({ name: HOSTILE });
  await club.owner.call("POST", `${club.path}/api-keys`, { name: HOSTILE, role: "player" });
  await club.owner.call("POST", `${club.path}/webhooks`, { name: HOSTILE, url: NOWHERE, types: ["match.opened"] });
  const page = await openKeys(club);
  await page.getByLabel("What the key is for").fill("scoreboard in the hall");
  await page.getByRole("button", { name: "Make a key" }).click();
  await page.getByLabel("Secret of the key").waitFor();
  await page.locator("summary", { hasText: "A new webhook" }).click();
  await page.locator("summary", { hasText: "told of everything" }).click();
  await page.locator("summary", { hasText: "Deliveries" }).click();
  await page.locator("summary", { hasText: "Change, secret, place" }).click();
  await expect(page.locator("img")).toHaveCount(0);
  await assertNoBarriers(page);
});
