import { Drawer } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useOpenedAfterMount } from "../../ui/useLazyPanel.ts";
import { Brand } from "./Brand.tsx";
import { NavList } from "./NavList.tsx";
import styles from "./TopBar.module.css";

/** The navigation of narrow screens, in a drawer over the page. */
export function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  useCloseOnBack(opened, onClose);
  return (
    <Drawer.Root
      opened={useOpenedAfterMount(opened)}
      onClose={onClose}
      position="left"
      size={288}
      classNames={{ content: styles.drawer }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t("app.nav.label")}>
        <div className={styles.head}>
          <span className={styles.brand}>
            <Brand size={28} />
          </span>
          <Drawer.CloseButton aria-label={t("app.nav.close")} size={44} iconSize={20} />
        </div>
        <nav className={styles.menu} aria-label={t("app.nav.label")}>
          <NavList onGo={onClose} />
        </nav>
      </Drawer.Content>
    </Drawer.Root>
  );
}
