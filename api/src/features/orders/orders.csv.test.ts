import { expect, test } from "vitest";
import { managedOrderColumns, orderColumns } from "./orders.csv.ts";

const row = {
  id: 12,
  created_at: new Date("2026-02-01T10:00:00Z"),
  status: "PAID",
  names: ["Mangroves", "Peat"],
  total_credits: 3,
  net_cents: 3_150,
  vat_percent: 19,
  vat_cents: 599,
  gross_cents: 3_749,
  purchase_order_number: "PO 4500012345",
  cost_centre: "CC-3120",
  buyer_reference: "Dept 7",
  remark: "For the annual report",
  invoice_number: "2026-000001",
  due_on: "2026-02-15",
  payment_reference: "RF1812",
  paid_at: new Date("2026-02-10T00:00:00Z"),
  credit_note_number: null,
  credited_cents: 0,
  company_name: "Brennvik",
  username: "ilse@brennvik.example",
  country_code: "DE",
  vat_number: "de 136 695 976",
} as unknown as Parameters<(typeof orderColumns)[number][1]>[0];

const cells = (columns: typeof orderColumns, of = row) =>
  Object.fromEntries(columns.map(([head, value]) => [head, value(of)]));

const buyers = {
  Order: 12,
  "Placed (UTC)": "2026-02-01T10:00:00.000Z",
  Status: "PAID",
  Items: "Mangroves; Peat",
  Tonnes: 3,
  "Net (EUR)": 31.5,
  "VAT %": 19,
  "VAT (EUR)": 5.99,
  "Total (EUR)": 37.49,
  "Purchase order": "PO 4500012345",
  "Cost centre": "CC-3120",
  "Buyer reference": "Dept 7",
  Remark: "For the annual report",
  Invoice: "2026-000001",
  Due: "2026-02-15",
  "Payment reference": "RF1812",
  "Paid (UTC)": "2026-02-10T00:00:00.000Z",
  "Credit note": null,
  "Credited (EUR)": 0,
};

test("A buyer's export has what was bought, its price and the payment date of each order", () => {
  expect(cells(orderColumns)).toEqual(buyers);
  expect(cells(orderColumns, { ...row, paid_at: null })["Paid (UTC)"]).toBeUndefined();
});

test.each([
  ["PAID", "CN-2026-000001", 1_190, 11.9],
  ["REJECTED", "CN-2026-000001", 0, 37.49],
  ["REJECTED", "CN-2026-000002", 1_190, 37.49],
  ["REJECTED", null, 0, 0],
])(
  "The export of an order in status %s with credit note %s has the credited amount",
  (...facts) => {
    const [status, credit_note_number, credited_cents, credited] = facts;
    const of = { ...row, status, credit_note_number, credited_cents } as typeof row;
    expect(cells(orderColumns, of)["Credited (EUR)"]).toBe(credited);
  },
);

test("An operator's export also has the company and the buyer", () => {
  expect(cells(managedOrderColumns)).toEqual({
    Company: "Brennvik",
    Person: "ilse@brennvik.example",
    Country: "DE",
    "VAT number": "DE136695976",
    ...buyers,
  });
});

test("The number of a tax office keeps its slashes", () => {
  const atTheOffice = { ...row, vat_number: "143/123/45678" };
  expect(cells(managedOrderColumns, atTheOffice)["VAT number"]).toBe("143/123/45678");
});
