import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { lockFaults } from "../../scripts/lockFaults.mjs";

const root = mkdtempSync(path.join(tmpdir(), "lock-"));
mkdirSync(path.join(root, "node_modules/here"), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

const good = { integrity: "sha512-x", license: "MIT" };

test.each([
  ["fetched as it was locked", "a", good, []],
  ["not known by its bytes", "a", { license: "MIT" }, ["node_modules/a has no integrity"]],
  ["of another system and not fetched", "a", { optional: true, os: ["win32"] }, []],
  [
    "of this system and not known by its bytes",
    "here",
    { license: "MIT", optional: true, os: ["linux"] },
    ["node_modules/here has no integrity"],
  ],
  ["of this repository", "@tonneline/api", { link: true }, []],
  [
    "that runs a script",
    "a",
    { ...good, hasInstallScript: true },
    ["node_modules/a runs a script at its installation"],
  ],
  ["whose script is known", "xsd-schema-validator", { ...good, hasInstallScript: true }, []],
  [
    "of a licence that is not allowed",
    "a",
    { ...good, license: "GPL-3.0-only" },
    ["node_modules/a has the licence GPL-3.0-only"],
  ],
  ["of a choice of licences", "a", { ...good, license: "(GPL-3.0-only OR MIT)" }, []],
  [
    "of licences that hold together",
    "a",
    { ...good, license: "MIT AND GPL-3.0-only" },
    ["node_modules/a has the licence MIT AND GPL-3.0-only"],
  ],
  ["of a licence allowed to it alone", "axe-core", { ...good, license: "MPL-2.0" }, []],
  [
    "of a licence allowed to another",
    "a",
    { ...good, license: "MPL-2.0" },
    ["node_modules/a has the licence MPL-2.0"],
  ],
  ["without a licence", "a", { integrity: "sha512-x" }, ["node_modules/a has no licence"]],
])("a package %s", (_what, name, entry, faults) => {
  expect(lockFaults({ [`node_modules/${name}`]: entry }, root)).toEqual(faults);
});
