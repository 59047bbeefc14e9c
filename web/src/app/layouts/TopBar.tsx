import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconBell, IconMenu2, IconShoppingCart } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { openNotifications } from "../../features/notifications/panel.ts";
import { useBadges } from "./badges.ts";
import { useLazyPanel } from "../../ui/useLazyPanel.ts";
import { CountBadge } from "../../ui/CountBadge.tsx";
import { paths } from "../../lib/paths.ts";
import { Brand } from "./Brand.tsx";
import styles from "./TopBar.module.css";

const MenuDrawer = lazyChunk(async () => ({
  default: (await import("./MenuDrawer.tsx")).MenuDrawer,
}));

/** The top bar of narrow screens: menu, brand, cart. */
export function TopBar() {
  const { t } = useTranslation();
  const { opened, wasOpened, open, close } = useLazyPanel();
  const { cart, waiting, notifications: unread } = useBadges();
  const count = cart + waiting;
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
          {cart > 0 && t("app.nav.items", { count: cart })}
          {waiting > 0 && t("app.nav.waiting", { count: waiting })}
        </VisuallyHidden>
        <IconShoppingCart size={20} stroke={1.6} aria-hidden />
        {count > 0 && <CountBadge count={count} pulse className={styles.count} />}
      </Link>
      <button type="button" className={styles.icon} onClick={openNotifications}>
        <VisuallyHidden>
          {t("app.nav.notifications")} {unread > 0 && t("app.nav.unread", { count: unread })}
        </VisuallyHidden>
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unread > 0 && <CountBadge count={unread} className={styles.count} />}
      </button>
      {wasOpened && (
        <Suspense>
          <MenuDrawer opened={opened} onClose={close} />
        </Suspense>
      )}
    </header>
  );
}
