// Builds the pages, weighs the JavaScript, in gzip, that each needs before it shows anything, and a moment later, and fails above its limit. It
// fails, too, where the server would name other files beforehand than a page needs.
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { buildWeb } from "./launcher/webBuild.mjs";
import { root } from "./steps.mjs";

const dist = path.join(root, "web/dist");
const members = "src/app/layouts/DefaultLayout.tsx";

/**
 * What a page is made of, by the files that its first moment imports, and how many bytes that may be. At its `address` the
 * server names the same files beforehand.
 * @type {Record<string, { parts: string[], limit: number, address?: string }>}
 */
const pages = {
  login: { parts: ["src/features/accounts/LoginPage.tsx"], limit: 150_000 },
  "list of credits": {
    parts: [members, "src/features/catalogue/listPages.tsx"],
    limit: 230_000,
    address: "/marketplace/spot",
  },
  project: {
    parts: [members, "src/features/catalogue/ProjectPage.tsx"],
    limit: 260_000,
    address: "/marketplace/:id",
  },
  // What comes by itself a moment later: one that shares a file with other pages' parts could bring all of them.
  "list of credits, complete": {
    parts: [
      members,
      "src/features/catalogue/listPages.tsx",
      "src/features/catalogue/StartFrom.tsx",
    ],
    limit: 240_000,
  },
  "project, complete": {
    parts: [
      members,
      "src/features/catalogue/ProjectPage.tsx",
      "src/features/catalogue/FillBar.tsx",
      "src/features/catalogue/SimilarProjects.tsx",
      "src/features/evidence/EvidenceSections.tsx",
      "src/features/evidence/RegistryStrip.tsx",
    ],
    limit: 290_000,
  },
};

await buildWeb(root, process.execPath, process.env);

/** @type {Record<string, { file: string, imports?: string[] }>} */
const manifest = JSON.parse(readFileSync(path.join(dist, "manifest.json"), "utf8"));

/**
 * The chunks that a part imports at once, and those that they import.
 * @param {string} part
 * @param {Set<string>} [chunks]
 */
function loadedWith(part, chunks = new Set()) {
  const chunk = manifest[part];
  if (!chunk) throw new Error(`The build has no ${part}.`);
  if (chunks.has(chunk.file)) return chunks;
  chunks.add(chunk.file);
  for (const each of chunk.imports ?? []) loadedWith(each, chunks);
  return chunks;
}

const first = readFileSync(path.join(dist, "index.html"), "utf8").match(/assets\/[^"]+\.js/g) ?? [];

/** @type {Record<string, string[]>} */
const preloads = JSON.parse(readFileSync(path.join(dist, "preloads.json"), "utf8"));

for (const [name, { parts, limit, address }] of Object.entries(pages)) {
  const chunks = new Set([...first, ...parts.flatMap((part) => [...loadedWith(part)])]);
  if (address) {
    const named = new Set([...first, ...(preloads[address] ?? [])]);
    const sorted = [chunks, named].map((files) => [...files].toSorted().join(", "));
    if (sorted[0] !== sorted[1]) {
      console.error(`${address} is made of ${sorted[0]}; beforehand are named ${sorted[1]}`);
      process.exitCode = 1;
    }
  }
  const bytes = [...chunks].reduce(
    (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
    0,
  );
  const weight = `${(bytes / 1000).toFixed(1)} kB of JavaScript in ${chunks.size} files`;
  console.log(`${name}: ${weight}, at most ${limit / 1000} kB`);
  if (bytes > limit) process.exitCode = 1;
}
