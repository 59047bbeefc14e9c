import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { CartTabs } from "./CartTabs.tsx";

const company = (approvalRules: object[], role = "OWNER") =>
  Response.json({ role, blocked: false, members: [{}], approvalRules });
let response: () => Response | Promise<Response>;
const server = serverOf({ "GET /api/v1/me/company": () => response() });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", server);
});

function show(here: "cart" | "requests") {
  cleanup();
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
        <CartTabs here={here} />
      </RouterContextProvider>
    </QueryClientProvider>,
  ).container;
}
const never = () => new Promise<Response>(() => {});

test("the requests page shows the tabs at once", () => {
  response = never;
  show("requests");
  expect(screen.getByRole("link", { name: "Cart" })).toBeVisible();
});

test("the cart page reserves room for the tabs if they were there last time", async () => {
  response = never;
  expect(show("cart")).toBeEmptyDOMElement();

  response = () => company([{}]);
  show("cart");
  await screen.findByRole("link", { name: "Cart" });
  response = never;
  expect(show("cart")).not.toBeEmptyDOMElement();

  response = () => company([]);
  const without = show("cart");
  await expect.poll(() => without.childElementCount).toBe(0);
  response = never;
  expect(show("cart")).toBeEmptyDOMElement();
});

test("the requests page shows no tabs to a member who may not read requests", async () => {
  response = () => company([{}], "VIEWER");
  const shown = show("requests");
  await expect.poll(() => shown.childElementCount).toBe(0);
});
