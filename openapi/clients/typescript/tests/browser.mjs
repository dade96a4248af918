// Loads the installed client in Chromium, from a page of another origin than the service, and scores a hand.
// Started by .ci/client_typescript. PAGE_PORT is the port of the page, whose origin the service allows.
import assert from "node:assert/strict";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { createRequire } from "node:module";

const { chromium } = createRequire(`${process.env.BROWSER_TOOLS}/`)("playwright-core");
const imports = { "faan-client": "/node_modules/faan-client/dist/index.js", "openapi-fetch": "/node_modules/openapi-fetch/dist/index.mjs" };
const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;

const server = http.createServer((request, response) => {
  if (request.url === "/") return response.setHeader("Content-Type", "text/html").end(page);
  const file = path.join(process.cwd(), path.normalize(request.url));
  if (!fs.existsSync(file)) return response.writeHead(404).end();
  return response.setHeader("Content-Type", "text/javascript").end(fs.readFileSync(file));
});
await new Promise((resolve) => server.listen(Number(process.env.PAGE_PORT), "127.0.0.1", resolve));
const browser = await chromium.launch({ executablePath: process.env.FAAN_CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
try {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${process.env.PAGE_PORT}/`);
  const fan = await tab.evaluate(async (url) => {
    const { Faan } = await import("faan-client");
    const melds = ["222m", "444p", "666s"].map((tiles) => ({ kind: "pung", tiles }));
    const win = { hand: { concealed: "88m NN", melds, winning_tile: "8m" }, won_by: "self_draw", seat_wind: "west", round_wind: "east" };
    return (await new Faan(url).post("/v1/score", { body: { variant: { id: "old-hong-kong" }, win } })).score.fan;
  }, process.env.FAAN_URL);
  assert.ok(fan >= 4, `${fan} fan`);
} finally {
  await browser.close();
  server.close();
}
