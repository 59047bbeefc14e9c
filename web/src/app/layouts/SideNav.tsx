import { ActionIcon } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSite } from "../../lib/site.ts";
import { paths } from "../../lib/paths.ts";
import { Brand } from "./Brand.tsx";
import { NavList } from "./NavList.tsx";
import styles from "./SideNav.module.css";

/** The navigation of wide screens; it collapses to a rail, and the choice is stored. */
export function SideNav() {
  const { t } = useTranslation();
  const { name } = useSite().brand;
  const [folded, setFolded] = useFolded();
  const Icon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav
      className={folded ? `${styles.nav} ${styles.folded}` : styles.nav}
      aria-label={t("app.nav.label")}
    >
      <div className={styles.head}>
        <Link to={paths.spot} className={styles.brand} aria-label={name}>
          <Brand size={28} folded={folded} />
        </Link>
        <ActionIcon
          variant="subtle"
          color="navy"
          size={32}
          className={styles.fold}
          aria-label={t(folded ? "app.nav.unfold" : "app.nav.fold")}
          onClick={() => setFolded(!folded)}
        >
          <Icon size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <NavList folded={folded} rowed />
    </nav>
  );
}

/** The operators' tables need the room: below 1440 px their pages store a separate choice, collapsed by default. */
function useFolded() {
  const managing = useLocation({
    select: ({ pathname }) => pathname.startsWith(`${paths.management}/`),
  });
  const isNarrow = useMediaQuery("(max-width: 1439px)", undefined, {
    getInitialValueInEffect: false,
  });
  const usual = useLocalStorage({
    key: "nav-folded",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const tight = useLocalStorage({
    key: "nav-folded-management",
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return managing && isNarrow ? tight : usual;
}
