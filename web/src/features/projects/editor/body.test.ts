import { expect, it } from "vitest";
import { emptyBase, type Base } from "./base.ts";
import { projectBody, saveBody, vintageBody } from "./body.ts";
import { validationErrorsOf } from "./check.ts";
import { emptyFields, newVintage, type ProjectFields } from "./form.ts";
import { afterSave } from "./save.ts";

function saved(change: (fields: ProjectFields) => void = () => undefined): Base {
  const fields = { ...emptyFields(), name: "Kwale" };
  change(fields);
  return { version: 7, vintageVersions: { 3: 2 }, fields };
}
const row = { ...newVintage(), key: "v3", vintageId: 3, year: "2022", price: "28.40" };

it("a saved project sends only the differences, with the version they were typed over", () => {
  const base = saved();
  const fields = structuredClone(base.fields);
  expect(projectBody(base, fields)).toBeUndefined();
  fields.description = "Three estuaries";
  fields.goals = [13];
  expect(projectBody(base, fields)).toEqual({
    version: 7,
    description: "Three estuaries",
    sustainableDevelopmentGoals: [13],
  });
});

it("one changed date sends all financing details, and a disabled offer none", () => {
  const financing = {
    on: true,
    expectedCredits: "12,000",
    from: "2026-01-01",
    to: "2026-12-31",
    price: "24,5",
    creditingPeriod: "2026–2028",
    methodology: "VM0047",
  };
  const base = saved((fields) => (fields.financing = financing));
  const fields = structuredClone(base.fields);
  fields.financing.to = "2027-12-31";
  expect(projectBody(base, fields)).toEqual({
    version: 7,
    financingDetails: {
      expectedCredits: 12000,
      financingOpportunity: { from: "2026-01-01", to: "2027-12-31" },
      averagePricePerCredit: 24.5,
      creditingPeriod: [2026, 2027, 2028],
      methodology: "VM0047",
    },
  });
  fields.financing.on = false;
  expect(projectBody(base, fields)).toEqual({ version: 7, financingDetails: null });
});

it("a row sends its changed columns with its own version, a new row sends all", () => {
  const base = saved((fields) => (fields.vintages = [row]));
  expect(vintageBody(base, row)).toBeUndefined();
  expect(vintageBody(base, { ...row, price: "" })).toEqual({ version: 2, price: null });
  expect(vintageBody(base, { ...newVintage(), price: "31", credits: "9,400" })).toMatchObject({
    year: 2023,
    price: 31,
    credits: 9400,
    creditType: "EX_POST",
  });
});

it("all differences go into one body: the fields, the changed rows and the new ones", () => {
  const base = saved((fields) => (fields.vintages = [row, { ...row, key: "v4", vintageId: 4 }]));
  const fields = structuredClone(base.fields);
  fields.vintages.unshift({ ...newVintage(), price: "31" });
  fields.vintages[1]!.price = "29";
  const { body, added, changed } = saveBody(base, fields);
  expect(body).toMatchObject({ version: 7, newVintages: [{ year: 2023, price: 31 }] });
  expect(body).toMatchObject({ changedVintages: [{ id: 3, version: 2, price: 29 }] });
  expect([added, changed]).toEqual([[fields.vintages[0]], [fields.vintages[1]]]);
  expect(saveBody(base, { ...base.fields, methodology: "VM0033" }).body).toEqual({
    version: 7,
    methodology: "VM0033",
  });
});

it("errors are mapped to the form's fields", () => {
  const empty = emptyBase();
  const faults = validationErrorsOf(empty, {
    ...empty.fields,
    videos: [{ address: "https://vimeo.com/1" }],
  });
  expect(faults.map(({ path }) => path).toSorted()).toEqual([
    "developer",
    "name",
    "projectType",
    "registry",
    "videos.0.address",
  ]);
  const base = saved((fields) => (fields.vintages = [row]));
  const wrong = { ...base.fields, vintages: [{ ...row, price: "cheap" }] };
  expect(validationErrorsOf(base, wrong)).toEqual([
    { path: "vintages.0.price", message: "Enter a number" },
  ]);
});

