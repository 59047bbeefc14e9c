import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openPool } from "../src/core/db.ts";
import { startPostgres } from "../src/core/postgres/postgres.ts";
import { spawnServerProcess, startServerProcess, type ServerProcess } from "./serverProcess.ts";
import { patience } from "./patience.ts";

/* The server with its own database, any process of which is killed at random. `KILLS=100` kills more often. */

const kills = Number(process.env.KILLS ?? 4);
const seed = Number(process.env.SEED ?? Date.now() % 100_000);

let dataDir: string;
let server: ServerProcess;
// Production mode: no demonstration catalogue is loaded.
const settings = () => ({
  DATA_DIR: dataDir,
  NODE_ENV: "production",
  JWT_SECRET: "mJ2kq8Zr5TnW1vXc7LbY4dGh9PsA3fEe",
  SMTP_URL: "smtp://127.0.0.1:9",
});

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), "tonneline-kills-"));
  server = await startServerProcess(settings());
});
afterAll(async () => {
  await server.kill();
  const left = await startPostgres({ dataDir: path.join(dataDir, "postgres") });
  await left.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A pseudo-random sequence determined by the seed. */
let state = seed;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
}

async function postmaster(): Promise<number | undefined> {
  const file = path.join(dataDir, "postgres/postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => "");
  return Number(text.split("\n")[0]) || undefined;
}
async function backends(): Promise<number[]> {
  const parent = await postmaster();
  const file = `/proc/${parent}/task/${parent}/children`;
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : [];
}
function killProcess(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

let people = 0;
const known: string[] = [];
async function register(): Promise<number> {
  const username = `person-${++people}@company.example`;
  try {
    const response = await fetch(`${server.url}/api/v1/auth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        username,
        password: "harbour lights at dusk",
        firstName: "Per",
        lastName: "Son",
      }),
    });
    await response.arrayBuffer();
    if (response.status === 201) known.push(username);
    return response.status;
  } catch {
    return 0;
  }
}

const victims = ["server", "launcher", "postmaster", "backend"] as const;

async function killOne(): Promise<string> {
  const victim = victims[Math.floor(random() * victims.length)]!;
  if (victim === "postmaster") killProcess(await postmaster());
  if (victim === "backend") {
    const pids = await backends();
    killProcess(pids[Math.floor(random() * pids.length)]);
  }
  if (victim === "server") await server.kill();
  // Its server then stops by itself, but gets no time to do so.
  if (victim === "launcher" && server.child.connected) server.child.disconnect();
  return victim;
}

test(
  `After any of ${kills} kills everything is ready again by itself or by a start (seed ${seed})`,
  { timeout: 60_000 + kills * 60_000 },
  async () => {
    const slowest = { victim: "", ms: 0 };
    for (let count = 0; count < kills; count++) {
      await register();
      const victim = await killOne();
      // The next kill may hit during the recovery, or a stop.
      await sleep(random() * 1500);
      const begun = performance.now();
      const isGone = victim === "server" || victim === "launcher";
      if (isGone || server.child.exitCode !== null) {
        await server.kill();
        server = await spawnServerProcess(settings());
      }
      if (random() < 0.3) continue;
      await server.becomesReady();
      const ms = performance.now() - begun;
      if (ms > slowest.ms) Object.assign(slowest, { victim, ms });
    }
    await server.becomesReady();
    console.log(`slowest: ready ${slowest.ms.toFixed(0)} ms after ${slowest.victim}`);
    expect(await register()).toBe(201);
    const { url, stop } = await startPostgres({ dataDir: path.join(dataDir, "postgres") });
    const pool = openPool(url("tonneline"), 1, () => {});
    const { rows } = await pool.query<{ username: string }>("select username from users");
    await pool.end();
    await stop();
    const kept = new Set(rows.map(({ username }) => username));
    expect(known.filter((username) => !kept.has(username))).toEqual([]);
  },
);

test("A database that keeps ending ends the server with one sentence", async () => {
  const said = server.output().length;
  const exited = once(server.child, "exit");
  const pids = new Set<number>();
  await vi.waitFor(
    async () => {
      const pid = await postmaster();
      if (pid && !pids.has(pid)) killProcess(pid);
      if (pid) pids.add(pid);
      expect(server.child.exitCode).toBe(1);
    },
    { ...patience, interval: 20 },
  );
  await exited;
  const lines = server.output().slice(said).trim().split("\n");
  expect(lines.at(-1)).toMatch(/^PostgreSQL keeps ending in .*: it was ended by SIGKILL$/);
});
