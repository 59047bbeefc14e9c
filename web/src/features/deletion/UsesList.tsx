import { Link } from "@tanstack/react-router";
import type { Permission } from "@tonneline/contract/endpoint";
import type { Use, Uses } from "@tonneline/contract/shapes";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { whole } from "../../lib/format.ts";
import { useUser } from "../../lib/session.ts";
import styles from "./deletion.module.css";

// Enough to get the idea, while the alternative action stays in view.
const maxShown = 8;

interface UseLink {
  to: string;
  search: Record<string, string | number>;
  /** The permission to open it. */
  access: Permission;
}

/** Returns the operators' page of a record that refers to this one. */
function linkOf({ type, id }: Use): UseLink | undefined {
  const open = { open: String(id) };
  switch (type) {
    case "project":
      return { to: paths.managementProject, search: { id }, access: "projects:read" };
    case "order":
      return { to: paths.managementOrders, search: open, access: "orders:read" };
    case "retirement":
      return { to: paths.managementRetirements, search: open, access: "retirements:read" };
    case "report":
      return { to: paths.managementReports, search: open, access: "reports:read" };
    case "cart":
    case "user":
      return { to: paths.managementUsers, search: { tab: "all", ...open }, access: "users:read" };
    case "price-list":
      return { to: paths.managementPriceLists, search: open, access: "projects:read" };
    // Operators cannot open approval requests.
    case "approval":
    case "vintage":
      return undefined;
  }
}

/** Some of the records that refer to this one, linked if the user may open them, and the number of others. */
export function UsesList({ uses: { usedBy, usedByCount } }: { uses: Uses }) {
  const { t } = useTranslation();
  const user = useUser();
  const shown = usedBy.slice(0, maxShown);
  const count = usedByCount - shown.length;
  return (
    <ul className={styles.uses}>
      {shown.map((use) => {
        const text = t(`deletion.usedBy.${use.type}`, { name: use.name });
        const link = linkOf(use);
        return (
          <li key={`${use.type} ${use.id}`}>
            {link && user?.permissions.has(link.access) ? (
              <Link to={link.to} search={link.search} preload={false}>
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        );
      })}
      {count > 0 && <li>{t("deletion.more", { count, number: whole(count) })}</li>}
    </ul>
  );
}
