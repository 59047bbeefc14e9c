import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./imports.ts";

/** A server in a process of its own, as `npm start` would start it. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Everything that it wrote so far. */
  told(): string;
  /** The status of a GET, or 0 when nobody answered. */
  status(path: string): Promise<number>;
  /** Milliseconds until GET /health/ready answers 200; throws after 30 s. */
  becomesReady(): Promise<number>;
  kill(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the server with these settings on a free port, and waits until it is ready. */
export async function startServerProcess(settings: NodeJS.ProcessEnv): Promise<ServerProcess> {
  const port = await freePort();
  const { NODE_ENV: _env, VITEST: _vitest, ...env } = process.env;
  const child = spawn(process.execPath, [path.join(root, "api/src/main.ts")], {
    env: { ...env, PORT: String(port), ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) {
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
    while ((await status("/health/ready")) !== 200) {
      if (performance.now() - begun > 30_000 || child.exitCode !== null || child.signalCode) {
        throw new Error(`The server is not ready: ${told}`);
      }
      await sleep(20);
    }
    return performance.now() - begun;
  };
  await becomesReady();
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
