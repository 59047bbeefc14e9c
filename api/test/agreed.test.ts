import { expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "../src/core/http/endpoints.ts";

// The requests agreed with external clients: anything else that a call accepts must stay optional.

const endpoints = (await allEndpoints()).map(({ endpoint }) => endpoint);

const details = {
  companyName: "Brennvik Logistics",
  invoiceAddress: {
    street: "Kai 4",
    postalCode: "20457",
    province: "Hamburg",
    city: "Hamburg",
    countryCode: "DE",
  },
  invoiceEmail: "accounts@brennvik.example",
  vatNumber: "DE123456789",
};
const password = "Lupine-orbit-77-q";
const now = "2026-11-26T10:00:00Z";
const serials = { serialNumberFrom: "A-1", serialNumberTo: "A-2" };
const retired = { registryUrl: "https://registry.example/1", retiredAt: now };
const token = "0".repeat(64);
const nothing = undefined;

/** Each call with the minimum that its caller must send. */
const agreed: readonly [call: string, body?: unknown][] = [
  ["POST /auth/login", { username: "a@b.example", password }],
  ["POST /auth/refresh", { refreshToken: "x" }],
  ["POST /auth/logout", { refreshToken: "x" }],
  [
    "POST /auth/register",
    { username: "a@b.example", password, firstName: "Ilse", lastName: "Varendonk" },
  ],
  ["POST /auth/verify", { token }],
  ["POST /auth/password/remind", { username: "a@b.example" }],
  ["POST /auth/password/reset", { token, password }],
  ["POST /auth/invitations/accept", { token }],
  ["POST /me/password", { currentPassword: password, password: `${password}2` }],
  ["PATCH /me", { phone: "+49 40 123456" }],
  ["POST /me/cart/deprecated", { vintageId: 1, credits: 0 }],
  ["DELETE /me/cart/deprecated", { vintageId: 1 }],
  ["POST /me/cart/vintages", { vintageId: 1, credits: 2147483647 }],
  ["DELETE /me/cart/vintages", { vintageId: 1 }],
  ["POST /me/cart/reports", { reportId: 1 }],
  ["DELETE /me/cart/reports", { reportId: 1 }],
  ["POST /me/cart/checkout", { ...details, version: 1 }],
  ["POST /me/company/details", details],
  ["POST /me/notifications/read"],
  ["POST /me/retirements", { vintageId: 1, quantity: 1, beneficiaryName: "BP", purpose: "OTHER" }],
  ["PATCH /me/company", { name: "Brennvik", version: 1 }],
  ["POST /me/company/invitations", { email: "a@b.example", role: "APPROVER" }],
  ["PATCH /me/company/members/:userId", { role: "VIEWER" }],
  [
    "PUT /me/company/approval-rules",
    [{ kind: "AMOUNT", over: 1000 }, { kind: "TONNES", over: 5 }, { kind: "EX_ANTE" }],
  ],
  ["PUT /me/company/budgets", [{ costCentre: "CC-1", year: 2026, amount: 1000.5 }]],
  ["POST /me/approvals/:id/approve"],
  ["POST /me/approvals/:id/refuse", { reason: "Too dear" }],
  ["POST /me/approvals/:id/withdraw"],
  ["POST /me/shortlists", { name: "Kenya" }],
  ["PATCH /me/shortlists/:id", { name: "Kenya" }],
  ["PUT /me/shortlists/:id/vintages/:vintageId"],
  ["POST /me/shortlists/:id/share"],
  ["POST /me/searches", { name: "Peat", query: "q=peat", alert: "DAILY" }],
  ["POST /me/quotes"],
  ["POST /me/quotes/:id/order", details],
  ["POST /management/users/:id/block"],
  ["POST /management/users/:id/unblock"],
  ["POST /management/orders/:id/approve"],
  ["POST /management/orders/:id/pay", { paidAt: now }],
  ["POST /management/orders/:id/reject", { reason: "Not ours" }],
  ["POST /management/orders/:id/reminders", { level: 1 }],
  [
    "POST /management/orders/:id/credit-notes",
    { lines: [{ itemId: 1, quantity: 1 }], reason: "Too many" },
  ],
  ["POST /management/retirements/:id/complete", { ...serials, ...retired }],
  ["POST /management/retirements/:id/complete", { blocks: [serials], ...retired }],
  ["POST /management/retirements/:id/decline", { reason: "Not held" }],
  ["POST /management/bank/entries/:id/book", { orders: [{ orderId: 1, amount: 10.5 }] }],
  ["POST /management/bank/entries/:id/unbook", { reason: "Mistaken" }],
  ["POST /management/bank/entries/:id/ignore", { reason: "Not ours" }],
  ["POST /management/bank/book-sure"],
  ["POST /management/companies/:id/vat-checks", { result: "VALID", checkedAt: now }],
  ...["auditors", "developers", "registries", "partners"].flatMap((things): [string, unknown][] => [
    [`POST /management/${things}`, { name: "Brennvik" }],
    [`PATCH /management/${things}/:id`, { name: "Brennvik", version: 1 }],
    [`DELETE /management/${things}/:id`, nothing],
  ]),
  [
    "POST /management/reports",
    { name: "Peat", description: "", price: 490, publishedAt: "2026-03-01", projectIds: [1] },
  ],
  [
    "POST /management/projects/:id/vintages",
    { impactType: "REDUCTION", claimType: "CONTRIBUTION", creditType: "EX_POST" },
  ],
  ["PATCH /management/projects/:id/vintages/:vintageId", { price: 7, version: 1 }],
];

test.each(agreed)("%s accepts the agreed minimum", (call, expected) => {
  const [method, path] = call.split(" ");
  const endpoint = endpoints.find((each) => each.method === method && each.path === path);
  expect(endpoint).toBeDefined();
  const { body = z.undefined(), query } = endpoint!;
  expect(body.safeParse(expected).error?.issues).toBeUndefined();
  expect(query?.safeParse({}).error?.issues).toBeUndefined();
});

/** Records that operators read individually and in lists, and those that they also create, change and delete. */
const things = ["auditors", "developers", "registries", "partners", "reports", "projects"];
const read = ["users", "orders", "retirements", "companies"];

test.each([
  ...[...things, ...read].flatMap((each) => [
    `GET /management/${each}`,
    `GET /management/${each}/:id`,
  ]),
  ...things.map((each) => `DELETE /management/${each}/:id`),
  "GET /management/projects/:id/vintages",
  "GET /management/projects/:id/vintages/:vintageId",
  "DELETE /management/projects/:id/vintages/:vintageId",
  "GET /management/settings",
  "GET /management/flags",
  "GET /management/flags/:name",
  "GET /management/audit",
  "GET /management/mails",
  "GET /management/receivables",
  "GET /management/bank/entries",
])("%s exists", (call) => {
  expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toContain(call);
});
