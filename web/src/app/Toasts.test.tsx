import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showToast } from "../ui/toast.tsx";
import { Toasts } from "./Toasts.tsx";

test("A toast is added to a live region that existed before", async () => {
  render(
    <MantineProvider env="test">
      <button onClick={() => showToast({ tone: "good", text: "One booked" })} />
      <Toasts zIndex={1200} />
    </MantineProvider>,
  );
  const region = document.querySelector("[aria-live='polite']")!;
  expect(region).toBeEmptyDOMElement();
  screen.getByRole("button").click();
  const toast = await screen.findByRole("group");
  expect(toast).toHaveTextContent("One booked");
  expect(region).toContainElement(toast);
});
