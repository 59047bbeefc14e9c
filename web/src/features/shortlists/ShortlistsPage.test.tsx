import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useSite } from "../../lib/site.ts";
import { serverOf } from "../../test/network.ts";
import { ShortlistsPage } from "./ShortlistsPage.tsx";

function show() {
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <ShortlistsPage />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("the searches stand where they stay: below lists that are there", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = serverOf({
    "GET /api/v1/me/shortlists": () => promise,
    "GET /api/v1/me/searches": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  show();
  // Asked for along with the lists.
  await expect.poll(() => server.mock.calls.length).toBe(2);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  resolve(Response.json({ content: [] }));
  await screen.findByRole("heading", { name: "Saved searches" });
  vi.unstubAllGlobals();
});

test("who undoes the removal of a search in vain is told so", async () => {
  let content = [{ id: 5, name: "Peat", query: "q=peat", alert: "NONE", projects: 2 }];
  const server = serverOf({
    "GET /api/v1/me/shortlists": () => Response.json({ content: [] }),
    "GET /api/v1/me/searches": () => Response.json({ content }),
    "DELETE /api/v1/me/searches/5": () => {
      content = [];
      return new Response(null, { status: 204 });
    },
    "POST /api/v1/me/searches": () => {
      throw new TypeError("Failed to fetch");
    },
  });
  vi.stubGlobal("fetch", server);
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Delete Peat" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await screen.findByRole("alert");
  vi.unstubAllGlobals();
});

test("a link is offered only where the operators let lists be shared by one", async () => {
  const board = { id: 1, name: "Board", author: "Ilse", updatedAt: "2026-03-16T10:04:00.000Z" };
  const server = serverOf({
    "GET /api/v1/me/shortlists": () =>
      Response.json({ content: [{ ...board, share: null, vintages: [] }] }),
    "GET /api/v1/me/searches": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  show();
  await screen.findByRole("heading", { name: "Board" });
  expect(screen.queryByRole("button", { name: "Share by link" })).toBeNull();
  act(() => useSite.setState({ sharesByLink: true }));
  expect(screen.getByRole("button", { name: "Share by link" })).toBeInTheDocument();
  act(() => useSite.setState({ sharesByLink: false }));
  vi.unstubAllGlobals();
});
