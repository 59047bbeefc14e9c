import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Sentence } from "./sentence.mjs";

/** @param {string} root @returns {string[]} folders that may have their own node_modules, the root first */
function placesOf(root) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return ["", ...workspaces];
}

/**
 * Creates a folder inside the root, on the same disk, with what npm needs for a separate installation. Returns its
 * path.
 * @param {string} root
 */
export function copyManifests(root) {
  const beside = path.join(root, ".install");
  // Left by an installation that was killed.
  rmSync(beside, { recursive: true, force: true });
  const manifests = placesOf(root).map((place) => path.join(place, "package.json"));
  for (const file of [...manifests, "package-lock.json", ".npmrc"]) {
    if (!existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(beside, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(beside, file));
  }
  return beside;
}

/**
 * Replaces the current packages with those in `beside`, by renaming: a running server never sees half of them. If one
 * folder cannot be moved, reverts all moves and throws a Sentence.
 * @param {string} root
 * @param {string} beside
 */
export function swapIn(root, beside) {
  /** @type {(() => void)[]} */
  const undo = [];
  /** @param {string} from @param {string} to */
  const move = (from, to) => {
    if (!existsSync(from)) return;
    mkdirSync(path.dirname(to), { recursive: true });
    renameSync(from, to);
    undo.unshift(() => renameSync(to, from));
  };
  try {
    for (const place of placesOf(root)) {
      const inUse = path.join(root, place, "node_modules");
      move(inUse, path.join(beside, "old", place, "node_modules"));
      move(path.join(beside, place, "node_modules"), inUse);
    }
    move(path.join(beside, "old/node_modules/.cache"), path.join(root, "node_modules/.cache"));
  } catch (error) {
    for (const each of undo) each();
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new Sentence(`The folder node_modules cannot be replaced (${code}): please run npm ci.`);
  }
}
