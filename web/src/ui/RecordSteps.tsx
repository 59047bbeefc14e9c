import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useEffectEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { ariaDisabled } from "./ariaDisabled.ts";
import styles from "./RecordDrawer.module.css";
import { isTyping, useSingleKeys } from "./table/useListKeys.ts";

export interface Around {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
  /** Which of the rows that the list shows, from 1. */
  nth: number;
  of: number;
}

interface Props {
  around: Around;
  blocked: RefObject<number>;
  /** The record is a page rather than a dialog of its own. */
  isPage?: boolean;
}

/** To the records before and after in the list, also by k and j; not while a form has something unsaved. */
export function RecordSteps({ around, blocked, isPage = false }: Props) {
  const { t } = useTranslation();
  const [on] = useSingleKeys();
  const go = (step: (() => void) | undefined) => {
    if (blocked.current === 0) step?.();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!on || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    // A question over the record has the keys.
    if (document.querySelectorAll("[role='dialog']").length > (isPage ? 0 : 1)) return;
    if (event.key === "j") go(around.next);
    if (event.key === "k") go(around.previous);
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
      {button(t("table.steps.previous"), "k", IconChevronLeft, around.previous)}
      {button(t("table.steps.next"), "j", IconChevronRight, around.next)}
      <span>{t("table.steps.place", { nth: around.nth, of: around.of })}</span>
    </nav>
  );
}
