import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { testDatabase } from "./database.ts";
import { root } from "./imports.ts";
import { freePort } from "./freePort.ts";
import { patience } from "./patience.ts";

/* `npm run dev` as a developer starts and stops it. */

let database: Awaited<ReturnType<typeof testDatabase>>;
let dataDir = "";
let dev: ChildProcess;
let output = "";
let ports: { api: number; web: number };

beforeEach(async () => {
  database = await testDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-dev-"));
  ports = { api: await freePort(), web: await freePort() };
  output = "";
  const { PORT: _port, NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  dev = spawn(process.execPath, [path.join(root, "scripts/dev.mjs")], {
    env: {
      ...env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(ports.api),
      WEB_PORT: String(ports.web),
    },
    stdio: ["ignore", "pipe", "pipe"],
    // In its own process group, to find what it leaves behind.
    detached: true,
  });
  for (const stream of [dev.stdout!, dev.stderr!])
    stream.on("data", (part: Buffer) => (output += part.toString()));
});
afterEach(async () => {
  if (isAlive()) process.kill(-dev.pid!, "SIGKILL");
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Whether the program or any of its child processes is alive. */
function isAlive(): boolean {
  try {
    return process.kill(-dev.pid!, 0);
  } catch {
    return false;
  }
}
const starts = () => output.split(" is ready: ").length - 1;
const waitFor = (check: () => unknown) => vi.waitFor(check, patience);
async function textAt(port: number, address: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${address}`);
  expect(response.status).toBe(200);
  return await response.text();
}
async function end(signal: NodeJS.Signals): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => dev.once("exit", resolve));
  dev.kill(signal);
  return await ended;
}

// Process groups are POSIX.
test.skipIf(process.platform === "win32")(
  "server and pages are served, the server restarts on a change, and Ctrl-C leaves no process behind",
  async () => {
    await waitFor(() => expect(starts()).toBe(1));
    expect(await textAt(ports.api, "/health/ready")).toContain("ready");
    await waitFor(async () => expect(await textAt(ports.web, "/")).toContain("/src/app/main.tsx"));
    expect(await textAt(ports.web, "/api/v1/openapi.json")).toContain('"openapi"');

    const source = path.join(root, "api/src/core/version.ts");
    const { atime, mtime } = await stat(source);
    await utimes(source, atime, mtime);
    await waitFor(() => expect(starts()).toBe(2));
    expect(output).toContain("The API restarts");
    expect(await textAt(ports.web, "/api/v1/openapi.json")).toContain('"openapi"');

    expect(await end("SIGINT")).toBe(0);
    await waitFor(() => expect(isAlive()).toBe(false));
  },
  // Two starts take a few seconds, and much longer on a busy machine.
  150_000,
);

test.skipIf(process.platform === "win32")(
  "a stop during the start leaves no process behind",
  async () => {
    await waitFor(() => expect(output).toContain(String(ports.web)));
    expect(await end("SIGTERM")).toBe(0);
    await waitFor(() => expect(isAlive()).toBe(false));
  },
);
