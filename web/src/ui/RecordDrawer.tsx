import { Drawer, Skeleton } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./ErrorState.tsx";
import styles from "./RecordDrawer.module.css";
import { Unsaved } from "./unsaved.ts";
import { RecordSteps, type Neighbours } from "./RecordSteps.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useEscape } from "./useEscape.ts";
import { useNextFocus } from "./useNextFocus.ts";

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Shown instead of the content when loading failed. */
  failure?: { title: string; text?: string; requestId?: string; onRetry?: () => void } | undefined;
  /** The neighbours of the record in its list. */
  neighbours?: Neighbours | undefined;
  /** The record's status and the available decisions; a record with a form renders its own `RecordActions`. */
  actions?: ReactNode;
  /** The record; undefined while it loads. */
  children: ReactNode;
}

/** Shows one record over its list. It asks for confirmation before it closes, or the page is left, with unsaved input. */
export function RecordDrawer({
  title,
  opened,
  onClose,
  failure,
  actions,
  neighbours,
  children,
}: Props) {
  const { t } = useTranslation();
  const unsaved = useRef(0);
  const [leaving, setLeaving] = useState(false);
  // A decision removes its buttons, after the dialog that confirmed it has returned the focus to one of them.
  const { fallback, rememberFocus } = useNextFocus<HTMLDivElement>();
  const hasUnsavedInput = () => unsaved.current > 0;
  const blocker = useBlocker({
    // Within the page, only history steps are blocked: what closes the drawer itself has already asked, or has just
    // saved.
    shouldBlockFn: ({ action, current, next }) =>
      hasUnsavedInput() &&
      ((action !== "PUSH" && action !== "REPLACE") || current.pathname !== next.pathname),
    enableBeforeUnload: hasUnsavedInput,
    withResolver: true,
  });
  function close() {
    // Deferred, as the same press of Escape would otherwise close the confirmation too.
    if (hasUnsavedInput()) setTimeout(() => setLeaving(true));
    else onClose();
  }
  useEscape(opened, (dialog) => dialog.classList.contains(styles.panel!), close);
  return (
    <>
      <Panel title={title} opened={opened} onClose={close}>
        {neighbours && <RecordSteps neighbours={neighbours} blocked={unsaved} />}
        {failure && <ErrorState {...failure} />}
        {!failure && !children && (
          <Skeleton height={320} role="status" aria-label={t("app.loading")} />
        )}
        {!failure && children && (
          <Unsaved value={unsaved}>
            <div
              ref={fallback}
              tabIndex={-1}
              className={styles.drawer}
              // Focus inside a dialog over the drawer is ignored: that dialog restores the focus itself.
              onFocus={({ currentTarget, target }) =>
                dialogOf(target) === dialogOf(currentTarget) && rememberFocus()
              }
            >
              {actions && <RecordActions>{actions}</RecordActions>}
              {children}
            </div>
          </Unsaved>
        )}
      </Panel>
      <UnsavedQuestion
        opened={leaving || blocker.status === "blocked"}
        onStay={() => {
          setLeaving(false);
          blocker.reset?.();
        }}
        onDiscard={() => {
          setLeaving(false);
          if (blocker.status === "blocked") blocker.proceed();
          else onClose();
        }}
      />
    </>
  );
}

/** The drawer around the record, with its own handling of Escape. */
function Panel(props: Pick<Props, "title" | "opened" | "onClose" | "children">) {
  const { t } = useTranslation();
  return (
    <Drawer.Root
      opened={props.opened}
      onClose={props.onClose}
      closeOnEscape={false}
      size="min(560px, 100vw)"
    >
      <Drawer.Overlay />
      <Drawer.Content className={styles.panel}>
        <Drawer.Header>
          <Drawer.Title className={styles.title}>{props.title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t("app.close")} />
        </Drawer.Header>
        {/* Drawer.Body would become the drawer's description, and be read out in full whenever it opens. */}
        <div className={styles.body}>{props.children}</div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const dialogOf = (element: Element) => element.closest("[role='dialog']");

/** The header of a record: its status, then the available decisions. */
export function RecordActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
