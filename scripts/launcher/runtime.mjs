import { existsSync } from "node:fs";
import path from "node:path";
import { Sentence } from "./sentence.mjs";

const neededMajor = 24;

/**
 * What Node is told for the server. What one answer leaves behind is collected a little more often, in small pieces, and
 * what stayed longer when there is a quarter more of it, not when there are several times as much: with 11,000 projects
 * 254 MB in place of 294 at rest, 334 in place of 511 after their catalogue was read again three times, for a twentieth more
 * work of doing so. What it may hold at most is not touched: large exports need it.
 */
export const serverFlags = ["--max-semi-space-size=8", "--heap-growing-percent=25"];

/**
 * What the C library is told for the server. Threads of Node beside the first, four that compile and collect and four for
 * files and compression, would each have a pool of their own, of which little ever comes back to the system: with 11,000
 * projects some 100 MB that nobody uses. Two pools are enough for what these threads ask for. Whoever starts the server
 * may say otherwise.
 */
export const serverEnv = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "262144" };

/**
 * The program that runs our TypeScript: this very Node if it is new enough, else the one that npm installed. There is
 * no such package for macOS and other systems.
 * @param {string} root
 */
export function findNode(root) {
  if (Number(process.versions.node.split(".")[0]) >= neededMajor) return process.execPath;
  const os = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "node.exe" : "node";
  const installed = path.join(root, `node_modules/node-${os}-${process.arch}/bin`, program);
  if (existsSync(installed)) return installed;
  throw new Sentence(
    `Node ${neededMajor} or newer is needed, this is ${process.version}, and npm has none for ${os}-${process.arch}: please install it from https://nodejs.org.`,
  );
}

/**
 * The search path with our packages' programs first, Node 24 among them.
 * @param {string} root
 */
export function pathWithPackages(root) {
  return [path.join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(path.delimiter);
}
