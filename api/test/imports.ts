import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

export interface Import {
  /** The importing file, relative to the project's root, with forward slashes. */
  from: string;
  /** The imported file in the same form, or the package's name. */
  to: string;
  /** Erased at runtime. */
  typeOnly: boolean;
  /** Loaded when that line runs, by `import("y")`. */
  lazy: boolean;
}

/** Files under a folder, relative to the project's root; without generated and installed ones. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (/^(node_modules|dist|dist\.new|coverage)$/.test(entry.name)) return [];
    const entryPath = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(entryPath) : [entryPath];
  });
}

export function textOf(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** Every file of the workspaces and scripts. */
export const sources = [
  "api",
  "contract",
  "cover-art",
  "web",
  "e2e",
  "scripts",
  "bench",
  "chaos",
].flatMap(filesBelow);

// `import x from "y"`, `export x from "y"`, `import "y"` and `import("y")`; the sources are formatted, so this is enough.
const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?"([^"]+)"|\bimport\(\s*"([^"]+)"/g;

/** What a folder's TypeScript files import; excludes tests and their helpers. */
export function importsBelow(folder: string): Import[] {
  return filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixtures)\.tsx?$/.test(file))
    .flatMap(importsOf);
}

function importsOf(from: string): Import[] {
  return [...textOf(from).matchAll(statement)].map(([, , type, fixed, lazy]) => {
    const name = (fixed ?? lazy)!;
    const to = name.startsWith(".") ? path.posix.join(path.posix.dirname(from), name) : name;
    return { from, to, typeOnly: type !== undefined, lazy: lazy !== undefined };
  });
}
