import { recordFields, vintageFields } from "@tonneline/contract/evidence";
import { codeNames } from "@tonneline/contract/codes";
import { describe, expect, test } from "vitest";
import {
  bestKnown,
  nameAtRegistry,
  recordOf,
  vintageRecordsOf,
  type RecordSource,
} from "./record.rules.ts";

const facts = {
  status: "Registered",
  auditor: "",
  type: "Wetland Restoration",
  methodology: "VM0033",
  countries: ["PK"],
  impactType: "MIXED",
  methodologyVersion: "",
  siteLocation: "",
  registeredOn: "2021-12-20",
  firstVintageYear: 2015,
  bufferPool: 575_431,
};
const delta: RecordSource = {
  externalId: "VCS2250",
  registryName: "Verra",
  registryStatus: "Registered",
  projectTypeName: "Wetland Restoration",
  countries: ["PK"],
  methodology: "VM0033",
  auditorName: null,
  labels: [],
  figures: { firstYear: 2015, issued: 4_802_658, retired: 3_202_662 },
  imported: { facts, source: "VROD v2025-12", asOf: "2025-12-31" },
  operatorFacts: [],
  vintages: [
    {
      id: 21,
      year: 2021,
      impactType: "MIXED",
      creditType: "EX_POST",
      methodology: "VM0033",
      status: "ACTIVE",
      registryIssued: 90_000,
      registryRetired: 20_000,
      operatorFacts: [],
    },
  ],
};
const vintage = delta.vintages[0]!;
const own: RecordSource = {
  ...delta,
  externalId: null,
  registryStatus: null,
  methodology: "Other",
  countries: [],
  vintages: [],
  figures: null,
  imported: null,
};
const fieldOf = (project: RecordSource, field: (typeof recordFields)[number]) =>
  recordOf(project).fields.find((each) => each.field === field);
const stateOf = (project: RecordSource, field: (typeof recordFields)[number]) =>
  fieldOf(project, field)!.state;

