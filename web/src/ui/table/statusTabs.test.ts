import { expect, test } from "vitest";
import { statusTabs } from "./statusTabs.ts";

const labelOf = (tab: string) => tab.toLowerCase();

test("tabs keep their order, and one without a known count has none", () => {
  expect(statusTabs(["OPEN", "all", "DONE"], { OPEN: 2, all: 2 }, labelOf)).toEqual([
    { name: "OPEN", label: "open", count: 2 },
    { name: "all", label: "all", count: 2 },
    { name: "DONE", label: "done", count: 0 },
  ]);
});

test("no tab has a count while none is known", () => {
  const tabs = statusTabs(["OPEN", "all"], undefined, labelOf);
  expect(tabs.map(({ count }) => count)).toEqual([undefined, undefined]);
});
