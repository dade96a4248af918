import assert from "node:assert/strict";
import test from "node:test";
import { Faan, MemoryStore, NetworkError, PROBLEM_CODES, ProblemError } from "faan-client";
import { foundClub, openMatch, password, record, signUp, url } from "./account.mjs";
import { startProxy } from "./proxy.mjs";

const HANDS = "/v1/clubs/{club}/matches/{match}/hands";
const limits = { firstWait: 10 };

test("a write whose answer is cut off is recorded exactly once", async () => {
  const store = new MemoryStore();
  const { faan } = await signUp({ store });
  const club = await foundClub(faan);
  const path = { club: club.club, match: await openMatch(faan, club) };
  let cuts = 2;
  const proxy = await startProxy(url, (request) => request.method === "POST" && cuts-- > 0);
  await record(new Faan(proxy.url, { store, limits }), path, 1);
  proxy.stop();
  assert.equal(proxy.seen.length, 3);
  assert.equal(new Set(proxy.seen.map(({ headers }) => headers["idempotency-key"])).size, 1);
  assert.equal((await faan.get(HANDS, { params: { path } })).hands.length, 1);
});

test("what has no key is not sent again", async () => {
  const proxy = await startProxy(url, () => true);
  const faan = new Faan(proxy.url, { limits });
  const body = { email: `${crypto.randomUUID()}@example.org`, password, display_name: "Mei" };
  await assert.rejects(faan.post("/v1/users", { body }), NetworkError);
  assert.equal(proxy.seen.length, 1);
  await assert.rejects(faan.get("/v1/variants"), NetworkError);
  assert.equal(proxy.seen.length, 5);
  proxy.stop();
});

test("Retry-After of a temporary refusal is honoured", async () => {
  const times = [];
  const fetch = async (request) => {
    times.push(Date.now());
    if (times.length > 1) return globalThis.fetch(request);
    return new Response("", { status: 503, headers: { "Retry-After": "1" } });
  };
  await new Faan(url, { fetch, limits }).get("/v1/variants");
  assert.ok(times[1] - times[0] >= 1000, `waited ${times[1] - times[0]} ms`);
});

test("concurrent calls share one refresh, and every session is saved", async () => {
  const store = new MemoryStore();
  const { faan } = await signUp({ store });
  const before = await store.load();
  for (const change of [{ expires_at: Date.now() }, { access_token: "no.such.token" }]) {
    await store.save({ ...(await store.load()), ...change });
    const proxy = await startProxy(url, () => false);
    const other = new Faan(proxy.url, { store });
    await Promise.all(Array.from({ length: 8 }, () => other.get("/v1/users/me")));
    proxy.stop();
    assert.equal(proxy.seen.filter((request) => request.url === "/v1/sessions/refresh").length, 1);
  }
  assert.notEqual((await store.load()).refresh_token, before.refresh_token);
  await faan.signOut();
  assert.equal(await store.load(), undefined);
});

test("a problem is a typed error", async () => {
  const error = await new Faan(url).post("/v1/clubs", { body: {} }).catch((problem) => problem);
  assert.ok(error instanceof ProblemError);
  assert.deepEqual([error.code, error.status], ["not_signed_in", 401]);
  const { faan } = await signUp();
  const refused = await faan.post("/v1/clubs", { body: { name: "x" } }).catch((problem) => problem);
  assert.equal(refused.code, "missing_field");
  assert.equal(refused.errors[0].pointer, "/time_zone");
  assert.ok(PROBLEM_CODES.includes(refused.code) && refused.title && refused.detail);
});

test("a list is read to its last page, by cursor and by number", async () => {
  const { faan } = await signUp();
  const club = await foundClub(faan);
  const opened = [];
  for (let count = 0; count < 5; count += 1) opened.push(await openMatch(faan, club));
  const params = { path: { club: club.club }, query: { limit: 2 } };
  const [pages, read, seqs] = [[], [], []];
  for await (const page of faan.pages("/v1/clubs/{club}/matches", { params })) {
    pages.push(page.matches.length);
    read.push(...page.matches.map((match) => match.id));
  }
  assert.deepEqual([pages, read.sort()], [[2, 2, 1], opened.sort()]);
  for await (const page of faan.pages("/v1/clubs/{club}/ledger/entries", { params })) seqs.push(...page.entries.map((entry) => entry.seq));
  assert.ok(seqs.length > 4);
  assert.deepEqual(seqs, seqs.map((_, index) => index + 1));
});

test("events continue across a cut without gaps or repetitions, also with an API key", async () => {
  const { faan } = await signUp();
  const club = await foundClub(faan);
  const path = { club: club.club, match: await openMatch(faan, club) };
  const options = { params: { path: { club: club.club } }, body: { name: "screen", role: "player" } };
  const { secret } = await faan.post("/v1/clubs/{club}/api-keys", options);
  let cuts = 2;
  const proxy = await startProxy(url, () => cuts-- > 0);
  const ended = new AbortController();
  const screen = new Faan(proxy.url, { apiKey: secret, limits });
  const seen = [];
  for await (const event of screen.follow("/v1/clubs/{club}/matches/{match}/events", path, { signal: ended.signal })) {
    assert.equal(String(event.data.seq), event.id);
    seen.push(event.data.seq);
    if (seen.length < 5) await record(faan, path, seen.length);
    else ended.abort();
  }
  proxy.stop();
  assert.deepEqual(seen, seen.map((_, index) => seen[0] + index));
  assert.equal(seen.length, 5);
  assert.ok(proxy.seen.length >= 3);
  assert.equal(proxy.seen[1].headers["last-event-id"], String(seen[0]));
});
