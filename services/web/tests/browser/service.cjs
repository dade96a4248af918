"use strict";
// A Faan with a PostgreSQL of its own.
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const READY = "Ctrl-C stops everything.";

/** Starts a Faan in a folder. Answers its process and its address. */
async function startIn(folder, gateway) {
  const listen = ["--engine-listen", "127.0.0.1:0", "--gateway-listen", gateway];
  const child = spawn(process.env.FAAN, ["up", "--data-dir", folder, ...listen, "--anonymous-rate", "100000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (data) => {
      said += data;
      if (said.includes(READY)) resolve(/http:\/\/[^\s]+/.exec(said.split("REST")[1])[0]);
    });
    child.on("exit", () => reject(new Error(`faan up ended after: ${said}`)));
  });
  return { child, url: url.replace(/\/$/, "") };
}

/** `end` ends it and `start` starts it again at the same address, with what it had; `stop` ends it for good. */
async function startService() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "faan-pages-"));
  // PostgreSQL runs as another user where this is root.
  fs.chmodSync(folder, 0o755);
  let running = await startIn(folder, "127.0.0.1:0");
  const { url } = running;
  const end = async () => {
    const ended = new Promise((resolve) => running.child.on("exit", resolve));
    running.child.kill("SIGTERM");
    await ended;
  };
  const start = async () => {
    running = await startIn(folder, new URL(url).host);
  };
  const stop = async () => {
    await end();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { url, folder, end, start, stop };
}

module.exports = { startService };
