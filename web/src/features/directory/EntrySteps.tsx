import { useTranslation } from "react-i18next";
import { DeleteManyDialog } from "../deletion/DeleteManyDialog.tsx";
import { actionsOf, useRefreshEntries, type EntryList } from "./entries.queries.ts";
import { DeleteEntryDialog, NameDialog, type Entry } from "./EntryDialogs.tsx";

/** The action in progress on an entry, on several, or to create one. */
export type EntryStep<E extends Entry> =
  | { kind: "create" }
  | { kind: "rename" | "delete"; entry: E }
  | { kind: "deleteMany"; entries: readonly E[] };

interface Props<E extends Entry> {
  list: EntryList;
  step: EntryStep<E>;
  /** The current entries of the page. */
  entries: readonly E[] | undefined;
  /** Title of the dialog that adds an entry. */
  newTitle: string;
  /** Merging is offered as another way to remove an entry. */
  onMerge?: (entry: E) => void;
  onClose: (acted?: boolean) => void;
}

/** The dialogs for entries, shared by partners and the lists that projects choose from. */
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
