import { Drawer, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import styles from "./admin.module.css";
import { useSupportRequest } from "./admin.queries.ts";
import { RequestDetails } from "./RequestDetails.tsx";

interface Props {
  /** "" while it is closed. */
  id: string;
  canWrite: boolean;
  onClose: () => void;
}

/** One request beside the list: who wrote what, and what becomes of it. */
export function RequestDrawer({ id, canWrite, onClose }: Props) {
  const { t } = useTranslation();
  const { data: request, error, refetch } = useSupportRequest(id);
  return (
    <Drawer
      opened={id !== ""}
      onClose={onClose}
      size="min(560px, 100vw)"
      classNames={{ title: styles.drawerTitle }}
      title={t("management.support.one", { id })}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      {!request && !error && <Skeleton height={320} role="status" aria-label={t("app.loading")} />}
      {!request && error && (
        <ErrorState
          title={t("management.support.oneFailed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {request && <RequestDetails key={request.id} request={request} canWrite={canWrite} />}
    </Drawer>
  );
}
