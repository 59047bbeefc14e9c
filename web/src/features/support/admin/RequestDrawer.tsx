import { useTranslation } from "react-i18next";
import { recordFailure } from "../../../lib/failure.ts";
import { RecordDrawer } from "../../../ui/RecordDrawer.tsx";
import type { Neighbours } from "../../../ui/RecordSteps.tsx";
import { useSupportRequest } from "./admin.queries.ts";
import { RequestDetails } from "./RequestDetails.tsx";

interface Props {
  /** "" while closed. */
  id: string;
  canWrite: boolean;
  around: Neighbours | undefined;
  onClose: () => void;
}

/** One request beside the list: its messages, status and note. */
export function RequestDrawer({ id, canWrite, around, onClose }: Props) {
  const { t } = useTranslation();
  const record = useSupportRequest(id);
  const { data: request } = record;
  return (
    <RecordDrawer
      title={t("management.support.one", { id })}
      opened={id !== ""}
      onClose={onClose}
      neighbours={around}
      failure={recordFailure(record, { failed: t("management.support.oneFailed") })}
    >
      {request && <RequestDetails key={request.id} request={request} canWrite={canWrite} />}
    </RecordDrawer>
  );
}
