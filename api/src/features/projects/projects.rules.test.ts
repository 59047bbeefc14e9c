import { describe, expect, test } from "vitest";
import {
  type WantedProject,
  changedFacts,
  creditsText,
  isSame,
  newFacts,
  projectChangeTexts,
} from "./projects.rules.ts";

const required = { name: "Mangroves", registryId: 1, developerId: 2, projectTypeId: 3 };
const before = newFacts(required);

test("A new project is empty except for what was given", () => {
  expect(newFacts({ ...required, hidden: true })).toEqual({
    ...required,
    description: "",
    externalId: null,
    registryUrl: null,
    registryStatus: null,
    auditorId: null,
    methodology: "",
    countries: [],
    continent: null,
    sdgs: [],
    hidden: true,
    investmentAvailable: false,
    sponsoringExpectedImpact: null,
    sponsoringFrom: null,
    sponsoringTo: null,
    financingExpectedCredits: null,
    financingFrom: null,
    financingTo: null,
    financingPriceCents: null,
    financingCreditingPeriod: null,
    financingMethodology: null,
    embedUrl: null,
    youtubeVideoIds: [],
    demonstration: false,
  });
});

describe("A change", () => {
  test.each<[string, WantedProject, object]>([
    ["of nothing leaves all as it is", {}, {}],
    ["has status and labels elsewhere", { status: "SOLD_OUT", labels: [] }, {}],
    [
      "of countries brings the first one's continent",
      { countries: ["KE", "DE", "KE"] },
      { countries: ["KE", "DE"], continent: "Africa" },
    ],
    [
      "of countries keeps to a continent that is said",
      { countries: ["KE"], continent: "Asia" },
      { countries: ["KE"], continent: "Asia" },
    ],
    [
      "of countries may say that there is no continent",
      { countries: ["KE"], continent: null },
      { countries: ["KE"], continent: null },
    ],
    ["to no country has no continent", { countries: [] }, { countries: [], continent: null }],
    ["of a continent leaves the countries", { continent: "Asia" }, { continent: "Asia" }],
    ["of goals puts them in order, each once", { sdgs: [13, 1, 7, 13] }, { sdgs: [1, 7, 13] }],
    [
      "of films keeps their order, each once",
      { youtubeVideoIds: ["b", "a", "b"] },
      { youtubeVideoIds: ["b", "a"] },
    ],
  ])("%s", (_which, wanted, changes) => {
    expect(changedFacts(before, wanted)).toEqual({ ...before, ...changes });
  });

  test("to no country removes the previous continent", () => {
    const placed = changedFacts(before, { countries: ["KE"] });
    expect(changedFacts(placed, { countries: [] }).continent).toBeNull();
    expect(changedFacts(placed, { name: "Peat" }).continent).toBe("Africa");
  });
});

test.each([
  ["whatever the order of their fields", { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["not with another value", { a: 1 }, { a: 2 }, false],
  ["not with a field more", { a: 1 }, { a: 1, b: null }, false],
  ["not with a list in another order", { a: [1, 2] }, { a: [2, 1] }, false],
])("Two states are the same %s", (_when, one, other, same) => {
  expect(isSame(one, other)).toBe(same);
  expect(isSame(other, one)).toBe(same);
});

test.each([
  ["nothing", {}, []],
  ["what buyers do not read about", { registryUrl: "https://x.example" }, []],
  ["its name", { name: "Peat" }, ["Name changed from “Mangroves” to “Peat”"]],
  ["its methodology", { methodology: "VM0007" }, ["Methodology changed from none to VM0007"]],
  ["that it is hidden", { hidden: true }, ["Taken off the marketplace"]],
])("The history of a project records %s", (_what, changes, texts) => {
  expect(projectChangeTexts(before, { ...before, ...changes })).toEqual(texts);
});

test("The history of a project records that it is back, and that its methodology was removed", () => {
  const was = { ...before, hidden: true, methodology: "VM0007" };
  expect(projectChangeTexts(was, before)).toEqual([
    "Methodology changed from VM0007 to none",
    "Back on the marketplace",
  ]);
});

test.each([
  [0, "no credits yet"],
  [1, "1 t"],
  [-1, "1 t"],
  [1200, "1,200 t"],
  [-1_234_567, "1,234,567 t"],
])("%d credits are “%s”", (credits, text) => {
  expect(creditsText(credits)).toBe(text);
});
