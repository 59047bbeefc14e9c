import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { shortDay } from "../../../lib/format.ts";
import { showPage } from "../../../test/page.tsx";
import * as toasts from "../../../ui/toast.tsx";
import { endsAtShort } from "../ends.ts";
import { ManagedQuotesPage } from "./ManagedQuotesPage.tsx";
import { keptQuote as quote } from "./quote.fixtures.ts";
import { QuoteDrawer } from "./QuoteDrawer.tsx";
import "../../../locales/en/quotes.ts";

test("the number of a quote opens it, also by keyboard, and its company is named as far as there is room", async () => {
  const page = { content: [quote], totalElements: 1, counts: { OPEN: 0, KEPT: 1 } };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes": () => Response.json(page),
      "GET /api/v1/me/views": () => Response.json({ content: [] }),
    }),
  );
  showPage(ManagedQuotesPage);
  const link = await screen.findByRole("link", { name: "Q-2026-000004" });
  expect(link).toHaveAttribute("data-record", "4");
  // A long name yields to the other columns.
  expect(screen.getByTitle("Varendonk Shipping")).toHaveTextContent("Varendonk Shipping");
  expect(screen.getByTitle(quote.author)).toHaveTextContent(quote.author);
  // As in other dense lists, without the current year.
  expect(screen.getByRole("cell", { name: shortDay(quote.createdAt) })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: endsAtShort(quote.validUntil) })).toBeInTheDocument();
});

test("an order that needs a colleague's approval first is not called ordered", async () => {
  const toasted = vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const approval = { id: 301, status: "PENDING", rules: [], expiresAt: quote.validUntil };
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes/4": () => Response.json(quote),
      "POST /api/v1/management/quotes/4/order": () => Response.json({ approval }, { status: 202 }),
    }),
  );
  showPage(() => <QuoteDrawer id="4" canWrite onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Order for the buyer" }));
  // The VAT is determined by the order: the quote's total may differ.
  fireEvent.click(await screen.findByRole("button", { name: /^Place order · €[\d.]+ net$/ }));
  await vi.waitFor(() => expect(toasted).toHaveBeenCalled());
  expect(toasted.mock.calls[0]![0]).toMatchObject({
    text: expect.stringMatching(/decides on quote/),
  });
});

test("the buyer's purchase order number is sent with the order, and its field says that it is required", async () => {
  const sent = vi.fn<(body: unknown) => void>();
  const message = "The buyer's company requires a purchase order number for every order";
  const fieldErrors = [{ path: "purchaseOrderNumber", message }];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes/4": () => Response.json(quote),
      "POST /api/v1/management/quotes/4/order": (_, init) => {
        sent(JSON.parse(String(init?.body)));
        const problem = {
          type: "about:blank",
          title: "",
          code: "VALIDATION_FAILED",
          detail: "No.",
        };
        return Response.json({ ...problem, status: 400, fieldErrors }, { status: 400 });
      },
    }),
  );
  showPage(() => <QuoteDrawer id="4" canWrite onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole("button", { name: "Order for the buyer" }));
  const number = await screen.findByLabelText(/^Buyer’s purchase order number/);
  fireEvent.change(number, { target: { value: "PO 4711" } });
  fireEvent.click(screen.getByRole("button", { name: /^Place order/ }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(number).toBeInvalid();
  expect(screen.queryByText("No.")).toBeNull();
  expect(sent.mock.calls).toEqual([[{ purchaseOrderNumber: "PO 4711" }]]);
});
