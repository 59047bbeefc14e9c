import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { untouched } from "../../lib/tableSearch.ts";
import { ListScreen } from "./ListScreen.tsx";
import "../../lib/i18n.ts";
import "../../locales/en/table.ts";

const spec = {
  sorts: ["id"],
  sort: "id",
  descending: true,
  tabs: ["open", "all", "DONE"],
  filters: {},
};
const texts = {
  title: "Orders",
  caption: "All orders",
  search: "Search",
  loading: "Loading",
  failed: "Failed",
  none: { title: "No order matches", text: "Change the status.", action: "Show all" },
  empty: { title: "No orders yet", text: "They come." },
};

it.each([
  [2, "No order matches"],
  [0, "No orders yet"],
])("on a tab without rows of a list with %i it says: %s", (all, title) => {
  render(
    <MantineProvider env="test">
      <ListScreen
        name="orders"
        texts={texts}
        spec={spec}
        search={untouched(spec)}
        onChange={() => {}}
        columns={[]}
        idOf={(row: { id: number }) => row.id}
        data={{ content: [], totalElements: 0 }}
        failure={undefined}
        onRetry={() => {}}
        stale={false}
        tabs={["open", "all", "DONE"]}
        counts={{ open: 0, all, DONE: all }}
        tabLabel={(tab) => tab}
        selected={new Set()}
        onSelect={() => {}}
        reasonOf={String}
      />
    </MantineProvider>,
  );
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Show all" })).not.toBeInTheDocument();
});
