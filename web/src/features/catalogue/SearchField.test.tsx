import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import "../../locales/en/catalogue.ts";
import { serverOf } from "../../test/network.ts";
import { showPage } from "../../test/page.tsx";
import { noSearch } from "./catalogue.search.ts";
import { SearchField } from "./SearchField.tsx";

const wind = { label: "Wind", query: "projectType=7", projects: 405 };

async function open(): Promise<HTMLElement> {
  const server = serverOf({
    "GET /api/v1/projects/suggest": ({ searchParams }) =>
      Response.json({
        filters: searchParams.get("q") === "wind" ? [wind] : [],
        projects: [],
        developers: [],
      }),
  });
  vi.stubGlobal("fetch", server);
  showPage(() => <SearchField category="CREDIT_SALE" search={noSearch} change={() => {}} />);
  return await screen.findByRole("combobox", { name: "Search projects" });
}

test("the search field is expanded only while suggestions are shown", async () => {
  const field = await open();
  fireEvent.change(field, { target: { value: "wind" } });
  expect(field).toHaveAttribute("aria-expanded", "false");
  await screen.findByRole("option", { name: /^Wind/ });
  expect(field).toHaveAttribute("aria-expanded", "true");
  fireEvent.change(field, { target: { value: "qqq" } });
  await expect.poll(() => field.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("option")).toBeNull();
});

test("the slash focuses the search field, unless single-key shortcuts are off", async () => {
  const field = await open();
  localStorage.setItem("single-keys", "false");
  fireEvent.keyDown(document.body, { key: "/" });
  expect(field).not.toHaveFocus();
  localStorage.setItem("single-keys", "true");
  fireEvent.keyDown(document.body, { key: "/" });
  expect(field).toHaveFocus();
  localStorage.removeItem("single-keys");
});