describe("The record of a project", () => {
  test("knows eleven of fourteen facts of Delta Blue Carbon from the export of its registry", () => {
    const record = recordOf(delta);
    expect(record).toMatchObject({ known: 11, of: 14 });
    expect(record.fields.map(({ field }) => field)).toEqual([...recordFields]);
    const unknown = record.fields.filter(({ state }) => state === "UNKNOWN");
    expect(unknown.map(({ field }) => field)).toEqual([
      "siteLocation",
      "methodologyVersion",
      "verifier",
    ]);
    expect(unknown[0]).toEqual({ field: "siteLocation", state: "UNKNOWN" });
  });

  test("names the export of the registry and its day as the source", () => {
    const values = Object.fromEntries(
      recordOf(delta).fields.map(({ field, value }) => [field, value]),
    );
    expect(values).toMatchObject({
      registryId: "Verra VCS2250",
      country: "Pakistan",
      firstVintage: "2015",
      issuedAndRetired: "4,802,658 t issued, 3,202,662 t retired or cancelled",
      impactType: "Reduction and removal",
      reversalCover: "Buffer pool, 575,431 t",
      article6: "No authorisation shown by the registry",
    });
    const known = recordOf(delta).fields.filter(({ state }) => state === "KNOWN");
    expect(new Set(known.map(({ source, asOf }) => `${source} ${asOf}`))).toEqual(
      new Set(["VROD v2025-12 2025-12-31"]),
    );
  });

  test.each([
    ["registryStatus", { registryStatus: "On hold" }],
    ["projectType", { projectTypeName: "Mangroves" }],
    ["country", { countries: ["PK", "IN"] }],
    ["methodology", { methodology: "VM0047" }],
    ["verifier", { auditorName: "An auditor" }],
    ["impactType", { vintages: [{ ...vintage, impactType: "REMOVAL_SHORT" }] }],
    ["impactType", { vintages: [vintage, { ...vintage, impactType: "REMOVAL_SHORT" }] }],
  ] as const)(
    "names the seller as the source of %s once an operator has changed it",
    (field, change) => {
      expect(fieldOf({ ...delta, ...change }, field)).toMatchObject({
        state: "KNOWN",
        source: "The seller",
      });
      expect(fieldOf({ ...delta, ...change }, field)).not.toHaveProperty("asOf");
    },
  );

  test("names the registry as the source of the verifier and the impact that it exports", () => {
    const imported = { ...delta.imported!, facts: { ...facts, auditor: "AENOR" } };
    const project = { ...delta, imported, auditorName: "AENOR", vintages: [] };
    expect(fieldOf(project, "verifier")).toMatchObject({ source: "VROD v2025-12" });
    expect(fieldOf(project, "impactType")).toMatchObject({
      value: "Reduction and removal",
      source: "VROD v2025-12",
    });
  });

  test("infers nothing about a project that is in no registry file", () => {
    const record = recordOf(own);
    expect(record.known).toBe(1);
    expect(fieldOf(own, "projectType")).toMatchObject({ state: "KNOWN", source: "The seller" });
    expect(stateOf(own, "article6")).toBe("UNKNOWN");
    expect(stateOf(own, "methodology")).toBe("UNKNOWN");
  });

  test("takes the first vintage from the registry's figures if the export has none", () => {
    const imported = { ...delta.imported!, facts: { ...facts, firstVintageYear: null } };
    expect(fieldOf({ ...delta, imported }, "firstVintage")).toMatchObject({ value: "2015" });
    expect(stateOf({ ...delta, imported, figures: null }, "firstVintage")).toBe("UNKNOWN");
  });

  test.each([
    ["stored carbon without a pool", "Wetland Restoration", ["REDUCTION"], 0, "UNKNOWN"],
    ["a removal without a pool", "Biochar", ["REMOVAL_LONG"], 0, "UNKNOWN"],
    ["one removal among reductions", "Biochar", ["REDUCTION", "REMOVAL_LONG"], 0, "UNKNOWN"],
    ["a reduction that nothing can reverse", "Wind", ["REDUCTION"], 0, "NOT_APPLICABLE"],
    ["one tonne in the pool", "Wind", ["REDUCTION"], 1, "KNOWN"],
  ] as const)(
    "has a reversal cover for %s",
    (_name, projectTypeName, impactTypes, bufferPool, state) => {
      const imported = { ...delta.imported!, facts: { ...facts, bufferPool } };
      const vintages = impactTypes.map((impactType) => ({ ...vintage, impactType }));
      expect(stateOf({ ...delta, projectTypeName, vintages, imported }, "reversalCover")).toBe(
        state,
      );
    },
  );

  test("names an authorisation under Article 6 with the label's own source", () => {
    const label = { kind: "ARTICLE_6", source: "CARP", asOf: "2026-02-01" };
    const labels = [{ ...label, detail: "Authorised: other purposes" }];
    expect(fieldOf({ ...delta, labels }, "article6")).toEqual({
      field: "article6",
      state: "KNOWN",
      value: "Authorised: other purposes",
      source: "CARP",
      asOf: "2026-02-01",
    });
    const older = { ...label, detail: "Not yet", source: "Verra", asOf: "2026-01-31" };
    for (const both of [
      [older, ...labels],
      [...labels, older],
    ]) {
      expect(fieldOf({ ...delta, labels: both }, "article6")).toMatchObject({ source: "CARP" });
    }
    const unnamed = [{ ...label, detail: "" }];
    expect(fieldOf({ ...delta, labels: unnamed }, "article6")!.value).toBe("Authorised");
  });

  test("prefers the entry of an operator to that of the registry", () => {
    const operatorFacts = [
      {
        field: "country" as const,
        state: "UNKNOWN" as const,
        source: "Letter",
        asOf: "2026-03-01",
      },
    ];
    expect(recordOf({ ...delta, operatorFacts }).known).toBe(10);
    expect(fieldOf({ ...delta, operatorFacts }, "country")).toEqual(operatorFacts[0]);
  });
});

