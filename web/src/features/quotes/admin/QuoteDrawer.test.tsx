import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { serverOf } from "../../../test/network.ts";
import { showPage } from "../../../test/page.tsx";
import * as toasts from "../../../ui/toast.tsx";
import { keptQuote as quote } from "./quote.fixtures.ts";
import { QuoteDrawer } from "./QuoteDrawer.tsx";
import "../../../locales/en/cart.ts";
import "../../../locales/en/orders.ts";
import "../../../locales/en/quotes.ts";

let status: string;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  vi.spyOn(toasts, "showToast").mockImplementation(() => {});
  const take = (call: string) => [
    `POST /api/v1/management/quotes/4/${call}`,
    (_: URL, init?: RequestInit) => {
      sent.push([call, init?.body ? JSON.parse(String(init.body)) : undefined]);
      return Response.json({ ...quote, status });
    },
  ];
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes/4": () => Response.json({ ...quote, status }),
      ...Object.fromEntries(["keep", "withdraw"].map(take)),
    }),
  );
});

const texts = ["Order for the buyer", "Keep until a date", "Withdraw"];
async function show(canWrite: boolean) {
  showPage(() => <QuoteDrawer id="4" canWrite={canWrite} onClose={() => {}} />);
  await screen.findByText("Ilse Varendonk, ilse@varendonk.example");
}

test.each([
  ["OPEN", true, ["Keep until a date", "Withdraw"]],
  ["KEPT", true, texts],
  ["EXPIRED", true, ["Keep until a date"]],
  ["ORDERED", true, []],
  ["REQUESTED", true, []],
  ["WITHDRAWN", true, []],
  ["KEPT", false, []],
])(
  "a quote that is %s, with permission to change it: %s, has the actions: %j",
  async (now, can, steps) => {
    status = now;
    await show(can);
    expect(texts.filter((name) => screen.queryByRole("button", { name }) !== null)).toEqual(steps);
  },
);

test("it is kept until the chosen day, and withdrawn after a confirmation", async () => {
  status = "OPEN";
  await show(true);
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  press("Keep until a date");
  fireEvent.change(screen.getByLabelText("Kept until the end of"), {
    target: { value: "2126-02-03" },
  });
  expect(sent).toEqual([]);
  press("Keep it");
  await expect.poll(() => sent).toEqual([["keep", { until: "2126-02-03" }]]);
  await expect.poll(() => screen.queryByLabelText("Kept until the end of")).toBeNull();
  press("Withdraw");
  expect(sent).toHaveLength(1);
  await screen.findByText(/^Ilse Varendonk gets an email\. Credits that are kept/);
  fireEvent.click(screen.getAllByRole("button", { name: "Withdraw" }).at(-1)!);
  await expect.poll(() => sent.slice(1)).toEqual([["withdraw", undefined]]);
});

test("a day that it cannot be kept until is refused at its field", async () => {
  status = "OPEN";
  const message = "Choose a day from today to 90 days ahead.";
  vi.stubGlobal(
    "fetch",
    serverOf({
      "GET /api/v1/management/quotes/4": () => Response.json({ ...quote, status }),
      "POST /api/v1/management/quotes/4/keep": (_, init) => {
        sent.push(JSON.parse(String(init?.body)));
        const fieldErrors = [{ path: "until", message }];
        const problem = { status: 400, code: "VALIDATION_FAILED", detail: "", fieldErrors };
        return Response.json(problem, { status: 400 });
      },
    }),
  );
  await show(true);
  fireEvent.click(screen.getByRole("button", { name: "Keep until a date" }));
  const until = screen.getByLabelText("Kept until the end of");
  const keepUntil = (value: string) => {
    fireEvent.change(until, { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  };
  keepUntil("");
  expect(until).toHaveAccessibleDescription("Choose the last day, for example in two weeks");
  expect(sent).toEqual([]);
  keepUntil("2126-02-03");
  await expect.poll(() => sent).toEqual([{ until: "2126-02-03" }]);
  await vi.waitFor(() => expect(until).toHaveAccessibleDescription(message));
  await vi.waitFor(() => expect(until).toHaveFocus());
});
