import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { DoneBy } from "./DoneBy.tsx";
import { MinePill } from "./MinePill.tsx";

let response: () => Response | Promise<Response>;
const server = serverOf({ "GET /api/v1/me/company": () => response() });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", server);
});

function show() {
  cleanup();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MinePill on={false} onChange={() => {}} />
        <p data-testid="by">
          <DoneBy userId={1} />
        </p>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const pill = () => screen.queryByRole("button", { name: "Mine" });
const line = () => screen.getByTestId("by").textContent;
const never = () => new Promise<Response>(() => {});

test("a user who last had colleagues gets the pill at once, and room for names, so that nothing moves when they load", async () => {
  response = never;
  show();
  expect(pill()).toBeNull();

  response = () => Response.json({ members: [{ userId: 1 }, {}] });
  show();
  expect(await screen.findByRole("button", { name: "Mine" })).toBeVisible();
  response = never;
  show();
  expect(pill()).toBeVisible();
  expect(line()).toBe("\u00a0");

  response = () => Response.json({ members: [{ userId: 1 }] });
  show();
  await expect.poll(pill).toBeNull();
  response = never;
  show();
  expect(pill()).toBeNull();
  expect(line()).toBe("");
});
