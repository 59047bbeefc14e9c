import path from "node:path";
import { describe, expect, test } from "vitest";
import { filesBelow, importsBelow, sources, textOf, type Import } from "./imports.ts";
import { featureOf, isContract, isOf, isPackage, isTestAid, kindOf, mayImport } from "./kinds.ts";

/**
 * The features whose services each server feature may call: calls go down this graph, events go up as jobs. A new feature gets
 * its line here; ARCHITECTURE.md draws the same graph.
 */
const serverFeatures: Record<string, readonly string[]> = {
  audit: [],
  dashboard: ["orders"],
  ledger: [],
  flags: [],
  settings: [],
  reports: ["catalogue"],
  mails: [],
  views: [],
  evidence: ["catalogue"],
  notifications: [],
  invoices: [],
  vatChecks: ["settings"],
  catalogue: [],
  compare: ["catalogue", "settings"],
  shortlists: ["catalogue", "compare", "notifications", "settings"],
  directory: ["catalogue", "priceLists"],
  imports: ["catalogue", "directory", "ledger"],
  projects: ["catalogue", "ledger"],
  demo: ["catalogue", "directory", "evidence", "flags", "imports", "ledger", "projects", "reports"],
  accounts: ["notifications"],
  partners: [],
  prices: ["projects"],
  priceLists: ["catalogue", "prices"],
  company: [
    "accounts",
    "approvals",
    "ledger",
    "notifications",
    "orders",
    "portfolio",
    "retirements",
    "shortlists",
    "vatChecks",
  ],
  people: ["accounts"],
  support: ["accounts", "notifications"],
  portfolio: ["catalogue", "notifications"],
  orders: ["accounts", "invoices", "ledger", "notifications", "portfolio", "settings", "vatChecks"],
  bank: ["accounts", "orders", "settings"],
  receivables: ["accounts", "notifications", "settings"],
  bookkeeping: ["invoices", "settings"],
  documents: ["invoices", "settings"],
  records: ["notifications"],
  retirements: ["accounts", "ledger", "notifications", "portfolio", "settings"],
  approvals: ["catalogue", "ledger", "notifications", "orders", "settings"],
  cart: ["approvals", "catalogue", "ledger", "notifications", "orders", "settings"],
  quotes: ["approvals", "cart", "company", "ledger", "notifications", "settings"],
  privacy: [
    "accounts",
    "approvals",
    "audit",
    "cart",
    "company",
    "flags",
    "imports",
    "notifications",
    "orders",
    "people",
    "quotes",
    "receivables",
    "records",
    "retirements",
    "settings",
    "shortlists",
    "support",
    "views",
  ],
};

/** The same for the pages. */
const webFeatures: Record<string, readonly string[]> = {
  bank: [],
  receivables: ["company"],
  company: ["records"],
  audit: [],
  bookkeeping: [],
  documents: ["orders"],
  dashboard: [],
  deletion: [],
  directory: ["deletion"],
  partners: ["directory"],
  prices: ["projects"],
  priceLists: ["company", "projects"],
  flags: [],
  notifications: [],
  privacy: [],
  people: ["company", "deletion", "privacy", "records"],
  settings: [],
  support: [],
  accounts: ["company", "privacy", "support"],
  reports: ["deletion"],
  orders: ["company", "records", "reports"],
  approvals: ["company", "orders"],
  cart: ["approvals", "company", "orders", "quotes"],
  quotes: ["company", "orders"],
  evidence: [],
  catalogue: ["cart", "company", "evidence", "shortlists"],
  shortlists: [],
  compare: ["catalogue", "company"],
  imports: ["evidence"],
  projects: ["catalogue", "deletion", "evidence"],
  mails: [],
  records: [],
  portfolio: ["catalogue", "company", "orders", "reports"],
  retirements: ["company", "records"],
};

const server = importsBelow("api/src");
const web = importsBelow("web/src");

const show = ({ from, to }: Import) => `${from} imports ${to}`;

