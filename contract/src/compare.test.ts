import { expect, test } from "vitest";
import { comparedFacts, type ComparedVintage } from "./compare.ts";

const plain = {
  year: 2024,
  periodStart: null,
  periodEnd: null,
  price: 10,
  availableCredits: 5,
  status: { id: "ACTIVE", name: "Active" },
  creditType: { id: "EX_POST", name: "Issued" },
  claimType: { id: "COMPENSATION", name: "Compensation" },
  impactType: { id: "AVOIDANCE", name: "Avoidance" },
  expectedDelivery: null,
  methodology: "VM0042",
  registryIssued: 900,
  registryRetired: 0,
  registryRemaining: null,
  record: { known: 3, of: 7, fields: [] as object[] },
};
const project = {
  externalId: "1234",
  registry: { id: 1, name: "Verra" },
  registryStatus: "Registered",
  projectDeveloper: { id: 1, name: "Halden" },
  projectType: { id: 1, name: "Peat" },
  countries: ["Norway", "Sweden"],
  status: { id: "AVAILABLE", name: "Available" },
  labels: [] as object[],
  reports: [] as object[],
};
type Changes = Partial<Omit<typeof plain, "record" | "expectedDelivery">> & {
  expectedDelivery?: string;
  fields?: object[];
  project?: Partial<typeof project>;
};
const aVintage = ({ fields = [], project: of, ...facts }: Changes = {}) =>
  ({
    ...plain,
    ...facts,
    record: { ...plain.record, fields },
    project: { ...project, ...of },
  }) as unknown as ComparedVintage;
const valueOf = (key: string, facts?: Changes) =>
  comparedFacts([aVintage(facts)]).find((fact) => fact.key === key)!.values[0];

const expected = { creditType: { id: "EX_ANTE", name: "Expected" }, expectedDelivery: "2027-Q4" };
const withdrawn = { status: { id: "WITHDRAWN", name: "Withdrawn" } };
const onRequest = { project: { status: { id: "CONTACT_REQUIRED", name: "On request" } } };
const labels = (...details: string[]) => ({
  project: { labels: details.map((detail) => ({ kind: "CCB", detail })) },
});
const verifier = (state: string, value?: string) => ({
  fields: [{ field: "verifier", state, value }],
});

test.each<[string, string, Changes, string | number | null]>([
  ["a price", "price", {}, 10],
  ["no price if it was withdrawn", "price", withdrawn, "–"],
  ["no price if it is on request", "price", onRequest, null],
  ["the project's status", "status", {}, "Available"],
  ["its own status if it was withdrawn", "status", withdrawn, "Withdrawn"],
  ["nothing available", "available", { availableCredits: 0 }, 0],
  ["that it is issued", "creditType", {}, "Issued"],
  ["when it is expected", "creditType", expected, "Expected Q4 2027"],
  ["its year", "period", {}, "2024"],
  [
    "its period",
    "period",
    { periodStart: "2024-02-01" as never, periodEnd: "2025-01-31" as never },
    "1 Feb 2024 – 31 Jan 2025",
  ],
  [
    "its year if half of the period is missing",
    "period",
    { periodEnd: "2025-01-31" as never },
    "2024",
  ],
  ["no label", "CCB", {}, null],
  ["a label", "CCB", labels(""), "Yes"],
  ["labels with details", "CCB", labels("Gold", "Climate"), "Gold, Climate"],
  ["no label of another kind", "CCP", labels("Gold"), null],
  ["what is known", "known", {}, "3 of 7"],
  ["its countries", "countries", {}, "Norway, Sweden"],
  ["its registry and number", "registry", {}, "Verra 1234"],
  [
    "its registry without a number",
    "registry",
    { project: { externalId: null as never } },
    "Verra",
  ],
  [
    "the cheapest report",
    "report",
    { project: { reports: [{ price: 390 }, { price: 400 }] } },
    390,
  ],
  ["a known fact", "verifier", verifier("KNOWN", "TÜV"), "TÜV"],
  ["a fact that does not apply", "verifier", verifier("NOT_APPLICABLE", "TÜV"), "–"],
  ["an unknown fact", "verifier", {}, null],
  ["what the registry issued", "issued", {}, 900],
  ["that nothing was retired", "retired", {}, 0],
  ["what the registry does not say", "remaining", {}, null],
  ["nothing at the registry before it is issued", "issued", expected, "–"],
])("a comparison shows %s", (_, key, facts, value) => {
  expect(valueOf(key, facts)).toBe(value);
});

test.each([
  [[10, 10], false, undefined],
  [[10, 9], true, undefined],
  [[10, 9, 10], true, 1],
  [[10, 9, 8], true, undefined],
  [[10, 10, 9, 9], true, undefined],
  [[9, 10, 10, 10], true, 0],
  [[10], false, undefined],
])(
  "of prices %j it says whether they differ: %s, and which one alone: %s",
  (prices, differs, odd) => {
    const facts = comparedFacts(prices.map((price) => aVintage({ price })));
    const fact = facts.find(({ key }) => key === "price");
    expect(fact).toMatchObject({ values: prices, differs, odd });
  },
);

test("facts that differ come first in their group, and groups in their order", () => {
  const facts = comparedFacts([
    aVintage(),
    aVintage({ availableCredits: 4, methodology: "VM0007" }),
  ]);
  const groups = facts.map(({ group }) => group);
  expect([...new Set(groups)]).toEqual(["price", "credit", "labels", "record"]);
  const first = (group: string) => facts.find((fact) => fact.group === group)!.key;
  expect(["price", "record"].map(first)).toEqual(["available", "methodology"]);
});
