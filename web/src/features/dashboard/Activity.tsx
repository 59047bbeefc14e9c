import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "@tonneline/contract/audit";
import { useTranslation } from "react-i18next";
import { actionThing, actionWords, lower } from "../../lib/actions.ts";
import { feedTime } from "../../lib/format.ts";
import { serverNow } from "../../lib/session.ts";
import { paths } from "../../lib/paths.ts";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useLastEntries } from "./dashboard.queries.ts";

/** The last things that were done, by whom and to what. */
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
                <span>
                  <b>{entry.actor ?? t("dashboard.system")}</b>{" "}
                  {lower(actionWords(t, entry.action))} <Part action={entry.action} />
                  <Thing entry={entry} />
                </span>
                <time dateTime={entry.at}>{feedTime(entry.at, new Date(serverNow()))}</time>
              </li>
            ))}
          </ol>
        )
      }
    </Block>
  );
}

const parts = ["image", "document"] as const;

/** What of a project it was done to, where that is not the project itself. */
function Part({ action }: { action: string }) {
  const { t } = useTranslation();
  const part = parts.find((each) => action.startsWith(`${each}.`));
  return part && `${t(`dashboard.${action.endsWith(".order") ? "parts" : "part"}.${part}`)} `;
}

/** Lists whose address opens one of their records. */
const opened: Record<string, string> = {
  order: paths.managementOrders,
  retirement: paths.managementRetirements,
  user: paths.managementUsers,
  support: paths.managementSupport,
};

/** What it was done to, with the way there where there is one. */
function Thing({ entry: { thingType, thingId, thingName } }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  if (!thingType || !thingId) return null;
  const isNumbered = thingType === "order" || thingType === "retirement";
  const name = isNumbered
    ? t(`dashboard.thing.${thingType}`, { id: thingId })
    : (thingName ?? thingId);
  if (thingType === "company") {
    return (
      <Link to={paths.managementCompany} params={{ id: thingId }}>
        {name}
      </Link>
    );
  }
  const list = opened[thingType];
  if (thingType === "project") {
    return (
      <Link to={paths.managementProject} search={{ id: thingId } as never}>
        {name}
      </Link>
    );
  }
  if (!list) return `${actionThing(`${thingType}.`)} ${name}`;
  return (
    <Link to={list} search={{ open: thingId, tab: "all" } as never}>
      {name}
    </Link>
  );
}
