import "@testing-library/jest-dom/vitest";
import { useStockMessages } from "@tonneline/contract/messages";
import { afterEach, beforeEach, expect, vi } from "vitest";

useStockMessages();

// What a page writes to the console is a fault of the page. A test that expects it says so with its own spy.
beforeEach(() => {
  vi.spyOn(console, "error");
  vi.spyOn(console, "warn");
});
afterEach(() => {
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
  expect(vi.mocked(console.warn).mock.calls).toEqual([]);
  vi.restoreAllMocks();
});
