import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import {
  useChangeMember,
  useCompanyDetails,
  useMayForCompany,
  useSaveCompanyDetails,
} from "./company.queries.ts";

let broken: boolean;
const server = serverOf({
  "POST /api/v1/me/company/details": () => Response.json({ ...invoiceDetails, version: 2 }),
  "GET /api/v1/me/company/details": () =>
    broken
      ? Response.json({}, { status: 502 })
      : Response.json({ ...invoiceDetails, vatNumber: "DE 123 456 789", version: 3 }),
});
const problem = { type: "", title: "", code: "INVALID_TRANSITION", detail: "No.", status: 409 };
const unsure = serverOf({
  "GET /api/v1/me/company": () => Response.json({}, { status: 502 }),
  "PATCH /api/v1/me/company/members/4": () => Response.json(problem, { status: 409 }),
});
const methods = () => server.mock.calls.map(([, init]) => init?.method);

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderHook(() => ({ read: useCompanyDetails(), save: useSaveCompanyDetails() }), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

beforeEach(() => {
  broken = false;
  server.mockClear();
  vi.stubGlobal("fetch", server);
  storeTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});

it("refetches the details after a save", async () => {
  const { result } = open();
  await waitFor(() => expect(result.current.read.data?.version).toBe(3));
  await act(() => result.current.save.mutateAsync(invoiceDetails));
  expect(methods()).toEqual(["GET", "POST", "GET"]);
  await waitFor(() => expect(result.current.read.data?.vatNumber).toBe("DE 123 456 789"));
});

it("shows what was saved if refetching fails", async () => {
  const { result } = open();
  await waitFor(() => expect(result.current.read.data).toBeDefined());
  broken = true;
  await act(() => result.current.save.mutateAsync(invoiceDetails));
  expect(methods()).toEqual(["GET", "POST", "GET"]);
  await waitFor(() => expect(result.current.read.data?.version).toBe(2));
});

function used<Hook>(hook: () => Hook) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  return { client, result };
}

it("leaves permissions to the server if the company cannot be loaded", async () => {
  vi.stubGlobal("fetch", unsure);
  const { result } = used(() => useMayForCompany("buy"));
  expect(result.current).toBeUndefined();
  await expect.poll(() => result.current).toBe(true);
});

it("refetches the cart after a save, as its VAT depends on the country", async () => {
  const { client, result } = used(useSaveCompanyDetails);
  client.setQueryData(["cart", "new"], {});
  await act(() => result.current.mutateAsync(invoiceDetails));
  expect(client.getQueryState(["cart", "new"])!.isInvalidated).toBe(true);
});

it("shows a faster colleague's change after a refusal", async () => {
  vi.stubGlobal("fetch", unsure);
  const { client, result } = used(useChangeMember);
  client.setQueryData(["company", "members"], {});
  const change = result.current.mutateAsync({ userId: 4, role: "BUYER" });
  await expect(change).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  expect(client.getQueryState(["company", "members"])!.isInvalidated).toBe(true);
});
