import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { BankEntry } from "@tonneline/contract/bank";
import type { BankRule } from "@tonneline/contract/bankRules";
import type { BankRefund } from "@tonneline/contract/bankRefunds";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import * as toasts from "../../ui/toast.tsx";
import { useBooking } from "./bank.queries.ts";
import { BankPage } from "./BankPage.tsx";
import { BankRulesPage } from "./BankRulesPage.tsx";
import { EntryDrawer } from "./EntryDrawer.tsx";
import { RefundsPage } from "./RefundsPage.tsx";

const created = { createdBy: "Jonas Winter", createdAt: "2026-11-20T10:00:00Z" };
const aRefund = (name: string, facts: Partial<BankRefund>): Partial<BankRefund> => ({
  ...created,
  entryId: 7,
  name,
  iban: "DE02120300000000202051",
  amount: 7,
  text: "Overpaid",
  fileId: 3,
  doneOn: null,
  doneEntryId: null,
  refusal: null,
  refusedBefore: null,
  ...facts,
});
const share = (orderId: number, amount: number) => ({
  orderId,
  amount,
  open: amount,
  companyName: "Brennvik",
  dueOn: null,
});
const anEntry = (payer: string, facts: Partial<BankEntry>): Partial<BankEntry> => ({
  payer,
  payerIban: "DE02120300000000202051",
  bookedOn: "2026-11-26",
  amount: 126,
  rest: 0,
  refunded: 0,
  text: "",
  references: [],
  orders: [share(10, 126)],
  ...facts,
});
const aRule = (payer: string, state: BankRule["state"]): Partial<BankRule> => ({
  ...created,
  payer,
  payerIban: "",
  outgoing: true,
  words: "",
  reason: "Fees",
  entries: 2,
  newestOn: null,
  state,
  endedAt: null,
  endedBy: null,
});
const pageOf = (rows: object[]) => () => {
  const content = rows.map((row, at) => ({ id: at + 1, ...row }));
  return Response.json({ content, totalElements: rows.length, counts: { MATCHED: 0, LISTED: 0 } });
};
const none = { count: 0, amount: 0 };

let sent: unknown[];
beforeEach(() => {
  sent = [];
  const permissions = ["orders:read", "orders:write"];
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
});

function open(Page: () => ReactNode, answers: Record<string, () => Response>): void {
  const toCheck = { ...none, outgoing: 0 };
  const sums = { matched: none, toCheck, openInvoices: none, credit: none };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
      "GET /api/v1/management/bank": () =>
        Response.json({ accounts: [], oldestToCheck: null, gaps: [], ...sums }),
      "POST /api/v1/management/bank/refunds/2/done": (_, init) => {
        sent.push(JSON.parse(String(init?.body)));
        return Response.json({});
      },
      ...answers,
    }),
  );
  showPage(Page);
}

/** Returns the actions in each row of the table. */
async function rowActions(): Promise<string[][]> {
  const [, ...rows] = await screen.findAllByRole("row");
  return rows.map((row) =>
    within(row)
      .queryAllByRole("button")
      .map(({ textContent }) => textContent)
      .filter((text) => !text.startsWith("File")),
  );
}

