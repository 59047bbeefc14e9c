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

const recorded = vi.fn<(body: unknown) => void>();

function showChecks(
  answer: (url: URL) => object,
  facts: object = { details: { vatNumber: null } },
  canWrite = true,
) {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/companies/6/vat-checks": (url) =>
        Response.json({ ...answer(url), asksVies: false }),
      "POST /api/v1/management/companies/6/vat-checks": (_, init) => {
        recorded(JSON.parse(String(init?.body)));
        return Response.json(check);
      },
    }),
  );
  const company = { id: 6, state: "ACTIVE", ...facts } as CompanyRecord;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <VatCheckList company={company} canWrite={canWrite} />
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

const numbered = { details: { vatNumber: "ATU12345678" } };

test.each([
  ["a company with a number", numbered, true, 1],
  ["one without", undefined, true, 0],
  ["a closed one", { ...numbered, state: "CLOSED" }, true, 0],
  ["a reader", numbered, false, 0],
])("whether a check can be recorded: %s", async (_, facts, canWrite, count) => {
  showChecks(() => ({ content: [], totalElements: 0 }), facts, canWrite);
  await screen.findByText(/./, { selector: "p:not([role])" });
  expect(screen.queryAllByRole("button", { name: "Record a check" })).toHaveLength(count);
});

test("a check is recorded with its result only", async () => {
  showChecks(() => ({ content: [], totalElements: 0 }), numbered);
  fireEvent.click(await screen.findByRole("button", { name: "Record a check" }));
  const confirm = await screen.findByRole("button", { name: "Record it" });
  fireEvent.click(confirm);
  expect(screen.getByLabelText("The number is")).toBeInvalid();
  expect(recorded).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("The number is"), { target: { value: "INVALID" } });
  fireEvent.click(confirm);
  await expect
    .poll(() => recorded.mock.calls)
    .toEqual([[{ result: "INVALID", checkedAt: expect.any(String) }]]);
});
