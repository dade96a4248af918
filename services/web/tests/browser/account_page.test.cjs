"use strict";
// The account of whoever is signed in: its password, who came in, and its end.
const assert = require("node:assert/strict");
const { after, before, test } = require("node:test");
const { PASSWORD, assertNoBarriers, foundClub, makeAccount, openAs, request, signIn } = require("./organization.cjs");
const { startBrowser, startService } = require("./service.cjs");

const HOSTILE = "<img src=x onerror=alert(1)>";
const OTHER_PASSWORD = "nine gates and a pure suit";

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

const openAccount = (account) => openAs(browser, `${service.url}/clubs/account`, account, "My account");
const canSignIn = async ({ email }, password) => (await request(service.url, null, "POST", "/v1/sessions", { email, password })).status < 300;

test("a password is changed, which signs out every other device and not this one", async () => {
  const account = await makeAccount(service.url, HOSTILE);
  const other = await openAccount(account);
  const { page, faults, context } = await openAccount(account);
  await page.getByText(HOSTILE, { exact: true }).waitFor();
  await page.getByText(account.email, { exact: true }).waitFor();
  await page.getByLabel("Password that you have").fill("not this one at all");
  await page.getByLabel("New password").fill(OTHER_PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("This is not the password of your account.").waitFor();
  assert.equal(await page.getByLabel("New password").inputValue(), OTHER_PASSWORD, "what is typed stays");
  await page.getByLabel("Password that you have").fill(PASSWORD);
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText("The password is changed", { exact: false }).waitFor();
  assert.ok(await canSignIn(account, OTHER_PASSWORD));
  assert.ok(!(await canSignIn(account, PASSWORD)));
  await page.reload();
  const log = page.getByRole("region", { name: "Who came in" });
  await log.getByText(/^password changed/).waitFor();
  await log.getByText("a wrong password was tried").first().waitFor();
  await other.page.reload();
  await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.locator("img").count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
  await other.context.close();
});

test("an account is erased when it is asked twice, and not while a club needs its owner", async () => {
  const club = await foundClub(service.url, HOSTILE);
  const { page, faults, context } = await openAccount(club.owner);
  assert.ok(await page.getByRole("button", { name: "Erase the account" }).isDisabled());
  await page.getByLabel("Your password, once more").fill(PASSWORD);
  await page.getByRole("button", { name: "Erase the account" }).click();
  await page.getByText("gone for good, at once", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Yes: Erase the account" }).click();
  await page.getByText("Clubs that have no other owner:").waitFor();
  assert.equal(await page.getByRole("link", { name: HOSTILE }).getAttribute("href"), `/clubs/${club.club.id}/members`);
  assert.equal(await page.locator("img").count(), 0);
  await context.close();

  const account = await makeAccount(service.url, "Wing");
  const opened = await openAccount(account);
  await opened.page.getByLabel("Your password, once more").fill(PASSWORD);
  await opened.page.getByRole("button", { name: "Erase the account" }).click();
  assert.ok(await canSignIn(account, PASSWORD), "it is asked once more");
  await opened.page.getByRole("button", { name: "Yes: Erase the account" }).click();
  await opened.page.waitForURL("**/clubs");
  await opened.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(opened.page, account);
  await opened.page.locator(".problem").waitFor();
  assert.deepEqual([...faults, ...opened.faults], []);
  await opened.context.close();
});

test("there is no barrier in an account", async () => {
  const account = await makeAccount(service.url, HOSTILE);
  await assertNoBarriers(browser, `${service.url}/clubs/account`, account, "My account", async (page) => {
    await page.getByText("signed in").first().waitFor();
    await page.getByLabel("Your password, once more").fill(PASSWORD);
    await page.getByRole("button", { name: "Erase the account" }).click();
  });
});
