import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { SelectField } from "../SelectField.tsx";
import styles from "./table.module.css";
import { pageSizes, type TableSearch } from "./tableSearch.ts";
import type { ChangeTable } from "./useTableSearch.ts";

interface Props {
  total: number;
  search: TableSearch;
  onChange: ChangeTable;
}

/** Rows per page, which of them are shown, and the way to the others. */
export function TablePager({ total, search, onChange }: Props) {
  const { t } = useTranslation();
  const { page, size } = search;
  const from = Math.min(total, page * size + 1);
  const to = Math.min(total, page * size + size);
  return (
    <div className={styles.pager}>
      <label className={styles.rows}>
        {t("table.rows")}
        <SelectField
          size="sm"
          w={76}
          data={pageSizes.map(String)}
          value={String(size)}
          onChange={({ currentTarget }) =>
            onChange({ ...search, size: Number(currentTarget.value), page: 0 })
          }
        />
      </label>
      <span className={styles.rows}>
        <span role="status">
          {t("table.range", { from: whole(from), to: whole(to), total: whole(total) })}
        </span>
        <ActionIcon
          variant="subtle"
          aria-label={t("table.previous")}
          disabled={page === 0}
          onClick={() => onChange({ ...search, page: page - 1 })}
        >
          <IconChevronLeft size={16} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t("table.next")}
          disabled={to >= total}
          onClick={() => onChange({ ...search, page: page + 1 })}
        >
          <IconChevronRight size={16} stroke={1.8} />
        </ActionIcon>
      </span>
    </div>
  );
}
