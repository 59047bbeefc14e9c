import {
  IconBell,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconFileInvoice,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Notification, NotificationFacts } from "@tonneline/contract/notifications";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { feedTime, utc } from "../../lib/format.ts";
import { serverNow, useUser } from "../../lib/session.ts";
import styles from "./notifications.module.css";
import { closeNotifications } from "./panel.ts";
import { presentationOf, type Target, type Presentation, type Tone } from "./presentation.ts";

const icons: Record<Tone, typeof IconBell> = {
  act: IconFileInvoice,
  wait: IconClock,
  flow: IconCircleDashed,
  done: IconCheck,
  stop: IconX,
  off: IconBell,
};

/** One notification; renders nothing for a code of a newer server. */
export function NotificationItem(props: {
  notification: Notification;
  onRead?: () => void;
  busy?: boolean;
}) {
  const { notification, onRead, busy = false } = props;
  const { occuredAt } = notification;
  const { t } = useTranslation();
  const presentation = presentationOf(notification);
  if (!presentation) return null;

  const { text, values, tone } = presentation;
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
            {feedTime(occuredAt, new Date(serverNow()))}
          </time>
          <TargetLink presentation={presentation} notification={notification} />
          {onRead && (
            <button
              type="button"
              className={styles.link}
              aria-disabled={busy}
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

const recordPaths = {
  order: paths.managementOrders,
  retirement: paths.managementRetirements,
  user: paths.managementUsers,
} as const;

/** The permission needed to open records of a type. */
const recordPermissions = {
  order: "orders:read",
  retirement: "retirements:read",
  user: "users:read",
  company: "users:read",
} as const;

/** Returns the location of a record by its id; undefined if the notification does not name one. */
const recordLink = (to: string, id: number | undefined) =>
  id === undefined ? undefined : { to, params: { id: String(id) } };

/** Where each kind of notification leads, using its facts. */
const linkTargets: Record<
  Exclude<Target, "support">,
  (facts: NotificationFacts) => LinkTarget | undefined
> = {
  cart: () => ({ to: paths.cart }),
  company: () => ({ to: paths.company }),
  portfolio: () => ({ to: paths.portfolio }),
  retirements: () => ({ to: paths.retirements }),
  request: ({ approvalId }) => recordLink(paths.request, approvalId),
  quote: ({ quoteId }) => recordLink(paths.quote, quoteId),
  question: ({ supportRequestId }) => recordLink(paths.question, supportRequestId),
  order: ({ orderId }) => recordLink(paths.order, orderId),
  project: ({ projectId }) => recordLink(paths.project, projectId),
  search: ({ searchQuery }) => ({
    to: paths.spot,
    search: Object.fromEntries(new URLSearchParams(searchQuery)),
  }),
  record: ({ recordType, recordId }) => {
    if (!recordType || recordId === undefined) return undefined;
    if (recordType === "company") return recordLink(paths.managementCompany, recordId);
    return { to: recordPaths[recordType], search: { open: String(recordId), tab: "all" } };
  },
};

interface LinkTarget {
  to: string;
  params?: { id: string };
  search?: Record<string, string>;
}

/** The link to what the notification is about. */
function TargetLink({
  presentation,
  notification,
}: {
  presentation: Presentation;
  notification: Notification;
}) {
  const { t } = useTranslation();
  const { target } = presentation;
  const permissions = useUser()?.permissions;
  if (target === "support") {
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
  const linkTarget = linkTargets[target](notification.facts);
  if (!linkTarget) return null;
  const { recordType } = notification.facts;
  // The user's role has changed since the notification was written.
  if (target === "record" && recordType && !permissions?.has(recordPermissions[recordType]))
    return null;
  return (
    <Link {...(linkTarget as { to: string })} className={styles.link} onClick={closeNotifications}>
      {t(`notifications.open.${target}`)}
    </Link>
  );
}
