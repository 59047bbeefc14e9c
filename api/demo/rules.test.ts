import { describe, expect, test } from "vitest";
import { continentOf } from "../src/features/catalogue/places.rules.ts";
import { projectTypes, type ProjectType } from "../src/features/directory/projectTypes.rules.ts";
import { readDemoProjects } from "./catalogue.ts";
import { exAnteVintages, stock } from "./market.rules.ts";
import { euroRange, priceCents } from "./prices.rules.ts";

const types = Object.keys(projectTypes) as ProjectType[];
const plain = { externalId: "VCS1", registry: "VCS", labelKinds: [], exAnte: false };

describe("a price", () => {
  test("of an unlabelled vintage 2021 stays in its type's range", () => {
    for (const type of types) {
      const [low, high] = euroRange[type];
      for (const externalId of ["VCS1", "VCS934", "VCS4372", "GS11603"]) {
        const price = priceCents({ ...plain, externalId, type, year: 2021 });
        expect(price, type).toBeGreaterThanOrEqual(low * 97);
        expect(price, type).toBeLessThanOrEqual(high * 103);
      }
    }
  });

  test("is higher for a newer vintage and for a CCP label, lower before issuance", () => {
    for (const type of types) {
      const price = priceCents({ ...plain, type, year: 2021 });
      expect(priceCents({ ...plain, type, year: 2024 })).toBeGreaterThan(price);
      expect(priceCents({ ...plain, type, year: 2021, labelKinds: ["CCP"] })).toBeGreaterThan(
        price,
      );
      expect(priceCents({ ...plain, type, year: 2021, exAnte: true })).toBeLessThan(price);
    }
  });

  test("orders the types as the market does", () => {
    const middle = (type: ProjectType) => euroRange[type].reduce((a, b) => a + b) / 2;
    const order: ProjectType[] = [
      "Wind",
      "Cookstoves",
      "Improved Forest Management",
      "Wetland Restoration",
      "Biochar",
      "Direct Air Capture",
    ];
    expect([...order].sort((a, b) => middle(a) - middle(b))).toEqual(order);
  });
});

test("stock is part of what remains, at least 50 t if that much remains, at most 200,000", () => {
  for (let i = 0; i < 500; i++) {
    const remaining = 1 + i * i * 40;
    const tonnes = stock(`VCS${i}`, 2020, remaining, "AVAILABLE");
    expect(tonnes).toBeGreaterThanOrEqual(Math.min(50, remaining));
    expect(tonnes).toBeLessThanOrEqual(Math.min(200_000, remaining));
  }
  expect(stock("VCS1", 2020, 1000, "SOLD_OUT")).toBe(0);
  expect(stock("VCS1", 2020, 1000, "COMING_SOON")).toBe(0);
});

test("only removals are sold before issuance, for 2026 to 2028", () => {
  const of = (type: ProjectType) =>
    Array.from({ length: 100 }, (_, i) => exAnteVintages(`GS${i}`, type, 20_000)).flat();
  expect(of("Wind")).toEqual([]);
  expect(of("Cookstoves")).toEqual([]);
  expect(new Set(of("Afforestation/Reforestation").map(({ year }) => year))).toEqual(
    new Set([2026, 2027, 2028]),
  );
});

describe("the committed catalogue", async () => {
  const { head, projects } = await readDemoProjects();
  const vintages = projects.flatMap((project) =>
    project.vintages.map((vintage) => ({ project, vintage })),
  );

  test("has the size of a marketplace", () => {
    expect(projects.filter((project) => project.vintages.length > 0).length).toBeGreaterThan(3000);
    expect(vintages.length).toBeGreaterThan(9500);
    expect(new Set(projects.flatMap(({ countries }) => countries)).size).toBeGreaterThan(90);
    expect(projects.filter(({ financing }) => financing).length).toBeGreaterThanOrEqual(14);
    expect(projects.filter(({ sponsoring }) => sponsoring).length).toBeGreaterThanOrEqual(9);
    expect(head.projects).toBe(projects.length);
  });

  test("names each project once, in order", () => {
    const ids = projects.map(({ externalId }) => externalId);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)));
  });

  test("knows every project's type and continent and gives it goal 13", () => {
    for (const project of projects) {
      expect(types).toContain(project.type);
      expect(project.sdgs).toContain(13);
      expect(project.continent).toBe(continentOf(project.countries[0]!));
    }
  });

  test("offers no more than the registry has left, and nothing of sold-out or coming projects", () => {
    for (const { project, vintage } of vintages) {
      if (vintage.registry) expect(vintage.stock).toBeLessThanOrEqual(vintage.registry.remaining);
      else expect(vintage.creditType).toBe("EX_ANTE");
      if (["SOLD_OUT", "COMING_SOON"].includes(project.status)) expect(vintage.stock).toBe(0);
    }
  });

  test("marks a demonstration of every availability", () => {
    expect(new Set(projects.map(({ status }) => status)).size).toBe(5);
    const share = projects.filter(({ status }) => status === "AVAILABLE").length / projects.length;
    expect(share).toBeGreaterThan(0.88);
  });

  test("describes each project in a unique paragraph", () => {
    for (const { description } of projects) {
      expect(description).not.toMatch(/undefined|null|NaN|\.\.|\s{2}|\n/);
    }
    expect(new Set(projects.map(({ description }) => description)).size).toBe(projects.length);
  });
});
