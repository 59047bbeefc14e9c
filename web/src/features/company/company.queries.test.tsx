import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keepTokens } from "../../lib/session.ts";
import { invoiceDetails } from "../../test/invoiceDetails.ts";
import { serverOf } from "../../test/network.ts";
import { tokenFor } from "../../test/tokens.ts";
import { useCompanyDetails, useSaveCompanyDetails } from "./company.queries.ts";

let broken: boolean;
const server = serverOf({
  "POST /api/v1/me/company/details": () => Response.json({ ...invoiceDetails, version: 2 }),
  "GET /api/v1/me/company/details": () =>
    broken
      ? Response.json({}, { status: 502 })
      : Response.json({ ...invoiceDetails, vatNumber: "DE 123 456 789", version: 3 }),
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
  keepTokens({ authToken: tokenFor(), refreshToken: "refresh" });
});

it("reads the details again after they were saved", async () => {
  const { result } = open();
  await waitFor(() => expect(result.current.read.data?.version).toBe(3));
  await act(() => result.current.save.mutateAsync(invoiceDetails));
  expect(methods()).toEqual(["GET", "POST", "GET"]);
  await waitFor(() => expect(result.current.read.data?.vatNumber).toBe("DE 123 456 789"));
});

it("shows what was saved where reading it again fails", async () => {
  const { result } = open();
  await waitFor(() => expect(result.current.read.data).toBeDefined());
  broken = true;
  await act(() => result.current.save.mutateAsync(invoiceDetails));
  expect(methods()).toEqual(["GET", "POST", "GET"]);
  await waitFor(() => expect(result.current.read.data?.version).toBe(2));
});
