import { expect, test, vi } from "vitest";
import { Sheet } from "./sheet.ts";

test("A screen reader gets blanks between a label, its value and the value's lines, but not within a word", () => {
  const sheet = new Sheet({ title: "Invoice", author: "Tonneline GmbH", subject: "Order 1" });
  const drawn = vi.spyOn(sheet.pdf, "text");
  sheet.tagged("P", () => {
    sheet.text("Invoice number", 50, 50, 100);
    sheet.text("2026-1", 150, 50, 100, { align: "right" });
    sheet.text("Wind  power in Nordfriesland-Ost", 50, 70, 62);
    sheet.text("北京绿色能源", 50, 120, 30);
  });
  const heard = drawn.mock.calls.map(([text]) => text).join("");
  expect(heard).toBe("Invoice number 2026-1 Wind power in Nordfriesland-Ost 北京绿色能源 ");
});
