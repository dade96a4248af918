"use strict";
// A Faan with a PostgreSQL of its own.
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { slowDown } = require("./slow_network.cjs");

const READY = "Ctrl-C stops everything.";

/** Starts a Faan in a folder. `gateway` is where it listens, as arguments. Answers its process, its address and what it said. */
async function startIn(folder, gateway) {
  const listen = ["--engine-listen", "127.0.0.1:0", ...gateway];
  const child = spawn(process.env.FAAN, ["up", "--data-dir", folder, ...listen, "--anonymous-rate", "100000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (data) => {
      said += data;
      if (said.includes(READY)) resolve(/https?:\/\/[^\s]+/.exec(said.split("REST")[1])[0]);
    });
    child.on("exit", () => reject(new Error(`faan up ended after: ${said}`)));
  });
  return { child, url: url.replace(/\/$/, ""), said };
}

/** The address of this machine in its network: over plain HTTP it is none that browsers trust. `undefined` if it has none. */
const ownAddress = () =>
  Object.values(os.networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

/** `end` ends it and `start` starts it again at the same address, with what it had; `stop` ends it for good. `said` is what it says for people. */
async function startService(gateway = ["--gateway-listen", "127.0.0.1:0"]) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "faan-pages-"));
  // PostgreSQL runs as another user where this is root.
  fs.chmodSync(folder, 0o755);
  let running = await startIn(folder, gateway);
  const { url: direct, said } = running;
  const roundTrip = Number(process.env.FAAN_ROUND_TRIP ?? 0);
  const network = roundTrip > 0 ? await slowDown(direct, roundTrip) : { url: direct, end: () => {} };
  const end = async () => {
    const ended = new Promise((resolve) => running.child.on("exit", resolve));
    running.child.kill("SIGTERM");
    await ended;
  };
  const start = async () => {
    running = await startIn(folder, ["--gateway-listen", new URL(direct).host]);
  };
  const stop = async () => {
    await end();
    network.end();
    fs.rmSync(folder, { recursive: true, force: true });
  };
  return { url: network.url, said, folder, end, start, stop };
}

module.exports = { ownAddress, startService };
