import { ActionIcon, Drawer, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBell, IconMenu2, IconShoppingCart } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { openNotifications } from "../../features/notifications/panel.ts";
import { useBadges } from "./badges.ts";
import { CountBadge } from "../../ui/CountBadge.tsx";
import { useClosedByBack } from "../../ui/useClosedByBack.ts";
import { paths } from "../../lib/paths.ts";
import { Brand } from "./Brand.tsx";
import { NavList } from "./NavList.tsx";
import styles from "./TopBar.module.css";

/** The bar of narrow screens: the menu, the brand, the cart. */
export function TopBar() {
  const { t } = useTranslation();
  const [opened, { open, close }] = useDisclosure(false);
  useClosedByBack(opened, close);
  const { cart: count, notifications: unread } = useBadges();
  return (
    <header className={styles.bar}>
      <ActionIcon
        variant="subtle"
        color="navy"
        size={44}
        aria-label={t("app.nav.open")}
        onClick={open}
      >
        <IconMenu2 size={20} stroke={1.6} />
      </ActionIcon>
      <Link to={paths.spot} className={styles.brand}>
        <Brand size={24} />
      </Link>
      <Link to={paths.cart} className={styles.icon}>
        <VisuallyHidden>
          {t("app.nav.cart")}
          {count > 0 && t("app.nav.items", { count })}
        </VisuallyHidden>
        <IconShoppingCart size={20} stroke={1.6} aria-hidden />
        {count > 0 && <CountBadge count={count} pulse className={styles.count} />}
      </Link>
      <button type="button" className={styles.icon} onClick={openNotifications}>
        <VisuallyHidden>
          {t("app.nav.notifications")} {unread > 0 && t("notifications.count", { count: unread })}
        </VisuallyHidden>
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread > 0 && <CountBadge count={unread} className={styles.count} />}
      </button>
      <Drawer.Root
        opened={opened}
        onClose={close}
        position="left"
        size={288}
        classNames={{ content: styles.drawer }}
      >
        <Drawer.Overlay color="#0F1E3D" backgroundOpacity={0.32} />
        <Drawer.Content aria-label={t("app.nav.label")}>
          <div className={styles.head}>
            <span className={styles.brand}>
              <Brand size={28} />
            </span>
            <Drawer.CloseButton aria-label={t("app.nav.close")} size={44} iconSize={20} />
          </div>
          <nav className={styles.menu} aria-label={t("app.nav.label")}>
            <NavList onGo={close} />
          </nav>
        </Drawer.Content>
      </Drawer.Root>
    </header>
  );
}
