import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { useState, type ReactNode } from "react";
import { expect, test } from "vitest";
import "../lib/i18n.ts";
import "../locales/en/table.ts";
import { RecordSteps } from "./RecordSteps.tsx";
import { TablePager } from "./table/TablePager.tsx";

function Pager() {
  const [search, setSearch] = useState({ page: 0, size: 20 });
  return <TablePager total={30} search={search} onChange={setSearch} />;
}

function Steps() {
  const [nth, setNth] = useState(1);
  const around = {
    nth,
    of: 2,
    previous: nth > 1 ? () => setNth(1) : undefined,
    next: nth < 2 ? () => setNth(2) : undefined,
  };
  return <RecordSteps neighbours={around} blocked={{ current: 0 }} />;
}

const show = (page: ReactNode) => render(<MantineProvider env="test">{page}</MantineProvider>);

test.each([
  ["the last page of a list", <Pager />, /next/i, "21–30 of 30"],
  ["the last record of a list", <Steps />, /next/i, "2 of 2 shown"],
])("focus stays on the button that led to %s", async (_, page, name, place) => {
  show(page);
  const button = screen.getByRole("button", { name });
  button.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText(place)).toBeVisible();
  expect(button).toHaveFocus();
  // A natively disabled button would lose the focus.
  expect(button).not.toHaveAttribute("disabled");
  expect(button).toHaveAttribute("aria-disabled", "true");
  fireEvent.click(button);
  expect(screen.getByText(place)).toBeVisible();
});

const src = path.resolve(import.meta.dirname, "..");
const pages = globSync("**/*.tsx", { cwd: src }).filter((file) => !/^test\/|\.test\./.test(file));

test("no enabled button is natively disabled, as Mantine's are with `loading`: it would lose the focus", () => {
  expect(pages.length).toBeGreaterThan(100);
  const disabling = pages.filter((file) => {
    const source = readFileSync(path.join(src, file), "utf8");
    return (
      /<(?:Button|ActionIcon)\b(?:[^>]|=>)*?\sloading=/.test(source) ||
      /\bloading: (?!string)/.test(source)
    );
  });
  expect(disabling).toEqual([]);
});
