import { expect, it, vi } from "vitest";
import { actionsOf, entryLists, mergeEntry } from "./entries.queries.ts";

it("names a list's file like its path, as the server does", () => {
  expect(Object.values(entryLists).map(({ file }) => file)).toEqual([
    "auditors",
    "developers",
    "registries",
    "project-types",
  ]);
});

const peat = { id: 4, name: "Peat", scope: "Other", projects: 2, version: 3 };

it.each([
  ["an entry is created", () => actionsOf("auditors").create({ name: "Peat" })],
  ["a partner is created", () => actionsOf("partners").create({ name: "Peat" })],
  ["two are merged", () => mergeEntry("projectTypes", peat, 5)],
])("%s again with the same key after a lost response", async (_, act) => {
  const keys: (string | null)[] = [];
  vi.stubGlobal("fetch", (_url: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("idempotency-key"));
    return keys.length === 1 ? Promise.reject(new TypeError("lost")) : Response.json(peat);
  });
  await expect(act()).rejects.toThrow();
  await act();
  expect(keys).toEqual([expect.any(String), keys[0]]);
});
