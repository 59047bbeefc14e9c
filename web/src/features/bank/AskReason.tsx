import { Textarea } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";

interface Props {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: Error | null;
  onConfirm: (reason: string) => void;
  onClose: () => void;
  /** Additional fields. */
  children?: ReactNode;
}

/** Asks for the reason of an action on an entry or a statement. */
export function AskReason({ error, onConfirm, children, ...dialog }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const wrong = reason.trim().length < 3;
  return (
    <ActionDialog
      {...dialog}
      failure={error ? reasonOf(error) : undefined}
      onConfirm={() => {
        setTried(true);
        if (!wrong) onConfirm(reason);
      }}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        label={t("bank.ask.reason")}
        value={reason}
        error={tried && wrong && t("bank.ask.reasonMissing")}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {children}
    </ActionDialog>
  );
}
