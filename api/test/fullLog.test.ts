import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { testDatabase } from "./database.ts";
import { freePort } from "./freePort.ts";
import { root } from "./imports.ts";

test("A server whose log is on a full disk serves requests, and stops when asked to", async () => {
  const database = await testDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-log-"));
  const [port, log] = [await freePort(), await open("/dev/full", "w")];
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const settings = { PORT: String(port), DATA_DIR: dataDir, DATABASE_URL: database.url };
  const server = spawn(process.execPath, [path.join(root, "api/src/main.ts")], {
    // The address on which it listens is logged.
    env: { ...env, ...settings, LOG_LEVEL: "info" },
    stdio: ["ignore", log.fd, log.fd],
  });
  try {
    const ended = once(server, "exit");
    const status = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
        signal: AbortSignal.timeout(5000),
      });
      return response.status;
    };
    await expect.poll(() => status().catch(() => 0)).toBe(200);
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  } finally {
    server.kill("SIGKILL");
    await log.close();
    await rm(dataDir, { recursive: true });
    await database.drop();
  }
});
