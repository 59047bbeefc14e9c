import { describe as group, expect, test } from "vitest";
import { readDemoProjects, type DemoProject } from "../../../demo/catalogue.ts";
import { registryNames } from "../directory/registries.rules.ts";
import { activities } from "./activities.rules.ts";
import { describe, type DescriptionFacts } from "./descriptions.rules.ts";
import { shareWords } from "./standing.rules.ts";
import { placeWords, proponentWords, typeWords } from "./phrases.rules.ts";

const facts: DescriptionFacts = {
  externalId: "VCS1",
  type: "Wind",
  knownType: "Wind",
  registryName: "Verra",
  registryStatus: "Completed",
  countries: ["KE"],
  state: "",
  developer: "Kilima Ltd.",
  verifier: "AENOR S.A.",
  methodology: "ACM0002",
  methodologyVersion: "v20.0",
  registeredOn: "2019-03-07",
  firstVintageYear: 2019,
  certifications: "CCB-Gold; ICVCM CCP-Approved",
  bufferPool: 4_000,
  quantities: { issued: 12_000, retired: 3_000, asOf: "1 May 2026" },
};

/** All distinct texts over the shapes that a project's number may select. */
const wordings = (changes: Partial<DescriptionFacts> = {}) => [
  ...new Set(
    Array.from({ length: 900 }, (_, n) =>
      describe({ ...facts, ...changes, externalId: `VCS${n}` }),
    ),
  ),
];
const each = (changes: Partial<DescriptionFacts>, check: (text: string) => void) =>
  wordings(changes).forEach(check);

const bare = {
  type: "",
  knownType: null,
  developer: "328",
  verifier: "",
  methodology: "Other",
  methodologyVersion: "",
  registeredOn: null,
  registryStatus: "",
  firstVintageYear: null,
  certifications: "",
  bufferPool: null,
} as const;
const known: Partial<DescriptionFacts>[] = [
  {},
  bare,
  { ...bare, quantities: null },
  { quantities: null },
  { quantities: null, firstVintageYear: null },
  { quantities: null, bufferPool: 0 },
  { methodology: "" },
  { registeredOn: null },
  { developer: "Multiple proponents" },
  { knownType: null },
  { verifier: "", certifications: "", methodologyVersion: "", registryStatus: "" },
  { quantities: { issued: 0, retired: 0, asOf: "1 May 2026" } },
  { quantities: { issued: 5, retired: 0, asOf: "1 May 2026" } },
];

test("The same facts are always described in the same words", () => {
  expect(describe(facts)).toBe(describe({ ...facts }));
});

test.each(known)("A description is three whole sentences, whatever is known: %j", (changes) => {
  each(
    { ...changes, developer: changes.developer ?? "Kilima", verifier: changes.verifier ?? "" },
    (text) => {
      expect(text).not.toMatch(/ {2}|undefined|null|\.\.| [.,;:]|[,;]\.|^[a-z]/);
      expect(text.match(/\.(?= [A-Z0-9]|$)/g)).toHaveLength(3);
    },
  );
});

