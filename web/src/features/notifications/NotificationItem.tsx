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
import { tellingOf, type Leads, type Telling, type Tone } from "./telling.ts";

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
            {feedTime(occuredAt, new Date(serverNow()))}
          </time>
          <Onward telling={telling} notification={notification} />
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

const recordPlaces = {
  order: paths.managementOrders,
  retirement: paths.managementRetirements,
  user: paths.managementUsers,
} as const;

/** The permission needed to open records of a type. */
const recordRights = {
  order: "orders:read",
  retirement: "retirements:read",
  user: "users:read",
  company: "users:read",
} as const;

/** Returns the location of a record by its id; undefined if the notification does not name one. */
const one = (to: string, id: number | undefined) =>
  id === undefined ? undefined : { to, params: { id: String(id) } };

/** Where each kind of notification leads, using its facts. */
const places: Record<Exclude<Leads, "support">, (facts: NotificationFacts) => Place | undefined> = {
  cart: () => ({ to: paths.cart }),
  company: () => ({ to: paths.company }),
  portfolio: () => ({ to: paths.portfolio }),
  retirements: () => ({ to: paths.retirements }),
  request: ({ approvalId }) => one(paths.request, approvalId),
  quote: ({ quoteId }) => one(paths.quote, quoteId),
  question: ({ supportRequestId }) => one(paths.question, supportRequestId),
  order: ({ orderId }) => one(paths.order, orderId),
  project: ({ projectId }) => one(paths.project, projectId),
  search: ({ searchQuery }) => ({
    to: paths.spot,
    search: Object.fromEntries(new URLSearchParams(searchQuery)),
  }),
  record: ({ recordType, recordId }) => {
    if (!recordType || recordId === undefined) return undefined;
    if (recordType === "company") return one(paths.managementCompany, recordId);
    return { to: recordPlaces[recordType], search: { open: String(recordId), tab: "all" } };
  },
};

interface Place {
  to: string;
  params?: { id: string };
  search?: Record<string, string>;
}

/** The link to what the notification is about. */
function Onward({ telling, notification }: { telling: Telling; notification: Notification }) {
  const { t } = useTranslation();
  const { leads } = telling;
  const rights = useUser()?.permissions;
  if (leads === "support") {
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
  const place = places[leads](notification.facts);
  if (!place) return null;
  const { recordType } = notification.facts;
  // The user's role has changed since the notification was written.
  if (leads === "record" && recordType && !rights?.has(recordRights[recordType])) return null;
  return (
    <Link {...(place as { to: string })} className={styles.link} onClick={closeNotifications}>
      {t(`notifications.open.${leads}`)}
    </Link>
  );
}
