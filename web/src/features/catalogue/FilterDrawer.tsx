import { Button, Drawer, Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import { useOpenedAfterMount } from "../../ui/useLazyPanel.ts";
import { FilterRail } from "./FilterRail.tsx";
import styles from "./list.module.css";
import type { ListParts } from "./ProjectListPage.tsx";
import "../../locales/en/catalogue.ts";

interface Props extends ListParts {
  opened: boolean;
  onClose: () => void;
}

/**
 * The filters below lg. They take effect at once; the button at the bottom shows how many projects match and closes the
 * drawer.
 */
export function FilterDrawer({ opened, onClose, projects, ...parts }: Props) {
  const { t } = useTranslation();
  useCloseOnBack(opened, onClose);
  const total = projects.data?.pages[0]?.totalElements ?? 0;
  return (
    <Drawer.Root opened={useOpenedAfterMount(opened)} onClose={onClose} position="left">
      <Drawer.Overlay />
      <Drawer.Content className={styles.drawer}>
        <Drawer.Header>
          <Drawer.Title className={styles.drawerTitle}>{t("catalogue.filters.title")}</Drawer.Title>
          <Drawer.CloseButton aria-label={t("catalogue.filters.close")} />
        </Drawer.Header>
        {/* Drawer.Body would become the drawer's description, which is read out in full whenever it opens. */}
        <div className={styles.drawerBody}>
          <FilterRail {...parts} />
          <div className={styles.drawerFoot}>
            {/* Never disabled while it loads: pressing it may be what leaves a field, which starts a search. */}
            <Button
              size="lg"
              fullWidth
              onClick={onClose}
              aria-busy={projects.isPlaceholderData}
              leftSection={
                projects.isPlaceholderData && <Loader size={16} color="currentColor" aria-hidden />
              }
            >
              {t("catalogue.filters.apply", { count: total, total: whole(total) })}
            </Button>
          </div>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