group("A description says", () => {
  test("what and where the project is, by whom, what it does and how its tonnes are counted", () => {
    each({}, (text) => {
      expect(text).toMatch(/\ba wind project|this wind project/i);
      expect(text).toMatch(/in Kenya/i);
      expect(text).toContain("Kilima Ltd.");
      expect(text).toContain(activities.Wind.split(";")[0]);
      expect(text).toContain("ACM0002, version 20.0");
      expect(text).toContain("AENOR S.A.");
      expect(text).toMatch(/7 March 2019/);
    });
  });

  test("how much was issued by which day, with its labels", () => {
    each({}, (text) => {
      expect(text).toContain("12,000 t");
      expect(text).toContain("25%");
      expect(text).toContain("1 May 2026");
      expect(text).toContain("CCB and CCP");
    });
  });

  test("that nothing was issued, or nothing retired", () => {
    const asOf = "1 May 2026";
    each({ quantities: { issued: 0, retired: 0, asOf } }, (text) =>
      expect(text).toMatch(/no credits (had been )?issued|first credits were still to be issued/),
    );
    each({ quantities: { issued: 5, retired: 0, asOf } }, (text) =>
      expect(text).toMatch(/none of it|None of the|unretired|nothing retired/),
    );
  });

  test("nothing about quantities, a status or labels, which change with each release", () => {
    each({ quantities: null, registryStatus: "" }, (text) =>
      expect(text).not.toMatch(/issued|retired|CCP|status/),
    );
  });

  test.each(["", "Other", "Not provided"])("that the methodology %j names none", (methodology) => {
    each({ methodology }, (text) =>
      expect(text).toMatch(/names no methodology|No methodology is named/),
    );
  });
});

test.each([
  ["in several countries", [], ""],
  ["in Kenya and the United States", ["KE", "US"], ""],
  ["in Rift Valley, Kenya", ["KE"], "RIFT VALLEY"],
  ["in Île-De-France, France", ["FR"], "ÎLE-DE-FRANCE"],
  ["in Oaxaca, Mexico", ["MX"], "oaxaca"],
  // Notes, lists and redundant names are left out.
  ["in Kenya", ["KE"], "Rift Valley; Coast"],
  ["in Kenya", ["KE"], "KE"],
  ["in Kenya", ["KE"], "x".repeat(41)],
  ["in Kenya", ["KE"], "KENYA"],
])("A place reads %s", (place, countries, state) => {
  expect(placeWords(countries, state)).toBe(place);
});

test.each([
  ["Wind", "a wind"],
  ["Afforestation/Reforestation", "an afforestation/reforestation"],
  ["HFC23 Destruction", "an HFC23 destruction"],
  ["REDD+", "a REDD+"],
  ["Community Boreholes", "a community borehole"],
  ["Solar - Centralized", "a centralized solar"],
  ["University Campus Emission Reductions", "a university campus emission reduction"],
])("The type %s reads %s project", (type, read) => {
  expect(typeWords(type).withArticle).toBe(read);
});

test.each([
  ["Kilima Ltd.", "Kilima Ltd."],
  ["Energia Ltda,", "Energia Ltda"],
  ["328", ""],
  ["Multiple proponents", ""],
])("The proponent %j reads %j", (developer, read) => {
  expect(proponentWords(developer)).toBe(read);
});

test.each([
  [1, "less than 1%"],
  [15, "1%"],
  [2_000, "67%"],
  [2_999, "over 99%"],
  [3_000, "100%"],
])("Of 3,000 t %i t are %s", (part, share) => {
  expect(shareWords(part, 3_000)).toBe(share);
});

/** The sentences of a description with the project's own facts removed. */
function skeletons({ description, ...project }: DemoProject): string[] {
  const own = [
    project.methodology.replace(/\.$/, ""),
    proponentWords(project.developer),
    project.auditor ?? "",
    registryNames[project.registry] ?? "",
    project.externalId,
  ];
  const masked = own
    .filter(Boolean)
    .reduce((text, name) => text.replaceAll(name, "X"), description);
  return masked.replaceAll(/\d[\d,.%]*/g, "0").split(/(?<=\.) (?=[A-Z0-9])/);
}

test("No two neighbours of 200 share more than one sentence, and no description is another's", async () => {
  const { projects } = await readDemoProjects();
  const first = projects.slice(0, 200).map(skeletons);
  const shared = first.slice(1).map((one, nth) => one.filter((text) => first[nth]!.includes(text)));
  expect(shared.filter(({ length }) => length > 1)).toEqual([]);
  expect(shared.filter(({ length }) => length === 1).length).toBeLessThan(10);
  expect(new Set(projects.map(({ description }) => description)).size).toBe(projects.length);
});
