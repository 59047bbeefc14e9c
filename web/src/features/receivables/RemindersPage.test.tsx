import { cleanup, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
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

test("A company's name of any length leaves the others their room: why reminders stopped is read", async () => {
  const page = {
    content: [row],
    totalElements: 1,
    counts: {},
    ageing: [],
    total: { invoices: 1, amount: 2146.5 },
  };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/receivables": () => Response.json(page),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
    }),
  );
  showPage(RemindersPage);
  expect(await screen.findByTitle(companyName)).toHaveTextContent(companyName);
  expect(screen.getByText(stop.reason)).toBeInTheDocument();
  vi.unstubAllGlobals();
});

test("What is open is summed for the invoices that are shown: at first for those that are overdue", async () => {
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
  vi.unstubAllGlobals();
});
