import type { DirectoryEntry, DirectoryList } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { callFailures } from "../../lib/failure.ts";
import { whole } from "../../lib/format.ts";
import { BulkDialog } from "../../ui/BulkDialog.tsx";
import { mergeEntry, useRefreshEntries } from "./entries.queries.ts";
import { IntoSelect } from "./IntoSelect.tsx";

/** Moves all projects of several duplicates to the remaining entry, and reports the reason for each failure. */
export function MergeManyDialog(props: {
  list: DirectoryList;
  entries: readonly DirectoryEntry[];
  onClose: (acted?: boolean) => void;
}) {
  const { list, entries, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const [into, setInto] = useState<string | null>(null);
  const count = entries.length;
  const projects = entries.reduce((sum, each) => sum + each.projects, 0);

  return (
    <BulkDialog
      title={t("directory.mergeManyTitle", { count })}
      text={t("directory.mergeManyText", { count: projects, number: whole(projects) })}
      rows={entries}
      idOf={({ id }) => id}
      rowLabel={({ name }) => name}
      {...callFailures}
      confirm={t("directory.mergeMany", { count })}
      danger
      missing={into === null ? t("directory.chooseInto") : undefined}
      act={(entry: DirectoryEntry) => mergeEntry(list, entry, Number(into))}
      onActed={() => void refresh()}
      onClose={onClose}
    >
      {(submitted) => (
        <IntoSelect
          list={list}
          without={entries}
          value={into}
          onChange={setInto}
          error={submitted && into === null}
        />
      )}
    </BulkDialog>
  );
}
