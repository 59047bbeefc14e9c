import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { freePort } from "./freePort.ts";
import { root } from "./imports.ts";
import { patience } from "./patience.ts";

/** The server as a process of its own. */
export interface SpawnedServer {
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** What it has printed so far. */
  told(): string;
  /** Resolves when it has printed its address, or has ended. */
  ready: Promise<void>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
  /** Ends it outright if it still runs, and removes its folder. */
  remove(): Promise<void>;
}

/** Starts the server on a database, with `settings` beside. */
export async function spawnServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<SpawnedServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-server-"));
  const port = await freePort();
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, "api/src/main.ts")], {
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part: Buffer) => (told += part.toString()));
  }
  const ended = once(child, "close").then(([code]) => code as number | null);
  const isReady = vi.waitUntil(() => told.includes(" is ready: "), patience);
  return {
    address: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    told: () => told,
    ready: Promise.race([isReady, ended]).then(() => {}),
    ended,
    async remove() {
      child.kill("SIGKILL");
      await ended;
      isReady.catch(() => {});
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
