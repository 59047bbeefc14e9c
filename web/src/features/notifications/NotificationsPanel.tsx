import { Drawer, Loader, VisuallyHidden } from "@mantine/core";
import { IconChecks } from "@tabler/icons-react";
import { useEffect, useRef, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import "../../locales/en/notifications.ts";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useOpenedAfterMount } from "../../ui/useLazyPanel.ts";
import { useNextFocus } from "../../ui/useNextFocus.ts";
import { useRetryFocus } from "../../ui/useRetryFocus.ts";
import { NotificationItem } from "./NotificationItem.tsx";
import { useMarkRead, useRead, useUnread } from "./notifications.queries.ts";
import styles from "./notifications.module.css";
import { closeNotifications, useNotificationsPanel } from "./panel.ts";

/** The side panel with notifications: unread ones above, read ones below. */
export function NotificationsPanel() {
  const opened = useNotificationsPanel((panel) => panel.opened);
  useCloseOnBack(opened, closeNotifications);
  return (
    <Drawer.Root opened={useOpenedAfterMount(opened)} onClose={closeNotifications}>
      <Drawer.Overlay />
      <Drawer.Content className={styles.panel}>
        <Content />
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Content() {
  const { t } = useTranslation();
  const unread = useUnread();
  const read = useRead();
  const mark = useMarkRead();
  const some = unread.data ?? [];
  const { list, fallback, rememberFocus } = useNextFocus<HTMLHeadingElement>();
  const more = useMore(read);
  // With further pages, "Load more" serves as the retry.
  const retryRead = read.hasNextPage ? undefined : read.refetch;
  const markRead = (id?: number) => {
    if (mark.isPending) return;
    rememberFocus();
    mark.mutate(id);
  };
  return (
    <>
      <header className={styles.head}>
        <Drawer.Title className={styles.title}>{t("notifications.title")}</Drawer.Title>
        <button
          type="button"
          className={styles.link}
          disabled={some.length === 0}
          aria-disabled={mark.isPending}
          onClick={() => markRead()}
        >
          <IconChecks size={16} stroke={1.8} aria-hidden />
          {t("notifications.markAll")}
        </button>
        <Drawer.CloseButton aria-label={t("app.close")} size={36} iconSize={20} />
      </header>
      {mark.isError && (
        <p role="alert" className={styles.failed}>
          {t("notifications.markFailed")}
        </p>
      )}
      <section aria-labelledby="notifications-unread">
        <h3 ref={fallback} tabIndex={-1} id="notifications-unread" className={styles.section}>
          {t("notifications.unread")} <span>{some.length > 0 && some.length}</span>
        </h3>
        <Waiting pending={unread.isPending} failed={unread.isError} retry={unread.refetch} />
        {unread.data?.length === 0 && <p className={styles.none}>{t("notifications.noUnread")}</p>}
        <ul ref={list} className={styles.list}>
          {some.map((each) => (
            <NotificationItem
              key={each.id}
              notification={each}
              onRead={() => markRead(each.id)}
              busy={mark.isPending && (mark.variables ?? each.id) === each.id}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="notifications-read">
        <h3 id="notifications-read" className={styles.section}>
          {t("notifications.read")}
        </h3>
        {read.data?.length === 0 && <p className={styles.none}>{t("notifications.noRead")}</p>}
        <ul ref={more.list} className={styles.list}>
          {read.data?.map((each) => (
            <NotificationItem key={each.id} notification={each} />
          ))}
        </ul>
        <Waiting pending={read.isPending} failed={read.isError} retry={retryRead} />
        {read.hasNextPage && (
          <button
            type="button"
            className={styles.more}
            aria-busy={read.isFetchingNextPage}
            aria-disabled={read.isFetchingNextPage}
            onClick={more.show}
          >
            {read.isFetchingNextPage && <Loader size={16} color="currentColor" aria-hidden />}
            {t("notifications.more")}
          </button>
        )}
      </section>
    </>
  );
}

/** "Load more" keeps the focus; after the last page it disappears, and the focus moves to the first new item. */
function useMore({ data, isFetchingNextPage, fetchNextPage }: ReturnType<typeof useRead>) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ button: Element; known: number }>(undefined);
  useEffect(() => {
    if (!pressed.current || isFetchingNextPage) return;
    const { button, known } = pressed.current;
    pressed.current = undefined;
    const first = list.current?.children[known];
    // If the user has moved the focus meanwhile, it stays there.
    if (button.isConnected || document.activeElement !== document.body) return;
    if (!(first instanceof HTMLElement)) return;
    first.tabIndex = -1;
    first.focus();
  });
  return {
    list,
    show({ currentTarget }: MouseEvent<HTMLButtonElement>) {
      if (isFetchingNextPage) return;
      pressed.current = { button: currentTarget, known: data?.length ?? 0 };
      void fetchNextPage();
    },
  };
}

interface WaitingProps {
  pending: boolean;
  failed: boolean;
  retry: (() => Promise<unknown>) | undefined;
}

function Waiting(props: WaitingProps) {
  const { t } = useTranslation();
  if (props.pending) {
    return (
      <p className={styles.waiting} role="status">
        <Loader size="sm" aria-hidden />
        <VisuallyHidden>{t("app.loading")}</VisuallyHidden>
      </p>
    );
  }
  return props.failed ? <Failed retry={props.retry} /> : null;
}

function Failed({ retry }: Pick<WaitingProps, "retry">) {
  const { t } = useTranslation();
  const text = t("notifications.failed");
  const { button, rememberFocus } = useRetryFocus(text);
  return (
    <p role="alert" className={styles.failed}>
      {text}{" "}
      {retry && (
        <button
          ref={button}
          type="button"
          className={styles.link}
          onClick={() => {
            rememberFocus();
            void retry();
          }}
        >
          {t("app.error.tryAgain")}
        </button>
      )}
    </p>
  );
}
