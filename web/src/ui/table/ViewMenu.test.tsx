import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";
import { initialSearch, type TableSearch } from "../../lib/tableSearch.ts";
import type { ChangeTable } from "../../lib/useTableSearch.ts";
import { ViewMenu, type Views } from "./ViewMenu.tsx";

const spec = {
  tabs: ["all", "PAID"],
  sorts: ["id", "total"],
  sort: "id",
  descending: true,
  filters: { country: /^[A-Z]{2}$/ },
};
const germany = { id: 1, name: "Germany", query: "tab=PAID&country=DE", hidden: ["b", "a"] };

/** Opens the menu of a list in this state. */
async function open(search: Partial<TableSearch>, hidden: string[] = []) {
  const views: Views = {
    all: [germany],
    save: vi.fn<Views["save"]>(async () => {}),
    remove: vi.fn<Views["remove"]>(() => Promise.reject(new Error("It is in use."))),
  };
  const onChange = vi.fn<ChangeTable>();
  const onHidden = vi.fn<(names: string[]) => void>();
  render(
    <MantineProvider env="test">
      <Notifications />
      <ViewMenu
        {...{ views, spec, hidden, onChange, onHidden, reasonOf: String }}
        search={{ ...initialSearch(spec), ...search }}
      />
    </MantineProvider>,
  );
  const button = screen.getByRole("button", { name: /^View/ });
  fireEvent.click(button);
  await screen.findByLabelText("Save as");
  return { views, onChange, onHidden, shown: button.textContent };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const name = (typed: string) =>
  fireEvent.change(screen.getByLabelText("Save as"), { target: { value: typed } });

it("saves tab, search, filters, order and columns, but neither the page nor the open record", async () => {
  const search = { tab: "PAID", q: "peat", filters: { country: "DE" }, sort: "total" };
  const { views } = await open({ ...search, page: 3, open: "17" }, ["invoice"]);
  press("Save");
  expect(screen.getByText("Enter a name.")).toBeInTheDocument();
  expect(screen.getByLabelText("Save as")).toHaveFocus();
  expect(views.save).not.toHaveBeenCalled();
  name(" Peat ");
  press("Save");
  const query = "tab=PAID&q=peat&country=DE&sort=total%2Cdesc";
  expect(views.save).toHaveBeenCalledExactlyOnceWith({ name: "Peat", query, hidden: ["invoice"] });
  expect(await screen.findByText("The view “Peat” is saved.")).toBeInTheDocument();
  expect(screen.getByLabelText("Save as")).toHaveValue("");
  // The name of a view that exists replaces it.
  name("Germany");
  expect(screen.getByRole("button", { name: "Update" })).toBeInTheDocument();
});

it("keeps the name of a view that could not be saved", async () => {
  const { views } = await open({});
  vi.mocked(views.save).mockRejectedValue(new Error("The server is busy."));
  name("Peat");
  press("Save");
  expect(await screen.findByText("Error: The server is busy.")).toBeInTheDocument();
  expect(screen.getByLabelText("Save as")).toHaveValue("Peat");
});

it.each([
  ["its search with its columns, in any order", ["a", "b"], "View: Germany"],
  ["its search with other columns", ["a"], "Views"],
])("names the view that is shown: %s", async (_, hidden, expected) => {
  const { shown } = await open({ tab: "PAID", filters: { country: "DE" }, page: 1 }, hidden);
  expect(shown).toBe(expected);
});

it("shows a view with its columns, and deletes it only once confirmed", async () => {
  const { views, onChange, onHidden } = await open({ q: "peat" });
  press("Delete the view Germany");
  expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
  press("Cancel");
  expect(screen.getByRole("button", { name: "Delete the view Germany" })).toHaveFocus();
  press("Delete the view Germany");
  expect(views.remove).not.toHaveBeenCalled();
  press("Delete");
  expect(views.remove).toHaveBeenCalledExactlyOnceWith(1);
  expect(await screen.findByText("Error: It is in use.")).toBeInTheDocument();
  press("Cancel");
  press("Germany");
  const search = { ...initialSearch(spec), tab: "PAID", filters: { country: "DE" } };
  expect(onChange).toHaveBeenCalledExactlyOnceWith(search);
  expect(onHidden).toHaveBeenCalledExactlyOnceWith(["b", "a"]);
});
