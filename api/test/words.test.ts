import { recordActions } from "@tonneline/contract/records";
import { expect, test } from "vitest";
import { allEndpoints } from "../src/core/http/endpoints.ts";
import { purposeWords } from "../src/features/retirements/certificate.content.ts";
import { filesBelow, textOf } from "./imports.ts";

/** The folders with a subject's files, named after the subject. */
const places = {
  contract: "contract/src",
  server: "api/src/features",
  pages: "web/src/features",
  texts: "web/src/locales/en",
} as const;
type Place = keyof typeof places;

interface Subject {
  /** Where it has no files. */
  without?: readonly Place[];
  /** Further files of the contract and of the texts that belong to it. */
  parts?: readonly string[];
  /** The prefixes of its calls, under /api/v1. */
  addresses?: readonly string[];
  /** The schema file with its tables. */
  schema?: string;
}

/** Every subject, once: the same word in the contract, on the server, in the pages and their texts. */
const subjects: Record<string, Subject> = {
  accounts: {
    parts: ["account", "passkeys", "secondFactor", "sessions"],
    addresses: [
      "/auth/",
      "/avatars/",
      "/me/avatar",
      "/me/passkeys",
      "/me/password",
      "/me/second-factor",
      "/me/sessions",
      "/management/users/:id/second-factor",
    ],
    schema: "accounts",
  },
  approvals: {
    parts: ["approvalRules"],
    addresses: ["/me/approvals", "/me/company/approval-rules", "/me/company/budgets"],
    schema: "orders",
  },
  audit: { addresses: ["/management/audit"], schema: "audit" },
  bank: { parts: ["bankRefunds", "bankRules"], addresses: ["/management/bank"], schema: "bank" },
  bookkeeping: { addresses: ["/management/bookkeeping"] },
  cart: { parts: ["legacyCart"], addresses: ["/me/cart"], schema: "cart" },
  catalogue: {
    parts: ["finding", "projectPage", "sources"],
    addresses: ["/projects", "/reports"],
    schema: "catalogue",
  },
  compare: { addresses: ["/vintages"] },
  company: {
    parts: ["companies", "eInvoices"],
    addresses: ["/me/company", "/auth/invitations", "/management/companies"],
    schema: "accounts",
  },
  dashboard: { addresses: ["/management/dashboard"] },
  deletion: { without: ["contract", "server"] },
  demo: { without: ["contract", "pages", "texts"] },
  directory: {
    addresses: ["auditors", "developers", "project-types", "registries"].map(
      (list) => `/management/${list}`,
    ),
    schema: "directory",
  },
  documents: { addresses: ["/me/documents", "/management/companies/:id/account"] },
  evidence: {
    addresses: [
      "/projects/:id/evidence",
      "/management/evidence",
      "/management/projects/:id/evidence",
    ],
    schema: "projects",
  },
  flags: { addresses: ["/management/flags"], schema: "settings" },
  imports: { addresses: ["/management/imports"], schema: "projects" },
  invoices: { without: ["contract", "pages", "texts"], schema: "orders" },
  ledger: { without: ["contract", "pages", "texts"], schema: "ledger" },
  mails: {
    parts: ["mailTexts"],
    addresses: ["/management/mails", "/management/mail-texts"],
    schema: "messages",
  },
  notifications: { addresses: ["/me/notifications"], schema: "messages" },
  orders: {
    parts: ["corrections", "forecast", "orderDecisions", "orderFiles"],
    addresses: ["/me/orders", "/management/orders"],
    schema: "orders",
  },
  partners: { addresses: ["/management/partners"], schema: "accounts" },
  prices: { addresses: ["/management/prices"] },
  priceLists: {
    addresses: ["/management/price-lists"],
    schema: "catalogue",
  },
  people: { addresses: ["/management/users", "/management/roles"], schema: "accounts" },
  portfolio: { addresses: ["/me/portfolio"], schema: "ledger" },
  privacy: {
    addresses: [
      "/me/data",
      "/me/erasure",
      "/management/users/:id/data",
      "/management/users/:id/erasure",
    ],
  },
  projects: {
    parts: ["editor", "projectMedia", "vintages"],
    addresses: ["/management/projects", "/images/", "/documents/"],
    schema: "projects",
  },
  receivables: {
    addresses: ["/management/receivables", "/management/orders/:id/reminders"],
    schema: "bank",
  },
  quotes: { addresses: ["/me/quotes", "/management/quotes"], schema: "orders" },
  records: { parts: ["runs"], addresses: ["/management/records"], schema: "settings" },
  reports: {
    parts: ["managedReports"],
    addresses: ["/me/reports", "/management/reports"],
    schema: "catalogue",
  },
  retirements: {
    parts: ["certificates", "managedRetirements"],
    addresses: ["/me/retirements", "/management/retirements", "/certificates/"],
    schema: "ledger",
  },
  settings: {
    parts: ["client"],
    addresses: ["/management/settings", "/client-settings", "/site-files/"],
    schema: "settings",
  },
  shortlists: {
    parts: ["hearts"],
    addresses: ["/me/shortlists", "/me/searches", "/shared-shortlists/"],
    schema: "cart",
  },
  support: {
    addresses: ["/support/", "/management/support-requests", "/me/support-requests"],
    schema: "messages",
  },
  vatChecks: {
    without: ["pages", "texts"],
    addresses: ["/management/companies/:id/vat-checks"],
    schema: "accounts",
  },
  views: { without: ["pages", "texts"], addresses: ["/me/views"], schema: "settings" },
};

