// Loads the bundle of corpus.js in Chromium, from a page of another origin than the engine, and prints how many cases come out as they
// should. Started by .ci/client_browser. PAGE_PORT is the port of the page whose origin the engine allows; ENGINE its URL; BUNDLE and CORPUS
// are the files that the page loads.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";

const { BUNDLE, CORPUS, ENGINE, FAAN_CHROMIUM, PAGE_PORT, TOOLS } = process.env;
const { chromium } = createRequire(`${TOOLS}/`)("playwright-core");

const serve = async (port) => {
  const server = http.createServer((request, response) => {
    if (request.url === "/") return response.setHeader("Content-Type", "text/html").end("<!doctype html><title>corpus</title>");
    const isBundle = request.url === "/corpus.js";
    const file = isBundle ? BUNDLE : path.join(CORPUS, path.normalize(request.url).replace(/^\/corpus\//, ""));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    return response.setHeader("Content-Type", isBundle ? "text/javascript" : "application/octet-stream").end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
};

const servers = [await serve(Number(PAGE_PORT)), await serve(0)];
const [allowed, other] = servers.map((server) => `http://127.0.0.1:${server.address().port}/`);
const browser = await chromium.launch({ executablePath: FAAN_CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  const tab = await browser.newPage();
  await tab.goto(other);
  assert.equal(await tab.evaluate(async (engine) => (await import("/corpus.js")).isAllowed(engine), ENGINE), false);
  await tab.goto(allowed);
  const { cases, wrong } = await tab.evaluate(async (engine) => (await import("/corpus.js")).run(engine), ENGINE);
  for (const it of wrong.slice(0, 10)) console.error(it);
  assert.equal(wrong.length, 0, `${wrong.length} of ${cases} cases differ`);
  assert.ok(cases > 900, `${cases} cases`);
  console.log(`${cases} cases of the corpus, called from Chromium over gRPC-Web, have the expected results`);
} finally {
  await browser.close();
  for (const server of servers) server.close();
}
