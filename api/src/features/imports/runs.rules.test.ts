import { describe, expect, test } from "vitest";
import { importFields, importStatuses, isAtWork } from "@tonneline/contract/imports";
import { guessSources, isKnown, isOpen, mappingFaults } from "./runs.rules.ts";

const vintageColumns = Object.keys(importFields.vintages);

test.each([
  ["DRAFT", "open"],
  ["CHECKING", "at work"],
  ["CHECKED", "open"],
  ["IMPORTING", "at work"],
  ["IMPORTED", "done"],
  ["FAILED", "open"],
] as const)("An import that is %s is %s", (status, is) => {
  expect({ open: isOpen(status), atWork: isAtWork(status) }).toEqual({
    open: is === "open",
    atWork: is === "at work",
  });
  expect(importStatuses).toContain(status);
});

describe("A file is known", () => {
  test.each([
    ["with exactly our columns", vintageColumns, true],
    ["with more in another order", ["note", ...vintageColumns.toReversed()], true],
    ["but not with one missing", vintageColumns.slice(1), false],
    ["but not with none", [], false],
  ])("%s", (_how, columns, known) => {
    expect(isKnown("vintages", columns)).toBe(known);
  });
});

describe("A header suggests for the fields", () => {
  test("columns of the same name in any spelling", () => {
    const columns = ["External ID", " VINTAGE-YEAR! ", "issued", "Retired", "remaining"];
    expect(guessSources("vintages", { columns })).toEqual({
      external_id: { column: "External ID" },
      vintage_year: { column: " VINTAGE-YEAR! " },
      issued: { column: "issued" },
      retired: { column: "Retired" },
      remaining: { column: "remaining" },
    });
  });

  test("what other exports call the same, and nothing for what is missing", () => {
    const columns = ["Project ID", "Vintage", "Quantity Issued", "Available", "Comment"];
    expect(guessSources("vintages", { columns })).toEqual({
      external_id: { column: "Project ID" },
      vintage_year: { column: "Vintage" },
      issued: { column: "Quantity Issued" },
      remaining: { column: "Available" },
    });
  });

  test.each(["Credits retired", "Quantity retired"])("%s for what a vintage retired", (column) => {
    expect(guessSources("vintages", { columns: [column] })).toEqual({ retired: { column } });
  });

  test("a column of the same name rather than a synonym, and the first of two synonyms", () => {
    const columns = ["Year", "Vintage", "ID", "external_id"];
    expect(guessSources("vintages", { columns })).toEqual({
      external_id: { column: "external_id" },
      vintage_year: { column: "Vintage" },
    });
  });

  test.each([
    ["Title", "name"],
    ["Registry status", "status"],
    ["Project type", "type"],
    ["Sectoral scope", "scope"],
    ["Impact type", "reduction_or_removal"],
    ["Protocol", "methodology"],
    ["Country", "country_iso2"],
    ["Region", "state"],
    ["Proponent", "developer"],
    ["Auditor", "verifier"],
    ["Issued", "credits_issued"],
    ["Retired", "credits_retired"],
    ["Remaining", "credits_remaining"],
    ["Registry link", "registry_url"],
  ])("%s for a project's %s", (column, field) => {
    expect(guessSources("projects", { columns: [column] })).toEqual({ [field]: { column } });
  });
});

describe("An import cannot be checked", () => {
  const vintages = { columns: vintageColumns };
  const complete = Object.fromEntries(vintageColumns.map((column) => [column, { column }]));

  test("without a file", () => {
    expect(mappingFaults({}, { projects: null, vintages: null })).toEqual([
      { path: "files", message: "Choose a file of projects or of vintages" },
    ]);
  });

  test("but with one file whose fields all have a source", () => {
    expect(mappingFaults({ vintages: complete }, { projects: null, vintages })).toEqual([]);
  });

  test("while a required field has no source", () => {
    const { vintage_year: _missing, ...others } = complete;
    const faults = mappingFaults({ vintages: others }, { projects: null, vintages });
    expect(faults).toEqual([
      { path: "mapping.vintages.vintage_year", message: "Choose a column, or enter a text" },
    ]);
    expect(mappingFaults({}, { projects: null, vintages })).toHaveLength(vintageColumns.length);
  });

  test("while a field's column is not in the file; one text for all rows needs none", () => {
    const vintageYear = { vintage_year: { column: "Vintage" }, issued: { value: "0" } };
    const mapping = { vintages: { ...complete, ...vintageYear } };
    expect(mappingFaults(mapping, { projects: null, vintages })).toEqual([
      { path: "mapping.vintages.vintage_year", message: "The file has no column Vintage" },
    ]);
  });

  test("of projects only for the fields of a project", () => {
    const faults = mappingFaults({}, { projects: { columns: [] }, vintages: null });
    const required = Object.entries(importFields.projects).filter(([, field]) => field.required);
    expect(faults.map(({ path }) => path)).toEqual(
      required.map(([field]) => `mapping.projects.${field}`),
    );
  });

  test("while one file lacks what the other has", () => {
    const files = { projects: { columns: [] }, vintages };
    const faults = mappingFaults({ vintages: complete }, files);
    expect(faults.every(({ path }) => path.startsWith("mapping.projects."))).toBe(true);
    expect(faults).not.toEqual([]);
  });
});
