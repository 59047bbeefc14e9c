import { expect, test } from "vitest";
import { addressSchemes, isLeitwegId, saveEInvoices, type AddressScheme } from "./eInvoices.ts";

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

const addressed = (scheme: string, id: string) =>
  saveEInvoices.body.safeParse({
    profile: "PEPPOL",
    reference: null,
    address: { scheme, id },
    version: 1,
  }).success;

test.each(Object.keys(addressSchemes) as AddressScheme[])(
  "The example of the address scheme %s is valid",
  (scheme) => {
    expect(addressed(scheme, addressSchemes[scheme].example)).toBe(true);
  },
);

test.each([
  ["0088", "4012345000009", true],
  ["0088", "4012345000008", false],
  ["0088", "4012354000009", false],
  ["0192", "974760673", true],
  ["0192", "987654321", false],
  ["0192", "000000000", false],
  ["0208", "0202239951", true],
  ["0208", "0202239591", false],
  ["0208", "1000000044", false],
  ["0208", "0200014097", true],
  ["0208", "0200014000", false],
  ["0184", "DK12345678", true],
  ["0225", "552100554", true],
  ["0225", "552100554_55210055400013", true],
  ["0225", "552100554_INVOICES.PARIS", true],
  ["0225", "FR81552100554", false],
])("With scheme %s, %s is an address that Peppol accepts: %s", (scheme, id, right) => {
  expect(addressed(scheme, id)).toBe(right);
});
