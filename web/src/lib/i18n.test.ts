import { expect, it, vi } from "vitest";
import { i18n } from "./i18n.ts";

it("says what a key stands for", () => {
  expect(i18n.t("app.error.generic")).toBe("Something went wrong. Please try again later.");
  expect(i18n.t("app.nav.cartCount", { count: 1 })).toBe("Shopping cart, 1 item");
});

it("warns about a missing text and shows nothing", () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  // As a key made at run time would be: written out, it would not compile.
  const key: string = "app.no.such.text";
  expect(i18n.t(key as "app.brand")).toBe("");
  expect(warn).toHaveBeenCalledWith("Missing text: app.no.such.text");
  warn.mockReset();
});
