import { expect, it } from "vitest";
import { entryLists } from "./entries.queries.ts";

it("calls the file of a list as its address does, as the server does", () => {
  expect(Object.values(entryLists).map(({ file }) => file)).toEqual([
    "auditors",
    "developers",
    "registries",
    "project-types",
  ]);
});
