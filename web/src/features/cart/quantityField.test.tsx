import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import "../../locales/en/cart.ts";
import { serverOf } from "../../test/network.ts";
import type { CartVintage } from "./cart.model.ts";
import { useQuantityField } from "./quantityField.ts";

const see = (hidden: boolean) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  fireEvent(document, new Event("visibilitychange"));
};
const show = () => see(false);
function hide() {
  see(true);
  show();
}

describe("the quantity field", () => {
  const row = { vintageId: 7, quantity: 40, year: 2022, projectName: "Mangroves" } as CartVintage;
  const emptyCart = {
    projects: [],
    reports: [],
    totalCredits: 0,
    currency: "EUR",
    totalPriceNet: 0,
    totalPriceGross: 0,
    vatPercentage: 19,
    vatAmount: 0,
    version: 1,
    countryCode: "DE",
    vatCategory: "S",
  };
  const answer = (status: number, body: object) => Response.json(body, { status });
  let saving: () => Response | Promise<Response>;
  let leavePage: () => void;
  const server = serverOf({
    "GET /api/v1/me/cart": () => answer(200, emptyCart),
    "POST /api/v1/me/cart/deprecated": () => saving(),
  });
  const sent = () =>
    server.mock.calls
      .filter(([, init]) => init?.method === "POST")
      .map(([, init]) => JSON.parse(String(init?.body)) as unknown);

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.mockClear();
    saving = () => answer(200, emptyCart);
    vi.stubGlobal("fetch", server);
  });
  afterEach(async () => {
    // Sends what is still pending.
    leavePage();
    await vi.advanceTimersByTimeAsync(50);
    vi.useRealTimers();
  });

  function edit(onRemove = () => {}, client = new QueryClient()) {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    const { result, unmount } = renderHook(() => useQuantityField(row, onRemove), { wrapper });
    leavePage = unmount;
    return result;
  }

  test("saves once, 600 ms after the last keystroke", async () => {
    const field = edit();
    act(() => field.current.change("5"));
    await act(() => vi.advanceTimersByTimeAsync(500));
    act(() => field.current.change("50"));
    await act(() => vi.advanceTimersByTimeAsync(500));
    expect(sent()).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(150));
    await waitFor(() => expect(sent()).toEqual([{ vintageId: 7, credits: 50 }]));
  });

  test("saves at once on blur, and only once", async () => {
    const field = edit();
    act(() => field.current.change("1,200"));
    act(() => field.current.leave());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sent()).toEqual([{ vintageId: 7, credits: 1200 }]);
  });

  test.each([
    ["leaving the page", () => leavePage()],
    ["closing the tab", () => fireEvent(window, new Event("pagehide"))],
    ["hiding the tab", hide],
  ])("saves at once, and only once, if %s happens during the pause", async (_, leave) => {
    const field = edit();
    act(() => field.current.change("50"));
    act(leave);
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(sent()).toEqual([{ vintageId: 7, credits: 50 }]);
    const [, init] = server.mock.calls.find(([, each]) => each?.method === "POST")!;
    expect(init?.keepalive).toBe(true);
    leavePage();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sent()).toHaveLength(1);
  });

  test("reports a refusal after leaving the page on the next one, and only there", async () => {
    saving = () =>
      answer(409, {
        type: "about:blank",
        title: "",
        code: "INSUFFICIENT_CREDITS",
        status: 409,
        detail: "Only 45 credits are left.",
        available: 45,
      });
    render(
      <MantineProvider env="test">
        <Notifications />
      </MantineProvider>,
    );
    const field = edit();
    act(() => field.current.change("50"));
    act(() => leavePage());
    await act(() => vi.advanceTimersByTimeAsync(50));
    const message = /^50\st of vintage 2022 of Mangroves could not be saved: Only 45 credits/;
    expect(await screen.findByText(message)).toBeVisible();

    const stays = edit();
    act(() => stays.current.change("50"));
    act(() => stays.current.leave());
    await waitFor(() => expect(stays.current.problem).toBeDefined());
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  test.each([
    ["INSUFFICIENT_CREDITS", 409, 1],
    ["RATE_LIMITED", 429, 2],
  ])(
    "retries a quantity refused by %s only if it may be accepted now",
    async (code, status, times) => {
      saving = () =>
        answer(status, {
          type: "about:blank",
          title: "",
          code,
          status,
          detail: "No.",
          available: 45,
        });
      const field = edit();
      act(() => field.current.change("50"));
      act(() => field.current.leave());
      await waitFor(() => expect(field.current.problem).toBeDefined());
      act(() => field.current.commit());
      await act(() => vi.advanceTimersByTimeAsync(50));
      expect(sent()).toHaveLength(times);
    },
  );

  test("keeps the input when a response to earlier input arrives", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    saving = () => promise;
    const field = edit();
    act(() => field.current.change("50"));
    act(() => field.current.commit());
    act(() => field.current.change("5"));
    resolve(answer(200, emptyCart));
    await act(() => vi.advanceTimersByTimeAsync(50));
    expect(field.current.text).toBe("5");
  });

  test("sends nothing on leaving the page if nothing is pending", async () => {
    const field = edit();
    act(() => field.current.change("50"));
    act(() => field.current.change("0"));
    show();
    leavePage();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sent()).toEqual([]);
  });

  test("does not restore a row that was removed while its quantity was pending", async () => {
    const client = new QueryClient();
    const field = edit(undefined, client);
    act(() => field.current.change("50"));
    client.setQueryData(["cart", "legacy", "default"], emptyCart);
    leavePage();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sent()).toEqual([]);
  });

  test("does not guess ambiguous input", () => {
    const field = edit();
    act(() => field.current.change("1.120"));
    act(() => field.current.leave());
    expect(field.current.problem?.kind).toBe("notWhole");
    expect(field.current.text).toBe("1.120");
    expect(sent()).toEqual([]);
  });

  test("keeps a refused quantity with its reason", async () => {
    const problem = { type: "x", title: "x", status: 409, detail: "Too many", available: 12 };
    saving = () => answer(409, { ...problem, code: "INSUFFICIENT_CREDITS" });
    const field = edit();
    act(() => field.current.change("900"));
    act(() => field.current.leave());
    await waitFor(() => expect(field.current.problem?.kind).toBe("refused"));
    expect(field.current.text).toBe("900");
    act(() => field.current.leave());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ["was lost", () => Response.error()],
    ["met a server in trouble", () => answer(500, {})],
  ])("retries a quantity that %s on Enter or blur", async (_, trouble) => {
    saving = trouble;
    const field = edit();
    act(() => field.current.change("50"));
    act(() => field.current.leave());
    await waitFor(() => expect(field.current.problem?.kind).toBe("refused"));
    saving = () => answer(200, emptyCart);
    act(() => field.current.commit());
    await waitFor(() => expect(field.current.problem).toBeUndefined());
    expect(sent()).toEqual([
      { vintageId: 7, credits: 50 },
      { vintageId: 7, credits: 50 },
    ]);
  });

  test("shows no late refusal of earlier input", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    saving = () => promise;
    const field = edit();
    act(() => field.current.change("900"));
    act(() => field.current.leave());
    await vi.waitFor(() => expect(sent()).toHaveLength(1));
    act(() => field.current.change("50"));
    const problem = { type: "x", title: "x", status: 409, detail: "Too many", available: 12 };
    resolve(answer(409, { ...problem, code: "INSUFFICIENT_CREDITS" }));
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(field.current.problem).toBeUndefined();
    expect(field.current.text).toBe("50");
  });

  test("takes the available quantity instead of the input, and the cart's own quantity clears a refusal", async () => {
    const problem = { type: "x", title: "x", status: 409, detail: "Too many", available: 12 };
    saving = () => answer(409, { ...problem, code: "INSUFFICIENT_CREDITS" });
    const field = edit();
    act(() => field.current.change("900"));
    act(() => field.current.leave());
    await waitFor(() => expect(field.current.problem?.kind).toBe("refused"));
    act(() => field.current.change("40"));
    act(() => field.current.leave());
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(field.current.problem).toBeUndefined();
    expect(sent()).toHaveLength(1);

    act(() => field.current.useAvailable(12));
    await waitFor(() => expect(sent().at(-1)).toEqual({ vintageId: 7, credits: 12 }));
  });

  test("removes the row on blur after 0, and restores the cart's quantity if left empty", () => {
    const onRemove = vi.fn<() => void>();
    const field = edit(onRemove);
    act(() => field.current.change(""));
    act(() => field.current.leave());
    expect(field.current.text).toBe("40");
    act(() => field.current.change("0"));
    act(() => field.current.leave());
    expect(onRemove).toHaveBeenCalledOnce();
    expect(sent()).toEqual([]);
  });
});
