import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TableTabs } from "./TableTabs.tsx";

test("a tab keeps the room of its count, and is named as long as there is none by its label", () => {
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
