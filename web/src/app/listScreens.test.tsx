import { createMemoryHistory } from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { storeTokens } from "../lib/session.ts";
import { showPage } from "../test/page.tsx";
import { tokenFor } from "../test/tokens.ts";
import type { ListScreen } from "../ui/table/ListScreen.tsx";
import { managementPages, type ManagementKey } from "./managementPages.ts";

type Screen = Pick<
  Parameters<typeof ListScreen>[0],
  "actions" | "columns" | "onSelect" | "pills" | "selection" | "spec"
>;

const shown = vi.hoisted((): Screen[] => []);
vi.mock("../ui/table/ListScreen.tsx", () => ({
  ListScreen: (props: Screen) => {
    shown.push(props);
    return (
      <>
        {props.actions}
        {props.pills}
      </>
    );
  },
}));

const sources = import.meta.glob<string>("../features/**/*Page.tsx", {
  query: "?raw",
  import: "default",
  eager: true,
});
const pages = import.meta.glob<Record<string, () => ReactNode>>("../features/**/*Page.tsx");
const selectable = Object.keys(pages).filter((file) =>
  /<ListScreen\b[^]*\sselection=/.test(sources[file]!),
);

const reading = Object.values(managementPages).flatMap(({ permissions }) => permissions);
const writing = reading.map((read) => read.replace(":read", ":write"));

/** Renders a page, and returns what its list shows. */
async function show(
  Page: () => ReactNode,
  permissions: string[],
  history = createMemoryHistory(),
): Promise<Screen> {
  cleanup();
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  vi.stubGlobal("fetch", (address: string) =>
    /management\/(roles|partners)/.test(address)
      ? Promise.resolve(Response.json({ content: [{ id: 7, name: "Seven", permissions: [] }] }))
      : new Promise<Response>(() => {}),
  );
  shown.length = 0;
  showPage(Page, "", history);
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  return shown.at(-1)!;
}

async function open(file: string, permissions: string[]): Promise<Screen> {
  const [, Page] = Object.entries(await pages[file]!()).find(([name]) => name.endsWith("Page"))!;
  return show(Page, permissions);
}

it.each(selectable)(
  "a tick keeps the columns of %s, so that no cell is rendered again",
  async (file) => {
    const { columns, onSelect } = await open(file, [...reading, ...writing]);
    shown.length = 0;
    act(() => onSelect(new Set()));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.at(-1)!.columns).toBe(columns);
  },
);

type NoList =
  | "managementDashboard"
  | "managementProject"
  | "managementCompany"
  | "managementImport"
  | "managementRoles"
  | "managementBookkeeping"
  | "managementSettings"
  | "managementFlags"
  | "managementMailTexts";

// On an empty list: what needs rows is tested with its page.
const nothing = { ticks: false, rows: false, buttons: [] as string[] };
const ticks = { ...nothing, ticks: true };
const rows = { ...nothing, rows: true };
const entries = (add: string) => ({ ticks: true, rows: true, buttons: [add] });
const offers: Record<Exclude<ManagementKey, NoList>, typeof nothing> = {
  managementOrders: ticks,
  managementQuotes: { ...nothing, buttons: ["New quote"] },
  managementRetirements: ticks,
  managementSupport: ticks,
  managementBank: { ...rows, buttons: ["Add statements"] },
  managementBankRules: rows,
  managementRefunds: rows,
  managementStatements: nothing,
  managementReceivables: rows,
  managementProjects: { ...ticks, rows: true },
  managementPrices: { ...ticks, buttons: ["Prices from a file"] },
  managementPriceLists: { ...nothing, buttons: ["New price list"] },
  managementReports: { ...ticks, buttons: ["New report"] },
  managementImports: { ...nothing, buttons: ["Import facts", "New import"] },
  managementCompanies: nothing,
  managementUsers: ticks,
  managementPartners: entries("New partner"),
  managementAuditors: entries("New auditor"),
  managementDevelopers: entries("New developer"),
  managementRegistries: entries("New registry"),
  managementProjectTypes: entries("New project type"),
  managementMails: ticks,
  managementAudit: nothing,
};

it.each(Object.entries(offers))(
  "only its own permission to write gives %s its actions",
  async (key, all) => {
    const { component, permissions } = managementPages[key as ManagementKey];
    const own = permissions[0]!.replace(":read", ":write");
    await component.preload?.();
    const offered = async (held: string[]) => {
      const { columns, selection } = await show(component as ComponentType as () => null, held);
      return {
        ticks: Boolean(selection),
        rows: columns.some(({ name }) => name === "actions"),
        buttons: screen
          .queryAllByRole("button")
          .filter(({ parentElement }) => !parentElement!.className.includes("pill"))
          .map(({ textContent }) => textContent),
      };
    };
    expect(await offered([...reading, ...writing.filter((each) => each !== own)])).toEqual(nothing);
    expect(await offered([...reading, own])).toEqual(all);
  },
);

it("a price list is created only by who may also read the companies that it is for", async () => {
  const { component } = managementPages.managementPriceLists;
  await component.preload?.();
  const held = [...reading, ...writing].filter((each) => each !== "users:read");
  await show(component as ComponentType as () => null, held);
  expect(screen.queryByRole("button", { name: "New price list" })).toBeNull();
});

const samples = ["true", "7", "2026-01-15", "2024", "DE", "CREDIT_SALE", "orders.approved"];
/** The filter at the other end of a range, which is cleared with the first. */
const endOf = (name: string) => name.replace(/from$/, "to").replace(/From$/, "To");

it.each(Object.keys(offers))(
  "each filter of %s is seen, and cleared from the first page on",
  async (key) => {
    const { component } = managementPages[key as ManagementKey];
    await component.preload?.();
    const Page = component as ComponentType as () => null;
    const all = [...reading, ...writing];
    const { filters } = (await show(Page, all)).spec;
    for (const [name, values] of Object.entries(filters)) {
      const value = samples.find((each) => values.test(each))!;
      const end = endOf(name);
      const range = end !== name && end in filters ? `&${end}=${value}` : "";
      const history = createMemoryHistory({
        initialEntries: [`/?page=3&${name}=${value}${range}`],
      });
      await show(Page, all, history);
      const clear = screen.findByRole("button", { name: /^Remove filter: / });
      const isOn = screen.queryByRole("button", { pressed: true });
      fireEvent.click(isOn ?? (await clear));
      await expect.poll(() => [name, history.location.search]).toEqual([name, ""]);
    }
  },
);
