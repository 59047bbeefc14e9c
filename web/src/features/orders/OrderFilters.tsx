import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { listMyOrders, type OrderStatus } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { downloadCsv, refusalText } from "../../lib/api.ts";
import { today } from "../../lib/format.ts";
import { ExportButton } from "../../ui/ExportButton.tsx";
import { MinePill } from "../company/MinePill.tsx";
import styles from "./OrderFilters.module.css";
import { queryOf } from "./orders.queries.ts";
import {
  countsByFilter,
  listQuery,
  orderFilters,
  type OrderFilter,
  type OrderSearch,
} from "./orders.search.ts";
import type { ChangeOrderSearch } from "./useOrderSearch.ts";

const searchAfterMs = 300;

interface Props {
  search: OrderSearch;
  counts: Record<OrderStatus, number> | undefined;
  onChange: ChangeOrderSearch;
}

/** Filter pills with the number of matching orders, the search field, and the export of the results. */
export function OrderFilters({ search, counts, onChange }: Props) {
  const { t } = useTranslation();
  const byFilter = counts && countsByFilter(counts);
  const [typed, setTyped] = useState(search.q);
  const [lastQuery, setLastQuery] = useState(search.q);
  // Back and "Show all orders" change the URL without the field.
  if (search.q !== lastQuery) {
    setLastQuery(search.q);
    if (search.q !== typed.trim()) setTyped(search.q);
  }
  const exportAll = () =>
    downloadCsv(
      listMyOrders,
      { query: queryOf({ ...listQuery(search), page: 0 }) },
      `orders-${today()}.csv`,
    );
  const ask = useDebouncedCallback(
    (q: string) => onChange({ ...search, q: q.trim(), page: 0 }, { replace: true }),
    searchAfterMs,
  );
  return (
    <div className={styles.bar}>
      <div className={styles.pills} role="group" aria-label={t("orders.filter.label")}>
        {(Object.keys(orderFilters) as OrderFilter[]).map((filter) => (
          <button
            key={filter}
            type="button"
            className={styles.pill}
            aria-pressed={filter === search.filter}
            onClick={() => onChange({ ...search, filter, page: 0 })}
          >
            {t(`orders.filter.${filter}`)}{" "}
            <span className={styles.count}>{byFilter?.[filter]}</span>
          </button>
        ))}
      </div>
      <div className={styles.tools}>
        <MinePill on={search.mine} onChange={(mine) => onChange({ ...search, mine, page: 0 })} />
        <TextInput
          className={styles.search}
          size="sm"
          type="search"
          aria-label={t("orders.filter.search")}
          placeholder={t("orders.filter.search")}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            ask(event.currentTarget.value);
          }}
        />
        <ExportButton onExport={exportAll} reasonOf={refusalText} />
      </div>
    </div>
  );
}
