import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import type { BankEntry } from "@tonneline/contract/bank";
import type { BankRefund } from "@tonneline/contract/bankRefunds";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { AsideDialog } from "./AsideDialog.tsx";
import { useBooking } from "./bank.queries.ts";
import { BankActions } from "./BankActions.tsx";
import { Gaps } from "./Gaps.tsx";
import { RefundDialog } from "./RefundDialog.tsx";
import { RefuseDialog } from "./RefuseDialog.tsx";
import { useBookOne } from "./useBookOne.ts";
import "../../lib/i18n.ts";
import "../../locales/en/bank.ts";

const entry = {
  id: 7,
  amount: 126,
  rest: 7,
  payer: "Brennvik Logistics GmbH",
  payerIban: "DE02120300000000202051",
  text: "Membership fee Dezember, 2026-12 Ref 7711",
  orders: [{ orderId: 10, amount: 100, open: 119 }],
  ruleId: null,
} as BankEntry;
const gap = (id: number, first: number, last: number) => ({
  id,
  statementId: `S-${id}`,
  from: "2026-01-10",
  opening: 500,
  gap: { numbers: { first, last } },
});
let gaps: object[];
let ruleId: number | null;
/** The changes requested, in order. */
let sent: [string, unknown][];
const taking = (answer: () => object) => (url: URL, init?: RequestInit) => {
  const { body } = init ?? {};
  sent.push([url.pathname.split("/bank/")[1]!, body ? JSON.parse(String(body)) : undefined]);
  return Response.json(answer());
};
const none = { count: 0, amount: 0 };
const server = serverOf({
  "GET /api/v1/management/bank": () =>
    Response.json({
      accounts: [],
      oldestToCheck: null,
      matched: none,
      toCheck: { ...none, outgoing: 0 },
      openInvoices: none,
      credit: none,
      gaps,
    }),
  "POST /api/v1/management/bank/entries/7/book": taking(() => entry),
  "POST /api/v1/management/bank/entries/7/unbook": taking(() => entry),
  "POST /api/v1/management/bank/entries/7/ignore": taking(() => ({ ...entry, ruleId })),
  "POST /api/v1/management/bank/entries/7/refund": taking(() => ({})),
  "POST /api/v1/management/bank/refunds/5/refuse": taking(() => ({})),
  "POST /api/v1/management/bank/refunds/files/3/refuse": taking(() => ({ refunds: 4, amount: 80 })),
  "POST /api/v1/management/bank/rules/3/end": taking(() => ({})),
  "POST /api/v1/management/bank/rules/4/end": () =>
    Response.json(
      { status: 409, code: "INVALID_TRANSITION", detail: "Jonas has already ended it." },
      { status: 409 },
    ),
  "POST /api/v1/management/bank/book-sure": taking(() => ({
    results: [
      { status: "BOOKED", amount: 0.1 },
      { status: "BOOKED", amount: 0.2 },
      { status: "REFUSED", amount: 5, detail: "Paid by now." },
    ],
  })),
});

beforeEach(() => {
  notifications.clean();
  gaps = [];
  ruleId = null;
  sent = [];
  vi.stubGlobal("fetch", server);
});

function show(Shown: () => ReactNode): void {
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          <Shown />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole("button", { name }));
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("puts the same refund on the list once, even if the first response was lost", async () => {
  const keys: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push((init.headers as Record<string, string>)["idempotency-key"]);
    return keys.length === 1 ? Promise.reject(new TypeError("lost")) : Response.json({});
  });
  const onClose = vi.fn<() => void>();
  show(() => <RefundDialog entry={entry} onClose={onClose} />);
  await press("Put on the refund list");
  expect(await screen.findByText(/cannot be reached/)).toBeVisible();
  await press("Put on the refund list");
  await expect.poll(() => onClose).toHaveBeenCalledOnce();
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
});

