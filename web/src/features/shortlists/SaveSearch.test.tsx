import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { SaveSearch } from "./SaveSearch.tsx";

test("saving a search is offered once it is known not to be saved", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/searches": () => promise }));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SaveSearch query="country=KE" suggested="Kenya" />
        <SaveSearch query="country=PE" suggested="Peru" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const button of screen.getAllByRole("button"))
    expect(button).toHaveAttribute("aria-disabled", "true");
  resolve(Response.json({ content: [{ query: "country=KE" }] }));
  await expect
    .poll(() => screen.getAllByRole("button")[1]!.hasAttribute("aria-disabled"))
    .toBe(false);
  expect(screen.getAllByRole("button")[0]).toHaveAttribute("aria-disabled", "true");
});

test("a search needs a name: without one nothing is sent, and the field shows an error", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/me/searches": () => Response.json({ content: [] }) }),
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SaveSearch query="country=KE" suggested="Kenya" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const open = await screen.findByRole("button", { name: "Save search" });
  await expect.poll(() => open.hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(open);
  const name = await screen.findByRole("textbox", { name: "Name" });
  expect(name).toHaveValue("Kenya");
  fireEvent.change(name, { target: { value: "  " } });
  fireEvent.submit(name);
  expect(await screen.findByText("Enter a name")).toBeInTheDocument();
  expect(name).toBeInvalid();
});
