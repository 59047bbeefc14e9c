import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import "../../../locales/en/managedRetirements.ts";
import { SerialBlocks } from "./SerialBlocks.tsx";

function Blocks() {
  const [blocks, setBlocks] = useState(
    ["A", "B", "C"].map((name) => ({ serialNumberFrom: name, serialNumberTo: name })),
  );
  return <SerialBlocks blocks={blocks} errorAt={() => undefined} onChange={setBlocks} />;
}

it("keeps the focus among the blocks when one is removed or added", async () => {
  render(
    <MantineProvider env="test">
      <Blocks />
    </MantineProvider>,
  );
  screen.getByRole("button", { name: "Remove serial block 3" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Remove serial block 2" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Add a block" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const added = screen.getByRole("group", { name: "Serial block 2" });
  await expect.poll(() => document.activeElement).toBe(added.querySelector("input"));
});

it("replaces a block by the pasted ones, between those around it", () => {
  render(
    <MantineProvider env="test">
      <Blocks />
    </MantineProvider>,
  );
  const getData = () => "X1\tX2\n\nY1";
  fireEvent.paste(screen.getAllByDisplayValue("B")[0]!, {
    clipboardData: { getData },
  });
  const values = screen.getAllByRole<HTMLInputElement>("textbox").map(({ value }) => value);
  expect(values).toEqual(["A", "A", "X1", "X2", "Y1", "Y1", "C", "C"]);
});
