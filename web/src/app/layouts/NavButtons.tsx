import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconBell, IconLifebuoy, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { openNotifications } from "../../features/notifications/panel.ts";
import { openDialog } from "../../lib/dialogs.ts";
import { CountBadge } from "../../ui/CountBadge.tsx";
import { useBadges } from "./badges.ts";
import styles from "./SideNav.module.css";

export interface NavProps {
  folded: boolean;
  onGo: (() => void) | undefined;
}

/** Opens the notifications panel. */
export function NotificationsEntry(props: NavProps) {
  const { t } = useTranslation();
  const { notifications: count } = useBadges();
  return (
    <ButtonEntry
      {...props}
      label={t("app.nav.notifications")}
      icon={IconBell}
      onPress={openNotifications}
    >
      {count > 0 && (
        <>
          <VisuallyHidden>{t("app.nav.unread", { count })}</VisuallyHidden>
          <CountBadge count={count} className={styles.count} />
        </>
      )}
    </ButtonEntry>
  );
}

/** Opens the support dialog over the page. */
export function SupportEntry(props: NavProps) {
  const { t } = useTranslation();
  return (
    <ButtonEntry
      {...props}
      label={t("app.nav.support")}
      icon={IconLifebuoy}
      onPress={() => openDialog({ type: "support" })}
    />
  );
}

interface ButtonProps extends NavProps {
  label: string;
  icon: Icon;
  onPress: () => void;
  children?: ReactNode;
}

/** An entry that triggers an action instead of linking to a page. */
export function ButtonEntry({ folded, onGo, label, icon: Sign, onPress, children }: ButtonProps) {
  return (
    <Tooltip label={label} disabled={!folded} position="right">
      <button
        type="button"
        className={styles.item}
        onClick={() => {
          onGo?.();
          onPress();
        }}
      >
        <Sign size={20} stroke={1.6} aria-hidden />
        <span className={folded ? styles.hidden : styles.label}>{label}</span>
        {children}
      </button>
    </Tooltip>
  );
}
