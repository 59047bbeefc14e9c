import { expect, it } from "vitest";
import { entryLists } from "./entries.queries.ts";

it("names a list's file like its path, as the server does", () => {
  expect(Object.values(entryLists).map(({ file }) => file)).toEqual([
    "auditors",
    "developers",
    "registries",
    "project-types",
  ]);
});
