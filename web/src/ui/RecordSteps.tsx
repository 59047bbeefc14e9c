import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { ariaDisabled } from "./ariaDisabled.ts";
import styles from "./RecordDrawer.module.css";
import { isTyping, useSingleKeys } from "./table/useListKeys.ts";

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
  const [on] = useSingleKeys();
  const go = (step: (() => void) | undefined) => {
    if (blocked.current === 0) step?.();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A dialog over the record receives the keys.
    if (document.querySelectorAll("[role='dialog']").length > (isPage ? 0 : 1)) return;
    if (event.key === "j") go(neighbours.next);
    if (event.key === "k") go(neighbours.previous);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
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
