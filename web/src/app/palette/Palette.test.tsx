import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import "../../lib/i18n.ts";
import OperatorKeys from "./OperatorKeys.tsx";
import { openPalette } from "./palette.ts";
import { storeTokens } from "../../lib/session.ts";
import { tokenFor } from "../../test/tokens.ts";

const router = createRouter({ routeTree: createRootRoute() });

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <button type="button" onClick={openPalette}>
            Search
          </button>
          <OperatorKeys />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );

it("Recent results are kept for their user, and hidden from the next one in this browser", async () => {
  const person = userEvent.setup();
  const open = async (username: string) => {
    storeTokens({
      authToken: tokenFor({ username, permissions: ["orders:read"] }),
      refreshToken: "r",
    });
    const { unmount } = show();
    await person.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByRole("option", { name: /^Orders/ });
    const groups = screen.getByRole("listbox").textContent;
    await person.keyboard("{Enter}");
    unmount();
    return groups;
  };
  expect(await open("noor@demo.example")).not.toContain("Recent");
  expect(await open("noor@demo.example")).toContain("Recent");
  expect(await open("ida@demo.example")).not.toContain("Recent");
});

it("Screen readers hear which result Enter opens, preselected or reached with the arrows", async () => {
  const person = userEvent.setup();
  // Finds pages, but no records: nothing is asked of the server while typing.
  storeTokens({ authToken: tokenFor({ permissions: ["directory:read"] }), refreshToken: "r" });
  show();
  await person.click(screen.getByRole("button", { name: "Search" }));
  const field = await screen.findByRole("combobox", { name: "Search or jump to", expanded: true });
  const active = () =>
    document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;
  const options = screen.getAllByRole("option").map(({ textContent }) => textContent);
  await expect.poll(active).toBe(options[0]);
  await person.keyboard("{ArrowDown}");
  expect(active()).toBe(options[1]);
  await person.type(field, "registries");
  await expect.poll(active).toMatch(/^Registries/);
  // It leads to a list that this user may not read.
  expect(screen.queryByRole("option", { name: /orders/ })).not.toBeInTheDocument();
  await person.clear(field);
  await person.type(field, ">registries");
  await expect.poll(active).toMatch(/^Registries/);
  await person.keyboard("{Escape}");
});

it("The palette is announced by its name, closes on Escape, and returns the focus", async () => {
  const person = userEvent.setup();
  show();
  screen.getByRole("button", { name: "Search" }).focus();
  await person.keyboard("{Enter}");
  const typing = () => document.activeElement?.getAttribute("aria-label");
  await expect.poll(typing).toBe("Search or jump to");
  const opened = screen.getByRole("dialog", { name: "Search or jump to" });
  expect(opened).not.toHaveAttribute("aria-describedby");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toBe("Search");
});
