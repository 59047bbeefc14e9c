import { expect, it, vi } from "vitest";

it("lists countries in English order even in a Czech browser", async () => {
  const compare = String.prototype.localeCompare;
  const inCzech = vi.spyOn(String.prototype, "localeCompare");
  // In Czech, Ch is a letter of its own, after H.
  inCzech.mockImplementation(function (this: string, other: string, locale = "cs") {
    return compare.call(this, other, locale);
  });
  expect("Chad".localeCompare("Haiti")).toBe(1);
  const { countryChoices } = await import("./countries.ts");
  inCzech.mockRestore();
  const names = countryChoices.map(({ label }) => label);
  expect(names[names.indexOf("Chad") - 1]).toBe("Central African Republic");
  expect(countryChoices).toContainEqual({ value: "TD", label: "Chad" });
});
