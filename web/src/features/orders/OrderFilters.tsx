import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import type { OrderStatus } from "@tonneline/contract/orders";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./orders.module.css";
import {
  countsByFilter,
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

/** Pills with the number of orders each would show, and the search field. */
export function OrderFilters({ search, counts, onChange }: Props) {
  const { t } = useTranslation();
  const byFilter = counts && countsByFilter(counts);
  const [typed, setTyped] = useState(search.q);
  const [asked, setAsked] = useState(search.q);
  // Back, and "Show all orders", change the address without the field.
  if (search.q !== asked) {
    setAsked(search.q);
    if (search.q !== typed.trim()) setTyped(search.q);
  }
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
            {t(`orders.filter.${filter}`)} {byFilter?.[filter]}
          </button>
        ))}
      </div>
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
    </div>
  );
}
