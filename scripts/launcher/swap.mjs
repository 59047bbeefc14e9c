import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { UserError } from "./userError.mjs";

/** @param {string} root @returns {string[]} folders that may have their own node_modules, the root first */
function workspaceFolders(root) {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return ["", ...workspaces];
}

/**
 * Creates a folder inside the root, on the same disk, with what npm needs for a separate installation. Returns its
 * path.
 * @param {string} root
 */
export function copyManifests(root) {
  const stagingFolder = path.join(root, ".install");
  // Left by an installation that was killed.
  rmSync(stagingFolder, { recursive: true, force: true });
  const manifests = workspaceFolders(root).map((folder) => path.join(folder, "package.json"));
  for (const file of [...manifests, "package-lock.json", ".npmrc"]) {
    if (!existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(stagingFolder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(stagingFolder, file));
  }
  return stagingFolder;
}

/**
 * Replaces the current packages with those in `stagingFolder`, by renaming: a running server never sees half of them. If one
 * folder cannot be moved, reverts all moves and throws a UserError.
 * @param {string} root
 * @param {string} stagingFolder
 */
export function swapIn(root, stagingFolder) {
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
    for (const folder of workspaceFolders(root)) {
      const current = path.join(root, folder, "node_modules");
      move(current, path.join(stagingFolder, "old", folder, "node_modules"));
      move(path.join(stagingFolder, folder, "node_modules"), current);
    }
    move(
      path.join(stagingFolder, "old/node_modules/.cache"),
      path.join(root, "node_modules/.cache"),
    );
  } catch (error) {
    for (const each of undo) each();
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw new UserError(`The folder node_modules cannot be replaced (${code}): please run npm ci.`);
  }
}
