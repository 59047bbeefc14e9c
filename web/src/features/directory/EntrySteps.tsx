import { useTranslation } from "react-i18next";
import { DeleteManyDialog } from "../deletion/DeleteManyDialog.tsx";
import { actionsOf, useRefreshEntries, type EntryList } from "./entries.queries.ts";
import { DeleteEntryDialog, NameDialog, type Entry } from "./EntryDialogs.tsx";

/** What is asked about an entry, about several, or about one that is to be. */
export type EntryStep<E extends Entry> =
  | { kind: "create" }
  | { kind: "rename" | "delete"; entry: E }
  | { kind: "deleteMany"; entries: readonly E[] };

interface Props<E extends Entry> {
  list: EntryList;
  step: EntryStep<E>;
  /** Those of the page, as they are now. */
  entries: readonly E[] | undefined;
  /** Of the dialog that adds one. */
  newTitle: string;
  /** Merging is another way to be rid of an entry. */
  onMerge?: (entry: E) => void;
  onClose: (acted?: boolean) => void;
}

/** The dialogs of an entry, the same for partners and the lists that projects choose from. */
export function EntrySteps<E extends Entry>(props: Props<E>) {
  const { list, step, onMerge, onClose } = props;
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  if (step.kind === "create") {
    return <NameDialog list={list} title={props.newTitle} onClose={onClose} />;
  }
  if (step.kind === "deleteMany") {
    const count = step.entries.length;
    return (
      <DeleteManyDialog
        title={t("directory.deleteManyTitle", { count })}
        text={t("directory.deleteText")}
        confirm={t("directory.deleteMany", { count })}
        rows={step.entries}
        remove={(entry) => actionsOf(list).remove(entry)}
        onActed={() => void refresh()}
        onClose={onClose}
      />
    );
  }
  const { entry } = step;
  if (step.kind === "delete") {
    return (
      <DeleteEntryDialog
        list={list}
        entry={entry}
        onMerge={onMerge && (() => onMerge(entry))}
        onClose={onClose}
      />
    );
  }
  return (
    <NameDialog
      list={list}
      entry={props.entries?.find(({ id }) => id === entry.id) ?? entry}
      title={t("directory.renameTitle", { name: entry.name })}
      onClose={onClose}
    />
  );
}
