"use strict";
// How the pages are used by tests. Times are patience: what waits so long hangs for ever, and whatever is paused for seconds goes on.
module.exports = {
  testDir: __dirname,
  testMatch: "*.test.cjs",
  outputDir: process.env.FAAN_BROWSE_OUTPUT,
  reporter: [["list"]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: "en-GB",
    viewport: { width: 360, height: 740 },
    permissions: ["clipboard-read", "clipboard-write"],
    // A browser that keeps the pages loads all of them: only where a test is about that.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.FAAN_CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
};