it("puts the remainder of an entry on the refund list, but not without an amount and an account", async () => {
  show(() => <RefundDialog entry={entry} onClose={() => {}} />);
  expect(screen.getByLabelText("Amount in euros")).toHaveValue("7.00");
  type("IBAN", " ");
  await press("Put on the refund list");
  expect(screen.getByText("Fill this in")).toBeVisible();
  type("IBAN", entry.payerIban);
  const amount = screen.getByLabelText("Amount in euros");
  for (const wrong of ["0", "-1", "abc"]) {
    type("Amount in euros", wrong);
    await press("Put on the refund list");
    expect(amount).toHaveAccessibleDescription("Enter an amount such as 1,234.50.");
  }
  expect(sent).toEqual([]);

  type("Amount in euros", "6.50");
  await press("Put on the refund list");
  const { payer: name, payerIban: iban } = entry;
  const text = "Overpayment for order 10";
  await expect.poll(() => sent).toEqual([["entries/7/refund", { amount: 6.5, name, iban, text }]]);
});

it.each([
  [false, "Record the refusal", "refunds/5/refuse", "One refund of €20.00 is on the list again"],
  [
    true,
    "Record the refusal of the file",
    "refunds/files/3/refuse",
    "4 refunds, €80.00 in total, are on the list again",
  ],
])(
  "records that the bank refused a refund, or its whole file (%s), but not without a reason",
  async (isFile, confirm, path, result) => {
    const refund = { id: 5, name: "Brennvik AG", amount: 20, fileId: 3 } as BankRefund;
    show(() => <RefuseDialog refund={refund} onClose={() => {}} />);
    if (isFile) fireEvent.click(screen.getByRole("checkbox", { name: /whole of file 3/ }));
    await press(confirm);
    expect(screen.getByLabelText("Reason")).toBeInvalid();
    expect(sent).toEqual([]);
    type("Reason", "Account closed");
    await press(confirm);
    await screen.findByText(result);
    expect(sent).toEqual([[path, { reason: "Account closed" }]]);
  },
);

it.each([false, true])(
  "says why no refusal is recorded, of a whole file too: %s",
  async (isFile) => {
    const refund = { id: 5, name: "Brennvik AG", amount: 20, fileId: 4 } as BankRefund;
    const problem = { status: 409, code: "INVALID_TRANSITION", detail: "It came back already." };
    const refuse = () => Response.json(problem, { status: 409 });
    const path = `POST /api/v1/management/bank/refunds/${isFile ? "files/4" : "5"}/refuse`;
    show(() => <RefuseDialog refund={refund} onClose={() => {}} />);
    vi.stubGlobal("fetch", serverOf({ [path]: refuse }));
    if (isFile) fireEvent.click(screen.getByRole("checkbox", { name: /whole of file 4/ }));
    type("Reason", "Account closed");
    await press(isFile ? "Record the refusal of the file" : "Record the refusal");
    expect(await screen.findByText("It came back already.")).toBeInTheDocument();
  },
);

it.each([
  [false, null, []],
  [true, 3, [["rules/3/end", undefined]]],
])(
  "sets one entry aside, and later ones only if requested: %s; it can be undone",
  async (isAlways, rule, ended) => {
    ruleId = rule;
    show(function Aside() {
      return <AsideDialog entry={entry} booking={useBooking()} onClose={() => {}} />;
    });
    if (isAlways) fireEvent.click(screen.getByRole("checkbox", { name: /^Always for payments/ }));
    type("Reason", "A fee of ours");
    await press("Put this entry aside");
    const always = isAlways && { always: { words: "Membership fee Ref" } };
    const aside = ["entries/7/ignore", { reason: "A fee of ours", ...always }];
    await expect.poll(() => sent).toEqual([aside]);
    await press("Undo");
    const reason = "Restored right after it was put aside";
    await expect.poll(() => sent).toEqual([aside, ...ended, ["entries/7/unbook", { reason }]]);
  },
);

