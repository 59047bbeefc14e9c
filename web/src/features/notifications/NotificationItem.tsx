import {
  IconBell,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconFileInvoice,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Notification } from "@tonneline/contract/notifications";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { feedTime, utc } from "../../lib/format.ts";
import styles from "./notifications.module.css";
import { closeNotifications } from "./panel.ts";
import { tellingOf, type Telling, type Tone } from "./telling.ts";

const icons: Record<Tone, typeof IconBell> = {
  act: IconFileInvoice,
  wait: IconClock,
  flow: IconCircleDashed,
  done: IconCheck,
  stop: IconX,
  off: IconBell,
};

/** One thing that happened; nothing for a code of a newer server. */
export function NotificationItem(props: {
  notification: Notification;
  onRead?: () => void;
  busy?: boolean;
}) {
  const { notification, onRead, busy = false } = props;
  const { occuredAt } = notification;
  const { t } = useTranslation();
  const telling = tellingOf(notification);
  if (!telling) return null;

  const { text, values, tone } = telling;
  const Icon = icons[onRead ? tone : "off"];
  const shade = onRead ? tone : "off";
  const title = t(`notifications.titles.${text}`, values);
  return (
    <li className={onRead ? styles.item : `${styles.item} ${styles.readItem}`}>
      <span
        aria-hidden
        className={styles.tile}
        style={{ background: `var(--st-${shade}-bg)`, color: `var(--st-${shade}-fg)` }}
      >
        <Icon size={18} stroke={1.6} />
      </span>
      <div>
        <div className={styles.name}>{title}</div>
        <p>{t(`notifications.texts.${text}`, values)}</p>
        <div className={styles.foot}>
          <time dateTime={occuredAt} title={utc(occuredAt)}>
            {feedTime(occuredAt, new Date())}
          </time>
          <Onward telling={telling} notification={notification} />
          {onRead && (
            <button
              type="button"
              className={styles.link}
              disabled={busy}
              aria-label={`${t("notifications.markOne")}: ${title}`}
              onClick={onRead}
            >
              {t("notifications.markOne")}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

const recordPlaces = {
  order: paths.managementOrders,
  retirement: paths.managementRetirements,
  user: paths.managementUsers,
} as const;

/** The link to what it is about. */
function Onward({ telling, notification }: { telling: Telling; notification: Notification }) {
  const { t } = useTranslation();
  const {
    approvalId,
    orderId,
    projectId,
    quoteId,
    searchQuery,
    recordType,
    recordId,
    supportRequestId,
  } = notification.facts;
  const link = { className: styles.link, onClick: closeNotifications };
  if (telling.leads === "cart") {
    return (
      <Link to={paths.cart} {...link}>
        {t("notifications.open.cart")}
      </Link>
    );
  }
  if (telling.leads === "request" && approvalId !== undefined) {
    return (
      <Link to={paths.request} params={{ id: String(approvalId) }} {...link}>
        {t("notifications.open.request")}
      </Link>
    );
  }
  if (telling.leads === "quote" && quoteId !== undefined) {
    return (
      <Link to={paths.quote} params={{ id: String(quoteId) }} {...link}>
        {t("notifications.open.quote")}
      </Link>
    );
  }
  if (telling.leads === "question" && supportRequestId !== undefined) {
    return (
      <Link to={paths.question} params={{ id: String(supportRequestId) }} {...link}>
        {t("notifications.open.question")}
      </Link>
    );
  }
  if (telling.leads === "order" && orderId !== undefined) {
    return (
      <Link to={paths.order} params={{ id: String(orderId) }} {...link}>
        {t("notifications.open.order")}
      </Link>
    );
  }
  if (telling.leads === "project" && projectId !== undefined) {
    return (
      <Link to={paths.project} params={{ id: String(projectId) }} {...link}>
        {t("notifications.open.project")}
      </Link>
    );
  }
  if (telling.leads === "portfolio" || telling.leads === "retirements") {
    return (
      <Link to={paths[telling.leads]} {...link}>
        {t(`notifications.open.${telling.leads}`)}
      </Link>
    );
  }
  if (telling.leads === "search") {
    const search = Object.fromEntries(new URLSearchParams(searchQuery));
    return (
      <Link to={paths.spot} search={search as never} {...link}>
        {t("notifications.open.search")}
      </Link>
    );
  }
  if (telling.leads === "company") {
    return (
      <Link to={paths.company} {...link}>
        {t("notifications.open.company")}
      </Link>
    );
  }
  if (telling.leads === "record" && recordType && recordId !== undefined) {
    const place =
      recordType === "company"
        ? { to: paths.managementCompany, params: { id: String(recordId) } }
        : { to: recordPlaces[recordType], search: { open: String(recordId), tab: "all" } as never };
    return (
      <Link {...place} {...link}>
        {t("notifications.open.record")}
      </Link>
    );
  }
  if (telling.leads === "support") {
    const ask = () => {
      closeNotifications();
      openDialog({ type: "support" });
    };
    return (
      <button type="button" className={styles.link} onClick={ask}>
        {t("notifications.open.support")}
      </button>
    );
  }
  return null;
}
