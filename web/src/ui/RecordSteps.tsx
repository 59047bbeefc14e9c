import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { ariaDisabled } from "./ariaDisabled.ts";
import styles from "./RecordDrawer.module.css";
import { useRecordKeys } from "./useRecordKeys.ts";

export interface Neighbours {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  /** Position among the rows of the list, from 1. */
  nth: number;
  of: number;
}

interface Props {
  neighbours: Neighbours;
  blocked: RefObject<number>;
  /** The record is shown as a page rather than in a dialog. */
  isPage?: boolean;
}

/** Steps to the previous and next record of the list, also by the keys k and j; blocked while a form has unsaved input. */
export function RecordSteps({ neighbours, blocked, isPage = false }: Props) {
  const { t } = useTranslation();
  const go = (step: (() => void) | undefined) => {
    if (blocked.current === 0) step?.();
  };
  useRecordKeys({ j: () => go(neighbours.next), k: () => go(neighbours.previous) }, isPage);
  const button = (label: string, key: string, Icon: typeof IconChevronLeft, step?: () => void) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      aria-keyshortcuts={key}
      {...(!step && ariaDisabled)}
      onClick={() => go(step)}
    >
      <Icon size={18} stroke={1.8} aria-hidden />
    </ActionIcon>
  );
  return (
    <nav className={styles.steps} aria-label={t("table.steps.label")}>
      {button(t("table.steps.previous"), "k", IconChevronLeft, neighbours.previous)}
      {button(t("table.steps.next"), "j", IconChevronRight, neighbours.next)}
      <span>{t("table.steps.place", { nth: neighbours.nth, of: neighbours.of })}</span>
    </nav>
  );
}