describe("The record of a vintage", () => {
  const recordsOf = (project: RecordSource) => vintageRecordsOf(project);
  const factOf = (project: RecordSource, field: string, nth = 0) =>
    recordsOf(project)[nth]!.fields.find((each) => each.field === field);

  test("has fourteen facts, and lists those of its own", () => {
    const [record] = recordsOf(delta);
    expect(record).toMatchObject({ id: 21, known: 11, of: 14 });
    expect(record!.fields.map(({ field }) => field)).toEqual([...vintageFields]);
    expect(factOf(delta, "issuedAndRetired")).toEqual({
      field: "issuedAndRetired",
      state: "KNOWN",
      value: "90,000 t issued, 20,000 t retired or cancelled",
      source: "VROD v2025-12",
      asOf: "2025-12-31",
    });
  });

  test.each([
    [
      "nothing issued of expected credits",
      { creditType: "EX_ANTE" },
      "issuedAndRetired",
      "NOT_APPLICABLE",
    ],
    ["issues that the registry does not name", {}, "issuedAndRetired", "UNKNOWN"],
    [
      "no cover of what cannot be reversed",
      { impactType: "REDUCTION" },
      "reversalCover",
      "NOT_APPLICABLE",
    ],
    ["an unknown cover of a removal", { impactType: "REMOVAL_LONG" }, "reversalCover", "UNKNOWN"],
  ] as const)("differs by vintage: %s", (_what, change, field, state) => {
    const imported = { ...delta.imported!, facts: { ...facts, bufferPool: 0 } };
    const vintages = [
      vintage,
      { ...vintage, registryIssued: null, registryRetired: null, ...change },
    ];
    const project = { ...delta, projectTypeName: "Wind", imported, vintages };
    expect(factOf(project, field, 1)?.state).toBe(state);
  });

  test("states the impact of each vintage", () => {
    const project = {
      ...delta,
      vintages: [vintage, { ...vintage, impactType: "REMOVAL_LONG" }],
    };
    expect(factOf(project, "impactType", 0)).toMatchObject({ source: "VROD v2025-12" });
    const own = factOf(project, "impactType", 1);
    expect(own).toMatchObject({ value: codeNames.REMOVAL_LONG, source: "The seller" });
  });

  test.each([
    ["its own", "VM0047", "VM0047", "The seller"],
    ["its project's where it has none", "", "VM0033", "VROD v2025-12"],
    ["its project's where it has a vague one", "Other", "VM0033", "VROD v2025-12"],
  ])("has %s methodology", (_whose, methodology, value, source) => {
    const project = { ...delta, vintages: [{ ...vintage, methodology }] };
    expect(factOf(project, "methodology")).toMatchObject({ value, source });
  });

  test("names labels with their scope and the newest day, and their absence for exported projects only", () => {
    const label = { source: "Verra", asOf: "2025-12-01" };
    const labels = [
      { ...label, kind: "ARTICLE_6", detail: "Authorised" },
      { ...label, kind: "CCP", detail: "" },
      { ...label, kind: "CORSIA", detail: "2024-2026 scope", asOf: "2026-01-01" },
    ];
    expect(factOf({ ...delta, labels }, "labels")).toMatchObject({
      value: "CCP; CORSIA 2024-2026 scope",
      asOf: "2026-01-01",
    });
    const other = { ...label, kind: "SOCIAL_CARBON", detail: "" };
    expect(factOf({ ...delta, labels: [other] }, "labels")?.value).toBe("Social Carbon");
    const turned = labels.toReversed();
    expect(factOf({ ...delta, labels: turned }, "labels")?.asOf).toBe("2026-01-01");
    expect(factOf({ ...delta, labels }, "article6")?.value).toBe("Authorised");
    expect(factOf(delta, "labels")?.value).toBe("None shown by the registry");
    expect(factOf({ ...delta, imported: null }, "labels")?.state).toBe("UNKNOWN");
  });

  test("prefers its own entry to that of its project, which does not apply to its tonnes", () => {
    const fact = (field: "verifier" | "issuedAndRetired", value: string) => ({
      field,
      state: "KNOWN" as const,
      value,
      source: "Letter",
      asOf: "2026-03-01",
    });
    const operatorFacts = [fact("verifier", "SCS"), fact("issuedAndRetired", "All of it")];
    const vintages = [{ ...vintage, operatorFacts: [fact("verifier", "AENOR")] }, vintage];
    const project = { ...delta, operatorFacts, vintages };
    expect([0, 1].map((nth) => factOf(project, "verifier", nth)?.value)).toEqual(["AENOR", "SCS"]);
    expect(factOf(project, "issuedAndRetired")?.value).toMatch(/^90,000 t/);
    expect(recordsOf(project).map(({ known }) => known)).toEqual([12, 12]);
  });

  test("is counted on the card: the best known one on sale, or the project if there is none", () => {
    const worse = { ...vintage, registryIssued: null, registryRetired: null };
    expect(bestKnown({ ...delta, vintages: [worse, vintage] })).toEqual({ known: 11, of: 14 });
    const gone = { ...vintage, status: "WITHDRAWN" };
    expect(bestKnown({ ...delta, vintages: [worse, gone] })).toEqual({ known: 10, of: 14 });
    expect(bestKnown({ ...delta, vintages: [] })).toEqual({ known: 11, of: 14 });
  });
});

test.each([
  [undefined, null],
  ["Delta Blue Carbon", null],
  ["DELTA BLUE CARBON - 1", "DELTA BLUE CARBON - 1"],
])("for the registry's name %j, %j is returned as the name there", (name, told) => {
  const imported = { ...delta.imported!, facts: { ...facts, name } };
  expect(nameAtRegistry({ name: "Delta Blue Carbon", imported })).toBe(told);
});
