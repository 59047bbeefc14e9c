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
