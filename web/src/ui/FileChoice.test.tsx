import { Button, MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { FileChoice } from "./FileChoice.tsx";

it("forgets the file that was chosen, so that the same one, mended, can be chosen again", async () => {
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
