import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { BankEntry } from "@tonneline/contract/bank";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Unsaved } from "../../ui/unsaved.ts";
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

it("sends the amounts due that were shown; after a refusal, shows the current ones and keeps the input", async () => {
  const detail = "Order 10 has 0.00 euros open now, not 119.00.";
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
  expect(await screen.findByText(/^€0.00 open: it counts as overpaid/)).toBeInTheDocument();
  expect(screen.getByLabelText("Amount")).toHaveValue("118");

  fireEvent.click(screen.getByRole("button", { name: "Book" }));
  await vi.waitFor(() => expect(book).toHaveBeenCalledTimes(2));
  expect(book.mock.calls).toEqual([
    [{ orders: [{ orderId: 10, amount: 118, open: 119 }] }],
    [{ orders: [{ orderId: 10, amount: 118, open: 0 }] }],
  ]);
});

it("keeps its input when a colleague's booking changes the suggestion, and otherwise follows it", async () => {
  const takenBack = { by: "mira@demo.example", at: "2026-11-27T09:00:00Z", reason: "Wrong order" };
  const state = { version: 1, status: "SUGGESTED", takenBack };
  const read = { ...entry, ...state, bookedOn: "2026-11-26", rest: 0 };
  const facts = { refunded: 0, references: [], valueOn: null, account: "", payerIban: "" };
  let orders = entry.orders;
  let version = 1;
  const server = serverOf({
    "GET /api/v1/management/bank/entries/7": () =>
      Response.json({ ...read, ...facts, orders, version, why: "NAME" }),
  });
  vi.stubGlobal("fetch", server);
  function bookElsewhere(amount: number) {
    version++;
    orders = [{ ...entry.orders[0]!, amount, open: amount }];
    fireEvent(window, new Event("visibilitychange"));
  }
  function Drawer() {
    return <EntryDrawer id="7" canWrite booking={useBooking()} onClose={() => {}} />;
  }
  showPage(Drawer);
  expect(await screen.findByLabelText("Amount")).toHaveValue("119.00");
  expect(screen.getByText(/^by mira@demo.example, .*: Wrong order$/)).toBeInTheDocument();
  bookElsewhere(50);
  await screen.findByText("€50.00 open");
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "48" } });
  bookElsewhere(20);
  await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(3));
  await new Promise((settled) => setTimeout(settled, 50));
  expect(screen.getByLabelText("Amount")).toHaveValue("48");
});

it.each([
  { amount: 126, side: "Payer" },
  { amount: -126, side: "Payee" },
])("names whoever is on the other side of an entry of $amount: the $side", async (given) => {
  const read = { ...entry, amount: given.amount, status: "IGNORED", bookedOn: "2026-11-26" };
  const party = { payer: "Brennvik Logistics", payerIban: "DE02120300000000202051" };
  const rest = { rest: 0, refunded: 0, references: [], valueOn: null, account: "" };
  const answer = { ...read, ...party, ...rest, orders: [], why: "NOTHING", version: 1 };
  vi.stubGlobal(
    "fetch",
    serverOf({ "GET /api/v1/management/bank/entries/7": () => Response.json(answer) }),
  );
  function Drawer() {
    return <EntryDrawer id="7" canWrite={false} booking={useBooking()} onClose={() => {}} />;
  }
  showPage(Drawer);
  const name = await screen.findByText("Brennvik Logistics");
  expect(name.previousElementSibling).toHaveTextContent(given.side);
  const account = screen.getByText("DE02 1203 0000 0000 2020 51");
  expect(account.closest("dd")?.previousElementSibling).toHaveTextContent(
    `${given.side}'s account`,
  );
});