it("books an entry for the suggested amounts, not for all that its order has due", async () => {
  show(function Row() {
    const { book } = useBookOne(useBooking());
    return <button onClick={() => book(entry)}>Book it</button>;
  });
  await press("Book it");
  const orders = [{ orderId: 10, amount: 100, open: 119 }];
  await expect.poll(() => sent).toEqual([["entries/7/book", { orders }]]);
  // The rest was overpaid.
  await screen.findByText("€100.00 booked for 10");
  await press("Undo");
  await expect.poll(() => sent.at(-1)?.[0]).toBe("entries/7/unbook");
});

it("reports each of two bookings in flight, and a failed undo after the page was left", async () => {
  const first = Promise.withResolvers<Response>();
  const refuse = (detail: string) =>
    Response.json({ status: 409, code: "INVALID_TRANSITION", detail }, { status: 409 });
  const second = { ...entry, id: 8 };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/bank/entries/7/book": () => first.promise,
      "POST /api/v1/management/bank/entries/8/book": () => Response.json(second),
      "POST /api/v1/management/bank/entries/8/unbook": () => refuse("Its credits are retired."),
    }),
  );
  show(function Page() {
    const [isLeft, setLeft] = useState(false);
    return isLeft ? null : (
      <>
        <Rows />
        <button onClick={() => setLeft(true)}>Leave</button>
      </>
    );
  });
  function Rows() {
    const { book, isBusy } = useBookOne(useBooking());
    return [entry, second].map((each) => (
      <button key={each.id} aria-busy={isBusy(each)} onClick={() => book(each)}>
        Book {each.id}
      </button>
    ));
  }
  await press("Book 7");
  await press("Book 8");
  await screen.findByText("€100.00 booked for 10");
  expect(screen.getByRole("button", { name: "Book 7" })).toHaveAttribute("aria-busy", "true");
  first.resolve(refuse("Somebody booked it already."));
  await screen.findByText("Somebody booked it already.");
  await press("Leave");
  await press("Undo");
  await screen.findByText("Its credits are retired.");
});

it("reports why a rule could not be ended, even if the dialog that created it is closed", async () => {
  ruleId = 4;
  show(function Page() {
    const booking = useBooking();
    const [isOpen, setOpen] = useState(true);
    return isOpen && <AsideDialog entry={entry} booking={booking} onClose={() => setOpen(false)} />;
  });
  fireEvent.click(screen.getByRole("checkbox", { name: /^Always for payments/ }));
  type("Reason", "A fee of ours");
  await press("Put this entry aside");
  await press("Undo");
  await screen.findByText("Jonas has already ended it.");
});

it("books certain matches at once, but asks for confirmation if a statement is missing", async () => {
  gaps = [gap(1, 4, 4), gap(2, 6, 8), gap(3, 9, 9), gap(5, 10, 10)];
  show(function Bank() {
    const booking = useBooking();
    return (
      <>
        <BankActions sure={3} canWrite booking={booking} onAdd={() => {}} />
        <Gaps canWrite />
      </>
    );
  });
  const notice = await screen.findByText(/^Before S-1 of/);
  expect(notice).toHaveTextContent("Statement 4 is missing.");
  expect(screen.getByText(/^Before S-2 of/)).toHaveTextContent("Statements 6 to 8 are missing.");
  expect(screen.getByText("The same goes for 1 more.")).toBeVisible();
  await press("Book 3 matched by reference");
  expect(sent).toEqual([]);
  const confirmation = await screen.findByRole("dialog", { name: /Book anyway/ });
  fireEvent.click(
    within(confirmation).getByRole("button", { name: "Book 3 matched by reference" }),
  );
  await screen.findByText("2 entries booked, €0.30");
  expect(await screen.findByText("1 not booked: Paid by now.")).toBeVisible();
  expect(sent).toHaveLength(1);
});

it("shows missing statements to operators who may only read, without a way to accept them", async () => {
  gaps = [gap(1, 4, 4)];
  show(() => <Gaps canWrite={false} />);
  await screen.findByText(/^Before S-1 of/);
  expect(screen.queryByRole("button", { name: /^Accept it/ })).toBeNull();
});
