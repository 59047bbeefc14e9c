import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { Approval } from "@tonneline/contract/approvals";
import type { CompanyRole } from "@tonneline/contract/companyRoles";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import "../../locales/en/approvals.ts";
import { OwnRequest } from "./OwnRequest.tsx";

let role: CompanyRole;
let missing: object[];
/** The actions on the request, in order. */
let done: string[];
const taking =
  (answer: () => object = () => ({})) =>
  ({ pathname }: URL) => {
    done.push(pathname.split("/").at(-1)!);
    return Response.json(answer());
  };
const server = serverOf({
  "GET /api/v1/me/company": () => Response.json({ role, blocked: false, members: [] }),
  "POST /api/v1/me/approvals/1/remind": taking(),
  "POST /api/v1/me/approvals/1/withdraw": taking(),
  "POST /api/v1/me/cart/requests/1": taking(() => ({ missing })),
});

beforeEach(() => {
  notifications.clean();
  role = "BUYER";
  missing = [];
  done = [];
  vi.stubGlobal("fetch", server);
});

function show(facts: object = {}): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const approval = { id: 1, status: "PENDING", remindedAt: null, waitsFor: ["Anna"], ...facts };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <Notifications />
          <OwnRequest approval={approval as unknown as Approval} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

test.each([
  ["BUYER", 3],
  ["ACCOUNTANT", 0],
] as const)("A requester who is now %s has %i actions on the request", async (now, things) => {
  role = now;
  const client = show();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  await waitFor(() => expect(screen.queryAllByRole("button")).toHaveLength(things));
});

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test("Reminders are limited to one a day, and need colleagues who can decide", async () => {
  show({ remindedAt: hoursAgo(23) });
  expect(await screen.findByText(/You can remind them once a day\.$/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Send a reminder" })).toBeNull();
  cleanup();
  show({ waitsFor: [] });
  await screen.findByRole("button", { name: "Withdraw" });
  expect(screen.queryByRole("button", { name: "Send a reminder" })).toBeNull();
  cleanup();
  show({ remindedAt: hoursAgo(25) });
  await press("Send a reminder");
  await waitFor(() => expect(done).toEqual(["remind"]));
});

test("Withdrawing asks for confirmation", async () => {
  show();
  await press("Withdraw");
  const confirmation = await screen.findByRole("dialog", { name: "Withdraw request 1?" });
  expect(done).toEqual([]);
  fireEvent.click(within(confirmation).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(done).toEqual(["withdraw"]));
});

test("A request that ended without an order can be put into the cart again, which names items that are gone", async () => {
  missing = [
    { name: "Alto Mayo 2022", credits: 5 },
    { name: "Tenure", credits: 0 },
  ];
  show({ status: "REFUSED" });
  await press("Put the items in the cart again");
  const notice = await screen.findByText(/^Items still available are in your cart/);
  expect(notice).toHaveTextContent(/Missing: Alto Mayo 2022 \(5\st\), Tenure\.$/);
  expect(done).toEqual(["1"]);
  cleanup();
  show({ status: "APPROVED" });
  await waitFor(() => expect(screen.queryByRole("button", { name: /again/ })).toBeNull());
});
