import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import styles from "./SelectionBar.module.css";

interface Props {
  count: number;
  /** The total of the selected rows. */
  sum: ReactNode;
  /** Extends the selection. */
  more?: ReactNode;
  onClear: () => void;
  /** The buttons. */
  children: ReactNode;
}

/** Overlays the table while rows are selected. */
export function SelectionBar({ count, sum, more, onClear, children }: Props) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => moveFocusToTable.bind(undefined, bar.current!), []);
  return (
    <div ref={bar} className={styles.bulk} role="region" aria-label={t("table.selection")}>
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

/** The bar unmounts together with the pressed button: the focus moves to the table's first checkbox. */
function moveFocusToTable(bar: HTMLElement): void {
  if (!bar.contains(document.activeElement)) return;
  const container = bar.parentElement;
  // By the next tick, whatever unmounts at the same time is gone, and whatever opens has the focus.
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const checkbox =
      container?.isConnected && container.querySelector<HTMLElement>("[type='checkbox']");
    (checkbox || document.querySelector("main"))?.focus({ preventScroll: true });
  });
}
