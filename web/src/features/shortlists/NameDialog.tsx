import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { NamedDialog } from "../../ui/NamedDialog.tsx";

interface Props {
  title: string;
  name?: string;
  save: { isPending: boolean; error: Error | null };
  onSave: (name: string, done: () => void) => void;
  onClose: () => void;
}

/** Asks for the name of a shortlist. */
export function NameDialog({ title, name: before = "", save, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(before);
  return (
    <NamedDialog
      name={name}
      onName={setName}
      label={t("shortlists.name")}
      maxLength={80}
      missing={t("shortlists.noName")}
      title={title}
      text={t("shortlists.nameText")}
      confirm={t("shortlists.save")}
      busy={save.isPending}
      failure={save.error ? refusalText(save.error) : undefined}
      onConfirm={() => onSave(name, onClose)}
      onClose={onClose}
    />
  );
}
