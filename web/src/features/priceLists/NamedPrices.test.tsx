import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PriceList } from "@tonneline/contract/priceLists";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTokens, storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import * as toasts from "../../ui/toast.tsx";
import { PriceListForm } from "./PriceListForm.tsx";
import "../../locales/en/priceLists.ts";
import "../../locales/en/table.ts";

const vintage = (id: number, year: number, price: number | null) => ({
  id,
  year,
  price,
  project: { id: 9, name: "Peat" },
});
const list = {
  id: 1,
  name: "Partners",
  version: 3,
  companies: [],
  validFrom: "2026-11-01",
  validUntil: null,
  rules: [],
  prices: [
    { ...vintage(4, 2022, 12), own: 10 },
    { ...vintage(5, 2023, null), own: 11 },
  ],
} as unknown as PriceList;

let sent: unknown[];
/** The version that a colleague has saved meanwhile. */
let theirs: number | undefined;
const onAdded = vi.fn<(id: number) => void>();
/** The content of a file. */
let read: object;

beforeEach(() => {
  [sent, theirs] = [[], undefined];
  onAdded.mockClear();
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  const none = { content: [], totalElements: 0 };
  const server = serverOf({
    "GET /api/v1/management/prices": () => Response.json({ content: [vintage(6, 2024, 9)] }),
    "GET /api/v1/management/projects/choices": () => Response.json(none),
    "GET /api/v1/projects": () => Response.json(none),
    "GET /api/v1/management/price-lists": () => Response.json(none),
    "POST /api/v1/management/price-lists/preview": () =>
      Response.json({ affected: 0, onSale: 0, rows: [], idle: [], carts: 0 }),
    "POST /api/v1/management/price-lists/file": () => Response.json(read),
    "PATCH /api/v1/management/price-lists/1": (_, init) => {
      const body = JSON.parse(String(init?.body)) as { version: number };
      sent.push(body);
      const problem = { status: 409, code: "VERSION_CONFLICT", detail: "Noor changed this." };
      if (body.version < (theirs ?? 0)) return Response.json(problem, { status: 409 });
      return Response.json({ ...list, ...body, version: body.version + 1 });
    },
    "POST /api/v1/management/price-lists": (_, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ ...list, id: 9 }, { status: 201 });
    },
  });
  vi.stubGlobal("fetch", server);
  return clearTokens;
});

const show = (canWrite: boolean) =>
  showPage(() => (
    <PriceListForm list={list} company={undefined} canWrite={canWrite} onAdded={() => {}} />
  ));
const own = (year: number) => screen.getByLabelText(`Price of Peat, ${year}`);
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save changes" }));

test("a file's prices come before those of the list, and an unreadable one is not saved", async () => {
  read = {
    prices: [{ ...vintage(4, 2022, 12), own: 8.5 }],
    leftOut: [{ line: 3, name: "Fen 2020", why: "It is not on sale." }],
  };
  show(true);
  const name = await screen.findByLabelText("Name");
  expect(screen.getByRole("button", { name: "Save changes" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  expect(own(2022)).toHaveValue("10.00");
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  await userEvent.upload(input, new File(["x"], "prices.csv", { type: "text/csv" }));
  expect(await screen.findByText(/It is not on sale\./)).toBeInTheDocument();
  expect(own(2022)).toHaveValue("8.50");
  fireEvent.change(own(2023), { target: { value: "eleven" } });
  fireEvent.change(name, { target: { value: "Partners 2" } });
  save();
  await vi.waitFor(() => expect(own(2023)).toBeInvalid());
  expect(own(2022)).toBeValid();
  expect(sent).toEqual([]);

  fireEvent.click(screen.getByRole("button", { name: "Remove Peat, 2023" }));
  fireEvent.click(screen.getByRole("combobox", { name: "Add a vintage" }));
  fireEvent.click(await screen.findByText(/^Peat, 2024, /));
  expect(own(2024)).toHaveValue("9.00");
  fireEvent.change(own(2024), { target: { value: "7,25" } });
  save();
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        name: "Partners 2",
        version: 3,
        rules: [],
        prices: [
          { vintageId: 6, price: 7.25 },
          { vintageId: 4, price: 8.5 },
        ],
      },
    ]);
});

test("removing prices by keyboard moves the focus to the next one, and finally to the heading", async () => {
  show(true);
  await screen.findByLabelText("Name");
  const remove = (year: number) => screen.getByRole("button", { name: `Remove Peat, ${year}` });
  remove(2022).focus();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(remove(2023)).toHaveFocus());
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() =>
    expect(screen.getByRole("heading", { name: "Prices of single vintages" })).toHaveFocus(),
  );
});

test("a read-only user cannot change a list", async () => {
  show(false);
  expect(await screen.findByLabelText("Name")).toHaveAttribute("readonly");
  expect(own(2022)).toHaveAttribute("readonly");
  expect(screen.queryByRole("button", { name: /Save|Remove|Add|file/i })).toBeNull();
});

test("a list is not saved over a colleague's change that was not shown yet", async () => {
  let [client, read]: [QueryClient?, ((now: PriceList) => void)?] = [];
  showPage(function Page() {
    const [now, setNow] = useState(list);
    [client, read] = [useQueryClient(), setNow];
    return <PriceListForm list={now} company={undefined} canWrite onAdded={onAdded} />;
  });
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Partners 2" } });
  theirs = 4;
  act(() => read!({ ...list, version: 4, validFrom: "2026-12-01" }));
  client!.setQueryData(["management", "companies"], []);
  save();
  expect(await screen.findByText(/^Noor changed this\./)).toBeInTheDocument();
  save();
  const body = { name: "Partners 2", validFrom: "2026-12-01" };
  await expect
    .poll(() => sent)
    .toMatchObject([
      { ...body, version: 3 },
      { ...body, version: 4 },
    ]);
  // Their pages show which lists companies have.
  const ofCompanies = () => client!.getQueryState(["management", "companies"])?.isInvalidated;
  await expect.poll(ofCompanies).toBe(true);
  expect(onAdded).not.toHaveBeenCalled();
});

test("a new list is opened once it is added", async () => {
  showPage(() => <PriceListForm list={undefined} company={undefined} canWrite onAdded={onAdded} />);
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "New" } });
  fireEvent.click(screen.getByRole("combobox", { name: "Add a vintage" }));
  fireEvent.click(await screen.findByText(/^Peat, 2024, /));
  fireEvent.click(screen.getByRole("button", { name: "Add price list" }));
  await expect.poll(() => onAdded.mock.calls).toEqual([[9]]);
  expect(sent).toMatchObject([{ name: "New", prices: [{ vintageId: 6, price: 9 }] }]);
});
