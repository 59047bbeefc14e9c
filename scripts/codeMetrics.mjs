// Figures on the size of the code base, printed after every check to show how it grows. They never fail a check.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./steps.mjs";

const blockLines = 6;
const longFunctionLines = 80;

/** @param {string} file */
const linesOf = (file) => readFileSync(path.join(root, file), "utf8").split("\n");

/** @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.\w+$/.test(file));

/**
 * Prints the numbers of source files and of short ones, the largest feature, the longest function, and the numbers of
 * triggers, indexes and duplicate passages.
 */
export function printCodeMetrics() {
  const code = ["api/src", "web/src", "contract/src", "cover-art/src"]
    .flatMap(filesBelow)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.types\.ts$/.test(file));
  const schema = filesBelow("api/schema").flatMap(linesOf);
  const count = (/** @type {RegExp} */ pattern) =>
    schema.filter((line) => pattern.test(line)).length;
  const metrics = [
    `${code.length} source files`,
    `${code.filter((file) => linesOf(file).length <= 16).length} of at most 15 lines`,
    largestFeature(code),
    longestFunction(),
    `${count(/^\s*create (or replace )?(constraint )?trigger /i)} triggers`,
    `${count(/^\s*create (unique )?index /i)} indexes`,
    `${countDuplicatedBlocks(code)} duplicated blocks`,
  ];
  console.log(`Code metrics: ${metrics.join(", ")}`);
}

/** Returns the feature with the largest share of its workspace's lines. @param {string[]} code */
function largestFeature(code) {
  /** @type {Record<string, number>} */
  const lines = {};
  for (const file of code) {
    const [workspace = "", feature] =
      /^(\w+)\/src(?:\/features\/(\w+))?/.exec(file)?.slice(1) ?? [];
    const n = linesOf(file).length;
    lines[workspace] = (lines[workspace] ?? 0) + n;
    if (feature) lines[`${workspace}/${feature}`] = (lines[`${workspace}/${feature}`] ?? 0) + n;
  }
  const shares = Object.entries(lines)
    .filter(([name]) => name.includes("/"))
    .map(([name, n]) => ({ name, share: n / (lines[name.split("/")[0] ?? ""] ?? 1) }))
    .sort((a, b) => b.share - a.share);
  return `largest feature ${shares[0]?.name} (${Math.round(100 * (shares[0]?.share ?? 0))} %)`;
}

/** Reads the length of functions from the linter, which reports all over its default of 50 lines. */
function longestFunction() {
  const { stdout } = spawnSync(
    path.join(root, "node_modules/.bin/oxlint"),
    [
      "-A",
      "all",
      "-D",
      "max-lines-per-function",
      "--format=json",
      "api/src",
      "web/src",
      "contract/src",
    ],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  /** @type {{ diagnostics: { message: string, filename: string }[] }} */
  const { diagnostics } = JSON.parse(stdout);
  const functions = diagnostics
    .filter(({ filename }) => !/\.test\.tsx?$/.test(filename))
    .map(({ message, filename }) => ({ lines: Number(/\((\d+)\)/.exec(message)?.[1]), filename }))
    .sort((a, b) => b.lines - a.lines);
  const longer = functions.filter(({ lines }) => lines > longFunctionLines).length;
  const [longest] = functions;
  return `${longer} functions over ${longFunctionLines} lines (the longest has ${longest?.lines}, in ${longest?.filename})`;
}

/** Counts passages of six or more lines that occur twice, ignoring imports, comments and blank lines. @param {string[]} code */
function countDuplicatedBlocks(code) {
  /** @type {Map<string, string>} */
  const seen = new Map();
  let pairs = 0;
  for (const file of code) {
    const lines = linesOf(file)
      .map((line) => line.trim())
      .filter(
        (line) => line.length > 3 && !/^(import |export .* from |} from |\*|\/\/)/.test(line),
      );
    let isInDuplicate = false;
    for (let at = 0; at + blockLines <= lines.length; at++) {
      const block = lines.slice(at, at + blockLines).join("\n");
      const isDuplicate = seen.has(block);
      // A longer run of identical lines counts once.
      if (isDuplicate && !isInDuplicate) pairs++;
      isInDuplicate = isDuplicate;
      seen.set(block, file);
    }
  }
  return pairs;
}