/** Renders the form of an entry, with a server that books and has these open orders; returns mocks of its requests. */
function openFormOf(
  given: Partial<BankEntry>,
  orders: {
    id: number;
    open: number;
    received?: number;
    status?: string;
  }[] = [],
) {
  const booked = vi.fn<(body: unknown) => void>();
  const onRequest = vi.fn<(query: URLSearchParams) => void>();
  const server = serverOf({
    "POST /api/v1/management/bank/entries/7/book": (_, init) => {
      booked(JSON.parse(String(init?.body)));
      return Response.json({ ...entry, ...given });
    },
    "GET /api/v1/management/orders": ({ searchParams }) => {
      onRequest(searchParams);
      return Response.json({ content: orders });
    },
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient();
  const lists = [
    ["management", "bank"],
    ["management", "orders"],
  ].map((of) => [...of, "list"]);
  for (const key of lists) client.setQueryData(key, {});
  function Of() {
    return <BookForm entry={{ ...entry, ...given } as BankEntry} booking={useBooking()} />;
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Of />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const isStale = () => lists.map((key) => client.getQueryState(key)?.isInvalidated);
  return { booked, asked: onRequest, isStale };
}

it("allocates an entry to orders: never more than its amount, no order without one, and shows the remainder", async () => {
  const open = [
    { id: 111, open: 3 },
    { id: 11, open: 20 },
  ];
  const { booked, asked: onRequest, isStale } = openFormOf({}, open);
  const book = screen.getByRole("button", { name: "Book" });
  const left =
    /^€7.00 of €126.00 is assigned to no order. It counts as overpaid and can be refunded/;
  expect(screen.getByText(left)).toBeInTheDocument();
  expect(book).not.toHaveAttribute("aria-disabled");

  const find = (id: string) => {
    fireEvent.change(screen.getByLabelText("Order number"), { target: { value: id } });
    fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  };
  find("10");
  expect(onRequest).not.toHaveBeenCalled();
  find("11");
  await screen.findByText("€20.00 open");
  expect(onRequest.mock.lastCall?.[0].get("status")).toBe("AWAITING_PAYMENT,PAID,REJECTED");
  const [first, second] = screen.getAllByLabelText("Amount");
  expect([first, second].map((field) => (field as HTMLInputElement).value)).toEqual([
    "119.00",
    "7.00",
  ]);
  fireEvent.change(second!, { target: { value: "8" } });
  expect(screen.getByText("€1.00 more than the entry's amount.")).toBeInTheDocument();
  expect(book).toHaveAttribute("aria-disabled", "true");
  for (const nothing of ["", "0", "ten", "1.234"]) {
    fireEvent.change(second!, { target: { value: nothing } });
    expect(book).toHaveAttribute("aria-disabled", "true");
    expect(second).toHaveAccessibleDescription("Enter an amount such as 1,234.50.");
  }
  fireEvent.change(second!, { target: { value: "6.50" } });
  expect(first).toHaveValue("119.00");

  fireEvent.click(screen.getByRole("button", { name: "Remove order 10" }));
  fireEvent.click(book);
  await vi.waitFor(() => expect(booked).toHaveBeenCalledOnce());
  expect(booked.mock.calls).toEqual([[{ orders: [{ orderId: 11, amount: 6.5, open: 20 }] }]]);
  await vi.waitFor(() => expect(isStale()).toEqual([true, true]));
});

it("announces an added order at once, and an amount when it is complete, not with each digit", async () => {
  openFormOf({}, [{ id: 11, open: 20 }]);
  const status = screen.getByRole("status");
  expect(status).toHaveTextContent("Order 10: €119.00, €7.00 left");
  fireEvent.change(screen.getByLabelText("Order number"), { target: { value: "11" } });
  fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  await screen.findByText("Order 11");
  expect(status).toHaveTextContent("Order 10: €119.00, Order 11: €7.00, €0.00 left");
  const [, amount] = screen.getAllByLabelText("Amount");
  for (const value of ["1", "10"]) {
    fireEvent.change(amount!, { target: { value } });
    expect(status).toBeEmptyDOMElement();
  }
  fireEvent.blur(amount!);
  expect(status).toHaveTextContent("Order 11: €10.00, −€3.00 left");
});

it("keeps the focus in the form when an order is removed", async () => {
  openFormOf({ orders: [10, 11].map((orderId) => ({ ...entry.orders[0]!, orderId })) });
  screen.getByRole("button", { name: "Remove order 10" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("button", { name: "Remove order 11" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByLabelText("Order number")).toHaveFocus();
});

it("reports an unknown order for any input, and accepts a number as copied", async () => {
  openFormOf({ amount: 100 }, [{ id: 11000, open: 20 }]);
  const field = screen.getByLabelText("Order number");
  const find = (typed: string) => {
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  };
  find("99");
  await screen.findByText("Order 99 has no invoice to book this for.");
  await vi.waitFor(() => expect(field).toHaveFocus());
  find("ten");
  await screen.findByText("Order ten has no invoice to book this for.");
  find("#11 000");
  await screen.findByText("€20.00 open");
  expect(field).toBeValid();
  expect(field).toHaveValue("");
});

it("books what came in for a paid order in full, and for a rejected one only if it had received money", async () => {
  const { booked } = openFormOf({ amount: 51.23, orders: [] }, [
    { id: 11, open: 0, status: "PAID", received: 60 },
    { id: 12, open: 0, status: "REJECTED", received: 0 },
    { id: 13, open: 0, status: "REJECTED", received: 51.23 },
  ]);
  const find = (id: string) => {
    fireEvent.change(screen.getByLabelText("Order number"), { target: { value: id } });
    fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  };
  find("12");
  await screen.findByText("Order 12 has no invoice to book this for.");
  find("13");
  await screen.findByText("Order 13");
  fireEvent.click(screen.getByRole("button", { name: "Remove order 13" }));
  find("11");
  await screen.findByText(/^€0.00 open: it counts as overpaid, or as a refund that came back/);
  expect(screen.getByLabelText("Amount")).toHaveValue("51.23");
  fireEvent.click(screen.getByRole("button", { name: "Book" }));
  await vi.waitFor(() => expect(booked).toHaveBeenCalledOnce());
  expect(booked.mock.calls).toEqual([[{ orders: [{ orderId: 11, amount: 51.23, open: 0 }] }]]);
});

it("presets no negative amount for another order if the entry is already allocated in full", async () => {
  openFormOf({ amount: 100 }, [{ id: 11, open: 20 }]);
  fireEvent.change(screen.getByLabelText("Order number"), { target: { value: "11" } });
  fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  await screen.findByText("€20.00 open");
  expect(screen.getAllByLabelText("Amount")[1]).toHaveValue("0.00");
});

it("reverses a returned payment of its order, to the cent", async () => {
  const orders = [{ orderId: 10, amount: -19.99, open: 0 }] as BankEntry["orders"];
  const { booked } = openFormOf({ amount: -19.99, orders });
  expect(screen.getByLabelText("Amount")).toHaveValue("19.99");
  expect(screen.queryByText(/assigned to no order|more than the entry/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Reopen order" }));
  await vi.waitFor(() => expect(booked).toHaveBeenCalledOnce());
  expect(booked.mock.calls).toEqual([[{ orders: [{ orderId: 10, amount: -19.99, open: 0 }] }]]);
});

it("reverses a returned payment of an order that the entry does not name", async () => {
  const paid = [
    { id: 11, open: 0, received: 100 },
    { id: 111, open: 20, received: 0 },
  ];
  const { booked, asked: onRequest } = openFormOf({ amount: -126, orders: [] }, paid);
  const find = (id: string) => {
    fireEvent.change(screen.getByLabelText("Order number"), { target: { value: id } });
    fireEvent.click(screen.getByRole("button", { name: "Add order" }));
  };
  find("111");
  expect(await screen.findByText(/No payment has been received for order 111/)).toBeInTheDocument();
  find("11");
  expect(await screen.findByLabelText("Amount")).toHaveValue("100.00");
  expect(onRequest.mock.lastCall?.[0].get("status")).toBe("AWAITING_PAYMENT,PAID");
  expect(screen.getByText("€26.00 of €126.00 is assigned to no order.")).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: "Reopen order" }));
  await vi.waitFor(() => expect(booked).toHaveBeenCalled());
  expect(booked.mock.lastCall).toEqual([{ orders: [{ orderId: 11, open: 0, amount: -100 }] }]);
});

it("guards an allocation that was typed, but not the suggested one, even if it was refused", async () => {
  const detail = "Order 10 has 80.00 euros open now, not 119.00.";
  const problem = { status: 409, code: "INVALID_TRANSITION", detail };
  const server = serverOf({
    "POST /api/v1/management/bank/entries/7/book": () => Response.json(problem, { status: 409 }),
    "GET /api/v1/management/orders": () => Response.json({ content: [{ id: 10, open: 80 }] }),
  });
  vi.stubGlobal("fetch", server);
  const unsaved = { current: 0 };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Unsaved value={unsaved}>
          <Form />
        </Unsaved>
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect(unsaved.current).toBe(0);
  fireEvent.click(screen.getByRole("button", { name: "Book" }));
  await screen.findByText("€80.00 open");
  expect(unsaved.current).toBe(0);
  fireEvent.change(screen.getByLabelText("Amount"), { target: { value: "118" } });
  expect(unsaved.current).toBe(1);
});
