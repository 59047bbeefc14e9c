import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import "../../locales/en/catalogue.ts";
import { FacetList } from "./FacetList.tsx";

test("a long list is named on its button for more, which keeps the focus", async () => {
  const choices = Array.from({ length: 80 }, (_, id) => ({ id, name: `No. ${id}`, count: 1 }));
  const given = { choices, chosen: [], onToggle: () => {} };
  render(
    <MantineProvider env="test">
      <FacetList title="Country" nameOf={({ name }) => name ?? ""} {...given} />
      <FacetList title="Developer" nameOf={({ name }) => name ?? ""} {...given} />
    </MantineProvider>,
  );
  const boxes = () => screen.getAllByRole("checkbox").length;
  screen.getByRole("button", { name: "Show 60 more: Developer" }).focus();
  for (const [name, shown] of [
    ["Show 14 more: Developer", 66],
    ["Show fewer: Developer", 80],
    ["Show 60 more: Developer", 6],
  ] as const) {
    await userEvent.keyboard("{Enter}");
    expect(boxes()).toBe(6 + shown);
    expect(screen.getByRole("button", { name })).toHaveFocus();
  }
  expect(screen.getByRole("button", { name: "Show 60 more: Country" })).toBeVisible();
});
