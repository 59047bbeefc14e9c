import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig } from "@playwright/test";

// Its own port and data, so that a product that runs here is left alone.
const port = Number(process.env.E2E_PORT ?? 4310);
// Each run begins on an empty folder; workers inherit the choice of the first process.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), "tonneline-e2e-"));

export default defineConfig({
  testDir: "journeys",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 3,
  retries: 0,
  // A machine that has much to do takes its time: these end only what hangs.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/results.json" }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    // A trace of every test would cost a third of the time: ask for it with --trace on.
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 60_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Chromium's own sandbox does not run as root; no request leaves the machine; a graphics card that is played by
      // the processor is slower than none.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    // As everybody starts it: the web app is built when its sources changed.
    command: "node scripts/run.mjs start",
    cwd: "..",
    url: `http://127.0.0.1:${port}/health/ready`,
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      RESERVATION_MINUTES: "30",
      // Whom a journey registers says where from.
      TRUSTED_PROXIES: "loopback",
    },
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});
