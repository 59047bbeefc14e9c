import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, render, screen, within } from "@testing-library/react";
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
          <main tabIndex={-1}>
            <ShortlistsPage />
          </main>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("the saved searches appear only once the lists above them have loaded", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const server = serverOf({
    "GET /api/v1/me/shortlists": () => promise,
    "GET /api/v1/me/searches": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  show();
  // Requested along with the lists.
  await expect.poll(() => server.mock.calls.length).toBe(2);
  expect(screen.queryByRole("heading", { level: 2 })).toBeNull();
  resolve(Response.json({ content: [] }));
  await screen.findByRole("heading", { name: "Saved searches" });
});

test("a failed undo of a search's removal is reported", async () => {
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
});

test("a link is offered only if the operators allow sharing by link", async () => {
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
});

test("deleting searches by keyboard moves the focus to the next one, and finally to their heading", async () => {
  let content = [5, 6].map((id) => ({
    id,
    name: `No. ${id}`,
    query: "",
    alert: "NONE",
    projects: 2,
  }));
  const notFound = (id: number) => () => {
    content = content.filter((each) => each.id !== id);
    return new Response(null, { status: 204 });
  };
  const server = serverOf({
    "GET /api/v1/me/shortlists": () => Response.json({ content: [] }),
    "GET /api/v1/me/searches": () => Response.json({ content }),
    "DELETE /api/v1/me/searches/5": notFound(5),
    "DELETE /api/v1/me/searches/6": notFound(6),
  });
  vi.stubGlobal("fetch", server);
  show();
  (await screen.findByRole("button", { name: "Delete No. 5" })).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.ariaLabel).toBe("Delete No. 6");
  await userEvent.keyboard("{Enter}");
  const heading = screen.getByRole("heading", { name: "Saved searches" });
  await expect.poll(() => document.activeElement).toBe(heading);
});

/**
 * Renders a shortlist where sharing by link is enabled, with the given link; returns the mock of the call that creates the
 * next one.
 */
function aShared(before: object | null = null) {
  const board = { id: 1, name: "Board", author: "Ilse", updatedAt: "2026-03-16T10:04:00.000Z" };
  let now = before;
  const share = vi.fn<() => Response>(() => {
    now = link;
    return Response.json(link);
  });
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/shortlists": () =>
        Response.json({ content: [{ ...board, share: now, vintages: [] }] }),
      "GET /api/v1/me/searches": () => Response.json({ content: [] }),
      "POST /api/v1/me/shortlists/1/share": share,
      "DELETE /api/v1/me/shortlists/1/share": () => {
        now = null;
        return new Response(null, { status: 204 });
      },
    }),
  );
  useSite.setState({ sharesByLink: true });
  show();
  return share;
}
const link = { url: "https://tonneline.example/shared/1", until: "2026-12-28T10:00:00.000Z" };

test("sharing a list and ending its link is confirmed, and keeps the focus in place", async () => {
  aShared();
  const share = await screen.findByRole("button", { name: "Share by link" });
  share.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("“Board” is shared by link");
  expect(share).toHaveFocus();
  screen.getByRole("button", { name: "Stop sharing" }).focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("“Board” is no longer shared");
  await expect.poll(() => screen.queryByText(link.url)).toBeNull();
  expect(share).toHaveFocus();
  act(() => useSite.setState({ sharesByLink: false }));
});

test("sharing a shared list again needs confirmation, as it ends the previous link", async () => {
  const shared = aShared(link);
  await userEvent.click(await screen.findByRole("button", { name: "Make a new link" }));
  const dialog = await screen.findByRole("dialog", { name: "Make a new link of “Board”?" });
  expect(shared).not.toHaveBeenCalled();
  expect(dialog).toHaveTextContent("The current link stops working immediately");
  await userEvent.click(within(dialog).getByRole("button", { name: "Make a new link" }));
  await screen.findByText("“Board” is shared by link");
  expect(shared).toHaveBeenCalledOnce();
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  act(() => useSite.setState({ sharesByLink: false }));
});

test("deleting shortlists by keyboard moves the focus to the remaining ones, and finally to the page", async () => {
  const list = { author: "Ilse", updatedAt: "2026-03-16T10:04:00.000Z", share: null, vintages: [] };
  let content = [1, 2].map((id) => ({ ...list, id, version: 1, name: `List ${id}` }));
  const notFound = (id: number) => () => {
    content = content.filter((each) => each.id !== id);
    return new Response(null, { status: 204 });
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/shortlists": () => Response.json({ content }),
      "GET /api/v1/me/searches": () => Response.json({ content: [] }),
      "DELETE /api/v1/me/shortlists/1": notFound(1),
      "DELETE /api/v1/me/shortlists/2": notFound(2),
    }),
  );
  show();
  const remove = async (name: string) => {
    await screen.findByRole("heading", { name, level: 2 });
    screen.getByRole("button", { name: "Delete" }).focus();
    await userEvent.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog");
    within(dialog).getByRole("button", { name: "Delete" }).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  };
  await remove("List 1");
  await expect.poll(() => document.activeElement?.textContent).toContain("List 2");
  await remove("List 2");
  await expect.poll(() => document.activeElement?.localName).toBe("main");
});
