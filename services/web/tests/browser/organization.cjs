"use strict";
// A club and its members, made over the REST API; and its pages, as each of them sees them.
const assert = require("node:assert/strict");
const { randomUUID } = require("node:crypto");
const { assertNoBarrier, openPage } = require("./service.cjs");

const PASSWORD = "thirteen orphans";

/** A request. `token` is an access token or the secret of an API key. Returns the status and the body. */
async function request(url, token, method, path, body) {
  const headers = { "Idempotency-Key": randomUUID() };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(`${url}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const said = await response.text();
  const isJson = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, body: isJson ? JSON.parse(said) : said };
}

/** An account, signed in. `call` sends a request of it and fails unless that succeeds. */
async function makeAccount(url, name) {
  const email = `${randomUUID()}@example.org`;
  const signUp = await request(url, null, "POST", "/v1/users", { email, password: PASSWORD, display_name: name });
  assert.equal(signUp.status, 201, JSON.stringify(signUp.body));
  const session = await request(url, null, "POST", "/v1/sessions", { email, password: PASSWORD });
  const call = async (method, path, body) => {
    const answer = await request(url, session.body.access_token, method, path, body);
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id } = await call("GET", "/v1/users/me");
  return { id, email, name, call };
}

/** An owner and a club of theirs. `path` is the club in the API. */
async function foundClub(url, clubName = "Sai Ying Pun", ownerName = "Mei") {
  const owner = await makeAccount(url, ownerName);
  const club = await owner.call("POST", "/v1/clubs", { name: clubName, time_zone: "Asia/Hong_Kong" });
  return { owner, club, path: `/v1/clubs/${club.id}`, page: `${url}/clubs/${club.id}` };
}

/** Somebody who accepted an invitation to a club. */
async function addMember(url, { owner, path }, role, name) {
  const { token } = await owner.call("POST", `${path}/invitations`, { role, single_use: true });
  const member = await makeAccount(url, name);
  await member.call("POST", "/v1/invitations:accept", { token });
  return member;
}

/** Signs in with the form that a page shows to whoever is not. */
async function signIn(page, { email }, password = PASSWORD) {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** A page as an account sees it. `ready` is a heading that it shows then. */
async function openAs(browser, address, account, ready, options = {}) {
  const opened = await openPage(browser, address, { permissions: ["clipboard-read", "clipboard-write"], ...options });
  await signIn(opened.page, account);
  await opened.page.getByRole("heading", { name: ready }).first().waitFor();
  return opened;
}

/** There is no barrier in what a page shows: in both languages, in light and dark, and on 320 pixels. `show` brings it to what is looked at. */
async function assertNoBarriers(browser, address, account, ready, show = async () => {}) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, context, faults } = await openAs(browser, address, account, ready, { bypassCSP: true, colorScheme });
    await show(page);
    for (const language of ["en", "zh"]) {
      if (language === "zh") await page.getByRole("button", { name: "繁體中文" }).click();
      await assertNoBarrier(page, `${address}, ${language}`);
      if (process.env.FAAN_LOOK) await look(page, `${process.env.FAAN_LOOK}${new URL(address).pathname.split("/").at(-1)}-${colorScheme}-${language}`);
    }
    assert.deepEqual(faults, []);
    await context.close();
  }
}

/** How high a picture is at most. */
const PART = 1600;

/** With FAAN_LOOK, what a page shows is kept as pictures whose names begin so. */
async function look(page, name) {
  for (const [width, height] of [[360, 740], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < whole; y += PART) {
      const clip = { x: 0, y, width, height: Math.min(PART, whole - y) };
      await page.screenshot({ path: `${name}-${width}-${y / PART}.png`, fullPage: true, clip });
    }
  }
}

module.exports = { PASSWORD, addMember, assertNoBarriers, foundClub, makeAccount, openAs, request, signIn };
