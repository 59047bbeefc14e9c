import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { useOffer } from "./managed.queries.ts";
import { OfferDialog } from "./OfferDialog.tsx";
import "../../../lib/i18n.ts";
import "../../../locales/en/quotes.ts";
import "../../../locales/en/table.ts";

const tooFar = "Choose a day from today to 90 days ahead.";
const tooMany = "Only 500 t left.";
const noPrice = "This vintage has no list price: enter one.";
const searched = vi.fn<(query: object) => void>();
const made = vi.fn<(items: unknown) => void>();
const server = serverOf({
  "GET /api/v1/management/users": ({ searchParams }) => {
    searched(Object.fromEntries(searchParams));
    return Response.json({
      content: [{ id: 5, firstName: "Ada", lastName: "Bauer", username: "ada@x.example" }],
    });
  },
  "GET /api/v1/management/projects": () =>
    Response.json({
      content: [
        { id: 3, name: "Cerrado Forest" },
        { id: 4, name: "Peatland" },
      ],
    }),
  "GET /api/v1/management/projects/3": () =>
    Response.json({
      vintages: [
        { id: 8, year: 2023, availableCredits: 500, price: 9 },
        { id: 9, year: 2024, availableCredits: 500, price: 9 },
      ],
    }),
  "GET /api/v1/management/projects/4": () => Response.json({ vintages: [] }),
  "POST /api/v1/management/quotes": (_, init) => {
    const { items, until } = JSON.parse(String(init?.body));
    if (until === "2126-02-03") {
      const fieldErrors = [{ path: "until", message: tooFar }];
      const problem = { status: 400, code: "VALIDATION_FAILED", detail: "", fieldErrors };
      return Response.json(problem, { status: 400 });
    }
    if (items.at(-1).credits === 501) {
      const fieldErrors = [{ path: `items.${items.length - 1}.credits`, message: tooMany }];
      const problem = { status: 409, code: "INSUFFICIENT_CREDITS", detail: "", fieldErrors };
      return Response.json(problem, { status: 409 });
    }
    if (items[0].credits === 404) {
      const fieldErrors = [{ path: "items.0.price", message: noPrice }];
      const problem = { status: 409, code: "NOT_PURCHASABLE", detail: "", fieldErrors };
      return Response.json(problem, { status: 409 });
    }
    made(items);
    return Response.json({ id: 1, number: "Q-2026-000001", author: "Ada Bauer" });
  },
});

async function choose(label: string, option: string | RegExp, at = 0) {
  const field = screen.getAllByRole("combobox", { name: label })[at]!;
  fireEvent.click(field);
  const options = await screen.findAllByRole("option", { name: option, hidden: true });
  fireEvent.click(options.at(-1)!);
}

async function chooseVintage(at = 0, year = /^2023/) {
  await choose("Project", "Cerrado Forest", at);
  await vi.waitFor(() =>
    expect(screen.getAllByRole("combobox", { name: "Vintage" })[at]).toBeEnabled(),
  );
  await choose("Vintage", year, at);
}

const tonnes = (at = 0) => screen.getAllByLabelText("Tonnes")[at]!;
const price = () => screen.getAllByLabelText(/^Price per tonne/)[0]!;
function type(field: HTMLElement, value: string) {
  fireEvent.change(field, { target: { value } });
}
const send = () => fireEvent.click(screen.getByRole("button", { name: "Create the quote" }));

