import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import styles from "./SelectionBar.module.css";

interface Props {
  count: number;
  /** What the chosen rows add up to. */
  sum?: ReactNode;
  /** How to choose more. */
  more?: ReactNode;
  onClear: () => void;
  /** The actions. */
  children: ReactNode;
}

/** Sits on the table while rows are chosen. */
export function SelectionBar({ count, sum, more, onClear, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.bulk} role="region" aria-label={t("table.selection")}>
      <span role="status">
        <b>{t("table.selected", { count, number: whole(count) })}</b>{" "}
        <span className={styles.bulkSum}>{sum}</span>
      </span>
      {more}
      <span className={styles.bulkActions}>
        {children}
        <ActionIcon
          variant="transparent"
          color="white"
          aria-label={t("table.clearSelection")}
          onClick={onClear}
        >
          <IconX size={16} stroke={1.8} />
        </ActionIcon>
      </span>
    </div>
  );
}
