import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TableTabs } from "./TableTabs.tsx";

test("a tab reserves room for its count, and until it is loaded is named by its label alone", () => {
  const tabs = (count?: number) => (
    <TableTabs
      label="Orders by status"
      tabs={[{ name: "all", label: "All", count }]}
      chosen="all"
      onChoose={() => {}}
    />
  );
  const { rerender } = render(tabs());
  const button = screen.getByRole("button", { name: "All" });
  expect(button.querySelector("span")).toBeEmptyDOMElement();
  rerender(tabs(1200));
  expect(screen.getByRole("button", { name: "All 1,200" })).toBe(button);
});
