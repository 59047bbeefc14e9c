// Runs after every `npm ci`, manual or by the launcher. In installations without development packages it removes files
// that only compilers and debuggers read, and fonts that no document uses: a third of all bytes. Development
// installations are left alone.
import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";

const unread = /\.(map|d\.[cm]?ts|a)$|\/(README|CHANGELOG|HISTORY)\.md$/i;
// Whole folders of packages that contain more than we use.
const unused = [
  /^node-[\w-]+\/include$/,
  /^@typescript\/[\w-]+\/lib$/,
  /^@expo-google-fonts\/[\w-]+\/(?!(400Regular|600SemiBold)$)\d{3}\w+$/,
  /^@expo-google-fonts\/.*\.png$/,
  /^@embedpdf\/fonts-\w+\/fonts\/\w+-(Black|DemiLight|Light|Medium|Thin)\.otf$/,
];

/** @param {string} packages a folder node_modules */
export function slimPackages(packages) {
  if (existsSync(packages) && !existsSync(path.join(packages, "vitest"))) slim(packages, packages);
}

/** @param {string} folder @param {string} packages */
function slim(folder, packages) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const entryPath = path.join(folder, entry.name);
    const name = path.relative(packages, entryPath).replaceAll(path.sep, "/");
    if (unused.some((pattern) => pattern.test(name)) || (entry.isFile() && unread.test(name))) {
      rmSync(entryPath, { recursive: true, force: true });
    } else if (entry.isDirectory()) {
      slim(entryPath, packages);
    }
  }
}
