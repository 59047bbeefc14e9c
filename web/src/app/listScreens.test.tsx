import { act, cleanup, screen } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { storeTokens } from "../lib/session.ts";
import { showPage } from "../test/page.tsx";
import { tokenFor } from "../test/tokens.ts";
import type { ListScreen } from "../ui/table/ListScreen.tsx";
import { managementPages, type ManagementKey } from "./managementPages.ts";

type Screen = Pick<
  Parameters<typeof ListScreen>[0],
  "actions" | "columns" | "onSelect" | "selection"
>;

const shown = vi.hoisted((): Screen[] => []);
vi.mock("../ui/table/ListScreen.tsx", () => ({
  ListScreen: (props: Screen) => {
    shown.push(props);
    return props.actions;
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
async function show(Page: () => ReactNode, permissions: string[]): Promise<Screen> {
  cleanup();
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  shown.length = 0;
  showPage(Page);
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
        buttons: screen.queryAllByRole("button").map(({ textContent }) => textContent),
      };
    };
    expect(await offered([...reading, ...writing.filter((each) => each !== own)])).toEqual(nothing);
    expect(await offered([...reading, own])).toEqual(all);
  },
);
