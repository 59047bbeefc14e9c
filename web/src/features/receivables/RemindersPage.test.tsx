import { Notifications } from "@mantine/notifications";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { RemindersPage } from "./RemindersPage.tsx";

const companyName = "Skogsförvaltning Aktiebolag med ett mycket långt namn i Norrbotten";
const stop = { kind: "BANK", until: null, reason: "A payment that covers it waits." };
const row = {
  id: 10022,
  companyId: 4,
  companyName,
  invoiceNumber: "2026-000008",
  dueOn: "2026-09-22",
  daysLate: 66,
  open: 2146.5,
  level: 0,
  remindedOn: null,
  next: null,
  stop,
};

/** Renders the page with these invoices from the server. */
function showWith(page: object): void {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/receivables": () => Response.json(page),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
    }),
  );
  showPage(RemindersPage);
}

test("A long company name leaves room for the others: the reason why reminders stopped stays readable", async () => {
  const page = {
    content: [row],
    totalElements: 1,
    counts: {},
    ageing: [],
    total: { invoices: 1, amount: 2146.5 },
  };
  showWith(page);
  expect(await screen.findByTitle(companyName)).toHaveTextContent(companyName);
  expect(screen.getByText(stop.reason)).toBeInTheDocument();
});

test("The amount due is summed for the displayed invoices: by default for the overdue ones", async () => {
  const ageing = [
    { bucket: "NOT_DUE", invoices: 5, amount: 100 },
    { bucket: "1_14", invoices: 1, amount: 20.1 },
    { bucket: "OVER_60", invoices: 1, amount: 3 },
  ];
  const page = { content: [row], counts: {}, ageing, total: { invoices: 7, amount: 123.1 } };
  const found: Record<string, number> = { "": 7, NOT_DUE: 5, "1_14,15_30,31_60,OVER_60": 2 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/receivables": ({ searchParams }) =>
        Response.json({
          ...page,
          totalElements: searchParams.get("q") ? 4 : found[searchParams.get("bucket") ?? ""],
        }),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
    }),
  );
  for (const [address, total] of [
    ["/", "2 invoices, €23.10"],
    ["/?tab=all", "7 invoices, €123.10"],
    ["/?tab=NOT_DUE", "5 invoices, €100.00"],
    ["/?q=brennvik", "4 invoices"],
  ] as const) {
    showPage(RemindersPage, address);
    expect(await screen.findByText(total)).toBeVisible();
    cleanup();
  }
});

const rows = [
  [{ stop: null, level: 0 }, ["Remind…", "Stop…"]],
  [{ stop: null, level: 3 }, ["Stop…"]],
  [{ level: 1 }, ["Remind…", "Stop…"]],
  [{ stop: { ...stop, kind: "PAUSED" }, level: 1 }, ["Remind again"]],
  [{ stop: { ...stop, kind: "DISPUTE" }, level: 1 }, ["End dispute"]],
] as const;

test.each([true, false])(
  "The actions on an invoice depend on its stop and its last reminder: %s for permission to write",
  async (canWrite) => {
    const permissions = ["orders:read", ...(canWrite ? ["orders:write"] : [])];
    storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
    const content = rows.map(([more], nth) => ({ ...row, ...more, id: nth, daysLate: nth }));
    const page = { content, totalElements: 5, counts: {}, ageing: [] };
    showWith(page);
    await screen.findByText("1 day late");
    const shown = screen.getAllByRole("row").slice(1);
    const offered = shown.map((one) =>
      within(one)
        .queryAllByRole("button")
        .map(({ textContent }) => textContent),
    );
    expect(offered).toEqual(rows.map(([, actions]) => (canWrite ? actions : [])));
    if (!canWrite) {
      fireEvent.click(shown[0]!);
      expect(screen.queryByRole("dialog")).toBeNull();
    }
    clearTokens();
  },
);

test("Resuming reminders refers to the stop that was seen: somebody else's remains, and is reported", async () => {
  const paused = {
    kind: "PAUSED",
    until: "2026-12-24",
    reason: "Payment run",
    by: "noor@a.example",
  };
  const page = {
    content: [{ ...row, stop: paused }],
    totalElements: 1,
    counts: {},
    ageing: [],
    total: { invoices: 1, amount: 2146.5 },
  };
  const seen: (string | null)[] = [];
  const detail = "ilse@a.example has already stopped its reminders: Wrong vintage";
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/receivables": () => Response.json(page),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "DELETE /api/v1/management/orders/10022/reminders/stop": ({ searchParams }) => {
        seen.push(searchParams.get("by"));
        const problem = { type: "", title: "", status: 409, code: "INVALID_TRANSITION", detail };
        return Response.json(problem, { status: 409 });
      },
    }),
  );
  storeTokens({ authToken: tokenFor({ permissions: ["orders:write"] }), refreshToken: "r" });
  showPage(() => (
    <>
      <Notifications />
      <RemindersPage />
    </>
  ));
  fireEvent.click(await screen.findByRole("button", { name: "Remind again" }));
  expect(await screen.findByText(detail)).toBeVisible();
  expect(seen).toEqual(["noor@a.example"]);
  clearTokens();
});

test("Focus stays in the row after resuming reminders by keyboard", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["orders:write"] }), refreshToken: "r" });
  let now: object | null = { kind: "PAUSED", until: "2126-09-22", reason: "They pay soon." };
  const page = { totalElements: 1, counts: {}, ageing: [], total: { invoices: 1, amount: 2146.5 } };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/receivables": () =>
        Response.json({ ...page, content: [{ ...row, stop: now }] }),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "DELETE /api/v1/management/orders/10022/reminders/stop": () => {
        now = null;
        return new Response(null, { status: 204 });
      },
    }),
  );
  showPage(RemindersPage);
  const resume = await screen.findByRole("button", { name: "Remind again" });
  resume.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => document.activeElement?.textContent).toBe("Stop…");
  clearTokens();
});
