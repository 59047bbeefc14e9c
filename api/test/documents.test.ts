import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { names, readSettings } from "../src/settings.mjs";
import { filesBelow, root, sources, textOf } from "./imports.ts";

const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].concat(
  filesBelow("docs").filter((file) => file.endsWith(".md")),
);

test("every file that the documents name exists", () => {
  const named = /\b(?:api|bench|chaos|contract|e2e|scripts|web)\/[\w./-]+\.(?:mjs|sql|tsx?)\b/g;
  const missing = documents.flatMap((file) =>
    [...textOf(file).matchAll(named)]
      // Placeholder for a feature to be created.
      .filter(([place]) => !/\/x(\/|\.)/.test(place) && !existsSync(path.join(root, place)))
      .map(([place]) => `${file} names ${place}`),
  );
  expect(missing).toEqual([]);
});

test("a field of an order occurs in twelve files, as CONTRIBUTING.md says", () => {
  const [, story = ""] = textOf("CONTRIBUTING.md").split("## Add a field");
  const listed = [...story.matchAll(/^\| `([^`]+)`/gm)].map(([, place]) => place!);
  const naming = sources
    .filter((file) => !/\.test\.tsx?$|\/test\/|^e2e\/|database\.types\.ts$/.test(file))
    .filter((file) => /\b(buyerReference|buyer_reference)\b/.test(textOf(file)));
  const isText = (file: string) => file.startsWith("web/src/locales/");
  const files = naming.filter((file) => !isText(file));
  expect(listed).toHaveLength(11);
  expect(files.length).toBeLessThanOrEqual(12);
  expect(naming.filter(isText).length).toBeLessThanOrEqual(2);
  const isAt = (file: string, place: string) => `/${file}`.endsWith(`/${place}`);
  expect(files.filter((file) => !listed.some((place) => isAt(file, place)))).toEqual([]);
  expect(listed.filter((place) => !files.some((file) => isAt(file, place)))).toEqual([]);
});

test("everything that ARCHITECTURE.md and CONTRIBUTING.md name exists", () => {
  const paths = [...sources, ...filesBelow("docs")].map((file) => `/${file}`);
  // A file, a folder, or a decision by its number.
  const isKnownPath = (name: string) =>
    paths.some((file) => file.endsWith(`/${name}`) || file.includes(`/${name}/`)) ||
    (/\/\d{4}$/.test(name) && paths.some((file) => file.startsWith(`/${name}-`)));
  const looksLikePath = /^[\w-]+(\/[\w.-]+)+$|^[\w.-]+\.(tsx?|mjs|sql|css|md)$/;
  const code = new Set(
    sources
      .filter(
        (file) => /\.(tsx?|mjs|sql|json)$/.test(file) && !file.endsWith("architecture.test.ts"),
      )
      .flatMap((file) => textOf(file).match(/\w+/g) ?? []),
  );
  const isInCode = (name: string) => (name.match(/\w+/g) ?? []).every((word) => code.has(word));
  const missing = ["ARCHITECTURE.md", "CONTRIBUTING.md"].flatMap((document) =>
    [
      ...textOf(document)
        .replaceAll(/```.*?```/gs, "")
        .matchAll(/`([^`]+)`/g),
    ]
      .map(([, name]) => name!)
      // x is a placeholder for a feature to be created.
      .filter((name) => !/(^|[/.*])x(\.|\/|$)|XPage|^npx /.test(name))
      .filter((name) => !(looksLikePath.test(name) ? isKnownPath(name) : isInCode(name)))
      .map((name) => `${document} names ${name}`),
  );
  expect(missing).toEqual([]);
});

test("the tree that ARCHITECTURE.md draws exists, and has every workspace", () => {
  const [, drawn = ""] = textOf("ARCHITECTURE.md").split("```");
  const above: string[] = [];
  const paths = drawn
    .split("\n")
    .filter(Boolean)
    .flatMap((line) => {
      const [, indent = "", names = ""] = /^( *)(\S+(?: \S+)*)/.exec(line)!;
      const folder = above.slice(0, indent.length / 2).join("");
      above[indent.length / 2] = names;
      return names.split(" ").map((name) => folder + name);
    });
  expect(paths.filter((place) => !existsSync(path.join(root, place)))).toEqual([]);
  const { workspaces } = JSON.parse(textOf("package.json")) as { workspaces: string[] };
  const isDrawn = (workspace: string) => paths.some((place) => place.startsWith(`${workspace}/`));
  expect(workspaces.filter((workspace) => !isDrawn(workspace))).toEqual([]);
});