/** Describes imports that no rule allows. */
function forbidden(imports: Import[], allowed: (one: Import) => boolean): string[] {
  return imports.filter((one) => !allowed(one)).map(show);
}

test("the scanner sees the imports", () => {
  expect(server.length).toBeGreaterThan(200);
  expect(web.length).toBeGreaterThan(200);
});

test("the contract imports only zod and itself", () => {
  const allowed = ({ to }: Import) => to === "zod" || to.startsWith("contract/src/");
  expect(forbidden(importsBelow("contract/src"), allowed)).toEqual([]);
});

describe("on the server", () => {
  const of = (pattern: RegExp) => server.filter(({ from }) => pattern.test(from));

  test("the core imports no feature", () => {
    const allowed = ({ to }: Import) =>
      isPackage(to) || to === "api/package.json" || to.startsWith("api/src/core/");
    expect(forbidden(of(/^api\/src\/core\//), allowed)).toEqual([]);
  });

  test("uploads are decoded in a separate process", () => {
    const decoding = server.filter(({ from, to }) => to === "sharp" && !from.endsWith(".test.ts"));
    // Certificates and the demonstration only draw our own pictures.
    expect(decoding.map(({ from }) => from).sort()).toEqual([
      "api/src/core/drawing.process.ts",
      "api/src/features/demo/demo.pdf.ts",
      "api/src/features/retirements/certificate.pdf.ts",
    ]);
  });

  test("a start loads no library that only some requests or jobs need", () => {
    const atOnce = server.filter(({ typeOnly, lazy }) => !typeOnly && !lazy);
    // Files that are added meanwhile are visited too.
    const loaded = new Set(["api/src/main.ts"]);
    for (const file of loaded) {
      for (const { from, to } of atOnce) if (from === file) loaded.add(to);
    }
    const later = [
      "@aws-sdk/client-s3",
      "@e-invoice-eu/core",
      "@sentry/node",
      "@simplewebauthn/server",
      "fontkit",
      "nodemailer",
      "pdfkit",
      "qrcode",
      "sharp",
      "write-excel-file/node",
    ];
    expect(loaded).toContain("fastify");
    expect(server.map(({ to }) => to)).toEqual(expect.arrayContaining(later));
    expect(later.filter((each) => loaded.has(each))).toEqual([]);
  });

  test("rules depend on no clock, settings or randomness", () => {
    const impure = /\bnew Date\(\)|Date\.now\(\)|process\.env|Math\.random\(\)/;
    const files = filesBelow("api/src").filter((file) => file.endsWith(".rules.ts"));
    expect(files.filter((file) => impure.test(textOf(file)))).toEqual([]);
  });

  test("a rule is tested by rule tests, which need no database", () => {
    const rules = filesBelow("api/src").filter((file) => file.endsWith(".rules.ts"));
    const tests = filesBelow("api/src").filter((file) => file.endsWith(".rules.test.ts"));
    const texts = tests.map(textOf).join("\n");
    expect(rules.filter((file) => !texts.includes(`/${path.basename(file)}"`))).toEqual([]);
    expect(tests.filter((file) => /test\/(app|database)\.ts"/.test(textOf(file)))).toEqual([]);
  });

  const features = of(/^api\/src\/features\//).filter(({ from }) => !isTestAid(from));

  test("every file of a feature is of a known kind", () => {
    const files = filesBelow("api/src/features").filter((file) => !isTestAid(file));
    expect(files.filter((file) => !(kindOf(file) in mayImport))).toEqual([]);
  });

  test.each(Object.entries(mayImport))("a %s imports what its kind may import", (kind, known) => {
    const own = features.filter(({ from }) => kindOf(from) === kind);
    // Type imports are erased at runtime.
    expect(forbidden(own, (one) => one.typeOnly || known.some((each) => isOf(each, one)))).toEqual(
      [],
    );
  });

  test("a feature with calls or jobs declares itself, and the server starts from one list", () => {
    const files = filesBelow("api/src/features");
    const active = new Set(
      files.filter((file) => /\.(routes|jobs)\.ts$/.test(file)).map((file) => featureOf(file)!),
    );
    const listed = of(/^api\/src\/features\.ts$/)
      .map(({ to }) => to)
      .filter((to) => to.endsWith(".feature.ts"));
    expect(listed.sort()).toEqual(
      [...active].sort().map((name) => `api/src/features/${name}/${name}.feature.ts`),
    );
    const around = of(/^api\/src\/(app|server)\.ts$/).filter(({ to }) =>
      /\.(routes|jobs|feature)\.ts$/.test(to),
    );
    expect(
      forbidden(around, ({ typeOnly, to }) => typeOnly || to.endsWith("client.routes.ts")),
    ).toEqual([]);
  });

  test("a feature calls only services of the features that it declares", () => {
    const crossing = server.filter(
      ({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to),
    );
    const allowed = ({ from, to, typeOnly }: Import) =>
      (serverFeatures[featureOf(from)!] ?? []).includes(featureOf(to)!) &&
      (typeOnly || /\.(service|rules|view)\.ts$/.test(to));
    expect(forbidden(crossing, allowed)).toEqual([]);
  });

  test("only config.ts reads the environment", () => {
    const readers = filesBelow("api/src").filter(
      (file) => !file.endsWith(".test.ts") && /process\.env\b/.test(textOf(file)),
    );
    expect(readers).toEqual(["api/src/config.ts"]);
  });

  test("every file of the schema has a unique number", () => {
    const names = filesBelow("api/schema").map((file) => path.basename(file));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(name).toMatch(/^\d{2}_\w+\.sql$/);
    expect(new Set(names.map((name) => name.slice(0, 2))).size).toBe(names.length);
  });
});

describe("in the browser", () => {
  test("the design system imports neither contract nor features nor calls", () => {
    const ui = web.filter(({ from }) => from.startsWith("web/src/ui/"));
    const allowed = ({ to }: Import) =>
      to.startsWith("web/src/ui/") ||
      /^web\/src\/lib\/(format|i18n|tableSearch|useTableSearch)\.ts$/.test(to) ||
      (isPackage(to) && !isContract(to) && !to.startsWith("@tanstack/react-query"));
    expect(forbidden(ui, allowed)).toEqual([]);
  });

  test("a feature imports lib, ui and the features that it declares", () => {
    const features = web.filter(({ from }) => featureOf(from));
    const allowed = ({ from, to }: Import) =>
      isPackage(to) ||
      /^web\/src\/(lib|ui|locales)\//.test(to) ||
      to === "web/src/lib/paths.ts" ||
      featureOf(to) === featureOf(from) ||
      (webFeatures[featureOf(from)!] ?? []).includes(featureOf(to) ?? "");
    expect(forbidden(features, allowed)).toEqual([]);
  });

  test("lib imports no feature and no page", () => {
    const lib = web.filter(({ from }) => from.startsWith("web/src/lib/"));
    const allowed = ({ to }: Import) => isPackage(to) || /^web\/src\/(lib|locales)\//.test(to);
    expect(forbidden(lib, allowed)).toEqual([]);
  });
});

test.each(["api", "web", "contract", "cover-art", "e2e", "bench", "chaos", "scripts"])(
  "a path under %s is not a package, which any file may import",
  (folder) => {
    expect(filesBelow(folder)).not.toEqual([]);
    expect(isPackage(`${folder}/src/anything.ts`)).toBe(false);
    expect(isPackage(`${folder}-of-others`)).toBe(true);
  },
);

test.each([
  ["server", serverFeatures, "api/src/features"],
  ["web", webFeatures, "web/src/features"],
])("every feature of the %s is declared, and the graph has no cycle", (_name, graph, folder) => {
  const present = new Set(filesBelow(folder).map((file) => featureOf(file)));
  expect([...present].filter((feature) => !(feature! in graph))).toEqual([]);
  const heightOf = (feature: string, above: string[]): void => {
    expect(above, `${[...above, feature].join(" → ")} is a cycle`).not.toContain(feature);
    for (const below of graph[feature] ?? []) heightOf(below, [...above, feature]);
  };
  for (const feature of Object.keys(graph)) heightOf(feature, []);
});

test.each([
  ["server", serverFeatures, server],
  ["web", webFeatures, web],
])("every edge of the %s's graph is an actual call", (_name, graph, imports) => {
  const calls = new Set(imports.map(({ from, to }) => `${featureOf(from)} ─▶ ${featureOf(to)}`));
  const edges = Object.entries(graph).flatMap(([above, below]) =>
    below.map((each) => `${above} ─▶ ${each}`),
  );
  expect(edges.filter((edge) => !calls.has(edge))).toEqual([]);
});

describe("ARCHITECTURE.md draws the graph", () => {
  const [, drawing = ""] = textOf("ARCHITECTURE.md").split("## Who calls whom")[1]!.split("```");
  const [ofServer = "", ofPages = ""] = drawing.replace("server ", "").split("\npages ");
  // Edges lead to the right, as in "a, b ─▶ c ─▶ d"; chains are separated by two blanks or a line break.
  const edgesOf = (drawn: string) => {
    const chains = drawn.split(/\n| {2,}/).map((chain) => chain.split(" ─▶ "));
    return chains.flatMap((steps) =>
      steps
        .slice(1)
        .flatMap((below, at) =>
          steps[at]!.split(", ").flatMap((one) => below.split(", ").map((other) => [one, other])),
        ),
    ) as [string, string][];
  };
  const reached = (edges: [string, string][], from: string): string[] =>
    edges.flatMap(([above, below]) => (above === from ? [below, ...reached(edges, below)] : []));

  test.each([
    ["of the server", serverFeatures, edgesOf(ofServer)],
    ["of the pages", webFeatures, edgesOf(ofPages)],
  ])("%s: every edge is a call, and every call is an edge or a path", (_, graph, drawn) => {
    const isCalled = ([above, below]: [string, string]) => graph[above]?.includes(below) ?? false;
    expect(drawn.filter((edge) => !isCalled(edge))).toEqual([]);
    const missing = Object.entries(graph).flatMap(([above, belows]) => {
      const led = new Set(reached(drawn, above));
      return belows.filter((below) => !led.has(below)).map((below) => `${above} ─▶ ${below}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("everywhere", () => {
  test("no feature has more than a seventh of its workspace", () => {
    for (const workspace of ["api/src", "web/src"]) {
      const lines = new Map<string, number>();
      let all = 0;
      for (const file of filesBelow(workspace)) {
        if (!/\.tsx?$/.test(file) || /\.(test|types)\.tsx?$/.test(file)) continue;
        const count = textOf(file).split("\n").length;
        const room = featureOf(file);
        all += count;
        if (room) lines.set(room, (lines.get(room) ?? 0) + count);
      }
      const tooBig = [...lines].filter(([, count]) => count > all / 7);
      expect(tooBig, workspace).toEqual([]);
    }
  });

  test("no folder or file has a meaningless name", () => {
    const nameless = /(^|\/)(utils?|helpers?|common|misc)(\/|\.[a-z]+$)/;
    expect(sources.filter((file) => nameless.test(file))).toEqual([]);
  });

  test("no file only re-exports others", () => {
    const code = sources.filter((file) => /\.tsx?$/.test(file));
    const isBarrel = (file: string) => {
      const lines = textOf(file)
        .split("\n")
        .filter((line) => line.trim() && !/^\s*(\/\/|\/?\*)/.test(line));
      return lines.length > 0 && lines.every((line) => /^export .* from "/.test(line));
    };
    expect(code.filter(isBarrel)).toEqual([]);
  });
});
