import { fireEvent, screen, within } from "@testing-library/react";
import type { Budget } from "@tonneline/contract/approvalRules";
import type { Company } from "@tonneline/contract/company";
import { beforeEach, expect, test, vi } from "vitest";
import { today } from "../../lib/format.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { Budgets } from "./Budgets.tsx";
import { useCompany } from "./company.queries.ts";
import "../../locales/en/company.ts";

const year = Number(today().slice(0, 4));
const none = { requested: 0, ordered: 0, paid: 0 };
const sales = { costCentre: "Sales", year, amount: 0.1, ...none, paid: 0.2, left: -0.1 };
const plant = { costCentre: "Plant", year, amount: 0.2, ...none, requested: 0.05, left: 0.15 };
const used = { costCentre: "Used", year, amount: 9, ...none, ordered: 9, left: 0 };
const later = { ...sales, year: year + 1, amount: 700, paid: 0, left: 700 };

let budgets: Budget[];
let saved: unknown[];

beforeEach(() => {
  budgets = [sales, plant, later];
  saved = [];
  const server = serverOf({
    "GET /api/v1/me/company": () => Response.json({ budgets, version: 4 }),
    "PUT /api/v1/me/company/budgets": (_, init) => {
      const body = JSON.parse(String(init?.body)) as Budget[];
      saved.push(body);
      budgets = body.map((each) => ({ ...each, ...none, left: each.amount }));
      return Response.json({ budgets, version: 5 });
    },
  });
  vi.stubGlobal("fetch", server);
});

function Page({ mayChange }: { mayChange: boolean }) {
  const { data } = useCompany();
  return data ? <Budgets company={data as Company} mayChange={mayChange} /> : null;
}
const planned = ({ costCentre, year: of, amount }: Budget) => ({ costCentre, year: of, amount });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const cellsOf = (name: RegExp) =>
  within(screen.getByRole("rowheader", { name }).closest("tr")!)
    .getAllByRole("cell")
    .map(({ textContent }) => textContent);

test("budgets add up to the cent, and are read-only for members who may not change them", async () => {
  budgets = [sales, plant, used, later, { ...later, costCentre: "Other" }];
  showPage(() => <Page mayChange={false} />);
  await screen.findByRole("table", { name: `Budgets of ${year}` });
  expect(cellsOf(/^All$/)).toEqual(["€9.30", "€0.05", "€9.00", "€0.20", "€0.05"]);
  expect(cellsOf(/^Sales 200% used$/)).toEqual(["€0.10", "–", "–", "€0.20", "−€0.10"]);
  expect(cellsOf(/^Plant 25% used$/)).toEqual(["€0.20", "€0.05", "–", "–", "€0.15"]);
  expect(cellsOf(/^Used 100% used$/).at(-1)).toBe("€0.00");
  fireEvent.change(screen.getByLabelText("Year"), { target: { value: String(year + 1) } });
  expect(cellsOf(/^All$/)).toEqual(["€1,400.00", "–", "–", "–", "€1,400.00"]);
  expect(screen.queryByRole("button")).toBeNull();
});

test("a budget is changed only in its own year, and a cost centre cannot get a second one", async () => {
  showPage(() => <Page mayChange />);
  await screen.findByRole("table");
  press("Change the budget of Sales");
  type("Budget in euros, net", "some");
  press("Save budget");
  expect(screen.getByText(/^Enter an amount in euros/)).toBeInTheDocument();
  type("Budget in euros, net", "1,250.5");
  press("Save budget");
  const changed = [planned(plant), planned(later), { ...planned(sales), amount: 1250.5 }];
  await expect.poll(() => saved).toEqual([changed]);

  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  press("Add a cost centre");
  press("Save budget");
  expect(screen.getByText("Enter the cost centre.")).toBeInTheDocument();
  type("Cost centre", " PLANT ");
  type("Budget in euros, net", "5");
  press("Save budget");
  expect(screen.getByText(/already has a budget for this year/)).toBeInTheDocument();

  type("Cost centre", " Field ");
  press("Save budget");
  const field = { costCentre: "Field", year, amount: 5 };
  await expect.poll(() => saved.slice(1)).toEqual([[...changed, field]]);
});

test("the last budget of another year is removed, and the way back to this year stays", async () => {
  showPage(() => <Page mayChange />);
  const years = await screen.findByRole("combobox", { name: "Year" });
  fireEvent.change(years, { target: { value: String(year + 1) } });
  press("Remove the budget of Sales");
  press("Remove budget");
  await expect.poll(() => saved).toEqual([[planned(sales), planned(plant)]]);
  await screen.findByText(new RegExp(`No budget is planned for ${year + 1}`));
  type("Year", String(year));
  expect(screen.getByRole("table", { name: `Budgets of ${year}` })).toBeInTheDocument();
});

test("focus moves next to the table after removing a budget by keyboard", async () => {
  showPage(() => <Page mayChange />);
  (await screen.findByRole("button", { name: "Remove the budget of Sales" })).focus();
  press("Remove the budget of Sales");
  fireEvent.click(await screen.findByRole("button", { name: "Remove budget" }));
  await expect.poll(() => screen.queryByRole("rowheader", { name: /^Sales/ })).toBeNull();
  await expect.poll(() => document.activeElement?.ariaLabel).toBe("Change the budget of Plant");
});
