"use strict";
// The account of whoever is signed in: its password, who came in, and its end.
const assert = require("node:assert/strict");
const { assertNoBarriers } = require("./barriers.cjs");
const { PASSWORD } = require("./clubs.cjs");
const { expect, test } = require("./fixtures.cjs");
const { signIn } = require("./table.cjs");

const HOSTILE = "<img src=x onerror=alert(1)>";
const OTHER_PASSWORD = "nine gates and a pure suit";

const openAccount = (clubs, account) => clubs.open("/account", { account });
const canSignIn = async (clubs, { email }, password) => (await clubs.request(null, "POST", "/v1/sessions", { email, password })).status < 300;

test("a password is changed, which signs out every other device and not this one", async ({ clubs }) => {
  const account = await clubs.makeAccount(HOSTILE);
  // Another browser has a session of its own.
  const other = await clubs.open("/account");
  await signIn(other, account);
  await other.getByRole("heading", { name: "My account" }).first().waitFor();
  const page = await openAccount(clubs, account);
  await page.getByText(HOSTILE, { exact: true }).waitFor();
  await page.getByText(account.email, { exact: true }).waitFor();
  await page.getByLabel("Password that you have").fill("not this one at all");
  await page.getByLabel("New password").fill(OTHER_PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("This is not the password of your account.").waitFor();
  await expect(page.getByLabel("New password")).toHaveValue(OTHER_PASSWORD);
  await page.getByLabel("Password that you have").fill(PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed", { exact: false }).waitFor();
  assert.ok(await canSignIn(clubs, account, OTHER_PASSWORD));
  assert.ok(!(await canSignIn(clubs, account, PASSWORD)));
  await page.reload();
  const log = page.getByRole("region", { name: "Who came in" });
  await log.getByText(/^password changed/).waitFor();
  await log.getByText("a wrong password was tried").first().waitFor();
  await other.reload();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect(page.locator("img")).toHaveCount(0);
});

test("an account is erased when it is asked twice, and not while a club needs its owner", async ({ clubs }) => {
  const club = await clubs.found({ name: HOSTILE });
  const page = await openAccount(clubs, club.owner);
  await expect(page.getByRole("button", { name: "Erase the account" })).toBeDisabled();
  await page.getByLabel("Your password, once more").fill(PASSWORD);
  await page.getByRole("button", { name: "Erase the account" }).click();
  await page.getByText("gone for good, at once", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Erase the account" }).click();
  await page.getByText("Clubs that have no other owner:").waitFor();
  assert.equal(await page.getByRole("link", { name: HOSTILE }).getAttribute("href"), `/clubs/${club.id}/members`);
  await expect(page.locator("img")).toHaveCount(0);

  const account = await clubs.makeAccount("Wing");
  const opened = await openAccount(clubs, account);
  await opened.getByLabel("Your password, once more").fill(PASSWORD);
  await opened.getByRole("button", { name: "Erase the account" }).click();
  assert.ok(await canSignIn(clubs, account, PASSWORD), "it is asked once more");
  await opened.getByRole("button", { name: "Yes: Erase the account" }).click();
  await opened.waitForURL("**/clubs");
  await opened.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(opened, account);
  await opened.locator(".problem").waitFor();
});

test("there is no barrier in an account", async ({ clubs }) => {
  const account = await clubs.makeAccount(HOSTILE);
  const page = await openAccount(clubs, account);
  await page.getByText("signed in").first().waitFor();
  await page.getByLabel("Your password, once more").fill(PASSWORD);
  await page.getByRole("button", { name: "Erase the account" }).click();
  await assertNoBarriers(page);
});
