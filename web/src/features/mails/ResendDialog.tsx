import type { Mail } from "@tonneline/contract/mails";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { resend, useRefreshMails } from "./mails.queries.ts";

/** Resends the selected mails, and reports the reason for each that could not be queued. */
export function ResendDialog(props: {
  mails: readonly Mail[];
  onClose: (acted?: boolean) => void;
}) {
  const { mails, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshMails();
  const count = mails.length;
  return (
    <BulkDialog
      title={t("mails.dialog.title", { count })}
      text={t("mails.dialog.text", { count })}
      rows={mails}
      idOf={({ id }) => id}
      rowLabel={({ to, subject }) => t("mails.select", { to, subject })}
      {...callFailures}
      confirm={t("mails.resendCount", { count })}
      act={({ id }) => resend(id)}
      onActed={() => void refresh()}
      onClose={onClose}
    />
  );
}
