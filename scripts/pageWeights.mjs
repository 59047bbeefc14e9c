// Builds the pages and measures the gzipped scripts and styles that each loads before it shows anything, and shortly
// after. Fails above the limits, and if the server preloads other files than a page needs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { buildWeb } from "./launcher/webBuild.mjs";
import { root } from "./steps.mjs";

const dist = path.join(root, "web/dist");
const layout = "src/app/layouts/DefaultLayout.tsx";

/**
 * The modules that a page imports at first, and the limit in bytes of all that they load. For `address` the server
 * preloads the same files.
 * @type {Record<string, { parts: string[], limit: number, address?: string }>}
 */
const pages = {
  login: { parts: ["src/features/accounts/LoginPage.tsx"], limit: 150_000 },
  "list of credits": {
    parts: [layout, "src/features/catalogue/listPages.tsx"],
    limit: 230_000,
    address: "/marketplace/spot",
  },
  project: {
    parts: [layout, "src/features/catalogue/ProjectPage.tsx"],
    limit: 230_000,
    address: "/marketplace/:id",
  },
  // With what loads by itself shortly after: a chunk shared with parts of other pages could pull in all of them.
  "login, complete": {
    parts: [
      "src/features/accounts/LoginPage.tsx",
      "src/app/layouts/Landscape.tsx",
      "src/lib/flags.ts",
      "../node_modules/@flagsmith/flagsmith/index.mjs",
    ],
    limit: 150_000,
  },
  "list of credits, complete": {
    parts: [layout, "src/features/catalogue/listPages.tsx", "src/features/catalogue/StartFrom.tsx"],
    limit: 240_000,
  },
  // On wide screens, with the filters beside the list.
  "list of credits, wide": {
    parts: [
      layout,
      "src/features/catalogue/listPages.tsx",
      "src/features/catalogue/StartFrom.tsx",
      "src/features/catalogue/FilterRail.tsx",
    ],
    limit: 245_000,
  },
  "project, complete": {
    parts: [
      layout,
      "src/features/catalogue/ProjectPage.tsx",
      "src/features/catalogue/FillBar.tsx",
      "src/features/catalogue/SimilarProjects.tsx",
      "src/features/evidence/EvidenceSections.tsx",
      "src/features/evidence/RegistryStrip.tsx",
    ],
    limit: 262_000,
  },
};

await buildWeb(root, process.execPath, process.env);

/** @type {Record<string, { file: string, imports?: string[], css?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(dist, "manifest.json"), "utf8"));

/** @type {Record<string, string>} */
const chunkOf = JSON.parse(readFileSync(path.join(dist, "modules.json"), "utf8"));

/** @param {string} part */
function manifestKey(part) {
  if (manifest[part]) return part;
  const found = Object.entries(manifest).find(([, { file }]) => file === chunkOf[part]);
  if (!found) throw new Error(`The build has no ${part}.`);
  return found[0];
}

/**
 * Returns a chunk's files and those of all its static imports, with their styles.
 * @param {string} key
 * @param {Set<string>} [files]
 */
function filesLoadedBy(key, files = new Set()) {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}.`);
  if (files.has(chunk.file)) return files;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const each of chunk.imports ?? []) filesLoadedBy(each, files);
  return files;
}

const entryFiles =
  readFileSync(path.join(dist, "index.html"), "utf8").match(/assets\/[^"]+\.(js|css)/g) ?? [];

/** @type {Record<string, string[]>} */
const preloads = JSON.parse(readFileSync(path.join(dist, "preloads.json"), "utf8"));

// Slightly above the heaviest page.
const stylesLimit = 33_000;

for (const [name, { parts, limit, address }] of Object.entries(pages)) {
  const files = new Set([
    ...entryFiles,
    ...parts.flatMap((part) => [...filesLoadedBy(manifestKey(part))]),
  ]);
  if (address) {
    const preloaded = new Set([...entryFiles, ...(preloads[address] ?? [])]);
    const sorted = [files, preloaded].map((each) => [...each].toSorted().join(", "));
    if (sorted[0] !== sorted[1]) {
      console.error(`${address} is made of ${sorted[0]}; beforehand are named ${sorted[1]}`);
      process.exitCode = 1;
    }
  }
  const [scripts, styles] = [measure(files, ".js"), measure(files, ".css")];
  console.log(
    `${name}: JavaScript ${scripts.text}, at most ${limit / 1000} kB; styles ${styles.text}, at most ${stylesLimit / 1000} kB`,
  );
  if (scripts.bytes > limit || styles.bytes > stylesLimit) process.exitCode = 1;
}

/**
 * @param {Set<string>} all
 * @param {string} kind
 */
function measure(all, kind) {
  const ofKind = [...all].filter((file) => file.endsWith(kind));
  const bytes = ofKind.reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
    0,
  );
  const files = ofKind.length === 1 ? "1 file" : `${ofKind.length} files`;
  return { bytes, text: `${(bytes / 1000).toFixed(1)} kB in ${files}` };
}
