import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { printSummary, playwrightCounts } from "../../scripts/failures.mjs";
import { runSteps } from "../../scripts/steps.mjs";
import { root } from "./imports.ts";

/* The last lines of `npm test`, from runs of the real tools on failing files. */

const run = promisify(execFile);
// Inside the repository, where the files' imports resolve.
let folder: string;
beforeAll(() => {
  mkdirSync(path.join(root, "test-results"), { recursive: true });
  folder = mkdtempSync(path.join(root, "test-results/failing-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string) => writeFileSync(path.join(folder, name), content);
const read = (name: string) => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
/** Runs one of our tools, which is expected to fail. */
async function fails(tool: string, args: string[], env: Record<string, string>) {
  const program = path.join(root, "node_modules", tool);
  const { VITEST: _vitest, ...own } = process.env;
  const options = { cwd: folder, env: { ...own, ...env } };
  await expect(run(process.execPath, [program, ...args], options)).rejects.toThrow();
}

test("every failed test is named with its file and the first line of its error", async () => {
  write(
    "a.test.js",
    `import { describe, expect, test } from "vitest";
    describe("an order", () => test("has a total", () => expect(1).toBe(2)));
    test("passes", () => {});
    test("is on two lines", () => { throw new Error("first\\nsecond"); });`,
  );
  write("b.test.js", `import "./nowhere.js";`);
  write(
    "c.test.js",
    `import { test } from "vitest";
    test("leaves something behind", () => { void Promise.reject(new Error("nobody looks")); });`,
  );
  write("vitest.config.js", "export default {};");
  const reporter = path.join(root, "scripts/vitestReport.mjs");
  await fails("vitest/vitest.mjs", ["run", `--reporter=${reporter}`], {
    TEST_REPORT: path.join(folder, "vitest.json"),
  });
  const { passed, failures } = read("vitest.json");
  expect(passed).toBe(2);
  expect(failures.toSorted()).toEqual([
    "a.test.js › an order > has a total: expected 1 to be 2 // Object.is equality",
    "a.test.js › is on two lines: first",
    expect.stringMatching(/^b\.test\.js: Cannot find module '\.\/nowhere\.js'/),
    "outside of any test: nobody looks",
  ]);
});

test("every failed journey is named in the same way", async () => {
  write(
    "playwright.config.js",
    `export default { outputDir: "out", testDir: ".", testMatch: "**/*.spec.js", retries: 1 };`,
  );
  write(
    "d.spec.js",
    `import { expect, test } from "@playwright/test";
    test.describe("a buyer", () => test("pays", () => expect(1).toBe(2)));
    test("passes", () => {});
    test("is shaky", ({}, info) => { if (info.retry === 0) throw new Error("at first"); });`,
  );
  await fails("@playwright/test/cli.js", ["test", "--reporter=json"], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: "playwright.json",
  });
  const { passed, failures } = playwrightCounts(read("playwright.json"));
  expect(passed).toBe(1);
  expect(failures).toEqual([
    "d.spec.js › is shaky: Error: at first",
    expect.stringMatching(/^d\.spec\.js › a buyer › pays: Error: expect\(received\)\.toBe/),
  ]);
});

test("the summary names failed steps and tests before the counts", async () => {
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const code = process.exitCode;
  const step = (name: string, program: string) => ({ name, command: ["node", "-e", program] });
  const failures = await runSteps(
    [
      step("format", "console.log('Looking at files...'), console.log('x.ts'), process.exit(1)"),
      step("lint", ""),
      { name: "types", command: ["no-such-program"] },
      {
        ...step(
          "kills",
          "console.log('making …\\n1/10\\n  WRONG: lost\\nWRONG: twice'), process.exit(1)",
        ),
        failurePattern: /WRONG: .*/,
      },
    ],
    1,
  );
  printSummary({ passed: 7, failures }, { passed: 2, failures: ["a.spec.ts › b: c"] });
  log.mockRestore();
  expect(process.exitCode).toBe(1);
  process.exitCode = code;
  expect(lines.slice(-5)).toEqual([
    "✗ format: x.ts",
    // EACCES if PATH has a folder that this account may not read.
    expect.stringMatching(/^✗ types: spawn no-such-program (ENOENT|EACCES)$/),
    "✗ kills: WRONG: lost",
    "✗ a.spec.ts › b: c",
    "9 passed, 4 failed",
  ]);
});
