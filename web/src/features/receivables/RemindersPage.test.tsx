import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { RemindersPage } from "./RemindersPage.tsx";

test("A company's name of any length leaves the others their room: why reminders stopped is read", async () => {
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
