import { describe, expect, test } from "vitest";
import { activities } from "./activities.rules.ts";
import { labelsOf } from "./labels.rules.ts";
import { continentOf, spokenCountry } from "./places.rules.ts";
import { knownProjectType, projectTypes, type ProjectType } from "./project-types.rules.ts";
import { developerName, impactType, registryStage } from "./registry.rules.ts";
import { indicativeGoals } from "./sdgs.rules.ts";
import { seeded, seededInt } from "./seeded.rules.ts";

describe("project types", () => {
  test("are found in any case and given one spelling", () => {
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
      expect(goals).toEqual([...new Set(goals)].sort((a, b) => a - b));
      expect(activities[type]).toMatch(/; the tonnes /);
    }
    expect(indicativeGoals(null)).toEqual([13]);
  });
});

test("a certifications cell becomes one label a kind", () => {
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
])("status %j with compliance status %j is %s", (status, compliance, stage) => {
  expect(registryStage(status, compliance)).toBe(stage);
});

test("nobody is made of placeholder developers", () => {
  expect(developerName("Multiple Proponents")).toBe("Multiple proponents");
  expect(developerName("Deactivated Projects")).toBe("Multiple proponents");
  expect(developerName("Nike")).toBe("Nike");
});

test("impact types follow the database's wording", () => {
  expect(impactType("Impermanent Removal")).toBe("REMOVAL");
  expect(impactType("Mixed")).toBe("MIXED");
  expect(impactType("Something")).toBeNull();
});

test("countries have a continent and a name that fits a sentence", () => {
  expect(continentOf("XK")).toBe("Europe");
  expect(continentOf("US")).toBe("North America");
  expect(continentOf("ZZ")).toBeNull();
  expect(spokenCountry("US")).toBe("the United States");
  expect(spokenCountry("KE")).toBe("Kenya");
});

test("choices depend on key and purpose alone and spread evenly", () => {
  expect(seeded("VCS1", "price")).toBe(seeded("VCS1", "price"));
  expect(seeded("VCS1", "price")).not.toBe(seeded("VCS1", "stock"));
  const tens = new Map<number, number>();
  for (let i = 0; i < 10_000; i++) {
    const n = seededInt(`VCS${i}`, "spread", 1, 10);
    tens.set(n, (tens.get(n) ?? 0) + 1);
  }
  expect(tens.size).toBe(10);
  for (const count of tens.values()) expect(count).toBeGreaterThan(800);
});
