import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { mergeEntry, useEntryChoices, useRefreshEntries } from "./entries.queries.ts";

const searchAfterMs = 250;

/** Gives all projects of a double to the entry that stays. */
export function MergeDialog(props: {
  list: DirectoryList;
  entry: DirectoryEntry;
  onClose: () => void;
}) {
  const { list, entry, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed, searchAfterMs);
  const [into, setInto] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const choices = useEntryChoices(list, q).data ?? [];
  const { name, projects: count } = entry;
  const merge = useMutation({
    mutationFn: (intoId: number) => mergeEntry(list, entry, intoId),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("directory.merged", { name }) });
      await refresh();
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t("directory.mergeTitle", { name })}
      text={t("directory.mergeText", { name, count })}
      confirm={t("directory.merge")}
      danger
      busy={merge.isPending}
      failure={merge.error ? reasonOf(merge.error) : undefined}
      onConfirm={() => {
        setAsked(true);
        if (into !== null) merge.mutate(Number(into));
      }}
      onClose={onClose}
    >
      <Select
        label={t("directory.into")}
        searchable
        // The server has searched already.
        filter={({ options }) => options}
        data={choices
          .filter(({ id }) => id !== entry.id)
          .map((each) => ({ value: String(each.id), label: each.name }))}
        value={into}
        onChange={setInto}
        onSearchChange={setTyped}
        nothingFoundMessage={t("directory.nothingFound")}
        error={asked && into === null ? t("directory.chooseInto") : undefined}
        data-autofocus
      />
    </ActionDialog>
  );
}
