import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { AvailabilityAlert } from "./AvailabilityAlert.tsx";

const query = "project=7&q=VCS-7&availableOnly=true";
let savedQueries: string[];
/** Delays the response with the searches. */
let late: Promise<void>;
const server = serverOf({
  "GET /api/v1/me/searches": async () => {
    await late;
    return Response.json({ content: savedQueries.map((of) => ({ query: of })) });
  },
  "POST /api/v1/me/searches": (_, init) => {
    savedQueries.push((JSON.parse(String(init?.body)) as { query: string }).query);
    return Response.json({});
  },
});

beforeEach(() => {
  savedQueries = [];
  late = Promise.resolve();
  vi.stubGlobal("fetch", server);
});

function show() {
  const project = { id: 7, name: "Peat", externalId: "VCS-7", creditTypes: [] };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AvailabilityAlert project={{ ...project, status: { id: "SOLD_OUT", name: "Sold out" } }} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole("button", { name: /: Peat$/ });
}

test("an alert is offered only once it is known whether one exists", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  late = promise;
  savedQueries = [query];
  const button = show();
  expect(button).toHaveAttribute("aria-disabled", "true");
  resolve();
  await screen.findByRole("button", { name: "We will tell you: Peat" });
  await userEvent.click(button);
  expect(savedQueries).toEqual([query]);
});

test("asking for an alert keeps the focus, and sends it once", async () => {
  const button = show();
  await expect.poll(() => button.hasAttribute("aria-disabled")).toBe(false);
  await userEvent.click(button);
  await screen.findByRole("button", { name: "We will tell you: Peat" });
  expect(button).toHaveFocus();
  await userEvent.click(button);
  expect(savedQueries).toEqual([query]);
});