it("offers what can be done with a refund: nothing once a statement shows it leaving", async () => {
  open(RefundsPage, {
    "GET /api/v1/management/bank/refunds": pageOf([
      aRefund("Listed", { status: "LISTED", fileId: null }),
      aRefund("Sent", { status: "SENT" }),
      aRefund("Said", { status: "DONE", doneOn: "2026-11-21" }),
      aRefund("Seen", { status: "DONE", doneOn: "2026-11-21", doneEntryId: 9 }),
      aRefund("Refused", { status: "REFUSED" }),
    ]),
  });
  const listed = await screen.findByRole("link", { name: "Listed" });
  const badge = within(listed.closest("tr")!).getByText("Listed", { selector: "td *" });
  expect(badge.querySelector("svg")).not.toBeNull();
  expect(screen.getAllByText("21 Nov 2026")).toHaveLength(2);
  expect(await rowActions()).toEqual([
    ["Remove…"],
    ["Mark as done…", "Refused…"],
    ["Refused…"],
    [],
    [],
  ]);

  fireEvent.click(screen.getByRole("button", { name: "Mark as done…" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Mark as done" }));
  expect(dialog.getByLabelText("Left the account on")).toBeInvalid();
  expect(sent).toEqual([]);
  fireEvent.change(dialog.getByLabelText("Left the account on"), {
    target: { value: "2026-11-22" },
  });
  fireEvent.click(dialog.getByRole("button", { name: "Mark as done" }));
  await expect.poll(() => sent).toEqual([{ on: "2026-11-22" }]);
});

it.each([
  [
    () => new Response(null, { status: 502 }),
    "The response was lost. If the file was created, its refunds are under “In a file”.",
  ],
  [
    () => Response.json({ status: 409, code: "X", detail: "None is listed." }, { status: 409 }),
    "None is listed.",
  ],
])("says where the file of refunds is if its response is lost (%#)", async (answer, text) => {
  const toast = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const content = [{ id: 1, ...aRefund("Listed", { status: "LISTED" }) }];
  const page = { content, totalElements: 1, counts: { LISTED: 1 } };
  open(RefundsPage, {
    "GET /api/v1/management/bank/refunds": () => Response.json(page),
    "POST /api/v1/management/bank/refunds/file": answer,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Create file with one refund" }));
  await expect.poll(() => toast.mock.calls).toEqual([[{ tone: "bad", text }]]);
});

it("shows the reason for which the day of a refund is refused at its field, and focuses it", async () => {
  const message = "This day is in the future";
  const fieldErrors = [{ path: "on", message }];
  const problem = { type: "", title: "", status: 400, code: "VALIDATION_FAILED", detail: "" };
  open(RefundsPage, {
    "GET /api/v1/management/bank/refunds": pageOf([aRefund("Sent", { status: "SENT" })]),
    "POST /api/v1/management/bank/refunds/1/done": () =>
      Response.json({ ...problem, fieldErrors }, { status: 400 }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Mark as done…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const on = dialog.getByLabelText("Left the account on");
  fireEvent.change(on, { target: { value: "2099-11-22" } });
  fireEvent.click(dialog.getByRole("button", { name: "Mark as done" }));
  await waitFor(() => expect(on).toHaveAccessibleDescription(message));
  await expect.poll(() => document.activeElement).toBe(on);
  expect(on).toHaveValue("2099-11-22");
  expect(dialog.queryByRole("alert")).toBeNull();
});

it("ends only rules that are in force", async () => {
  open(BankRulesPage, {
    "GET /api/v1/management/bank/rules": pageOf([aRule("Bank", "ACTIVE"), aRule("Tax", "ENDED")]),
  });
  await screen.findByRole("link", { name: "Tax" });
  expect(await rowActions()).toEqual([["End…"], []]);
});

it("names what booking an entry does, and finds the order of one without a match", async () => {
  const two = [share(10, 63), share(11, 63)];
  open(BankPage, {
    "GET /api/v1/management/bank/entries": pageOf([
      anEntry("Whole", { status: "MATCHED", why: "REFERENCE" }),
      anEntry("Several", { status: "MATCHED", why: "REFERENCE_SEVERAL", orders: two }),
      anEntry("Part", { status: "SUGGESTED", why: "REFERENCE_PART" }),
      anEntry("Number", { status: "SUGGESTED", why: "NUMBER_PART" }),
      anEntry("Back", { status: "SUGGESTED", why: "RETURN", amount: -126 }),
      anEntry("Nobody", { status: "UNMATCHED", why: "NOTHING", orders: [] }),
      anEntry("Done", { status: "BOOKED" }),
      anEntry("Aside", { status: "IGNORED", ruleId: null }),
    ]),
  });
  await screen.findByText("Aside");
  expect(await rowActions()).toEqual([
    ["Book"],
    ["Book all"],
    ["Book part"],
    ["Book part"],
    ["Reopen order"],
    ["Find order"],
    [],
    [],
  ]);
});

it.each([
  ["to be decided", true, { status: "MATCHED" }, ["Put aside…", "Book"]],
  ["booked in full", true, { status: "BOOKED" }, ["Reverse…"]],
  ["booked with a rest", true, { status: "BOOKED", rest: 7 }, ["Refund €7.00…", "Reverse…"]],
  ["set aside", true, { status: "IGNORED" }, ["Restore…"]],
  ["to be decided, read only", false, { status: "MATCHED" }, []],
  ["booked, read only", false, { status: "BOOKED", rest: 7 }, []],
] as const)(
  "offers the possible steps of an entry that is %s",
  async (_, canWrite, facts, steps) => {
    const entry = { id: 7, version: 1, why: "REFERENCE", ...anEntry("Payer", facts), ruleId: null };
    open(
      () => <EntryDrawer id="7" canWrite={canWrite} booking={useBooking()} onClose={() => {}} />,
      { "GET /api/v1/management/bank/entries/7": () => Response.json({ account: "", ...entry }) },
    );
    await screen.findByRole("heading", { name: "As reported by the bank" });
    const offered = screen.queryAllByRole("button").map(({ textContent }) => textContent);
    expect(offered.filter((name) => /^(Refund|Put aside|Reverse|Restore|Book)/.test(name))).toEqual(
      steps,
    );
  },
);
