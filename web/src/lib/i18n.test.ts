import { expect, it, vi } from "vitest";
import { addTexts, i18n, translate } from "./i18n.ts";

it("returns the text of a key", () => {
  expect(i18n.t("app.error.generic")).toBe("Something went wrong. Please try again later.");
  expect(i18n.t("app.nav.cartCount", { count: 1 })).toBe("Shopping cart, 1 item");
});

it("returns the text for a count: none, one, several, or the only one", () => {
  addTexts("cases", {
    rows_zero: "No rows",
    rows_one: "{{count}} row",
    rows_other: "{{count}} rows of {{total}}",
    left_one: "One left",
    left_other: "{{count}} left",
    of: "{{count}} of {{total}}",
  });
  const rows: readonly [key: string, values: Record<string, unknown>, text: string][] = [
    ["rows", { count: 0 }, "No rows"],
    ["rows", { count: 1 }, "1 row"],
    ["rows", { count: 12_345, total: "20,000" }, "12,345 rows of 20,000"],
    ["left", { count: 0 }, "0 left"],
    ["of", { count: 1, total: 3 }, "1 of 3"],
    ["of", { count: 2 }, "2 of "],
    ["of", { count: 1001, total: 2026 }, "1,001 of 2026"],
  ];
  for (const [key, values, text] of rows) {
    expect(translate(`cases.${key}`, values)).toBe(text);
  }
  expect(i18n.exists("cases.of")).toBe(true);
  expect(i18n.exists("cases.rows")).toBe(false);
});

it("ends a sentence with one full stop, whatever its last word ends with", () => {
  addTexts("ends", {
    one: "It stays with {{company}}.",
    two: "{{company}}. {{company}}, {{count}}.",
  });
  expect(translate("ends.one", { company: "Quillon B.V." })).toBe("It stays with Quillon B.V.");
  expect(translate("ends.one", { company: "Brennvik" })).toBe("It stays with Brennvik.");
  expect(translate("ends.two", { company: "Inc.", count: 4 })).toBe("Inc. Inc., 4.");
});

it("returns a subtree of texts unformatted", () => {
  expect(i18n.t("app.nav", { returnObjects: true })).toMatchObject({ label: "Main" });
});

it("warns about a missing text and returns an empty one", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  expect(translate("app.no.such.text")).toBe("");
  expect(warn).toHaveBeenCalledWith("Missing text: app.no.such.text");
  warn.mockReset();
});
