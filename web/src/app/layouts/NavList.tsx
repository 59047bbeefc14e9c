import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconLogout } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { hasUnsavedPage, logOut } from "../../features/accounts/logOut.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { useUser } from "../../lib/session.ts";
import { useBadges } from "./badges.ts";
import { CountBadge } from "../../ui/CountBadge.tsx";
import { paths } from "../../lib/paths.ts";
import { isOperator } from "../managementPages.ts";
import { navEntries, type NavEntry } from "./nav.ts";
import { ButtonEntry, NotificationsEntry, SupportEntry, type NavProps } from "./NavButtons.tsx";
import styles from "./SideNav.module.css";

const ManagementNav = lazyChunk(async () => ({
  default: (await import("./ManagementNav.tsx")).ManagementNav,
}));

/**
 * The navigation's entries, the user and the logout; `folded` shows icons only, with tooltips. `rowed`: within
 * management, whose pages need the room, the entries of the buyers' side are a row of icons.
 */
export function NavList(props: Partial<NavProps> & { rowed?: boolean }) {
  const { folded = false, rowed = false, onGo } = props;
  const user = useUser();
  const managing = useLocation({
    select: ({ pathname }) => pathname.startsWith(`${paths.management}/`),
  });
  const manages = isOperator(user);
  const inRow = manages && managing && rowed && !folded;
  return (
    <>
      {inRow && <BuyersEntries folded onGo={onGo} className={styles.row} />}
      <div className={styles.middle}>
        {!inRow && <BuyersEntries folded={folded} onGo={onGo} />}
        {/* As specified for Admins; other roles come to their pages by Ctrl K, mails and bookmarks. */}
        {manages && user?.isAdmin && !managing && <ManagementEntry folded={folded} onGo={onGo} />}
        {manages && managing && (
          <Suspense>
            <ManagementNav folded={folded} onGo={onGo} />
          </Suspense>
        )}
      </div>
      <PersonEntries folded={folded} onGo={onGo} />
    </>
  );
}

function BuyersEntries({ folded, onGo, className = "" }: NavProps & { className?: string }) {
  return (
    <ul className={`${styles.list} ${className}`}>
      {navEntries.map((entry) => (
        <li key={entry.label}>
          <Entry entry={entry} folded={folded} onGo={onGo} />
        </li>
      ))}
      <li>
        <NotificationsEntry folded={folded} onGo={onGo} />
      </li>
      <li>
        <SupportEntry folded={folded} onGo={onGo} />
      </li>
    </ul>
  );
}

/** Links to the operators' pages, which have their own navigation. */
function ManagementEntry({ folded, onGo }: NavProps) {
  const { t } = useTranslation();
  const label = t("app.nav.management");
  return (
    <Tooltip label={label} disabled={!folded} position="right">
      <Link to={paths.management} className={styles.item} onClick={onGo}>
        <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden />
        <span className={folded ? styles.hidden : styles.label}>{label}</span>
      </Link>
    </Tooltip>
  );
}

/** The user's name and the logout button, always in view. */
function PersonEntries({ folded, onGo }: NavProps) {
  const { t } = useTranslation();
  const user = useUser();
  return (
    <ul className={`${styles.list} ${styles.foot}`}>
      <li>
        <Tooltip label={user?.fullName} disabled={!folded} position="right">
          <Link to={paths.settings} className={styles.person} onClick={onGo}>
            {user?.avatar ? (
              <img className={styles.avatar} src={user.avatar} alt="" />
            ) : (
              <span className={styles.avatar} aria-hidden>
                {initialsOf(user?.fullName ?? "")}
              </span>
            )}
            <span className={folded ? styles.hidden : styles.label}>{user?.fullName}</span>
            <VisuallyHidden>{t("app.nav.settings")}</VisuallyHidden>
          </Link>
        </Tooltip>
      </li>
      <li>
        <ButtonEntry
          folded={folded}
          label={t("app.nav.logout")}
          icon={IconLogout}
          onGo={onGo}
          onPress={() => (hasUnsavedPage() ? openDialog({ type: "logOut" }) : void logOut())}
        />
      </li>
    </ul>
  );
}

function Entry({ entry, folded, onGo }: NavProps & { entry: NavEntry }) {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname });
  const isHere = entry.at.some((path) => `${pathname}/`.startsWith(`${path}/`));
  const badges = useBadges();
  const isCart = entry.label === "cart";
  const count = isCart ? badges.cart + badges.waiting : 0;
  const label = t(`app.nav.${entry.label}`);
  return (
    <Tooltip label={label} disabled={!folded} position="right">
      <Link
        to={entry.to}
        className={styles.item}
        aria-current={isHere ? "page" : undefined}
        onClick={onGo}
      >
        <entry.icon size={20} stroke={1.6} aria-hidden />
        <span className={folded ? styles.hidden : styles.label}>{label}</span>
        {count > 0 && (
          <>
            <VisuallyHidden>
              {badges.cart > 0 && t("app.nav.items", { count: badges.cart })}{" "}
              {badges.waiting > 0 && t("app.nav.waiting", { count: badges.waiting })}
            </VisuallyHidden>
            <CountBadge count={count} pulse className={styles.count} />
          </>
        )}
      </Link>
    </Tooltip>
  );
}

function initialsOf(name: string): string {
  const words = name.split(" ").filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.charAt(0))
    .join("");
}