/** Texts of the frame around all subjects. */
const frame = ["app", "characters", "management", "offline", "table"];

const names = Object.keys(subjects);
const partsOf = (name: string) => [name, ...(subjects[name]!.parts ?? [])];
const foldersOf = (place: Place) => [
  ...new Set(
    filesBelow(places[place])
      .filter((file) => !file.endsWith(".test.ts"))
      .map((file) => file.slice(places[place].length + 1).split(/[/.]/)[0]!),
  ),
];
const endpoints = await allEndpoints();

test.each(["server", "pages"] as const)(
  "A feature folder of the %s belongs to a subject",
  (place) => {
    const wanted = names.filter((name) => !subjects[name]!.without?.includes(place));
    expect(foldersOf(place).toSorted()).toEqual(wanted.toSorted());
  },
);

test("A file of texts belongs to a subject, a part of one, or the frame", () => {
  const known = new Set([...names.flatMap(partsOf), ...frame]);
  expect(foldersOf("texts").filter((folder) => !known.has(folder))).toEqual([]);
  const withTexts = names.filter((name) => foldersOf("texts").includes(name));
  expect(withTexts).toEqual(names.filter((name) => !subjects[name]!.without?.includes("texts")));
});

test("A file of the contract that has calls belongs to a subject, or a part of one", () => {
  const files = new Set(endpoints.map(({ module }) => module));
  const wanted = names.filter((name) => !subjects[name]!.without?.includes("contract"));
  const known = wanted.flatMap(partsOf);
  expect([...files].filter((file) => !known.includes(file))).toEqual([]);
  expect(wanted.filter((name) => !files.has(name))).toEqual([]);
});

test("A call's path belongs to its subject", () => {
  const ownerOf = (path: string) =>
    names
      .flatMap((name) => (subjects[name]!.addresses ?? []).map((address) => ({ name, address })))
      .filter(({ address }) => path.startsWith(address))
      // The longest prefix is the most specific.
      .toSorted((one, other) => other.address.length - one.address.length)[0]?.name;
  const elsewhere = endpoints.filter(({ module, endpoint: { path } }) => {
    const owner = path === "/me" ? "accounts" : ownerOf(path);
    return owner === undefined || !partsOf(owner).includes(module);
  });
  expect(elsewhere.map(({ name, endpoint: { path } }) => `${name} ${path}`)).toEqual([]);
});

