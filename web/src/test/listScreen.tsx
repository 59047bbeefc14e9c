import { MantineProvider } from "@mantine/core";
import { initialSearch } from "../lib/tableSearch.ts";
import { ListScreen } from "../ui/table/ListScreen.tsx";

/** A list of orders with three tabs. */
export const spec = {
  sorts: ["id"],
  sort: "id",
  descending: true,
  tabs: ["open", "all", "DONE"],
  filters: {},
};
export const texts = {
  title: "Orders",
  caption: "All orders",
  search: "Search",
  loading: "Loading",
  failed: "Failed",
  none: { title: "No order matches", text: "Change the status.", action: "Show all" },
  empty: { title: "No orders yet", text: "They come." },
};

const unchanged = {
  changed: new Set<number>(),
  gone: new Set<number>(),
  fresh: 0,
  since: 0,
  lostSince: undefined,
  show: () => {},
  retry: () => {},
};

/** Returns an empty list without selection, changed by the given properties. */
export const list = (given: Partial<Parameters<typeof ListScreen<{ id: number }, string>>[0]>) => (
  <MantineProvider env="test">
    <ListScreen
      name="orders"
      texts={texts}
      spec={spec}
      search={initialSearch(spec)}
      onChange={() => {}}
      columns={[]}
      idOf={(row: { id: number }) => row.id}
      data={{ content: [], totalElements: 0 }}
      failure={undefined}
      onRetry={() => {}}
      stale={false}
      live={unchanged}
      tabs={["open", "all", "DONE"]}
      counts={undefined}
      tabLabel={(tab) => tab}
      selected={new Set()}
      onSelect={() => {}}
      onAll={undefined}
      onExport={undefined}
      views={undefined}
      forOperators={false}
      reasonOf={String}
      {...given}
    />
  </MantineProvider>
);
