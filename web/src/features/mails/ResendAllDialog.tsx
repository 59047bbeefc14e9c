import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useResendAll } from "./mails.queries.ts";

/** Resends all failed mails, on every page. */
export function ResendAllDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useTranslation();
  const sending = useResendAll();
  return (
    <ActionDialog
      title={t("mails.resendFailedOnes", { count })}
      text={t("mails.dialog.text", { count })}
      confirm={t("mails.resendCount", { count })}
      busy={sending.isPending}
      failure={sending.error ? reasonOf(sending.error) : undefined}
      onConfirm={() =>
        sending.mutate(undefined, {
          onSuccess: ({ count: sent }) => {
            const text = t("mails.resent", { count: sent, number: whole(sent) });
            showToast({ tone: "good", text });
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
