import { Drawer, Skeleton } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./ErrorState.tsx";
import styles from "./RecordDrawer.module.css";
import { Unsaved } from "./unsaved.ts";
import { RecordSteps, type Around } from "./RecordSteps.tsx";
import { UnsavedQuestion } from "./UnsavedQuestion.tsx";
import { useEscape } from "./useEscape.ts";
import { useNextFocus } from "./useNextFocus.ts";

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Instead of the content, when it could not be loaded. */
  failure?: { title: string; text?: string; requestId?: string; onRetry?: () => void } | undefined;
  /** The records before and after it in its list. */
  around?: Around | undefined;
  /** The record's status, then what can be decided; a record that keeps a form draws its `RecordActions` itself. */
  actions?: ReactNode;
  /** The record; while it is undefined it loads. */
  children: ReactNode;
}

/** One record beside its list. It asks before it closes, or the page is left, on what a form in it has not saved. */
export function RecordDrawer({
  title,
  opened,
  onClose,
  failure,
  actions,
  around,
  children,
}: Props) {
  const { t } = useTranslation();
  const unsaved = useRef(0);
  const [leaving, setLeaving] = useState(false);
  // What was decided takes its buttons away, later than the dialog that asked gives the focus back to one of them.
  const { rest, note } = useNextFocus<HTMLDivElement>();
  const mustAsk = () => unsaved.current > 0;
  const blocker = useBlocker({
    // Within the page only steps in the history: what closes the drawer itself has asked, or has just saved.
    shouldBlockFn: ({ action, current, next }) =>
      mustAsk() &&
      ((action !== "PUSH" && action !== "REPLACE") || current.pathname !== next.pathname),
    enableBeforeUnload: mustAsk,
    withResolver: true,
  });
  function close() {
    // Later, or the same press of Escape would close the question as well.
    if (mustAsk()) setTimeout(() => setLeaving(true));
    else onClose();
  }
  useEscape(opened, (dialog) => dialog.classList.contains(styles.panel!), close);
  return (
    <>
      <Panel title={title} opened={opened} onClose={close}>
        {around && <RecordSteps around={around} blocked={unsaved} />}
        {failure && <ErrorState {...failure} />}
        {!failure && !children && (
          <Skeleton height={320} role="status" aria-label={t("app.loading")} />
        )}
        {!failure && children && (
          <Unsaved value={unsaved}>
            <div
              ref={rest}
              tabIndex={-1}
              className={styles.drawer}
              // What a dialog over the drawer has focused goes with the dialog, which gives the focus back itself.
              onFocus={({ currentTarget, target }) =>
                dialogOf(target) === dialogOf(currentTarget) && note()
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

/** What has the record, with its own handling of Escape. */
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
        {/* Drawer.Body would be the drawer's description, which is read out whole whenever it opens. */}
        <div className={styles.body}>{props.children}</div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

const dialogOf = (element: Element) => element.closest("[role='dialog']");

/** The head of a record: its status, then what can be decided. */
export function RecordActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
