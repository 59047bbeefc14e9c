import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "@tonneline/contract/audit";
import type { Permission } from "@tonneline/contract/endpoint";
import { useTranslation } from "react-i18next";
import { actionSubject, actionWords, lowerFirst, upperFirst } from "../../lib/actions.ts";
import { feedTime } from "../../lib/format.ts";
import { serverNow, useUser } from "../../lib/session.ts";
import { paths } from "../../lib/paths.ts";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useLastEntries } from "./dashboard.queries.ts";

/** The latest actions, with who did them and to what. */
export function Activity() {
  const { t } = useTranslation();
  const query = useLastEntries();
  return (
    <Block
      title={t("dashboard.activity")}
      tools={<Link to={paths.managementAudit}>{t("dashboard.allActivity")}</Link>}
      query={query}
      height={298}
    >
      {({ content }) =>
        content.length === 0 ? (
          <p className={styles.note}>{t("dashboard.noActivity")}</p>
        ) : (
          <ol className={styles.feed}>
            {content.map((entry) => (
              <li key={entry.id}>
                <Sentence entry={entry} />
                <time dateTime={entry.at}>{feedTime(entry.at, new Date(serverNow()))}</time>
              </li>
            ))}
          </ol>
        )
      }
    </Block>
  );
}

/** "Order 10007: reminder sent by …": the words of actions are participles, some with a noun of their own. */
function Sentence({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { actor, action, thingType, thingId } = entry;
  const words = lowerFirst(actionWords(t, action));
  if (!thingType || !thingId)
    return (
      <span>
        <b>{actor ?? t("dashboard.system")}</b>: {words}
      </span>
    );
  return (
    <span>
      <Thing entry={entry} />: <Part action={action} />
      {words} {t("dashboard.by")} <b>{actor ?? t("records.activity.system")}</b>
    </span>
  );
}

const parts = ["image", "document"] as const;

/** Names the part of a project that an action affected, if it was not the project itself. */
function Part({ action }: { action: string }) {
  const { t } = useTranslation();
  const part = parts.find((each) => action.startsWith(`${each}.`));
  return part && `${t(`dashboard.${action.endsWith(".order") ? "parts" : "part"}.${part}`)} `;
}

interface LinkTarget {
  to: string;
  search?: Record<string, string>;
  params?: { id: string };
}
const recordOf = (to: string, id: string): LinkTarget => ({ to, search: { open: id, tab: "all" } });

/** Where each type of thing is shown, and the permission to go there. */
const recordLinks: Record<string, { access: Permission; target: (id: string) => LinkTarget }> = {
  order: { access: "orders:read", target: (id) => recordOf(paths.managementOrders, id) },
  retirement: {
    access: "retirements:read",
    target: (id) => recordOf(paths.managementRetirements, id),
  },
  user: { access: "users:read", target: (id) => recordOf(paths.managementUsers, id) },
  support: { access: "users:read", target: (id) => recordOf(paths.managementSupport, id) },
  company: {
    access: "users:read",
    target: (id) => ({ to: paths.managementCompany, params: { id } }),
  },
  project: {
    access: "projects:read",
    target: (id) => ({ to: paths.managementProject, search: { id } }),
  },
};
const numbered: readonly string[] = ["order", "retirement"];

/** What an action affected, linked for users who may open it. */
function Thing({ entry: { thingType, thingId, thingName } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const mine = useUser()?.permissions;
  if (!thingType || !thingId) return null;
  const name = numbered.includes(thingType)
    ? t(`dashboard.thing.${thingType as "order" | "retirement"}`, { id: thingId })
    : (thingName ?? thingId);
  const link = recordLinks[thingType];
  if (!link) return `${upperFirst(actionSubject(`${thingType}.`))} ${name}`;
  return mine?.has(link.access) ? <Link {...link.target(thingId)}>{name}</Link> : name;
}
