import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

// A separate port and data folder, so that a product running on this machine is left alone.
const port = Number(process.env.E2E_PORT ?? 4310);
// These wait for polls and start products of their own. Played last, they would leave most of the machine idle.
const separate = /(forEverybody|outside)\.spec\.ts$/;
// Each run starts with an empty folder; workers inherit the first process's choice.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), "tonneline-e2e-"));

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  projects: [
    { name: "separate", testMatch: separate },
    { name: "demonstration", testIgnore: separate },
  ],
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // A busy machine is slow: these limits only end what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/results.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    // Tracing every test would take a third longer: request it with --trace on.
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's own sandbox does not run as root; no request may leave the machine; a GPU emulated on the CPU is
      // slower than none.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The cores are busy: threads that compile and collect garbage beside the page only add work.
        "--js-flags=--single-threaded",
      ],
    },
  },
  webServer: {
    // As everybody starts it: the web app is built if its sources changed.
    command: "node scripts/run.mjs start",
    cwd: "..",
    url: `http://127.0.0.1:${port}/health/ready`,
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      RESERVATION_MINUTES: "30",
      // Journeys register people from various addresses.
      TRUSTED_PROXIES: "loopback",
    },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
