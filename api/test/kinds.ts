import path from "node:path";
import { textOf, type Import } from "./imports.ts";

const documents = [
  "content",
  "csv",
  "files",
  "parties",
  "payment",
  "pdf",
  "reasons",
  "svg",
  "xlsx",
  "xml",
];
const useCases = ["guards", "service", "settling"];

/**
 * What a file of a server feature may import, by its kind, which is its second name: `x.rules.ts` is a rule, `x.ts` a part.
 * Anything else is forbidden, and so is an unknown kind.
 */
export const mayImport: Record<string, readonly string[]> = {
  rules: [
    "contract",
    "package",
    "core/money",
    "core/days",
    "core/formats",
    "own rules",
    "other rules",
  ],
  sql: [
    "contract",
    "package",
    "kysely",
    "core/called.sql",
    "core/days.sql",
    "core/db",
    "core/joined",
    "core/lists",
    "core/money",
    "core/ownCompany.sql",
    "core/search",
    "core/uses",
    "own rules",
    "own sql",
  ],
  ...Object.fromEntries(
    useCases.map((kind) => [
      kind,
      [
        "contract",
        "package",
        "kysely",
        "node:fs/promises",
        "core",
        "own content",
        "own defaults",
        "own mails",
        "own part",
        "own rules",
        "own sql",
        "own view",
        ...useCases.map((each) => `own ${each}`),
        "other rules",
        "other service",
        "other view",
        "api/demo/catalogue.ts",
        "api/demo/showcase.ts",
      ],
    ]),
  ),
  routes: [
    "contract",
    "package",
    "core",
    "core/http",
    "own csv",
    "own part",
    "own pdf",
    "own rules",
    "own service",
    "own sql",
    "own svg",
    "own view",
    "own xlsx",
    "other view",
  ],
  jobs: [
    "contract",
    "package",
    "core",
    "own content",
    "own files",
    "own mails",
    "own part",
    "own pdf",
    "own rules",
    "own service",
    "own sql",
    "own view",
    "other service",
  ],
  feature: ["core", "own jobs", "own routes", "own service", "own sql"],
  mails: ["contract", "core/mail", "core/mailText", "core/mailTexts", "core/money", "core/formats"],
  view: [
    "contract",
    "core/money",
    "core/pictures",
    "own rules",
    "own sql",
    "own view",
    "other rules",
    "other view",
  ],
  part: [
    "contract",
    "package",
    "node:fs/promises",
    "core/errors",
    "core/formats",
    "core/lists",
    "core/money",
    "core/zip",
    "own part",
    "own rules",
    "own view",
    "other rules",
  ],
  defaults: ["contract", "core/mailText"],
  ...Object.fromEntries(
    documents.map((kind) => [
      kind,
      [
        "contract",
        "package",
        "sharp",
        "core/money",
        "core/pdf",
        "core/sheetLook",
        "core/formats",
        "own part",
        "own rules",
        ...documents.map((each) => `own ${each}`),
      ],
    ]),
  ),
};

/** The feature that a file belongs to, in the server or the web app. */
export const featureOf = (file: string) => /\/features\/([^/]+)\//.exec(file)?.[1];
const { workspaces } = JSON.parse(textOf("package.json")) as { workspaces: string[] };
const ownFolders = [...workspaces, "scripts"];
export const isPackage = (to: string) => !ownFolders.some((folder) => to.startsWith(`${folder}/`));
export const isContract = (to: string) => to.startsWith("@tonneline/contract/");
export const isTestAid = (file: string) => /\.(test|harness|fixtures)\.ts$/.test(file);
/** A file's second name: `sql` for `x.sql.ts`, `part` for `x.ts`. */
export const kindOf = (file: string) =>
  path.basename(file).split(".").slice(1, -1).join(".") || "part";

/** Whether an import matches an entry of the table. */
export function isOf(what: string, { from, to }: Import): boolean {
  const file = to.replace(/^api\/src\//, "");
  const where = featureOf(to) === featureOf(from) ? "own" : "other";
  if (what === "contract") return isContract(to);
  // Packages with access to the outside world must be listed individually.
  const reaching = /^(node:(fs|http|net|child_process)|pg|kysely|sharp|fastify|@fastify)(\/|$)/;
  if (what === "package") return isPackage(to) && !isContract(to) && !reaching.test(to);
  if (what === "core") return file.startsWith("core/") && !file.startsWith("core/http/");
  if (/^(own|other) /.test(what))
    return featureOf(to) !== undefined && what === `${where} ${kindOf(to)}`;
  return to === what || file === `${what}.ts` || file.startsWith(`${what}/`);
}
