import { expect, test } from "vitest";
import { entryErrors } from "./completion.ts";

const now = new Date("2026-03-17T09:30:00Z");
const entry = {
  serialNumberFrom: "VCS-1-100",
  serialNumberTo: "VCS-1-199",
  registryUrl: "https://registry.example/1",
  retiredAt: "2026-03-17",
};

test("a complete entry can be sent", () => {
  expect(entryErrors(entry, 2024, now)).toEqual({});
});

test("each field has its own error", () => {
  const wrong = { serialNumberFrom: " a ", serialNumberTo: "", registryUrl: "registry.example" };
  expect(entryErrors({ ...wrong, retiredAt: "2026-03-18" }, 2024, now)).toEqual({
    serialNumberFrom: "short",
    serialNumberTo: "short",
    registryUrl: "linkWrong",
    retiredAt: "dateWrong",
  });
  expect(entryErrors({ ...entry, registryUrl: "http://registry.example/1" }, 2024, now)).toEqual({
    registryUrl: "linkWrong",
  });
  expect(
    entryErrors({ ...entry, registryUrl: "javascript:alert(1)", retiredAt: "" }, 2024, now),
  ).toEqual({
    registryUrl: "linkWrong",
    retiredAt: "dateWrong",
  });
});

test("credits cannot be retired before their year", () => {
  expect(entryErrors({ ...entry, retiredAt: "2024-01-01" }, 2024, now)).toEqual({});
  for (const retiredAt of ["2023-12-31", "0026-03-17"])
    expect(entryErrors({ ...entry, retiredAt }, 2024, now)).toEqual({ retiredAt: "dateWrong" });
});
