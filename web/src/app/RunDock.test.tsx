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
const orders = ["management", "orders"];
const runs = `/api/v1${decideOnOrders.path}/7`;

afterEach(() => {
  removeRun(run.id);
  notifications.clean();
});

function open(stop: () => Response, read: () => object = () => run): QueryClient {
  const client = show(Date.parse(startsAt), {
    [`POST ${runs}/stop`]: stop,
    [`GET ${runs}`]: () => Response.json(read()),
  });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  return client;
}

function show(held: number, responses: Record<string, () => Response>): QueryClient {
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
    stale: [orders],
  });
  // Like the app's client, which does not retry refusals.
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(orders, []);
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
  return client;
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

it.each([
  ["nothing", [], "Nothing was done."],
  ["some", [{ id: 1, code: null, detail: null }], "Stopped. 1 done, 1 left unchanged."],
])("reports what an undone run did: %s", async (_, results, expected) => {
  let now: object = { ...run, total: 2 };
  const stop = () => {
    now = { ...run, total: 2, state: "STOPPED", results };
    return Response.json(now);
  };
  const client = open(stop, () => now);
  expect(await screen.findByText(expected)).toBeInTheDocument();
  expect(screen.queryByText("Waits")).toBeNull();
  // What it has changed is read again.
  expect(client.getQueryState(orders)?.isInvalidated).toBe(true);
});

it.each([
  [1, 0],
  [2, 1],
])("a running run of %i can be stopped after its current one: %i", async (total, buttons) => {
  const running = { ...run, total, state: "RUNNING" };
  show(Date.now(), { [`GET ${runs}`]: () => Response.json(running) });
  expect((await screen.findAllByText(`0 of ${total} done`)).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole("button", { name: "Stop after this one" })).toHaveLength(buttons);
});

it("stays while the server does not respond, and says so; that it cannot start has its own reason", async () => {
  const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail: "Over." };
  show(Date.now(), {
    [`POST ${runs}/start`]: () => Response.json({ ...problem, status: 409 }, { status: 409 }),
    [`GET ${runs}`]: () => Response.json({ ...problem, status: 503 }, { status: 503 }),
  });
  expect(await screen.findByText(/^The server is not responding\./)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Now" }));
  expect(await screen.findByText("Over.")).toBeInTheDocument();
  expect(screen.queryByText(/Too late/)).toBeNull();
});
