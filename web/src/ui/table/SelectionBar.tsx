import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useLayoutEffect, useRef, type ReactNode } from "react";
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
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => leaveToTable.bind(undefined, bar.current!), []);
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

/** The button that was pressed goes with the bar: whoever had the focus there goes on at the table's first tick. */
function leaveToTable(bar: HTMLElement): void {
  if (!bar.contains(document.activeElement)) return;
  const around = bar.parentElement;
  // What goes at the same time is gone by the next turn, as what opens has the focus.
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const tick = around?.isConnected && around.querySelector<HTMLElement>("[type='checkbox']");
    (tick || document.querySelector("main"))?.focus({ preventScroll: true });
  });
}
