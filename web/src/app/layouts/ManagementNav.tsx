import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import { paths } from "../paths.ts";
import { useOpenWork } from "./badges.ts";
import { managementGroups, type ManagementEntry } from "./nav.ts";
import styles from "./SideNav.module.css";

interface Props {
  folded: boolean;
  onGo: (() => void) | undefined;
}

/** The operators' part of the navigation, with grey counts of open work; nothing at all for everybody else. */
export function ManagementNav({ folded, onGo }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const pathname = useLocation({ select: (location) => location.pathname });
  const groups = managementGroups.flatMap(({ name, entries }) => {
    const open = entries.filter(({ permission }) => user?.permissions.has(permission));
    return open.length > 0 ? [{ name, entries: open }] : [];
  });
  const work = useOpenWork(groups.length > 0);
  if (groups.length === 0) return null;
  const isHere = pathname.startsWith(`${paths.management}/`);
  const label = t("app.nav.management");
  return (
    <li>
      <Tooltip label={label} disabled={!folded} position="right">
        <Link
          to={paths.management}
          activeOptions={{ exact: true }}
          className={styles.item}
          aria-current={folded && isHere ? "page" : undefined}
          onClick={onGo}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden />
          <span className={folded ? styles.hidden : styles.label}>{label}</span>
        </Link>
      </Tooltip>
      {!folded &&
        groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={t(`management.groups.${name}`)}>
            <span className={styles.group} aria-hidden>
              {t(`management.groups.${name}`)}
            </span>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.to}>
                  <SubEntry
                    entry={entry}
                    isHere={pathname === entry.to || pathname.startsWith(`${entry.to}/`)}
                    count={work[entry.title]}
                    onGo={onGo}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </li>
  );
}

interface SubEntryProps {
  entry: ManagementEntry;
  isHere: boolean;
  count: number | undefined;
  onGo: (() => void) | undefined;
}

function SubEntry({ entry, isHere, count, onGo }: SubEntryProps) {
  const { t } = useTranslation();
  return (
    <Link
      to={entry.to}
      className={`${styles.item} ${styles.sub}`}
      aria-current={isHere ? "page" : undefined}
      onClick={onGo}
    >
      <span className={styles.label}>{t(`app.pages.${entry.title}`)}</span>
      {count !== undefined && count > 0 && (
        <>
          <VisuallyHidden>{t("management.waiting", { count })}</VisuallyHidden>
          <span className={styles.work} aria-hidden>
            {count > 99 ? "99+" : count}
          </span>
        </>
      )}
    </Link>
  );
}
