import { act, cleanup } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { storeTokens } from "../lib/session.ts";
import { showPage } from "../test/page.tsx";
import { tokenFor } from "../test/tokens.ts";
import type { ListScreen } from "../ui/table/ListScreen.tsx";
import { managementPages } from "./managementPages.ts";

type Screen = Pick<Parameters<typeof ListScreen>[0], "columns" | "onSelect" | "selection">;

const shown = vi.hoisted((): Screen[] => []);
vi.mock("../ui/table/ListScreen.tsx", () => ({
  ListScreen: (props: Screen) => {
    shown.push(props);
    return null;
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
async function open(file: string, permissions: string[]): Promise<Screen> {
  storeTokens({ authToken: tokenFor({ permissions }), refreshToken: "r" });
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const [, Page] = Object.entries(await pages[file]!()).find(([name]) => name.endsWith("Page"))!;
  shown.length = 0;
  showPage(Page);
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  return shown.at(-1)!;
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

it.each(selectable)("who may only read cannot tick rows of %s", async (file) => {
  expect((await open(file, reading)).selection).toBeFalsy();
  cleanup();
  expect((await open(file, [...reading, ...writing])).selection).toBeTruthy();
});
