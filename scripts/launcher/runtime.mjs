import { existsSync } from "node:fs";
import path from "node:path";
import { UserError } from "./userError.mjs";

const minimumMajor = 24;

/**
 * Node's flags for the server. The young generation is collected slightly more often, in smaller pieces, and the old
 * generation after growing by a quarter rather than several times over: with 11,000 projects 254 MB instead of 294 at
 * rest, and 334 instead of 511 after reading their catalogue three more times, for a twentieth more work in doing so.
 * The maximum heap size is unchanged: large exports need it.
 */
export const serverFlags = ["--max-semi-space-size=8", "--heap-growing-percent=25"];

/**
 * The C library's settings for the server. Node's additional threads, four for compiling and garbage collection and
 * four for files and compression, would each have an arena that returns little memory to the system: with 11,000
 * projects some 100 MB unused. Two arenas are enough for what these threads allocate. The environment overrides these.
 */
export const serverEnv = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "262144" };

/**
 * Returns the program that runs our TypeScript: the current Node if new enough, else the one npm installed. There is no
 * such package for macOS and other systems.
 * @param {string} root
 */
export function findNode(root) {
  if (Number(process.versions.node.split(".")[0]) >= minimumMajor) return process.execPath;
  const os = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const installed = path.join(root, `node_modules/node-${os}-${process.arch}/bin`, program);
  if (existsSync(installed)) return installed;
  throw new UserError(
    `Node ${minimumMajor} or newer is needed, this is ${process.version}, and npm has none for ${os}-${process.arch}: please install Node from https://nodejs.org.`,
  );
}

/**
 * Returns the search path with our packages' programs first, Node 24 among them.
 * @param {string} root
 */
export function pathWithPackages(root) {
  return [path.join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(path.delimiter);
}