function show() {
  vi.stubGlobal("fetch", server);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <OfferDialog companyId="2" onMade={() => {}} onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("parses tonnes and prices like every other field, and shows errors at their fields", async () => {
  show();
  // Only those of the company who may buy.
  const buyers = { companyId: "2", standing: "ADMITTED", size: "8", sort: "name,asc" };
  await expect.poll(() => searched.mock.calls).toEqual([[buyers]]);
  await choose("Buyer", "Ada Bauer, ada@x.example");
  await chooseVintage();
  type(tonnes(), "1.5");
  type(price(), "1.120");
  send();
  expect(tonnes()).toHaveAccessibleDescription("Enter whole tonnes, for example 1,200");
  expect(price()).toHaveAccessibleDescription(/^Enter a price from 0\.01 to 1,000,000\.00/);

  type(tonnes(), "1 200 t");
  type(price(), "0,88");
  fireEvent.click(screen.getByRole("button", { name: "Add a vintage" }));
  // Nobody has pressed with this line in it.
  expect(tonnes(1)).not.toBeInvalid();
  await chooseVintage(1);
  type(tonnes(1), "3");
  send();
  expect(screen.getAllByRole("combobox", { name: "Vintage" })[1]).toHaveAccessibleDescription(
    "This vintage is in the quote already",
  );
  // A vintage is one of its project's.
  await choose("Project", "Peatland", 1);
  send();
  expect(screen.getAllByRole("combobox", { name: "Vintage" })[1]).toHaveValue("");
  expect(made).not.toHaveBeenCalled();
  const removeSecond = screen.getAllByRole("button", { name: "Remove" })[1]!;
  removeSecond.focus();
  fireEvent.click(removeSecond);
  expect(screen.getByRole("button", { name: "Add a vintage" })).toHaveFocus();

  const until = screen.getByLabelText("Kept until the end of");
  const day = (until as HTMLInputElement).value;
  type(until, "");
  send();
  expect(until).toHaveAccessibleDescription("Choose the last day, for example in two weeks");
  expect(made).not.toHaveBeenCalled();

  type(until, "2126-02-03");
  send();
  await vi.waitFor(() => expect(until).toHaveAccessibleDescription(tooFar));
  expect(screen.queryByRole("alert")).toBeNull();

  type(until, day);
  expect(until).not.toBeInvalid();
  send();
  await vi.waitFor(() => expect(made).toHaveBeenCalled());
  expect(made.mock.calls).toEqual([[[{ vintageId: 8, credits: 1200, price: 0.88 }]]]);
});

it("shows too few tonnes at the line of their vintage until they are corrected, also once a line before it is removed", async () => {
  show();
  await choose("Buyer", /^Ada Bauer/);
  await chooseVintage();
  fireEvent.click(screen.getByRole("button", { name: "Add a vintage" }));
  await chooseVintage(1, /^2024/);
  type(tonnes(), "1");
  type(tonnes(1), "501");
  send();
  await vi.waitFor(() => expect(tonnes(1)).toHaveAccessibleDescription(tooMany));
  expect(tonnes()).not.toBeInvalid();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getAllByRole("button", { name: "Remove" })[0]!);
  expect(tonnes()).toHaveAccessibleDescription(tooMany);
  type(tonnes(), "500");
  expect(tonnes()).not.toBeInvalid();
  type(tonnes(), "501");
  await choose("Vintage", /^2023/);
  expect(tonnes()).not.toBeInvalid();
});

it("shows which vintage has no list price, until one is typed", async () => {
  show();
  await choose("Buyer", /^Ada Bauer/);
  await chooseVintage();
  type(tonnes(), "404");
  send();
  await vi.waitFor(() => expect(price()).toHaveAccessibleDescription(noPrice));
  expect(screen.queryByRole("alert")).toBeNull();
  type(price(), "8");
  expect(price()).not.toBeInvalid();
});

it("sends the same offer again with the same key, after a lost response", async () => {
  const keys: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    keys.push((init.headers as Record<string, string>)["idempotency-key"]);
    return keys.length === 1 ? Promise.reject(new TypeError("lost")) : Response.json({ id: 1 });
  });
  const client = new QueryClient();
  const { result } = renderHook(useOffer, {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  const offer = (credits: number) =>
    act(() =>
      result.current
        .mutateAsync({ userId: 5, until: "2026-12-24", items: [{ vintageId: 8, credits }] })
        .catch(() => undefined),
    );
  await offer(10);
  await offer(10);
  await offer(20);
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
