import type { SupportRequest } from "@tonneline/contract/support";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../../lib/failure.ts";
import { BulkDialog } from "../../../ui/BulkDialog.tsx";
import { changeRequest, useRefreshRequests } from "./admin.queries.ts";

/** Marks many requests as done, and lists why individual ones failed. */
export function DoneDialog(props: {
  requests: readonly SupportRequest[];
  onClose: (acted?: boolean) => void;
}) {
  const { requests, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshRequests();
  const count = requests.length;
  return (
    <BulkDialog
      title={t("management.support.dialog.title", { count })}
      text={t("management.support.dialog.text")}
      rows={requests}
      idOf={({ id }) => id}
      rowLabel={({ id, firstName, lastName }) =>
        t("management.support.dialog.row", { id, name: `${firstName} ${lastName}` })
      }
      {...callFailures}
      confirm={t("management.support.markDone", { count })}
      act={(request) => changeRequest(request, { status: "DONE" })}
      onActed={() => void refresh()}
      onClose={onClose}
    />
  );
}
