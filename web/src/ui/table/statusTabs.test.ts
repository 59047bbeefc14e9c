import { expect, test } from "vitest";
import { statusTabs } from "./statusTabs.ts";

const labelOf = (tab: string) => tab.toLowerCase();

test("tabs keep their order, and all stands for the sum of the others", () => {
  expect(statusTabs(["OPEN", "all", "DONE"], { OPEN: 2, DONE: 3 }, labelOf)).toEqual([
    { name: "OPEN", label: "open", count: 2 },
    { name: "all", label: "all", count: 5 },
    { name: "DONE", label: "done", count: 3 },
  ]);
});

test("no tab has a number while none is known", () => {
  const tabs = statusTabs(["OPEN", "all"], undefined, labelOf);
  expect(tabs.map(({ count }) => count)).toEqual([undefined, undefined]);
});
