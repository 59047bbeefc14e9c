import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { ShortlistTable } from "./ShortlistTable.tsx";
import "../../locales/en/catalogue.ts";
import "../../locales/en/management.ts";
import "../../locales/en/shortlists.ts";
import "../../locales/en/table.ts";

let sent: unknown[];
let isDown: boolean;
const server = serverOf({
  "PUT /api/v1/me/shortlists/1/vintages/7": (_, init) => answer(init),
  "PUT /api/v1/me/shortlists/2/vintages/7": (_, init) => answer(init),
  "DELETE /api/v1/me/shortlists/1/vintages/7": () => new Response(null, { status: 204 }),
});
function answer(init: RequestInit | undefined): Response {
  if (isDown) throw new TypeError("Failed to fetch");
  sent.push(JSON.parse(String(init?.body)));
  return Response.json({});
}
beforeEach(() => {
  sent = [];
  isDown = false;
  vi.stubGlobal("fetch", server);
  return () => notifications.clean();
});

const available = { id: "AVAILABLE", name: "Available" };
const onSale = { id: "ACTIVE", name: "On sale" };

/** A list whose single vintage has this note. */
function aList(id: number, name: string, note: string, { status = available, of = onSale } = {}) {
  const [type, registry] = [{ name: "Wetlands" }, { name: "Verra" }];
  const project = { id: 3, name: "Peat", projectType: type, registry, labels: [], status };
  const creditType = { id: "EX_POST", name: "Issued" };
  const tonnes = { availableCredits: 40, price: of === onSale ? 12 : null };
  const vintage = { id: 7, year: 2022, creditType, status: of, project, ...tonnes };
  const then = { priceThen: 12, availableThen: 40, addedAt: "2026-05-05T10:00:00.000Z" };
  const vintages = [{ vintageId: 7, note, author: "Ada Lovelace", ...then, vintage }];
  return { id, name, vintages } as unknown as Shortlist;
}

function show(list: Shortlist, other?: Shortlist) {
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <ShortlistTable list={list} others={other ? [other] : []} />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test.each([
  ["", "Theirs", {}],
  ["Ours", "", { note: "Ours" }],
  ["Ours", "Theirs", { note: "Theirs\nOurs" }],
  ["Same", "Same", {}],
])(
  "neither of the notes %j here and %j there is lost by moving a vintage",
  async (here, there, body) => {
    show(aList(1, "Here", here), aList(2, "There", there));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Peat, 2022" }));
    await userEvent.click(screen.getByRole("button", { name: "Move" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "There" }));
    await screen.findByText("1 vintage moved to “There”");
    expect(sent).toEqual([body]);
  },
);

test("undoing a removal restores the note", async () => {
  show(aList(1, "Here", "Ours"));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Peat, 2022" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await expect.poll(() => sent).toEqual([{ note: "Ours" }]);
});

test("a failed undo of a removal is reported", async () => {
  show(aList(1, "Here", "Ours"));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Peat, 2022" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  isDown = true;
  await userEvent.click(undo);
  await screen.findByText(/^The shortlist was not changed:/);
});

test.each([
  ["Withdrawn", { of: { id: "WITHDRAWN", name: "Withdrawn" } }],
  ["Temporarily unavailable", { status: { id: "PAUSED", name: "Temporarily unavailable" } }],
])("a vintage that cannot be bought shows why instead of its tonnes: %s", (name, standing) => {
  show(aList(1, "Here", "", standing));
  expect(screen.getByText(name)).toBeInTheDocument();
  expect(screen.queryByText("40 t")).toBeNull();
  expect(screen.queryByText(/on request/i)).toBeNull();
});

test.each(["Clear selection", "Remove"])(
  "pressing %s by keyboard moves the focus to the table when the bar disappears",
  async (name) => {
    show(aList(1, "Here", ""));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Peat, 2022" }));
    screen.getByRole("button", { name }).focus();
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => screen.queryByRole("button", { name })).toBeNull();
    await expect.poll(() => document.activeElement?.ariaLabel).toBe("Select all");
  },
);
