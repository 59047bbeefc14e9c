import { useTranslation } from "react-i18next";
import { failureOf } from "../../../lib/failure.ts";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
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
    <RecordDrawer
      title={t("management.support.one", { id })}
      opened={id !== ""}
      onClose={onClose}
      failure={
        error && !request
          ? {
              title: t("management.support.oneFailed"),
              ...failureOf(error),
              onRetry: () => void refetch(),
            }
          : undefined
      }
    >
      {request && <RequestDetails key={request.id} request={request} canWrite={canWrite} />}
    </RecordDrawer>
  );
}
