import { expect, test } from "vitest";
import { missingColumns, readFact } from "./facts.rules.ts";

const row = {
  registry_id: "VCS1",
  fact: "verifier",
  state: "",
  value: " An auditor ",
  source: "Report of 2026",
  as_of: "2026-10-01",
};

test.each([
  ["as known without a state", {}, { state: "KNOWN", value: "An auditor" }],
  ["by its state in any case", { state: "known" }, { state: "KNOWN", value: "An auditor" }],
  ["as not known without either", { value: "" }, { state: "UNKNOWN" }],
  ["as not applicable", { state: "NOT_APPLICABLE", value: "" }, { state: "NOT_APPLICABLE" }],
])("A row is read %s", (_how, change, fact) => {
  expect(readFact(7, { ...row, ...change })).toEqual({
    line: 7,
    registryId: "VCS1",
    field: "verifier",
    fact: { ...fact, source: "Report of 2026", asOf: "2026-10-01" },
  });
});

test("A row with a year is about the vintages of that year", () => {
  const told = { ...row, fact: "labels", value: "CORSIA 2024–2026", vintage: " 2021 " };
  expect(readFact(2, told)).toMatchObject({ field: "labels", year: 2021 });
  expect(readFact(2, { ...row, vintage: "" })).not.toHaveProperty("year");
});

test("The state of a corresponding adjustment is one of a fixed list", () => {
  const told = { ...row, fact: "article6", vintage: "2021" };
  expect(readFact(2, { ...told, value: "Committed, pending" })).toHaveProperty("fact");
  expect(readFact(2, { ...told, value: "Promised" })).toMatchObject({
    reason: expect.stringMatching(/^value: Enter one of: Not required; /),
  });
  expect(readFact(2, { ...told, value: "", state: "UNKNOWN" })).toHaveProperty("fact");
});

test.each([
  ["registry_id is blank", { registry_id: " " }],
  ["registry_id: Contains characters that cannot be used", { registry_id: "VCS1\u0000" }],
  [/^fact is not one of registryId, /, { fact: "Verifier" }],
  ["vintage is no year", { vintage: "21" }],
  [/^fact of a vintage is not one of methodology, /, { vintage: "2021", fact: "country" }],
  [/^fact is not one of registryId, /, { fact: "labels" }],
  [/^state: /, { state: "MAYBE" }],
  [/^value: /, { state: "UNKNOWN" }],
  [/^value: /, { state: "KNOWN", value: "" }],
  [/^source: /, { source: "" }],
  [/^as_of: /, { as_of: "1 Oct 2026" }],
  [/^as_of: /, { as_of: undefined }],
])("A row is refused with its line: %s", (reason, change) => {
  const refused = readFact(3, { ...row, ...change });
  expect(refused).toEqual({ line: 3, reason: expect.stringMatching(reason) });
});

test("A file without a column is refused with its name, and additional columns are ignored", () => {
  expect(missingColumns(["registry_id", "fact", "state", "value", "source"])).toBe(
    "The file has no column as_of.",
  );
  expect(missingColumns([...Object.keys(row), "note"])).toBeUndefined();
});
