import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/session.ts";
import {
  managementFor,
  managementGroups,
  managementPages,
  type ManagementKey,
} from "../managementPages.ts";
import { paths } from "../../lib/paths.ts";
import { useOpenWork } from "./openWork.ts";
import "../../locales/en/management.ts";
import styles from "./SideNav.module.css";

interface Props {
  folded: boolean;
  onGo: (() => void) | undefined;
}

/** The operators' part of the navigation, with grey counts of open work; only an Admin sees it. */
export function ManagementNav({ folded, onGo }: Props) {
  const { t } = useTranslation();
  const user = useUser();
  const pathname = useLocation({ select: (location) => location.pathname });
  const open = user?.isAdmin && !user.needsSecondFactor ? managementFor(user.permissions) : [];
  const groups = managementGroups
    .map((name) => ({ name, keys: open.filter((key) => managementPages[key].group === name) }))
    .filter(({ keys }) => keys.length > 0);
  const work = useOpenWork(open);
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
        groups.map(({ name, keys }) => (
          <div key={name} role="group" aria-label={t(`management.groups.${name}`)}>
            <span className={styles.group} aria-hidden>
              {t(`management.groups.${name}`)}
            </span>
            <ul className={styles.list}>
              {keys.map((key) => (
                <li key={key}>
                  <SubEntry
                    page={key}
                    isHere={pathname === paths[key] || pathname.startsWith(`${paths[key]}/`)}
                    count={work[key]}
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
  page: ManagementKey;
  isHere: boolean;
  count: number | undefined;
  onGo: (() => void) | undefined;
}

function SubEntry({ page, isHere, count, onGo }: SubEntryProps) {
  const { t } = useTranslation();
  return (
    <Link
      to={paths[page]}
      className={`${styles.item} ${styles.sub}`}
      aria-current={isHere ? "page" : undefined}
      onClick={onGo}
    >
      <span className={styles.label}>{t(`app.pages.${page}`)}</span>
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
