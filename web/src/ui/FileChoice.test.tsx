import { Button, MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileChoice } from "./FileChoice.tsx";

it("resets the chosen file, so that the same one can be chosen again after it was corrected", async () => {
  const onChoose = vi.fn();
  render(
    <MantineProvider env="test">
      <FileChoice onChoose={onChoose}>{(props) => <Button {...props}>Choose</Button>}</FileChoice>
    </MantineProvider>,
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  const file = new File(["one"], "prices.csv");
  expect(screen.getByRole("button", { name: "Choose" })).toBeVisible();
  await userEvent.upload(input, file);
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(file);
  expect(input.files).toHaveLength(0);
});
