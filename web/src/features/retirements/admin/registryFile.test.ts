import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { expect, test, vi } from "vitest";
import { fileForRegistry } from "./registryFile.ts";

const retirement = (id: number, registry: string, beneficiaryName: string) =>
  ({
    id,
    registry: { id: 1, name: registry },
    externalId: "VCS2250",
    projectName: "Delta Blue, Carbon",
    year: 2021,
    quantity: 12,
    beneficiaryName,
    purpose: "OWN_EMISSIONS",
  }) as ManagedRetirement;

test("the file groups retirements by registry, and no cell is a formula", () => {
  const lines = fileForRegistry([
    retirement(5003, "Verra", "=HYPERLINK(1)"),
    retirement(5002, "Gold Standard", 'The "North" GmbH'),
    retirement(5001, "Verra", "Brennvik"),
  ]).split("\r\n");
  expect(lines[0]).toContain("Retirement,Registry,Registry ID,Project,");
  expect(lines.slice(1)).toEqual([
    '5002,Gold Standard,VCS2250,"Delta Blue, Carbon",2021,12,"The ""North"" GmbH",OWN_EMISSIONS,,,,',
    '5001,Verra,VCS2250,"Delta Blue, Carbon",2021,12,Brennvik,OWN_EMISSIONS,,,,',
    '5003,Verra,VCS2250,"Delta Blue, Carbon",2021,12,\'=HYPERLINK(1),OWN_EMISSIONS,,,,',
    "",
  ]);
});

test("the file is sorted in English order, also in a Czech browser", () => {
  const compare = String.prototype.localeCompare;
  const inCzech = vi.spyOn(String.prototype, "localeCompare");
  // In Czech, Ch is a letter of its own, after H.
  inCzech.mockImplementation(function (this: string, other: string, locale = "cs") {
    return compare.call(this, other, locale);
  });
  const file = fileForRegistry([
    retirement(5001, "Hemera", "Brennvik"),
    retirement(5002, "Charcoal Registry", "Brennvik"),
  ]);
  inCzech.mockRestore();
  expect(
    file
      .split("\r\n")
      .slice(1, 3)
      .map((line) => line.split(",")[1]),
  ).toEqual(["Charcoal Registry", "Hemera"]);
});
