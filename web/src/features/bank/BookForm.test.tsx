import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { BankEntry } from "@tonneline/contract/bank";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { useBooking } from "./bank.queries.ts";
import { BookForm } from "./BookForm.tsx";
import { EntryDrawer } from "./EntryDrawer.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/bank.ts";

const entry = {
  id: 7,
  amount: 126,
  orders: [{ orderId: 10, amount: 119, open: 119 }],
} as BankEntry;

function Form() {
  return <BookForm entry={entry} booking={useBooking()} />;
}

it("says what was seen open; refused, shows what is open by now and keeps what was typed", async () => {
  const detail = "Order 10 has 0.00 euros open by now, not 119.00.";
  const book = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "POST /api/v1/management/bank/entries/7/book": (_, init) => {
      book(JSON.parse(String(init?.body)));
      const problem = { type: "about:blank", title: "", code: "INVALID_TRANSITION", detail };
      return Response.json({ ...problem, status: 409 }, { status: 409 });
    },
    "GET /api/v1/management/orders": () => Response.json({ content: [] }),
  });
  vi.stubGlobal("fetch", server);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Form />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "118" } });
  fireEvent.click(screen.getByRole("button", { name: "Book" }));
  expect(await screen.findByText("€0.00 open")).toBeInTheDocument();
  expect(screen.getByLabelText("Amount")).toHaveValue("118");

  fireEvent.click(screen.getByRole("button", { name: "Book" }));
  await vi.waitFor(() => expect(book).toHaveBeenCalledTimes(2));
  expect(book.mock.calls).toEqual([
    [{ orders: [{ orderId: 10, amount: 118, open: 119 }] }],
    [{ orders: [{ orderId: 10, amount: 118, open: 0 }] }],
  ]);
});

it("keeps what was typed when a colleague's booking makes the entry fit other orders, and follows it else", async () => {
  const read = { ...entry, version: 1, status: "SUGGESTED", bookedOn: "2026-11-26", rest: 0 };
  const facts = { refunded: 0, references: [], valueOn: null, account: "", payerIban: "" };
  let orders = entry.orders;
  let version = 1;
  const server = serverOf({
    "GET /api/v1/management/bank/entries/7": () =>
      Response.json({ ...read, ...facts, orders, version, why: "NAME" }),
  });
  vi.stubGlobal("fetch", server);
  function elsewhere(amount: number) {
    version++;
    orders = [{ ...entry.orders[0]!, amount, open: amount }];
    fireEvent(window, new Event("visibilitychange"));
  }
  function Drawer() {
    return <EntryDrawer id="7" canWrite booking={useBooking()} onClose={() => {}} />;
  }
  showPage(Drawer);
  expect(await screen.findByLabelText("Amount")).toHaveValue("119.00");
  elsewhere(50);
  await screen.findByText("€50.00 open");
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "48" } });
  elsewhere(20);
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(3));
  await new Promise((settled) => setTimeout(settled, 50));
  expect(screen.getByLabelText("Amount")).toHaveValue("48");
});
