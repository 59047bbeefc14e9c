import { Drawer, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "./ErrorState.tsx";
import styles from "./RecordDrawer.module.css";

interface Props {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Instead of the content, when it could not be loaded. */
  failure?: { title: string; text: string; requestId?: string; onRetry: () => void } | undefined;
  /** The record's status, then what can be decided. */
  actions?: ReactNode;
  /** The record; while it is undefined it loads. */
  children: ReactNode;
}

/** One record beside its list. */
export function RecordDrawer({ title, opened, onClose, failure, actions, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="min(560px, 100vw)"
      classNames={{ title: styles.title }}
      title={title}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {failure && <ErrorState {...failure} />}
      {!failure && !children && (
        <Skeleton height={320} role="status" aria-label={t("app.loading")} />
      )}
      {!failure && children && (
        <div className={styles.drawer}>
          <div className={styles.actions}>{actions}</div>
          {children}
        </div>
      )}
    </Drawer>
  );
}
