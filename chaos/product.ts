import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createLayout } from "../api/src/core/postgres/layout.ts";
import { childrenOf, commandOf, isAlive, processesOf, signal } from "./processes.ts";

const root = path.resolve(import.meta.dirname, "..");
const readyTimeoutMs = 180_000;

export interface Product {
  address: string;
  dataDir: string;
  port: number;
  launcher(): number | undefined;
  server(): number | undefined;
  postmaster(): number | undefined;
  /** The database backends that serve the product's connections. */
  backends(): number[];
  /** The number of starts, including the first, and the last output of those that failed at once. */
  starts: { count: number; failed: string[] };
  /** Exit codes of the starts that had become ready. */
  exitCodes: (number | null)[];
  /** The end of its output. */
  output(): string;
  /** Waits until it reports that it is ready. Throws after three minutes. */
  untilReady(): Promise<void>;
  /** Stops it like a terminal or a service manager. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
  /** Kills whatever is still running, once nothing more is to be learned from it. */
  kill(): Promise<void>;
}

/**
 * Starts the product like `npm start`, and again whenever it exits by itself, which is all that a person or a service
 * manager would do. Resolves when it is ready.
 */
export async function startProduct(options: {
  dataDir: string;
  port: number;
  settings?: Record<string, string>;
}): Promise<Product> {
  const { dataDir, port, settings = {} } = options;
  const address = `http://127.0.0.1:${port}`;
  const starts: Product["starts"] = { count: 0, failed: [] };
  const exitCodes: Product["exitCodes"] = [];
  let output = "";
  let child = launch();
  let isStopping = false;

  function launch(): ChildProcess {
    const startedAt = performance.now();
    starts.count++;
    let tail = "";
    const started = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), "start"], {
      cwd: root,
      env: { ...environment(), DATA_DIR: dataDir, PORT: String(port), ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        tail = (tail + chunk.toString()).slice(-4000);
        output = (output + chunk.toString()).slice(-1500);
      });
    }
    started.once("exit", (code) => {
      if (isStopping) return;
      const failed = code === 1 && !tail.includes(" is ready: ");
      if (!failed) exitCodes.push(code);
      if (failed) starts.failed.push(lastMessage(tail));
      // Time to read the message before starting again.
      const wait = failed || performance.now() - startedAt < 1000 ? 500 : 50;
      setTimeout(() => {
        if (!isStopping) child = launch();
      }, wait);
    });
    return started;
  }

  const launcher = () =>
    child.exitCode === null && child.signalCode === null ? child.pid : undefined;
  const server = () => {
    const pid = launcher();
    return pid && childrenOf(pid).find((each) => commandOf(each).includes("api/src/main.ts"));
  };
  const layout = await createLayout(path.join(dataDir, "postgres"));
  const postmaster = () => postmasterOf(layout.dataDir);
  const product: Product = {
    address,
    dataDir,
    port,
    launcher,
    server,
    postmaster,
    backends: () => {
      const pid = postmaster();
      // The cluster's name may precede the user's.
      const serves = (each: number) =>
        /^postgres: (.+: )?postgres tonneline /.test(commandOf(each));
      return pid ? childrenOf(pid).filter(serves) : [];
    },
    starts,
    exitCodes,
    output: () => output,
    async untilReady() {
      const deadline = performance.now() + readyTimeoutMs;
      while (!(await isReady(address))) {
        if (performance.now() > deadline) {
          throw new Error(
            `The product is not ready within ${readyTimeoutMs / 1000} s. It said:\n${output}`,
          );
        }
        await sleep(25);
      }
    },
    async stop() {
      isStopping = true;
      const startedAt = performance.now();
      const ended = new Promise<number | null>((resolve) => {
        if (launcher() === undefined) resolve(child.exitCode);
        child.once("exit", resolve);
      });
      signal(launcher(), "SIGTERM");
      const code = await Promise.race([ended, sleep(30_000).then(() => null)]);
      return { code, tookMs: performance.now() - startedAt };
    },
    async kill() {
      isStopping = true;
      for (let left = processesOf(dataDir); left.length > 0; left = processesOf(dataDir)) {
        for (const pid of left) signal(pid, "SIGKILL");
        await sleep(50);
      }
    },
  };
  try {
    await product.untilReady();
    return product;
  } catch (error) {
    await product.kill();
    throw error;
  }
}

/** The postmaster of the database in a folder; undefined if none is running. */
export function postmasterOf(databaseDir: string): number | undefined {
  try {
    const file = path.join(databaseDir, "postmaster.pid");
    const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
    return isAlive(pid) && commandOf(pid).includes("postgres") ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the last line of a failed start's output; all of it if the start crashed. */
function lastMessage(text: string): string {
  const last = text.trim().split("\n").at(-1) ?? "";
  return last.startsWith("Node.js v") ? `CRASHED: ${text.trim()}` : last;
}

/** Our own, without the variables meant for us. */
function environment(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _url, NODE_ENV: _env, ...env } = process.env;
  return { ...env, HOST: "127.0.0.1" };
}

async function isReady(address: string): Promise<boolean> {
  try {
    const response = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
