import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./imports.ts";
import { freePort } from "./freePort.ts";
import { patience } from "./patience.ts";

/** A server in a process of its own, as `npm start` would start it. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Everything that it wrote so far. */
  told(): string;
  /** The status of a GET, or 0 when nobody answered. */
  status(path: string): Promise<number>;
  /**
   * Asks GET /health/ready fifty times a second until it answers 200, and says how often it did not and how many
   * milliseconds it took; throws after two minutes.
   */
  becomesReady(): Promise<{ refusals: number; ms: number }>;
  kill(): Promise<void>;
}

/** Starts the server with these settings on a free port, and waits until it is ready. */
export async function startServerProcess(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const server = await spawnServerProcess(settings);
  await server.becomesReady();
  return server;
}

/** Starts the server and does not wait. It ends in order when the channel to it is closed, as its launcher's death does. */
export async function spawnServerProcess(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const port = await freePort();
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, [path.join(root, "api/src/main.ts")], {
    env: { ...env, PORT: String(port), ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let told = "";
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on("data", (part: Buffer) => (told += part.toString()));
  }
  const url = `http://127.0.0.1:${port}`;
  const status = async (where: string) => {
    try {
      const answer = await fetch(url + where, { signal: AbortSignal.timeout(20_000) });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  };
  const becomesReady = async () => {
    const begun = performance.now();
    let refusals = 0;
    for (; (await status("/health/ready")) !== 200; refusals++) {
      if (
        performance.now() - begun > patience.timeout ||
        child.exitCode !== null ||
        child.signalCode
      ) {
        throw new Error(`The server is not ready: ${told}`);
      }
      await sleep(20);
    }
    return { refusals, ms: performance.now() - begun };
  };
  return {
    url,
    child,
    told: () => told,
    status,
    becomesReady,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
