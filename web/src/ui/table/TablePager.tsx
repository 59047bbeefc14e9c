import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { ariaDisabled } from "../ariaDisabled.ts";
import { SelectField } from "../SelectField.tsx";
import styles from "./TablePager.module.css";
import { pageSizes } from "../../lib/tableSearch.ts";

interface Paged {
  /** Zero-based. */
  page: number;
  size: number;
}

interface Props<Search extends Paged> {
  total: number;
  search: Search;
  onChange: (next: Search) => void;
  /** Replaces everything else when all rows fit on the smallest page. */
  few?: string;
  /** Shown at the end. */
  note?: string;
  /** Shown in between. */
  hint?: ReactNode;
}

/** Rows per page, the range shown, and links to the other pages. */
export function TablePager<Search extends Paged>(props: Props<Search>) {
  const { total, search, onChange, few, note, hint } = props;
  const { t } = useTranslation();
  const { page, size } = search;
  if (few && total <= pageSizes[0]) {
    return (
      <div className={styles.pager}>
        <span role="status">{few}</span>
        {note && <span className={styles.note}>{note}</span>}
      </div>
    );
  }
  const turn = (to: number) => onChange({ ...search, page: to });
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
      {hint}
      <span className={styles.rows}>
        <span role="status">
          {t("table.range", { from: whole(from), to: whole(to), total: whole(total) })}
        </span>
        <ActionIcon
          variant="subtle"
          aria-label={t("table.previous")}
          {...(page === 0 ? ariaDisabled : { onClick: () => turn(page - 1) })}
        >
          <IconChevronLeft size={16} stroke={1.8} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t("table.next")}
          {...(to >= total ? ariaDisabled : { onClick: () => turn(page + 1) })}
        >
          <IconChevronRight size={16} stroke={1.8} />
        </ActionIcon>
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </div>
  );
}
