import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { SaveSearch } from "./SaveSearch.tsx";

test("a search is offered to be saved once it is known that it is not", async () => {
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
  for (const button of screen.getAllByRole("button")) expect(button).toBeDisabled();
  resolve(Response.json({ content: [{ query: "country=KE" }] }));
  await expect.poll(() => screen.getAllByRole("button")[1]!.hasAttribute("disabled")).toBe(false);
  expect(screen.getAllByRole("button")[0]).toBeDisabled();
  vi.unstubAllGlobals();
});
