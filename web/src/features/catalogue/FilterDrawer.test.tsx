import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FilterDrawer } from "./FilterDrawer.tsx";

test("closes while it is searched: to leave a price by pressing the button is what starts that", async () => {
  const onClose = vi.fn<() => void>();
  const waiting = { isError: false, data: undefined };
  const projects = { isPlaceholderData: true, data: { pages: [{ totalElements: 12 }] } };
  const parts = {
    category: "CREDIT_SALE",
    search: {},
    change: () => {},
    all: waiting,
    now: waiting,
  };
  const props = { ...parts, projects, opened: true, onClose } as unknown as Parameters<
    typeof FilterDrawer
  >[0];
  render(
    <MantineProvider env="test">
      <FilterDrawer {...props} />
    </MantineProvider>,
  );
  const button = await screen.findByRole("button", { name: "Show 12 projects" });
  expect(button).toHaveAttribute("aria-busy", "true");
  await userEvent.click(button);
  expect(onClose).toHaveBeenCalledOnce();
});
