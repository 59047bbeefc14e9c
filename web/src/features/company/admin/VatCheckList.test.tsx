import { fireEvent, render, screen } from "@testing-library/react";
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { CompanyRecord } from "@tonneline/contract/companies";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { VatCheckList } from "./VatCheckList.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/companies.ts";

const check = {
  vatNumber: "ATU12345678",
  result: "VALID",
  checkedAt: "2026-11-27T09:00:00.000Z",
  evidence: null,
  consultationNumber: null,
  registeredName: null,
  actor: "Noor Halvard",
  offeredUntil: "2027-02-25",
};

function showChecks(answer: (url: URL) => object) {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies/6/vat-checks": (url) =>
        Response.json({ ...answer(url), asksVies: false }),
    }),
  );
  const company = { id: 6, state: "ACTIVE", details: { vatNumber: null } } as CompanyRecord;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <VatCheckList company={company} canWrite />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("An operator's check shows the day that was entered, and one by VIES also its time", async () => {
  const content = [
    { ...check, id: 2, source: "OPERATOR" },
    { ...check, id: 1, source: "VIES" },
  ];
  showChecks(() => ({ content, totalElements: 2 }));
  const [byHand, byVies] = await screen.findAllByRole("listitem");
  expect(byHand).toHaveTextContent(/27 Nov 2026$/);
  expect(byVies).toHaveTextContent(/27 Nov 2026, \d\d:\d\d$/);
});

test("Shows the latest checks, and all of them when asked", async () => {
  const all = Array.from({ length: 7 }, (_, nth) => ({ ...check, id: 7 - nth, source: "VIES" }));
  showChecks(({ searchParams }) => ({
    content: all.slice(0, Number(searchParams.get("size") ?? all.length)),
    totalElements: all.length,
  }));
  expect(await screen.findAllByRole("listitem")).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "All 7 checks" }));
  await expect.poll(() => screen.getAllByRole("listitem")).toHaveLength(7);
  expect(screen.queryByRole("button", { name: /^All/ })).toBeNull();
});
