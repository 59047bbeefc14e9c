import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import type { CountryCode } from "@tonneline/contract/countries";
import { beforeEach, expect, test, vi } from "vitest";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { useMakeQuote, useOrderQuote, useWithdrawQuote } from "./quotes.queries.ts";

let keys: (string | null)[];
let client: QueryClient;
let response: () => Response;
beforeEach(() => {
  keys = [];
  response = () => {
    throw new TypeError("Failed to fetch");
  };
  sessionStorage.clear();
  client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  const server = serverOf({
    "POST /api/v1/me/quotes": (_, init) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"));
      return response();
    },
    "POST /api/v1/me/quotes/1/order": () => Response.json({ id: 5 }),
    "POST /api/v1/me/quotes/1/withdraw": () => Response.json({ id: 1, status: "WITHDRAWN" }),
  });
  vi.stubGlobal("fetch", server);
});

function used<Hook>(hook: () => Hook): Hook {
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return result.current;
}

test("another cart, or the VAT of another country, creates another quote", async () => {
  const { mutateAsync } = used(useMakeQuote);
  const make = (version: number, countryCode: CountryCode) =>
    mutateAsync({ seen: [version], countryCode }).catch(() => {});
  await make(4, "DE");
  await make(5, "DE");
  await make(5, "FR");
  await make(5, "DE");
  expect(new Set(keys).size).toBe(3);
  expect(keys[3]).toBe(keys[1]);
});

test("after a lost response and a reload, no second quote is created", async () => {
  const make = () =>
    used(useMakeQuote)
      .mutateAsync({ seen: [4], countryCode: "DE" })
      .catch(() => {});
  await make();
  await make();
  expect(new Set(keys).size).toBe(1);
});

test("a quote that was created is followed by a second one, even of the same cart", async () => {
  response = () => Response.json({ id: 1 });
  const { mutateAsync } = used(useMakeQuote);
  await mutateAsync({ seen: [4], countryCode: "DE" });
  await mutateAsync({ seen: [4], countryCode: "DE" });
  expect(new Set(keys).size).toBe(2);
});

test("after a refusal, the same cart is sent as a new request", async () => {
  const problem = { type: "", title: "", status: 409, code: "CART_CHANGED", detail: "No." };
  response = () => Response.json(problem, { status: 409 });
  const { mutateAsync } = used(useMakeQuote);
  for (const _ of [1, 2]) await mutateAsync({ seen: [4], countryCode: "DE" }).catch(() => {});
  expect(new Set(keys).size).toBe(2);
});

test("ordering a quote refetches everything affected", async () => {
  const touched = [
    ["quotes", "one", "1"],
    ["orders", "list"],
    ["cart", "new"],
    ["approvals", "list"],
  ];
  for (const key of touched) client.setQueryData(key, {});
  const { mutateAsync } = used(() => useOrderQuote(1));
  await mutateAsync(invoiceDetails);
  const stillValid = touched.filter((key) => !client.getQueryState(key)!.isInvalidated);
  expect(stillValid).toEqual([]);
});

test("a withdrawn quote is refetched, on its page and in the list", async () => {
  const shown = [
    ["quotes", "one", "1"],
    ["quotes", "list"],
  ];
  for (const key of shown) client.setQueryData(key, {});
  const { mutateAsync } = used(() => useWithdrawQuote(1));
  await mutateAsync();
  expect(shown.filter((key) => !client.getQueryState(key)!.isInvalidated)).toEqual([]);
});
