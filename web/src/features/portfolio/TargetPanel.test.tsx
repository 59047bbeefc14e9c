import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { TargetPanel, useIsTargetKnown } from "./TargetPanel.tsx";
import "../../locales/en/portfolio.ts";

/** Like the portfolio: renders nothing around the target before its data is loaded. */
function Page() {
  return useIsTargetKnown() ? <TargetPanel /> : <p>Waiting</p>;
}

const targets = "/api/v1/me/portfolio/targets";
const company = "/api/v1/me/company";
/** With the latency of a server: an endless loop of requests then still yields to others. */
async function failed(): Promise<Response> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  return new Response("{}", { status: 500 });
}

test("focus stays in place after setting and removing a target by keyboard", async () => {
  const target = { year: 2026, tonnes: 5, retired: 0, inProgress: 0, held: 0, toBuy: 5 };
  const changed = { changedBy: "Ilse", changedAt: "2026-03-16T10:04:00.000Z" };
  vi.stubGlobal(
    "fetch",
    serverOf({
      [`GET ${targets}`]: () => Response.json({ content: [] }),
      [`GET ${company}`]: () => Response.json({ role: "OWNER", blocked: false }),
      [`PUT ${targets}`]: (_, init) => {
        const { tonnes, year } = JSON.parse(String(init?.body)) as { tonnes: number; year: number };
        return Response.json({ content: tonnes ? [{ ...target, ...changed, tonnes, year }] : [] });
      },
    }),
  );
  showPage(Page);
  for (const [opener, typed, next] of [
    ["Set a target", "5", "Change target"],
    ["Change target", "0", "Set a target"],
  ] as const) {
    (await screen.findByRole("button", { name: opener })).focus();
    await userEvent.keyboard("{Enter}");
    const field = await screen.findByRole("textbox", { name: "Tonnes to retire" });
    await userEvent.clear(field);
    await userEvent.type(field, `${typed}{Enter}`);
    await expect.poll(() => document.activeElement?.textContent).toBe(next);
  }
});

test.each([
  [targets, "Your target could not be loaded"],
  [company, "No target yet."],
])("a failed %s is reported, and not requested over and over", async (failing, told) => {
  const server = serverOf({
    [`GET ${targets}`]: () => Response.json({ content: [] }),
    [`GET ${company}`]: () => Response.json({ role: "OWNER", blocked: false }),
    [`GET ${failing}`]: failed,
  });
  vi.stubGlobal("fetch", server);
  showPage(Page);
  expect(await screen.findByText(told)).toBeInTheDocument();
  // Once for the page and once for the panel in it.
  expect(server.mock.calls.filter(([url]) => url === failing)).toHaveLength(2);
});