test("CONTRIBUTING.md describes each step of `npm run check`, in order", () => {
  const [, story = ""] = textOf("CONTRIBUTING.md").split(/^## /m);
  const listed = [...story.matchAll(/^\| (\w[\w ]*?) +\|/gm)].map(([, step]) => step!);
  const [checks = ""] = textOf("scripts/checks.mjs").split("export async function runChaosTest");
  const steps = [...checks.matchAll(/\bname(?:: | = )["`]([^"`$]+)/g)].map(([, step]) =>
    step!.replace(/^types of .*/, "types"),
  );
  expect(listed).toEqual(["step", ...new Set(steps)]);
});

test("every decision that sources or documents cite exists", () => {
  const records = filesBelow("docs/decisions").map((file) => path.basename(file).slice(0, 4));
  const cited = /\bdecisions?[ /](\d{4})\b/g;
  const missing = [...sources, ...documents].flatMap((file) =>
    [...textOf(file).matchAll(cited)]
      .filter(([, number]) => !records.includes(number!))
      .map(([place]) => `${file} cites ${place}`),
  );
  expect(missing).toEqual([]);
});

test("decision 76 says for every table when its rows end", () => {
  const schema = filesBelow("api/schema").map(textOf).join("\n");
  const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(
    ([, name]) => name!,
  );
  const record = filesBelow("docs/decisions").find((file) => file.includes("/0076-"))!;
  const listed = [...textOf(record).matchAll(/`([a-z_]+)`(?=[^|\n]*\|)/g)].map(([, name]) => name!);
  expect(listed.filter((name) => tables.includes(name)).toSorted()).toEqual(tables.toSorted());
});

test("every test that the documents name by the end of its path exists", () => {
  const named = /[\w./-]+\.(?:test\.tsx?|spec\.ts)\b/g;
  const missing = documents.flatMap((document) =>
    [...textOf(document).matchAll(named)]
      .filter(([place]) => !/\/x\.|^\./.test(place))
      .filter(([place]) => !sources.some((file) => `/${file}`.endsWith(`/${place}`)))
      .map(([place]) => `${document} names ${place}`),
  );
  expect(missing).toEqual([]);
});

test("README.md lists each setting with its default", () => {
  const [, listed = ""] = textOf("README.md").split(/^## Settings|^## Commands/m);
  const rows = listed.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((row) => row.split(" | ").map((cell) => cell.trim()));
  const namesOf = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  expect(cells.flatMap(([first]) => namesOf(first!)).toSorted()).toEqual(names.toSorted());
  const { values } = readSettings({});
  const wrong = cells.flatMap(([first, , fallback]) =>
    namesOf(first!).filter((name) => {
      const value = values[name as keyof typeof values];
      return value !== undefined && !fallback!.includes(String(value));
    }),
  );
  expect(wrong).toEqual([]);
});

test("README.md lists every command of package.json, and no other", () => {
  const { scripts: all } = JSON.parse(textOf("package.json")) as { scripts: object };
  const scripts = Object.keys(all).filter((name) => name !== "postinstall");
  const listed = new Set(
    documents.flatMap((document) =>
      [...textOf(document).matchAll(/npm (?:run ([\w:-]+)|(start|test))\b/g)].map(
        ([, ran, other]) => ran ?? other!,
      ),
    ),
  );
  expect(scripts.filter((name) => !listed.has(name))).toEqual([]);
  expect([...listed].filter((name) => !scripts.includes(name))).toEqual([]);
});

test("the Node version that the README requires is that of package.json", () => {
  const [, version] = /^Node (\S+) or newer with npm/m.exec(textOf("README.md")) ?? [];
  const { engines } = JSON.parse(textOf("package.json")) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${version}`);
});

test("the browsers that the README lists are those that the pages are built for", () => {
  const [, listed = ""] =
    /The pages are built for (.+), and newer ones\./.exec(textOf("README.md")) ?? [];
  const [, targets = ""] = /target: \[(.+)\]/.exec(textOf("web/vite.config.ts")) ?? [];
  const built = [...targets.matchAll(/"([a-z]+)([\d.]+)"/g)].map(([, name, least]) => [
    name,
    least,
  ]);
  const chrome = /Chrome and Edge (\d+)/.exec(listed)?.[1];
  const others = [...listed.matchAll(/(Firefox|Safari) ([\d.]+)/g)];
  expect(built).toEqual([
    ["chrome", chrome],
    ["edge", chrome],
    ...others.map(([, name, least]) => [name!.toLowerCase(), least]),
  ]);
});
