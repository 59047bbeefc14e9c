import { describe, expect, test } from "vitest";
import { activities } from "./activities.rules.ts";
import { labelsOf } from "./labels.rules.ts";
import { continentOf, spokenCountry } from "../catalogue/places.rules.ts";
import {
  knownProjectType,
  projectTypes,
  type ProjectType,
} from "../directory/projectTypes.rules.ts";
import {
  developerName,
  impactType,
  registryCode,
  registryStage,
} from "../directory/registries.rules.ts";
import { indicativeGoals } from "./sdgs.rules.ts";
import { seeded, seededInt } from "./seeded.rules.ts";

describe("project types", () => {
  test("are found in any case and spelled uniformly", () => {
    expect(knownProjectType("Solar - centralized")).toBe("Solar - Centralized");
    expect(knownProjectType("Improved irrigation management")).toBe(
      "Improved Irrigation Management",
    );
    expect(knownProjectType("Time travel")).toBeNull();
  });

  test("each have goals with 13 in ascending order and an activity in words", () => {
    for (const type of Object.keys(projectTypes) as ProjectType[]) {
      const goals = indicativeGoals(type);
      expect(goals).toContain(13);
      expect(goals.length).toBeGreaterThan(1);
      for (const goal of goals) expect(goal).toBeGreaterThanOrEqual(1);
      for (const goal of goals) expect(goal).toBeLessThanOrEqual(17);
      expect(goals).toEqual([...new Set(goals)].sort((a, b) => a - b));
      expect(activities[type]).toMatch(/; its credits count /);
    }
    expect(indicativeGoals(null)).toEqual([13]);
  });
});

test("a certifications cell becomes one label per kind", () => {
  expect(labelsOf("CCB-Gold; CCB-No Distinction; ICVCM CCP-Approved")).toEqual({
    labels: [
      { kind: "CCB", detail: "Gold" },
      { kind: "CCP", detail: "Approved" },
    ],
    unknown: [],
  });
  expect(labelsOf("CORSIA – Pilot Phase, 2021-2023 Eligible").labels).toEqual([
    { kind: "CORSIA", detail: "Pilot Phase, 2021-2023 eligible" },
  ]);
  expect(
    labelsOf("Article 6 Authorized – Intl mitigation purposes; Article 6 Authorized – NDC Use")
      .labels,
  ).toEqual([
    { kind: "ARTICLE_6", detail: "Authorised: international mitigation, national contributions" },
  ]);
  expect(labelsOf("Social Carbon; Moon Label")).toEqual({
    labels: [{ kind: "SOCIAL_CARBON", detail: "" }],
    unknown: ["Moon Label"],
  });
});

describe("labels", () => {
  test.each([
    ["", [], []],
    [" ; ;", [], []],
    ["CCB-No Distinction", [{ kind: "CCB", detail: "No Distinction" }], []],
    ["ccb-Gold;CCB-Gold", [{ kind: "CCB", detail: "Gold" }], []],
    ["CCB-Silver; CCB-Gold", [{ kind: "CCB", detail: "Gold, Silver" }], []],
    ["CORSIA - First Phase Scope", [{ kind: "CORSIA", detail: "First Phase scope" }], []],
    [
      "Article 6 Authorized – Something new",
      [{ kind: "ARTICLE_6", detail: "Authorised: Something new" }],
      [],
    ],
    ["Not ICVCM CCP; CCB-", [], ["Not ICVCM CCP", "CCB-"]],
  ])("of %j", (cell, labels, unknown) => {
    expect(labelsOf(cell)).toEqual({ labels, unknown });
  });

  test("are in a fixed order, whatever the order in the cell", () => {
    const cells = ["Social Carbon", "ICVCM CCP", "CCB-Gold", "Article 6 Authorized - NDC use"];
    const kinds = ["ARTICLE_6", "CCB", "CCP", "SOCIAL_CARBON"];
    for (const cell of [cells, cells.toReversed()])
      expect(labelsOf(cell.join(";")).labels.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe("a registry", () => {
  test.each([
    ["VCS", "VCS"],
    ["vcs", "VCS"],
    ["Verra", "VCS"],
    ["gold standard", "GOLD"],
    ["Puro.earth", "Puro.earth"],
    ["", ""],
  ])("given as %j has the code %j", (text, code) => {
    expect(registryCode(text)).toBe(code);
  });
});

test.each([
  ["Registered", "", "ACTIVE"],
  ["Late to verify", "", "ACTIVE"],
  ["Under validation", "", "PIPELINE"],
  ["Withdrawn", "", "CLOSED"],
  ["Registration request denied", "", "CLOSED"],
  ["A wording of tomorrow", "", "CLOSED"],
  ["", "Active ARB Project", "ACTIVE"],
  ["", "ARB Terminated", "CLOSED"],
  ["", "Listed - Proposed Project", "PIPELINE"],
  ["", "", "CLOSED"],
  ["Registered", "ARB Terminated", "ACTIVE"],
  ["", "Inactive", "CLOSED"],
  ["", "Transferred to another programme", "CLOSED"],
])("status %j with compliance status %j is %s", (status, compliance, stage) => {
  expect(registryStage(status, compliance)).toBe(stage);
});

test("placeholder names do not become developers", () => {
  expect(developerName("Multiple Proponents")).toBe("Multiple proponents");
  expect(developerName("Deactivated Projects")).toBe("Multiple proponents");
  expect(developerName("Nike")).toBe("Nike");
});

test("impact types follow the database's wording", () => {
  expect(impactType("Impermanent Removal")).toBe("REMOVAL_SHORT");
  expect(impactType("Long-Duration Removal")).toBe("REMOVAL_LONG");
  expect(impactType("removal")).toBe("REMOVAL_SHORT");
  expect(impactType("Reduction")).toBe("REDUCTION");
  expect(impactType("Mixed")).toBe("MIXED");
  expect(impactType("Something")).toBeNull();
});

test("countries have a continent and a name that fits a sentence", () => {
  expect(continentOf("XK")).toBe("Europe");
  expect(continentOf("US")).toBe("North America");
  expect(continentOf("ZZ")).toBeNull();
  expect(spokenCountry("US")).toBe("the United States");
  expect(spokenCountry("KE")).toBe("Kenya");
  expect(spokenCountry("PH")).toBe("the Philippines");
  expect(spokenCountry("CD")).toBe("the Democratic Republic of the Congo");
  expect(spokenCountry("ZZ")).toBe("ZZ");
});

test.each([["CORSIA"], ["Article 6"]])("the label %s alone is not a known label", (text) => {
  expect(labelsOf(text)).toEqual({ labels: [], unknown: [text] });
});

test("choices depend only on key and purpose, and spread evenly", () => {
  expect(seeded("VCS1", "price")).toBe(seeded("VCS1", "price"));
  expect(seeded("VCS1", "price")).not.toBe(seeded("VCS1", "stock"));
  const tens = new Map<number, number>();
  for (let i = 0; i < 10_000; i++) {
    const n = seededInt(`VCS${i}`, "spread", 1, 10);
    tens.set(n, (tens.get(n) ?? 0) + 1);
  }
  expect([...tens.keys()].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  for (const count of tens.values()) expect(count).toBeGreaterThan(800);
});
