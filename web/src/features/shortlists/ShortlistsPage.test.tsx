import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { ShortlistsPage } from "./ShortlistsPage.tsx";

test("the searches stand where they stay: below lists that are there", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = serverOf({
    "GET /api/v1/me/shortlists": () => promise,
    "GET /api/v1/me/searches": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <ShortlistsPage />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  // Asked for along with the lists.
  await expect.poll(() => server.mock.calls.length).toBe(2);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  resolve(Response.json({ content: [] }));
  await screen.findByRole("heading", { name: "Saved searches" });
  vi.unstubAllGlobals();
});
