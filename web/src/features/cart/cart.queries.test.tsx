import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { useDrafts } from "../company/company.draft.ts";
import { vintagesOf } from "./cart.model.ts";
import {
  cartKeys,
  useCart,
  useCartCount,
  useRemoveCartReport,
  useSetCartVintage,
} from "./cart.queries.ts";

/** Tonnes in the server's cart, by vintage. */
let quantities: Map<number, number>;
let hasReport: boolean;
/** Writes that await their response, in order. */
let waiting: (() => void)[];
let reads: number;
/** Delays reads until it resolves. */
let slowly: Promise<void> | undefined;
let refuses: boolean;

const cart = () => {
  const vintages = [...quantities].map(([id, credits]) => ({
    id,
    credits,
    price: 10,
    creditType: { id: "EX_POST" },
  }));
  const reports = hasReport ? [{ reportId: 1, reportName: "Tenure", price: 10 }] : [];
  return Response.json({ projects: [{ id: 1, name: "Peat", vintages }], reports });
};
const server = serverOf({
  "GET /api/v1/me/cart/deprecated": async () => {
    reads++;
    const read = cart();
    await slowly;
    return read;
  },
  "POST /api/v1/me/cart/deprecated": async (_, init) => {
    await new Promise<void>((answer) => waiting.push(answer));
    if (refuses) return Response.json({}, { status: 500 });
    const body = JSON.parse(String(init?.body)) as { vintageId: number; credits: number };
    quantities.set(body.vintageId, body.credits);
    return cart();
  },
  "DELETE /api/v1/me/cart/reports": async () => {
    await new Promise<void>((answer) => waiting.push(answer));
    hasReport = false;
    return Response.json({ items: [], changes: [] });
  },
});

beforeEach(() => {
  quantities = new Map([
    [4, 40],
    [5, 50],
  ]);
  hasReport = true;
  waiting = [];
  reads = 0;
  slowly = undefined;
  refuses = false;
  vi.stubGlobal("fetch", server);
});

const useShown = () => ({
  cart: useCart(),
  set: useSetCartVintage(),
  removeReport: useRemoveCartReport(),
});

/** Renders a cart and its writes. */
async function shown() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(useShown, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const tonnes = () =>
    result.current.cart.data && vintagesOf(result.current.cart.data).map((row) => row.quantity);
  const set = (vintageId: number, credits: number) =>
    result.current.set.mutateAsync({ vintageId, credits }).catch(() => undefined);
  const reports = () => result.current.cart.data?.reports.length;
  const removeReport = (reportId: number) => result.current.removeReport.mutateAsync({ reportId });
  const answer = async (index: number) => {
    await expect.poll(() => waiting).toHaveLength(index + 1);
    waiting[index]!();
  };
  await expect.poll(tonnes).toEqual([40, 50]);
  return { client, tonnes, reports, set, removeReport, answer };
}

test("input shows optimistically, and is kept when the response for another row differs", async () => {
  const { tonnes, reports, set, removeReport, answer } = await shown();
  const writes = [set(4, 41), set(5, 51)];
  void removeReport(1);
  await expect.poll(tonnes).toEqual([41, 51]);
  await expect.poll(reports).toBe(0);
  await answer(0);
  await expect.poll(() => waiting).toHaveLength(2);
  expect([tonnes(), reports()]).toEqual([[41, 51], 0]);
  await answer(1);
  await Promise.all(writes);
  await expect.poll(() => waiting).toHaveLength(3);
  expect([tonnes(), reports()]).toEqual([[41, 51], 0]);
});

test("a cart that was read before a change does not revert it", async () => {
  const { client, tonnes, set, answer } = await shown();
  const { promise, resolve } = Promise.withResolvers<void>();
  slowly = promise;
  void client.refetchQueries();
  await expect.poll(() => reads).toBe(2);
  const write = set(4, 41);
  await expect.poll(tonnes).toEqual([41, 50]);
  resolve();
  await new Promise((settled) => setTimeout(settled, 20));
  expect(tonnes()).toEqual([41, 50]);
  // Refetched only once the change has completed.
  void client.refetchQueries();
  await new Promise((settled) => setTimeout(settled, 20));
  expect(reads).toBe(2);
  await answer(0);
  await write;
  await expect.poll(() => reads).toBe(3);
  expect(tonnes()).toEqual([41, 50]);
});

test("a refused change reverts to the server's last state, however long refetching takes", async () => {
  const { tonnes, set, answer } = await shown();
  slowly = new Promise(() => {});
  refuses = true;
  void set(4, 900);
  await expect.poll(tonnes).toEqual([900, 50]);
  await answer(0);
  await expect.poll(tonnes).toEqual([40, 50]);
  await expect.poll(() => reads).toBe(2);
});

test("the cart of the previous country stays until that of the next one is loaded", async () => {
  const { tonnes } = await shown();
  const { promise, resolve } = Promise.withResolvers<void>();
  slowly = promise;
  useDrafts.getState().chooseCountry("", "FR");
  await expect.poll(() => reads).toBe(2);
  expect(tonnes()).toEqual([40, 50]);
  resolve();
  useDrafts.getState().clear("");
});

test("the cached cart with the VAT of another country is dropped when the cart changes", async () => {
  const { client, set, answer } = await shown();
  const abroad = cartKeys.view("legacy", "FR");
  client.setQueryData(abroad, client.getQueryData(cartKeys.view("legacy", undefined)));
  const write = set(4, 41);
  await answer(0);
  await write;
  expect(client.getQueryData(abroad)).toBeUndefined();
});

test("the count is hidden from a user who must set up a second factor first", async () => {
  storeTokens({ authToken: tokenFor({ needsSecondFactor: true }), refreshToken: "r" });
  renderHook(useCartCount, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
    ),
  });
  await new Promise((settled) => setTimeout(settled, 20));
  expect(reads).toBe(0);
  clearTokens();
});
