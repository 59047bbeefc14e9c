import type { MailText } from "@tonneline/contract/mailTexts";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { useResetText } from "./mailTexts.queries.ts";

/** Asks for confirmation before an operator's text is reverted. */
export function ResetTextDialog(props: {
  text: MailText;
  onReset: () => void;
  onClose: () => void;
}) {
  const { text, onReset, onClose } = props;
  const { t } = useTranslation();
  const reset = useResetText(text);
  return (
    <ActionDialog
      title={t("mailTexts.resetTitle")}
      text={t("mailTexts.resetText")}
      confirm={t("mailTexts.resetConfirm")}
      danger
      busy={reset.isPending}
      failure={reset.error ? reasonOf(reset.error) : undefined}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onReset();
            showToast({ tone: "good", text: t("mailTexts.resetDone", { name: text.name }) });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <p>{text.standard.body}</p>
    </ActionDialog>
  );
}
