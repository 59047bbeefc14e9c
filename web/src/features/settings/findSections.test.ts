import { expect, test } from "vitest";
import { findSections } from "./findSections.ts";

const found = (q: string) => findSections(q).map(({ id, note }) => [id, note]);

test("a section is found by its title, a field or its description, and shows the match", () => {
  expect(found("hold in the")).toEqual([["set-reservation", ""]]);
  expect(found("client number (datev)")).toEqual([["set-bookkeeping", "Client number (DATEV)"]]);
  expect(found("authenticator")).toEqual([
    ["set-access", expect.stringContaining("authenticator")],
  ]);
  expect(found("quillon")).toEqual([]);
});

test("sections with the word in their title precede those with a field of that name", () => {
  expect(found("VAT").slice(0, 3)).toEqual([
    ["set-vatChecks", ""],
    ["set-vat", ""],
    ["set-seller", "VAT number"],
  ]);
});
