import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "../../api/test/freePort.ts";
import { test as shopTest } from "./shop.ts";

export interface Product {
  port: number;
  /** Its DATA_DIR. */
  folder: string;
  stop(): Promise<void>;
}

/** Starts a separate product beside the one that all journeys share, with other settings and an empty folder. */
export async function startProduct(settings: Record<string, string>): Promise<Product> {
  const [port, folder] = [await freePort(), await mkdtemp(path.join(tmpdir(), "tonneline-own-"))];
  const child = spawn("node", ["scripts/run.mjs", "start"], {
    cwd: path.resolve(import.meta.dirname, "../.."),
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += String(chunk);
      if (output.includes("is ready")) resolve();
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", () => reject(new Error(`The product did not start:\n${output}`)));
  });
  await ready;
  return {
    port,
    folder,
    stop: async () => {
      const exited = new Promise((resolve) => child.on("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For journeys that change a global setting or flag: on the shared product they would change it under others. */
export const test = shopTest.extend<object, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- the library asks for a pattern
    async ({}, use) => {
      const product = await startProduct({});
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(`http://127.0.0.1:${product.port}`),
});
