"use strict";
// Telephones in the hall: over plain HTTP, and under TLS by a CA that the service made.
const assert = require("node:assert/strict");
const { X509Certificate, createHash } = require("node:crypto");
const tls = require("node:tls");
const { chromium } = require("@playwright/test");
const { PASSWORD, clubsOf } = require("./clubs.cjs");
const { expect, isKept, test, untilKept, untilQuiet, waits } = require("./fixtures.cjs");
const { ownAddress, startService } = require("./service.cjs");
const { recordWin, untilSheetHas, untilWaiting } = require("./table.cjs");

/** What Chromium says of every page over plain HTTP. */
const MAY_FAIL = /Cross-Origin-Opener-Policy header has been ignored/;
const NOTE = "This page came over plain HTTP.";
const HAND = "/#concealed=2s2s2s7s8sWWCCCFFF&winningTile=9s";

/** A service at the address of this machine, which telephones could reach too. */
async function atOwnAddress(listen, use) {
  const address = ownAddress();
  test.skip(address === undefined, "this machine is in no network");
  const service = await startService(listen(`${address}:0`));
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

test("over plain HTTP a page says what does not work, copies, and keeps what was recorded", async ({ open }) => {
  await atOwnAddress((address) => ["--gateway-listen", address], async ({ url, said }) => {
    assert.match(said, /Over plain HTTP, others in this network can read what is sent/);
    const clubs = clubsOf(url, open);
    const table = await clubs.makeTable();
    const page = await table.open("/members", { mayFail: MAY_FAIL, first: waits({ 5_000: 250 }) });
    assert.equal(await page.evaluate(() => globalThis.isSecureContext || "clipboard" in navigator || "serviceWorker" in navigator), false);
    await page.getByText(NOTE, { exact: false }).waitFor();
    await page.getByRole("button", { name: "I understand" }).click();
    await page.getByText(NOTE, { exact: false }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Make an invitation" }).click();
    const link = await page.getByLabel("Link to send to whom you invite").inputValue();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("It is copied.").waitFor();
    await page.goto(`${url}/clubs/join`);
    await page.getByLabel("Link of the invitation").focus();
    await page.keyboard.press("Control+V");
    await expect(page.getByLabel("Link of the invitation")).toHaveValue(link);
    await expect(page.getByText(NOTE, { exact: false })).toHaveCount(0);

    await page.goto(table.address);
    await page.getByRole("region", { name: "The table" }).waitFor();
    await untilQuiet(page);
    await page.context().setOffline(true);
    await recordWin(page, "Bo", "Chun", "3");
    await untilWaiting(page, 1);
    await page.route("**/hands", (route) => route.abort());
    await page.context().setOffline(false);
    await page.reload();
    await untilWaiting(page, 1);
    assert.deepEqual(await table.lines(), []);
    await page.unroute("**/hands");
    await untilSheetHas(page, "Bo from Chun");
    assert.equal((await table.lines()).length, 1);
  });
});

test("a browser that can copy nothing shows what to copy", async ({ service, open }) => {
  const copyNothing = () => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  };
  const page = await open(`${service.url}${HAND}`, { first: copyNothing });
  await page.getByRole("button", { name: "Copy a link to this hand" }).click();
  const field = page.getByLabel("This browser copies nothing by itself.", { exact: false });
  await expect(field).toHaveValue(page.url());
  assert.equal(await page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)), page.url());
});

/** The certificate that a server shows to a client that trusts one CA alone. */
const shownBy = (url, ca) =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url);
    const socket = tls.connect({ host, port, ca: [ca] }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new X509Certificate(raw));
    });
    socket.on("error", reject);
  });

/** How Chromium names the key of a certificate. */
const keyHash = (certificate) => createHash("sha256").update(certificate.publicKey.export({ type: "spki", format: "der" })).digest("base64");

/** The CA that telephones get, with what the page about it says. */
async function readCa(said) {
  const trust = /trust it: (http:\/\/\S+)/.exec(said)[1];
  const page = await (await fetch(trust)).text();
  const got = await fetch(new URL("/hall-ca.crt", trust));
  assert.equal(got.headers.get("content-type"), "application/x-x509-ca-cert");
  return { ca: new X509Certificate(Buffer.from(await got.arrayBuffer())), page };
}

test("under TLS of the hall's CA the pages open without the network, and copy", async ({ browser }, testInfo) => {
  test.skip(!isKept, "the files are taken from a folder");
  await atOwnAddress((address) => ["--hall", address, "--hall-trust-listen", address], async ({ url, said }) => {
    assert.match(url, /^https:/);
    const { ca, page: about } = await readCa(said);
    assert.ok(said.includes(ca.fingerprint256), said);
    for (const part of [ca.fingerprint256, `href="${url}/"`, 'lang="zh-Hant-HK"', "Android", "iPhone"]) assert.ok(about.includes(part), part);
    assert.ok(ca.ca && ca.verify(ca.publicKey));
    const certificate = await shownBy(url, ca.toString());
    assert.ok(certificate.checkIP(new URL(url).hostname));
    await assert.rejects(shownBy(url, certificate.toString()), "of another CA");
    // Who does not trust the CA gets nothing.
    const stranger = await browser.newPage();
    await assert.rejects(stranger.goto(url), /ERR_CERT_AUTHORITY_INVALID/);
    await stranger.close();

    const { launchOptions } = testInfo.project.use;
    const trusting = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, `--ignore-certificate-errors-spki-list=${keyHash(certificate)}`] });
    try {
      const page = await trusting.newPage({ permissions: ["clipboard-read", "clipboard-write"], locale: "en-GB", serviceWorkers: "allow" });
      await page.goto(`${url}${HAND}`);
      await page.getByRole("button", { name: "Copy a link to this hand" }).click();
      await page.getByText("The link is copied.").waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
      await expect(page.getByText(NOTE, { exact: false })).toHaveCount(0);
      await page.goto(`${url}/clubs`);
      await page.getByRole("button", { name: "I have no account yet" }).click();
      await page.getByLabel("Your name").fill("Wing");
      await page.getByLabel("E-mail").fill("wing@example.org");
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Make an account" }).click();
      await page.getByText("You are in no club yet.", { exact: false }).waitFor();
      const [cookie] = await page.context().cookies();
      assert.ok(cookie.secure && cookie.name.startsWith("__Host-"), cookie.name);
      await untilKept(page);
      await page.context().setOffline(true);
      await page.goto(`${url}/`);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.reload();
      await page.getByRole("heading", { level: 1 }).waitFor();
    } finally {
      await trusting.close();
    }
  });
});
