import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { patience } from "./patience.ts";
import { spawnMain } from "./spawned.ts";

/** A server in a separate process, started like `npm start` would. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** All output so far. */
  output(): string;
  /** The status of a GET, or 0 if there was no answer. */
  status(path: string): Promise<number>;
  /**
   * Polls GET /health/ready fifty times a second until it answers 200. Returns how often it did not, and the duration in
   * milliseconds; throws after two minutes.
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

/** Starts the server without waiting. */
export async function spawnServerProcess(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const { address: url, child, output } = await spawnMain(settings, { channel: true });
  const status = async (where: string) => {
    try {
      const response = await fetch(url + where, { signal: AbortSignal.timeout(20_000) });
      await response.arrayBuffer();
      return response.status;
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
        throw new Error(`The server is not ready: ${output()}`);
      }
      await sleep(20);
    }
    return { refusals, ms: performance.now() - begun };
  };
  return {
    url,
    child,
    output,
    status,
    becomesReady,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}
