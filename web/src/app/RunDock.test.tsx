import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { decideOnOrders } from "@tonneline/contract/orderDecisions";
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import "../lib/i18n.ts";
import { removeRun, addRun } from "../lib/runs.ts";
import { serverOf } from "../test/network.ts";
import RunDock from "./RunDock.tsx";

const startsAt = "2124-03-18T12:00:00.000Z";
const run = { id: 7, total: 1, state: "WAITING" as const, startsAt, results: [] };
const runs = `/api/v1${decideOnOrders.path}/7`;

afterEach(() => {
  removeRun(run.id);
  notifications.clean();
});

function open(stop: () => Response): void {
  show(Date.parse(startsAt), {
    [`POST ${runs}/stop`]: stop,
    [`GET ${runs}`]: () => Response.json(run),
  });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
}

function show(held: number, responses: Record<string, () => Response>): void {
  vi.stubGlobal("fetch", serverOf(responses));
  addRun({
    run,
    startsAt: held,
    subject: "orders",
    texts: {
      pending: "Waits",
      startNow: "Now",
      succeeded: "Told",
      rows: { 1: "10001 · Varendonk" },
    },
    to: "/",
    stale: [],
  });
  // Like the app's client, which does not retry refusals.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Notifications />
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <RunDock />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("reports that a decision can no longer be undone once its run has begun", async () => {
  const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail: "Over." };
  open(() => Response.json({ ...problem, status: 409 }, { status: 409 }));
  expect(await screen.findByText(/Too late/)).toBeInTheDocument();
});

it("reports that the server is unreachable, and offers a retry", async () => {
  open(() => {
    throw new TypeError("Failed to fetch");
  });
  expect(await screen.findByRole("alert")).not.toHaveTextContent("Too late");
  expect(screen.getByRole("button", { name: "Undo" })).toBeInTheDocument();
});

it("follows a run that is started at once, even if the server has not begun it at the first poll", async () => {
  const running = { ...run, startsAt: new Date().toISOString() };
  const done = { ...running, state: "DONE", results: [{ id: 1, code: null, detail: null }] };
  const answers = [running, done];
  show(Date.now() + 60_000, {
    [`POST ${runs}/start`]: () => Response.json(running),
    [`GET ${runs}`]: () => Response.json(answers.shift() ?? done),
  });
  fireEvent.click(screen.getByRole("button", { name: "Now" }));
  await expect.poll(() => screen.queryByText("Waits"), { timeout: 10_000 }).toBeNull();
  expect(answers).toEqual([]);
});

it("leaves the focus to the page when the pressed button goes with the run", async () => {
  const main = document.createElement("main");
  main.tabIndex = -1;
  document.body.append(main);
  const done = { ...run, state: "DONE", results: [{ id: 1, code: null, detail: null }] };
  show(Date.now() + 60_000, {
    [`POST ${runs}/start`]: () => Response.json({ ...run, startsAt: new Date().toISOString() }),
    [`GET ${runs}`]: () => Response.json(done),
  });
  const button = screen.getByRole("button", { name: "Now" });
  button.focus();
  fireEvent.click(button);
  await expect.poll(() => button.isConnected, { timeout: 10_000 }).toBe(false);
  await expect.poll(() => document.activeElement).toBe(main);
  main.remove();
});

it("shows how many are left after a stop, next to those that failed", async () => {
  const results = [
    { id: 1, code: "INVALID_TRANSITION", detail: "Mira rejected it." },
    { id: 2, code: null, detail: null },
  ];
  const stopped = { ...run, total: 5, state: "STOPPED", results };
  show(Date.now(), { [`GET ${runs}`]: () => Response.json(stopped) });
  expect(await screen.findByText("1 done, 1 not")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "10001 · Varendonk" })).toBeInTheDocument();
  expect(screen.getByText("Mira rejected it.")).toBeInTheDocument();
  expect(screen.getByText("Stopped: 3 more are unchanged.")).toBeInTheDocument();
});

it("removes a run that the server no longer has", async () => {
  const problem = { type: "about:blank", title: "", code: "NOT_FOUND", detail: "Gone." };
  show(Date.now(), {
    [`GET ${runs}`]: () => Response.json({ ...problem, status: 404 }, { status: 404 }),
  });
  await expect.poll(() => screen.queryByText("Waits")).toBeNull();
});