test("An operators' page has the path of the calls that it makes", () => {
  const calls = new Set(endpoints.map(({ endpoint }) => endpoint.path.split("/", 3).join("/")));
  const pages = [...textOf("web/src/lib/paths.ts").matchAll(/"(\/management\/[\w-]+)/g)];
  expect(pages.length).toBeGreaterThan(10);
  expect(pages.map(([, page]) => page!).filter((page) => !calls.has(page))).toEqual([]);
});

test("A file of the schema is named after a subject, except for the base and messages", () => {
  const files = filesBelow("api/schema").map((file) => /\d+_(\w+)\.sql$/.exec(file)![1]!);
  const known = names.flatMap((name) => subjects[name]!.schema ?? []);
  expect(files.filter((file) => file !== "base" && !known.includes(file))).toEqual([]);
  expect(known.filter((file) => !files.includes(file))).toEqual([]);
  const foreign = files.filter((file) => !names.includes(file));
  expect(foreign.toSorted()).toEqual(["base", "messages"]);
});

test("The files of the schema are numbered without gaps", () => {
  const numbers = filesBelow("api/schema").map((file) => /(\d+)_\w+\.sql$/.exec(file)![1]);
  const counted = numbers.map((_, at) => `${at + 1}`.padStart(2, "0"));
  expect(numbers.toSorted()).toEqual(counted);
});

test("A link in a mail leads to a page", () => {
  const pages = [...textOf("web/src/lib/paths.ts").matchAll(/: "(\/[^"]*)"/g)].map(
    ([, page]) => new RegExp(`^${page!.replaceAll(/\$\w+/g, "[^/]+")}$`),
  );
  const links = filesBelow("api/src/features")
    .filter((file) => /\.(mails|service)\.ts$/.test(file))
    .flatMap((file) => [...textOf(file).matchAll(/\b(?:[pP]ath|link)(?::| =) ["`](\/[^"`?]*)/g)])
    .map(([, link]) => link!.replaceAll(/\$\{[^}]+\}/g, "1"));
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !pages.some((page) => page.test(link)))).toEqual([]);
});

test("Every action of the audit log has a text in the pages", () => {
  const done = filesBelow("api/src")
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => [...textOf(file).matchAll(/\baction: "([\w-]+)\.([\w-]+)"/g)])
    .map(([, subject, verb]) => ({ subject: subject!, verb: verb! }));
  expect(done.length).toBeGreaterThan(80);
  const texts = textOf("web/src/locales/en/audit.ts");
  const hasWords = (verb: string) => new RegExp(`^    "?${verb}"?: "`, "m").test(texts);
  const wordless = done.filter(
    // Those of a record have a text for its type.
    ({ subject, verb }) => !(subject in recordActions) && !hasWords(verb),
  );
  expect(wordless.map(({ subject, verb }) => `${subject}.${verb}`)).toEqual([]);
});

test("A file for a spreadsheet has the same column heads as the pages", () => {
  const heads = filesBelow("api/src/features").flatMap((file) =>
    [...textOf(file).matchAll(/^\s*\["([^"]+)",(?: \(row\)|$)/gm)].map(([, head]) => head!),
  );
  expect(heads.length).toBeGreaterThan(100);
  // "Id" alone is our own id, which no list on a page shows as a column.
  expect(heads.filter((head) => / id\b|Project ID|Purchased/.test(head))).toEqual([]);
});

test("A retirement's purpose has the same wording where it is chosen, read and certified", () => {
  const places = filesBelow("web/src/locales/en").filter((file) =>
    /OWN_EMISSIONS|CORPORATE_INVENTORY|REGULATORY/.test(textOf(file)),
  );
  expect(places).toEqual(["web/src/locales/en/retirements.ts"]);
  const said = Object.entries(purposeWords).map(([purpose, words]) => `${purpose}: "${words}",`);
  for (const each of said) expect(textOf(places[0]!)).toContain(each);
});
