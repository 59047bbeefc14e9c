import type { PriceList } from "@tonneline/contract/priceLists";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { storeTokens } from "../../lib/session.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { tokenFor } from "../../test/tokens.ts";
import { PriceListForm } from "./PriceListForm.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/priceLists.ts";
import "../../locales/en/table.ts";

const shownList = (facts: object) =>
  ({
    id: 1,
    name: "Partners",
    version: 1,
    companies: [{ id: 7, name: "Lumenhof" }],
    validFrom: "2026-11-01",
    validUntil: null,
    rules: [],
    prices: [],
    ...facts,
  }) as unknown as PriceList;
const responses = {
  "GET /api/v1/management/prices": () => Response.json({ content: [] }),
  "POST /api/v1/management/price-lists/preview": () =>
    Response.json({ affected: 0, onSale: 0, rows: [], idle: [], carts: 0 }),
};

test("A criterion of a rule that was deleted meanwhile shows the error at its field", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  const message = "There is no developer 12 any more";
  const refused = {
    type: "/problems/validation-failed",
    title: "Some fields are missing or not valid.",
    status: 400,
    code: "VALIDATION_FAILED",
    detail: "Some fields are missing or not valid.",
    fieldErrors: [{ path: "rules.0.developer", message }],
  };
  const server = serverOf({
    ...responses,
    "GET /api/v1/management/projects/choices": () =>
      Response.json({ content: [], totalElements: 0 }),
    "GET /api/v1/projects": () => Response.json({ content: [], totalElements: 0 }),
    "PATCH /api/v1/management/price-lists/1": () => Response.json(refused, { status: 400 }),
  });
  vi.stubGlobal("fetch", server);
  const list = shownList({ rules: [{ percent: 5, developer: [12] }] });
  const form = { list, company: undefined, canWrite: true, onAdded: () => {} };
  showPage(() => <PriceListForm {...form} />);
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Partners 2" } });
  fireEvent.click(screen.getByRole("button", { name: "Save changes" }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Developers of Rule 1" })).toBeInTheDocument();
});

test("Removing rules by keyboard moves the focus to the next one, and finally to the button that adds one", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  vi.stubGlobal(
    "fetch",
    serverOf({
      ...responses,
      "GET /api/v1/management/projects/choices": () =>
        Response.json({ content: [], totalElements: 0 }),
      "GET /api/v1/projects": () => Response.json({ content: [], totalElements: 0 }),
    }),
  );
  const list = shownList({ rules: [{ percent: 5 }, { percent: 6 }] });
  showPage(() => <PriceListForm list={list} company={undefined} canWrite onAdded={() => {}} />);
  await screen.findByLabelText("Name");
  const removes = () => screen.queryAllByText("Remove rule").map((text) => text.closest("button")!);
  removes()[0]!.focus();
  await userEvent.keyboard("{Enter}");
  expect(removes()).toHaveLength(1);
  expect(removes()[0]).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Add a rule").closest("button")).toHaveFocus();
});

test("A user who may not read companies can change a list, but not its companies", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  vi.stubGlobal("fetch", serverOf(responses));
  const list = shownList({});
  const form = { list, company: undefined, canWrite: true, onAdded: () => {} };
  showPage(() => <PriceListForm {...form} />);
  const companies = await screen.findByLabelText("Companies", { selector: "input" });
  expect(companies).toHaveAttribute("readonly");
  expect(companies).toHaveAccessibleDescription(/Your role cannot see companies/);
  expect(screen.getByLabelText("Name")).not.toHaveAttribute("readonly");
});

test("A new list for one company of many shows its name", async () => {
  storeTokens({
    authToken: tokenFor({ permissions: ["projects:write", "users:read"] }),
    refreshToken: "r",
  });
  const found = Response.json({ content: [{ id: 1, name: "Aalberts" }] });
  const company = Response.json({ id: 7, name: "Lumenhof" });
  vi.stubGlobal(
    "fetch",
    serverOf({
      ...responses,
      "GET /api/v1/management/companies": () => found.clone(),
      "GET /api/v1/management/companies/7": () => company.clone(),
    }),
  );
  showPage(() => <PriceListForm list={undefined} company="7" canWrite onAdded={() => {}} />);
  // Selected in the field, and offered in its menu.
  expect((await screen.findAllByText("Lumenhof"))[0]).toBeVisible();
});

test("A company that a colleague adds to a list shows its name too", async () => {
  storeTokens({ authToken: tokenFor({ permissions: ["projects:write"] }), refreshToken: "r" });
  vi.stubGlobal("fetch", serverOf(responses));
  const [one, other] = [
    { id: 7, name: "Lumenhof" },
    { id: 8, name: "Brennvik" },
  ];
  const lists = [[one], [one, other]].map((companies, at) => shownList({ companies, version: at }));
  function Page() {
    const [at, setAt] = useState(0);
    const form = { list: lists[at], company: undefined, canWrite: true, onAdded: () => {} };
    return (
      <>
        <PriceListForm {...form} />
        <button onClick={() => setAt(1)}>Read again</button>
      </>
    );
  }
  showPage(Page);
  fireEvent.click(await screen.findByRole("button", { name: "Read again" }));
  expect((await screen.findAllByText("Brennvik"))[0]).toBeVisible();
});
