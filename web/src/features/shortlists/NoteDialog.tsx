import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "../../lib/api.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import type { ShortlistItem } from "./ShortlistRow.tsx";
import { useAddToShortlist } from "./shortlists.queries.ts";

/** Edits the note on a vintage of a shortlist; empty text removes it. */
export function NoteDialog(props: { listId: number; item: ShortlistItem; onClose: () => void }) {
  const { listId, item, onClose } = props;
  const { vintageId, vintage } = item;
  const { t } = useTranslation();
  const [note, setNote] = useState(item.note);
  const keep = useAddToShortlist();
  return (
    <ActionDialog
      title={t("shortlists.noteTitle", { name: vintage.project.name, year: vintage.year })}
      text={t("shortlists.noteText")}
      confirm={t("shortlists.save")}
      busy={keep.isPending}
      failure={keep.error ? refusalText(keep.error) : undefined}
      onConfirm={() => keep.mutate({ id: listId, vintageId, note }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Textarea
        label={t("shortlists.noteLabel")}
        value={note}
        maxLength={500}
        autosize
        minRows={3}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
