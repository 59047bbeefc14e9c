import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { vi } from "vitest";
import { freePort } from "./freePort.ts";
import { root } from "./imports.ts";
import { patience } from "./patience.ts";

/** The server in a separate process. */
export interface SpawnedServer {
  address: string;
  dataDir: string;
  process: ChildProcess;
  /** All output so far. */
  output(): string;
  /** Resolves when it has printed its address, or has ended. */
  ready: Promise<void>;
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>;
  /** Kills it if it is still running, and removes its folder. */
  remove(): Promise<void>;
}

/** Starts the server on a free port. With a `channel` it stops cleanly when that is closed, as when its launcher dies. */
export async function spawnMain(
  settings: NodeJS.ProcessEnv,
  {
    nodeOptions = [],
    channel = false,
  }: { nodeOptions?: readonly string[]; channel?: boolean } = {},
) {
  const port = await freePort();
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, "api/src/main.ts")], {
    env: { ...env, PORT: String(port), ...settings },
    stdio: ["ignore", "pipe", "pipe", ...(channel ? (["ipc"] as const) : [])],
  });
  let output = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on("data", (part: Buffer) => (output += part.toString()));
  }
  return { address: `http://127.0.0.1:${port}`, child, output: () => output };
}

/** Starts the server on a database with additional `settings`, in a new folder unless they name one. */
export async function spawnServer(
  databaseUrl: string,
  settings: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): Promise<SpawnedServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-server-"));
  const { address, child, output } = await spawnMain(
    { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ...settings },
    { nodeOptions },
  );
  const ended = once(child, "close").then(([code]) => code as number | null);
  const isReady = vi.waitUntil(() => output().includes(" is ready: "), patience);
  return {
    address,
    dataDir,
    process: child,
    output,
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
