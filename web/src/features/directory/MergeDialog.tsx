import { useMutation } from "@tanstack/react-query";
import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { mergeEntry, useRefreshEntries } from "./entries.queries.ts";
import { IntoSelect } from "./IntoSelect.tsx";

/** Moves all projects of a duplicate to the remaining entry. */
export function MergeDialog(props: {
  list: DirectoryList;
  entry: DirectoryEntry;
  onClose: () => void;
}) {
  const { list, entry, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const [into, setInto] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const { name, projects: count } = entry;
  const merge = useMutation({
    mutationFn: (intoId: number) => mergeEntry(list, entry, intoId),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("directory.merged", { name }) });
      await refresh();
      onClose();
    },
    // One of the two may be gone: after a refresh, neither the list nor the select offers it.
    onError: refresh,
  });
  const failureText = (error: Error) =>
    isRefusal(error, "NOT_FOUND") ? t("directory.gone", { name }) : reasonOf(error);
  return (
    <ActionDialog
      title={t("directory.mergeTitle", { name })}
      text={t("directory.mergeText", { name, count })}
      confirm={t("directory.merge")}
      danger
      busy={merge.isPending}
      failure={merge.error ? failureText(merge.error) : undefined}
      onConfirm={() => {
        setSubmitted(true);
        if (into !== null) merge.mutate(Number(into));
      }}
      onClose={onClose}
    >
      <IntoSelect
        list={list}
        without={[entry]}
        value={into}
        onChange={setInto}
        error={submitted && into === null ? t("directory.chooseInto") : undefined}
      />
    </ActionDialog>
  );
}
