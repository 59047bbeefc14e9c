import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createBrowserHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import DialogArea from "../DialogArea.tsx";
import { browser } from "../../lib/session.ts";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { NavList } from "./NavList.tsx";

function Form() {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  return <input value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />;
}

function Page() {
  return (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <NavList />
        <UnsavedGuard>
          <Form />
        </UnsavedGuard>
        <DialogArea />
      </QueryClientProvider>
    </MantineProvider>
  );
}

it.each([
  ["/compare", "Marketplace"],
  ["/shortlists", "Marketplace"],
  ["/portfolios", undefined],
])("marks on %s the entry that it belongs to", async (pathname, entry) => {
  const cart = { projects: [], reports: [], changes: [] };
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/cart/deprecated": () => Response.json(cart) }));
  showPage(() => <NavList />, pathname);
  await screen.findByRole("link", { name: "Portfolio" });
  const marked = screen.queryAllByRole("link", { current: "page" });
  expect(marked.map((link) => link.textContent)).toEqual(entry ? [entry] : []);
});

it("asks for confirmation before it logs out of a page with unsaved input", async () => {
  vi.stubGlobal("scrollTo", () => {});
  const cart = { projects: [], reports: [], changes: [] };
  vi.stubGlobal("fetch", serverOf({ "GET /api/v1/me/cart/deprecated": () => Response.json(cart) }));
  const load = vi.spyOn(browser, "load").mockImplementation(() => {});
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createBrowserHistory(),
    scrollRestoration: false,
  });
  render(<RouterProvider router={router as never} />);
  const logOut = async () =>
    fireEvent.click(await screen.findByRole("button", { name: "Log out" }));
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "4410" } });
  await logOut();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(load).not.toHaveBeenCalled();
  expect(screen.getByRole("textbox")).toHaveValue("4410");

  await logOut();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  await vi.waitFor(() => expect(load).toHaveBeenCalledWith("/login"));
});
