import { expect, test } from "vitest";
import { isLeitwegId, saveEInvoices } from "./eInvoices.ts";

test.each([
  ["04011000-1234512345-06", true],
  ["04011000-1234512345-07", false],
  ["04011001-1234512345-06", false],
  ["04011000-1234512345", false],
  ["", false],
])("%j as a Leitweg-ID: %s", (text, right) => {
  expect(isLeitwegId(text)).toBe(right);
});

test.each([
  [{ profile: "EN16931", reference: null, address: null }, []],
  [{ profile: "XRECHNUNG", reference: null, address: null }, ["reference"]],
  [{ profile: "XRECHNUNG", reference: "Department 4", address: null }, []],
  [{ profile: "PEPPOL", reference: null, address: null }, ["address.id"]],
  [{ profile: "PEPPOL", reference: null, address: { scheme: "9930", id: "123" } }, ["address.id"]],
  [{ profile: "PEPPOL", reference: null, address: { scheme: "9930", id: "DE123456789" } }, []],
])("%j is refused at %j", (given, paths) => {
  const { error } = saveEInvoices.body.safeParse({ ...given, version: 1 });
  expect(error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(paths);
});
