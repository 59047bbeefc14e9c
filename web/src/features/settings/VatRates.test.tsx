import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ManagedSettings } from "@tonneline/contract/settings";
import { expect, it, vi } from "vitest";
import { today } from "../../lib/format.ts";
import { serverOf } from "../../test/network.ts";
import { Unsaved } from "../../ui/unsaved.ts";
import { VatRates } from "./VatRates.tsx";

const settings = {
  seller: { countryCode: "DE" },
  vatRates: [],
} as unknown as ManagedSettings;

it("asks for confirmation before it adds a rate that applies at once, but not for one that can be removed", async () => {
  const added = vi.fn<(body: unknown) => void>();
  const server = serverOf({
    "POST /api/v1/management/settings/vat-rates": (_, init) => {
      added(JSON.parse(String(init?.body)));
      return Response.json({}, { status: 201 });
    },
  });
  vi.stubGlobal("fetch", server);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <VatRates settings={settings} canWrite />
      </QueryClientProvider>
    </MantineProvider>,
  );
  function add(validFrom: string, percent = "91") {
    fireEvent.change(screen.getByLabelText("Valid from"), { target: { value: validFrom } });
    fireEvent.change(screen.getByLabelText("Rate (%)"), { target: { value: percent } });
    fireEvent.click(screen.getByText("Add rate"));
  }
  add(today());
  await screen.findByText("91% for Germany from today");
  expect(added).not.toHaveBeenCalled();
  fireEvent.click(screen.getAllByText("Add rate").at(-1)!);
  const rate = { countryCode: "DE", percent: 91 };
  await expect.poll(() => added.mock.calls).toEqual([[{ ...rate, validFrom: today() }]]);

  await expect.poll(() => screen.queryByText(/from today$/)).toBeNull();
  add("2099-01-01");
  await expect.poll(() => added.mock.calls.length).toBe(2);
  expect(added).toHaveBeenLastCalledWith({ ...rate, validFrom: "2099-01-01" });

  await waitFor(() => expect(screen.getByLabelText("Rate (%)")).toHaveValue(""));
  add("2099-01-01", "0x10");
  expect(screen.getByText(/percentage from 0 to 100, with at most two/)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText("Rate (%)")).toHaveFocus());
  add("2099-01-01", "7,5 %");
  await expect.poll(() => added.mock.calls.length).toBe(3);
  expect(added).toHaveBeenLastCalledWith({ ...rate, percent: 7.5, validFrom: "2099-01-01" });
});

it("asks for confirmation before leaving with an unsaved rate, and not once it is added", async () => {
  vi.stubGlobal(
    "fetch",
    serverOf({
      "POST /api/v1/management/settings/vat-rates": () => Response.json({}, { status: 201 }),
    }),
  );
  const unsaved = { current: 0 };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Unsaved value={unsaved}>
          <VatRates settings={settings} canWrite />
        </Unsaved>
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText("Rate (%)"), { target: { value: "91" } });
  expect(unsaved.current).toBe(1);
  fireEvent.change(screen.getByLabelText("Rate (%)"), { target: { value: "" } });
  expect(unsaved.current).toBe(0);
  fireEvent.change(screen.getByLabelText("Valid from"), { target: { value: "2099-01-01" } });
  expect(unsaved.current).toBe(1);
  fireEvent.change(screen.getByLabelText("Rate (%)"), { target: { value: "91" } });
  fireEvent.click(screen.getByText("Add rate"));
  await expect.poll(() => unsaved.current).toBe(0);
});

it("refetches the rates when one is refused because a colleague has added or removed it", async () => {
  const refused = (status: number, code: string, fieldErrors?: object[]) => () =>
    Response.json({ type: "", title: "", status, code, detail: "Gone.", fieldErrors }, { status });
  const duplicate = { path: "validFrom", message: "There is already a rate from this day" };
  const server = serverOf({
    "GET /api/v1/management/settings": () => Response.json(settings),
    "POST /api/v1/management/settings/vat-rates": refused(400, "VALIDATION_FAILED", [duplicate]),
    "DELETE /api/v1/management/settings/vat-rates/DE/2099-02-01": refused(404, "NOT_FOUND"),
  });
  vi.stubGlobal("fetch", server);
  const client = new QueryClient();
  const again = vi.spyOn(client, "invalidateQueries");
  const rate = { countryCode: "DE", percent: 20, validFrom: "2099-02-01" };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <VatRates settings={{ ...settings, vatRates: [rate] } as ManagedSettings} canWrite />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.change(screen.getByLabelText("Valid from"), { target: { value: "2099-01-01" } });
  fireEvent.change(screen.getByLabelText("Rate (%)"), { target: { value: "91" } });
  fireEvent.click(screen.getByText("Add rate"));
  await screen.findByText("There is already a rate from this day");
  expect(again).toHaveBeenCalledTimes(1);
  expect(screen.getByLabelText("Rate (%)")).toHaveValue("91");

  fireEvent.click(screen.getByRole("button", { name: /^Remove/ }));
  fireEvent.click((await screen.findAllByRole("button", { name: "Remove" })).at(-1)!);
  await expect.poll(() => again.mock.calls.length).toBe(2);
  // It counts as removed, as requested: a colleague, or an attempt whose response was lost, has done it.
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});
