import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import { expect, test } from "vitest";
import { answersIn, fileForRegistry } from "./registryFile.ts";

const asked = (id: number, registry: string, beneficiaryName: string) =>
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

test("the file for a registry has its retirements together, and no cell is a formula", () => {
  const lines = fileForRegistry([
    asked(5003, "Verra", "=HYPERLINK(1)"),
    asked(5002, "Gold Standard", 'The "North" GmbH'),
    asked(5001, "Verra", "Brennvik"),
  ]).split("\r\n");
  expect(lines.slice(1)).toEqual([
    '5002,Gold Standard,VCS2250,"Delta Blue, Carbon",2021,12,"The ""North"" GmbH",OWN_EMISSIONS,,,,',
    '5001,Verra,VCS2250,"Delta Blue, Carbon",2021,12,Brennvik,OWN_EMISSIONS,,,,',
    '5003,Verra,VCS2250,"Delta Blue, Carbon",2021,12,\'=HYPERLINK(1),OWN_EMISSIONS,,,,',
    "",
  ]);
});

test("the same file comes back with what the registry retired", () => {
  const [head, line] = fileForRegistry([asked(5001, "Verra", "Brennvik")]).split("\r\n");
  const answer = `${head}\r\n${line!.slice(0, -3)}A-1,A-12,https://registry.example/1,2026-03-14\r\n`;
  expect(answersIn(answer)).toEqual([
    ["5001", "A-1", "A-12", "https://registry.example/1", "2026-03-14"],
  ]);
});

test.each([
  ["semicolons", ";"],
  ["tabs", "\t"],
])("cells may be parted by %s, columns stand anywhere, and blank lines do not count", (_, sign) => {
  const heads = ["Retired on", "Registry record", "Last serial number", "First serial number"];
  const text = [
    ["Retirement", "Note", ...heads].join(sign),
    ["5001", `"two\nlines, ""quoted"""`, "14.03.2026", "https://r.example", "B", "A"].join(sign),
    "",
  ].join("\n");
  expect(answersIn(`\uFEFF${text}`)).toEqual([
    ["5001", "A", "B", "https://r.example", "14.03.2026"],
  ]);
});

test.each([
  ["a file without heads", "5001,A,B,https://r.example,2026-03-14"],
  ["a file that lacks a column", "Retirement,First serial number\n5001,A"],
  ["nothing", ""],
])("%s is not read", (_, text) => expect(answersIn(text)).toBeUndefined());
