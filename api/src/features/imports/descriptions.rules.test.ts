import { describe as group, expect, test } from "vitest";
import { activities } from "./activities.rules.ts";
import { describe, type DescriptionFacts } from "./descriptions.rules.ts";

const facts: DescriptionFacts = {
  externalId: "VCS1",
  type: "Wind",
  knownType: "Wind",
  registryName: "Verra",
  registryStatus: "Registered",
  countries: ["KE"],
  state: "",
  developer: "Kilima Ltd.",
  methodology: "ACM0002",
  firstVintageYear: 2019,
  quantities: { issued: 12_000, retired: 3_000, asOf: "1 May 2026" },
};

/** Every wording that a project's number may choose. */
const wordings = (changes: Partial<DescriptionFacts> = {}) =>
  Array.from({ length: 60 }, (_, n) => describe({ ...facts, ...changes, externalId: `VCS${n}` }));
const each = (changes: Partial<DescriptionFacts>, check: (text: string) => void) =>
  wordings(changes).forEach(check);

test("The same facts are always described in the same words, in two paragraphs", () => {
  expect(describe(facts)).toBe(describe({ ...facts }));
  for (const text of wordings()) {
    expect(text.split("\n\n")).toHaveLength(2);
    expect(text.split("\n")).toHaveLength(3);
    expect(text).not.toMatch(/ {2}|undefined|null|\.\.| \.| $/m);
  }
});

test("Different projects of the same facts are not described in one wording", () => {
  const nameless = wordings().map((text) => text.replaceAll(/VCS\d+/g, "X"));
  expect(new Set(nameless).size).toBeGreaterThan(20);
});

group("A description says", () => {
  test("what the project is, where, by whom, what it does and how that is counted", () => {
    each({}, (text) => {
      expect(text).toMatch(/project of the type “Wind”/);
      expect(text).toContain("in Kenya");
      expect(text).toContain("Kilima Ltd");
      expect(text).toContain(activities.Wind);
      expect(text).toContain("ACM0002");
      expect(text).toContain("Its status at Verra is “Registered”.");
      expect(text).toMatch(/goals shown follow from the project type and are indicative\.$/);
    });
  });

  test("how much was issued, since when, and which share of it was used", () => {
    each({}, (text) => {
      for (const said of ["12,000 t", "3,000 t", "25%", "1 May 2026", "vintages from 2019 on"])
        expect(text).toContain(said);
    });
    each({ firstVintageYear: null }, (text) => expect(text).not.toContain("for vintages"));
  });

  test("a share in whole percent", () => {
    const quantities = { issued: 3, retired: 2, asOf: "1 May 2026" };
    each({ quantities }, (text) => expect(text).toContain("67%"));
  });

  test("that nothing was issued, or nothing of it used", () => {
    const asOf = "1 May 2026";
    each({ quantities: { issued: 0, retired: 0, asOf } }, (text) =>
      expect(text).toContain("“Registered”. No credits had been issued by 1 May 2026."),
    );
    each({ quantities: { issued: 5, retired: 0, asOf } }, (text) =>
      expect(text).toContain(
        "By 1 May 2026 the registry had issued 5 t for vintages from 2019 on; none of it was retired or cancelled.",
      ),
    );
  });

  test("nothing of quantities that are not known", () => {
    each({ quantities: null }, (text) => {
      expect(text).toContain("Its status at Verra is “Registered”. The development goals");
      expect(text).not.toMatch(/issued|retired/);
    });
    each({ quantities: null, registryStatus: "" }, (text) =>
      expect(text).not.toContain("Its status"),
    );
  });

  test("nothing of a status, type or activity that is not known", () => {
    each({ registryStatus: "" }, (text) => expect(text).not.toContain("Its status"));
    each({ quantities: null, registryStatus: "" }, (text) => expect(text).not.toMatch(/ {2}/));
    each({ type: "", knownType: null }, (text) => expect(text).not.toMatch(/ $/m));
    each({ type: "", knownType: null }, (text) => {
      expect(text).not.toContain("type “");
      expect(text).not.toMatch(/such a project|of this type/);
    });
  });

  test.each(["", "Other", "Not provided"])("that the methodology %j names none", (methodology) => {
    each({ methodology }, (text) =>
      expect(text).toContain("The registry export names no methodology."),
    );
  });

  test("several proponents where the registry names none, and ends no sentence twice", () => {
    each({ developer: "Multiple proponents" }, (text) =>
      expect(text).toContain("several proponents"),
    );
    each({ developer: "Kilima Ltd." }, (text) => expect(text).not.toContain("Ltd.."));
  });
});

test.each([
  ["in several countries", { countries: [] }],
  ["in Kenya and the United States", { countries: ["KE", "US"] }],
  ["in Rift Valley, Kenya", { state: "RIFT VALLEY" }],
  ["in Île-De-France, France", { countries: ["FR"], state: "ÎLE-DE-FRANCE" }],
  ["in Oaxaca, Mexico", { countries: ["MX"], state: "oaxaca" }],
  // Notes, lists and what says nothing more are left out.
  ["in Kenya", { state: "Rift Valley; Coast" }],
  ["in Kenya", { state: "KE" }],
  ["in Kenya", { state: "x".repeat(41) }],
  ["in Kenya", { state: "KENYA" }],
])("A place reads %s", (place, changes) => {
  each(changes, (text) => expect(text).toMatch(new RegExp(`${place}[.,;]| ${place}; `)));
});