it("an error of a whole list is mapped to one of its rows", () => {
  const label = { kind: "CCP", detail: "", source: "Register", asOf: "2026-01-01" } as const;
  const base = saved();
  const faults = (typed: Partial<ProjectFields>) =>
    validationErrorsOf(base, { ...base.fields, ...typed });
  expect(faults({ labels: [label, { ...label, detail: "other" }, label] })).toEqual([
    { path: "labels.2.detail", message: "This label is already listed" },
  ]);
  const address = "https://youtu.be/dQw4w9WgXcQ";
  expect(faults({ videos: Array.from({ length: 21 }, () => ({ address })) })).toEqual([
    { path: "videos.20.address", message: "No more than 20 videos" },
  ]);
  const labels = Array.from({ length: 300 }, (_, at) => ({ ...label, detail: `${at}` }));
  expect(faults({ labels })).toMatchObject([{ path: "labels.299.detail" }]);
});

it.each([
  [{ periodStart: "2022-01-01" }, [["periodEnd", "Give both days, or neither"]]],
  [{ periodEnd: "2022-12-31" }, [["periodStart", "Give both days, or neither"]]],
  [{ periodStart: "2023-01-01", periodEnd: "2023-12-31" }, [["periodStart", "Begins after 2022"]]],
  [{ periodStart: "2020-01-01", periodEnd: "2021-12-31" }, [["periodEnd", "Ends before 2022"]]],
  [
    { periodStart: "2022-05-01", periodEnd: "2022-01-01" },
    [["periodEnd", "Ends before it begins"]],
  ],
  [{ periodStart: "2019-07-01", periodEnd: "2022-06-30" }, []],
])("dates of a vintage of 2022: %j", (typed, faults) => {
  const base = saved((fields) => (fields.vintages = [row]));
  const vintages = [{ ...row, ...typed }];
  expect(validationErrorsOf(base, { ...base.fields, vintages })).toEqual(
    faults.map(([field, message]) => ({ path: `vintages.0.${field}`, message })),
  );
});

it("old data that violates a newer rule does not prevent saving other fields", () => {
  const base = saved((fields) => (fields.registryUrl = "no address"));
  expect(validationErrorsOf(base, { ...base.fields, description: "Three estuaries" })).toEqual([]);
});

it("input typed during a save is kept, even in a row that has just received its id", () => {
  const sent = { ...emptyFields(), name: "Kwale ", vintages: [{ ...newVintage(), key: "new-1" }] };
  const now = structuredClone(sent);
  now.description = "typed meanwhile";
  now.vintages[0]!.price = "31";
  const server = { ...emptyFields(), name: "Kwale", vintages: [{ ...row, price: "" }] };
  const done = { base: { ...saved(), fields: server }, renamed: { "new-1": "v3" } };
  const form = afterSave(done, sent, now);
  expect(form).toMatchObject({ name: "Kwale", description: "typed meanwhile" });
  expect(form.vintages).toMatchObject([{ key: "v3", vintageId: 3, price: "31" }]);
});

it.each([
  [
    "nothing typed",
    {},
    [{ path: "vintages.0.credits", message: "Enter tonnes, or remove the row" }],
  ],
  ["tonnes without a price", { credits: "100" }, []],
  ["no tonnes yet", { credits: "0" }, []],
  ["a price", { price: "12" }, []],
  ["what is saved", { vintageId: 3, key: "v3" }, []],
])("a new row with %s", (_name, typed, faults) => {
  const base = saved();
  const vintages = [{ ...newVintage(), ...typed }];
  const found = validationErrorsOf(base, { ...base.fields, vintages });
  expect(found.filter(({ path }) => path.endsWith("credits"))).toEqual(faults);
});
