import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { RuleDialog } from "./RuleDialog.tsx";
import { i18n } from "../../lib/i18n.ts";
import "../../locales/en/prices.ts";
import "../../locales/en/table.ts";

const tree = { id: 1, project: { id: 9, name: "Tree" }, year: 2020, version: 1, carts: 0 };
const peat = { ...tree, id: 2, project: { id: 8, name: "Peat" } };
const notified = { carts: 0, shortlists: 0 };

test("A price that a colleague changed is not retried, and the rule is not previewed twice", async () => {
  let requests = 0;
  const server = serverOf({
    "POST /api/v1/management/prices/preview": () => {
      const price = requests++ === 0 ? 100 : 110;
      const rows = [tree, peat].map((row) => ({ ...row, price, after: price + 10 }));
      return Response.json({ rows, leftOut: [], unchanged: 0, told: notified });
    },
    "POST /api/v1/management/prices/changes": () => Response.json({ id: 3 }),
    "GET /api/v1/management/prices/changes/3": () => {
      const done = { id: 1, code: null, detail: null };
      const changed = { id: 2, code: "VERSION_CONFLICT", detail: "Noor changed this." };
      return Response.json({ id: 3, total: 2, results: [done, changed] });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RuleDialog ids={[1, 2]} onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText("How much"), { target: { value: "10" } });
  expect(await screen.findAllByText("€110.00")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: /^Change 2/ }));
  expect(await screen.findByText("Not done: Noor changed this.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /again/ })).toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.queryByText("€120.00")).toBeNull();
  expect(requests).toBe(1);
});

test("Before an amount is typed, the button names no number, and says what is missing", async () => {
  showPage(() => <RuleDialog ids={[1, 2]} onClose={() => {}} />);
  fireEvent.click(await screen.findByRole("button", { name: "Change prices" }));
  expect(screen.getByText(i18n.t("prices.dialog.byMissing"))).toBeInTheDocument();
});

test("The amount is parsed like euros and percentages elsewhere, with any keyboard's sign", async () => {
  const requests: unknown[] = [];
  const server = serverOf({
    "POST /api/v1/management/prices/preview": (_url, init) => {
      requests.push(JSON.parse(String(init?.body)).rule);
      return Response.json({ rows: [], leftOut: [], unchanged: 2, told: notified });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RuleDialog ids={[1, 2]} onClose={() => {}} />);
  const field = await screen.findByLabelText("How much");
  fireEvent.change(screen.getByLabelText("Change by"), { target: { value: "EUROS" } });
  const typed = [
    ["1,120", 1120],
    ["-2,5", -2.5],
    ["−2.75", -2.75],
    ["– 1 120,75", -1120.75],
    ["+5", 5],
    ["-€2.50", -2.5],
  ] as const;
  for (const [text, by] of typed) {
    requests.length = 0;
    fireEvent.input(field, { target: { value: text } });
    await waitFor(() => expect(requests).toEqual([{ kind: "EUROS", by }]));
  }
  fireEvent.change(screen.getByLabelText("Change by"), { target: { value: "PERCENT" } });
  requests.length = 0;
  fireEvent.input(field, { target: { value: "– 7,5 %" } });
  await waitFor(() => expect(requests).toEqual([{ kind: "PERCENT", by: -7.5 }]));
  for (const text of ["1.120", "-", "--5", "0", "€5"]) {
    fireEvent.input(field, { target: { value: text } });
    expect(await screen.findByText(/number other than 0/)).toBeInTheDocument();
    fireEvent.input(field, { target: { value: "" } });
    expect(screen.queryByText(/number other than 0/)).toBeNull();
  }
});

test("A preview that failed can be requested again for the same rule", async () => {
  let fails = true;
  const server = serverOf({
    "POST /api/v1/management/prices/preview": () => {
      const refused = { status: 503, code: "UNAVAILABLE", detail: "Not now." };
      if (fails) return Response.json(refused, { status: 503 });
      const rows = [{ ...tree, price: 100, after: 110 }];
      return Response.json({ rows, leftOut: [], unchanged: 0, told: notified });
    },
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RuleDialog ids={[1]} onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText("How much"), { target: { value: "10" } });
  expect(await screen.findByText(/could not be calculated: Not now\./)).toBeVisible();
  fails = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("€110.00")).toBeVisible();
  expect(screen.queryByText(/could not be calculated/)).toBeNull();
});

test("A rule that changes no price says so, and is not sent", async () => {
  const server = serverOf({
    "POST /api/v1/management/prices/preview": () =>
      Response.json({ rows: [], leftOut: [], unchanged: 2, told: notified }),
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <RuleDialog ids={[1, 2]} onClose={() => {}} />);
  fireEvent.input(await screen.findByLabelText("How much"), { target: { value: "0.01" } });
  expect(await screen.findByText(/2 stay unchanged/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole("button", { name: /^Change/ }));
  expect(screen.getByText(i18n.t("prices.dialog.nothing"))).toBeInTheDocument();
});
