import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./orders.module.css";
import { pageSizes, type OrderSearch } from "./orders.search.ts";
import type { ChangeOrderSearch } from "./useOrderSearch.ts";

interface Props {
  total: number;
  search: OrderSearch;
  onChange: ChangeOrderSearch;
}

/** How many orders there are; with more than the smallest page, which of them are shown and the way to the others. */
export function OrderPager({ total, search, onChange }: Props) {
  const { t } = useTranslation();
  const { page, size } = search;
  const from = page * size + 1;
  const to = Math.min(total, from + size - 1);
  return (
    <div className={styles.pager}>
      {total <= pageSizes[0] ? (
        <span role="status">{t("orders.count", { count: total })}</span>
      ) : (
        <div className={styles.pages}>
          <NativeSelect
            size="xs"
            aria-label={t("orders.rows")}
            data={pageSizes.map(String)}
            value={String(size)}
            onChange={(event) =>
              onChange({ ...search, size: Number(event.currentTarget.value), page: 0 })
            }
          />
          <span role="status">{t("orders.range", { from, to, total })}</span>
          <ActionIcon
            variant="subtle"
            aria-label={t("orders.previous")}
            disabled={page === 0}
            onClick={() => onChange({ ...search, page: page - 1 })}
          >
            <IconChevronLeft size={16} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t("orders.next")}
            disabled={to >= total}
            onClick={() => onChange({ ...search, page: page + 1 })}
          >
            <IconChevronRight size={16} stroke={1.8} />
          </ActionIcon>
        </div>
      )}
      <span className={styles.muted}>{t("orders.includeVat")}</span>
    </div>
  );
}
