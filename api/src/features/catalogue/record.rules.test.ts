import { recordFields } from "@tonneline/contract/evidence";
import { describe, expect, test } from "vitest";
import { recordOf, type RecordSource } from "./record.rules.ts";

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
  projectType: "Wetland Restoration",
  countries: ["PK"],
  methodology: "VM0033",
  auditor: null,
  impactTypes: ["MIXED"],
  article6: [],
  figures: { firstYear: 2015, issued: 4_802_658, retired: 3_202_662 },
  imported: { facts, source: "VROD v2025-12", asOf: "2025-12-31" },
  told: [],
};
const own: RecordSource = {
  ...delta,
  externalId: null,
  registryStatus: null,
  methodology: "Other",
  countries: [],
  impactTypes: [],
  figures: null,
  imported: null,
};
const fieldOf = (project: RecordSource, field: (typeof recordFields)[number]) =>
  recordOf(project).fields.find((each) => each.field === field);
const stateOf = (project: RecordSource, field: (typeof recordFields)[number]) =>
  fieldOf(project, field)!.state;

describe("The record of a project", () => {
  test("has eleven of fourteen facts known of Delta Blue Carbon, as its registry exports it", () => {
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

  test("names the registry's export as the source of what it says, with its day", () => {
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
    ["projectType", { projectType: "Mangroves" }],
    ["country", { countries: ["PK", "IN"] }],
    ["methodology", { methodology: "VM0047" }],
    ["verifier", { auditor: "An auditor" }],
    ["impactType", { impactTypes: ["REMOVAL_SHORT"] }],
  ] as const)("says that %s is the seller's word where an operator changed it", (field, change) => {
    expect(fieldOf({ ...delta, ...change }, field)).toMatchObject({
      state: "KNOWN",
      source: "The seller",
    });
    expect(fieldOf({ ...delta, ...change }, field)).not.toHaveProperty("asOf");
  });

  test("guesses nothing of a project that no registry file has named", () => {
    const record = recordOf(own);
    expect(record.known).toBe(1);
    expect(fieldOf(own, "projectType")).toMatchObject({ state: "KNOWN", source: "The seller" });
    expect(stateOf(own, "article6")).toBe("UNKNOWN");
    expect(stateOf(own, "methodology")).toBe("UNKNOWN");
  });

  test("knows the first vintage from the registry's figures where the export names none", () => {
    const imported = { ...delta.imported!, facts: { ...facts, firstVintageYear: null } };
    expect(fieldOf({ ...delta, imported }, "firstVintage")).toMatchObject({ value: "2015" });
    expect(stateOf({ ...delta, imported, figures: null }, "firstVintage")).toBe("UNKNOWN");
  });

  test.each([
    ["stored carbon without a pool", "Wetland Restoration", ["REDUCTION"], 0, "UNKNOWN"],
    ["a removal without a pool", "Biochar", ["REMOVAL_LONG"], 0, "UNKNOWN"],
    ["a reduction that nothing can reverse", "Wind", ["REDUCTION"], 0, "NOT_APPLICABLE"],
    ["one tonne in the pool", "Wind", ["REDUCTION"], 1, "KNOWN"],
  ] as const)(
    "has a reversal cover for %s",
    (_name, projectType, impactTypes, bufferPool, state) => {
      const imported = { ...delta.imported!, facts: { ...facts, bufferPool } };
      expect(stateOf({ ...delta, projectType, impactTypes, imported }, "reversalCover")).toBe(
        state,
      );
    },
  );

  test("names an authorisation under Article 6 with the label's own source", () => {
    const article6 = [{ detail: "Authorised: other purposes", source: "CARP", asOf: "2026-02-01" }];
    expect(fieldOf({ ...delta, article6 }, "article6")).toEqual({
      field: "article6",
      state: "KNOWN",
      value: "Authorised: other purposes",
      source: "CARP",
      asOf: "2026-02-01",
    });
    const unnamed = [{ ...article6[0]!, detail: "" }];
    expect(fieldOf({ ...delta, article6: unnamed }, "article6")!.value).toBe("Authorised");
  });

  test("puts what an operator told before the registry's word", () => {
    const told = [
      {
        field: "country" as const,
        state: "UNKNOWN" as const,
        source: "Letter",
        asOf: "2026-03-01",
      },
    ];
    expect(recordOf({ ...delta, told }).known).toBe(10);
    expect(fieldOf({ ...delta, told }, "country")).toEqual(told[0]);
  });
});
