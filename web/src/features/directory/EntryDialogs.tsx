import { Button } from "@mantine/core";
import { IconArrowMerge } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { projectScopes } from "@tonneline/contract/directory";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { NamedDialog } from "../../ui/NamedDialog.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { showToast } from "../../ui/toast.tsx";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";
import {
  actionsOf,
  useRefreshEntries,
  type EntryList,
  type EntryValues,
} from "./entries.queries.ts";

export interface Entry {
  id: number;
  name: string;
  scope?: string | null;
  version: number;
}

type Version = Pick<Entry, "version">;
const unsaved: Version = { version: 0 };
/** The values to save, and the entry's version they are based on. */
interface SaveRequest {
  existing: Entry | undefined;
  values: EntryValues;
}

interface Props {
  list: EntryList;
  onClose: () => void;
}

/** Adds an entry, or changes the given one: its name, and for a project type its scope. */
export function NameDialog({
  list,
  entry,
  title,
  onClose,
}: Props & { entry?: Entry; title: string }) {
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  // Untouched values follow the list: saving one value must not revert a colleague's change of the other.
  const [typedName, setTypedName] = useState<string>();
  const name = typedName ?? entry?.name ?? "";
  const before = entry?.scope ?? "";
  const [pickedScope, setPickedScope] = useState<string>();
  const scope = pickedScope ?? before;
  const chosen = projectScopes.find((each) => each === scope && each !== before);
  const { version, adopt } = useFormVersion<Version>(entry ?? unsaved, true);
  const save = useMutation({
    mutationFn: ({ existing, values }: SaveRequest) =>
      existing ? actionsOf(list).change(existing, values) : actionsOf(list).create(values),
    onSuccess: async (saved) => {
      const done = entry ? (saved.name === entry.name ? "changed" : "renamed") : "created";
      const text = t(`directory.${done}`, { name: saved.name });
      showToast({ tone: "good", text });
      await refresh();
      onClose();
    },
    // The list loads the current entry, so that a retry is based on it.
    onError: async (error) => {
      if (isRefusal(error, "VERSION_CONFLICT")) adopt();
      if (isRefusal(error, "VERSION_CONFLICT") || isRefusal(error, "NOT_FOUND")) await refresh();
    },
  });
  const failure = useFailure(save.error, entry);
  return (
    <NamedDialog
      title={title}
      text={t(entry ? "directory.renameText" : "directory.createText")}
      confirm={t(entry ? "directory.rename" : "directory.create")}
      busy={save.isPending}
      failure={failure}
      label={t("directory.name")}
      maxLength={200}
      missing={t("directory.nameMissing")}
      refused={fieldErrorsOf(save.error)[0]?.message}
      name={name}
      onName={(typed) => {
        // The server's error was about the previous input.
        save.reset();
        setTypedName(typed);
      }}
      onConfirm={() =>
        save.mutate({
          existing: entry && { ...entry, version },
          values: { name, ...(chosen && { scope: chosen }) },
        })
      }
      onClose={onClose}
    >
      {list === "projectTypes" && (
        <SelectField
          label={t("directory.scope")}
          value={scope}
          data={[
            ...(entry ? [] : [{ value: "", label: t("directory.usualScope") }]),
            ...[...new Set([...projectScopes, ...(before ? [before] : [])])].map((value) => ({
              value,
              label: value,
            })),
          ]}
          onChange={({ currentTarget }) => setPickedScope(currentTarget.value)}
        />
      )}
    </NamedDialog>
  );
}

/**
 * Explains why an entry was not saved, and what to do about it; for a conflict, whether someone else has renamed it since
 * the dialog opened.
 */
function useFailure(error: Error | null, entry: Entry | undefined): string | undefined {
  const { t } = useTranslation();
  const [openedName] = useState(entry?.name);
  if (!error) return undefined;
  if (isRefusal(error, "NOT_FOUND")) return t("directory.gone", { name: openedName });
  const who = reasonOf(error);
  if (!isRefusal(error, "VERSION_CONFLICT")) return who;
  return entry?.name === openedName
    ? t("directory.conflict", { who })
    : t("directory.conflictRenamed", { who, name: entry?.name });
}

interface DeleteProps extends Props {
  entry: Entry;
  /** Set for lists that support merging. */
  onMerge?: (() => void) | undefined;
}

/**
 * Asks for confirmation before deleting an entry. One in use stays, and can be merged into another if the list supports it.
 */
export function DeleteEntryDialog({ list, entry, onMerge, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const { name } = entry;
  return (
    <DeleteDialog
      title={t("directory.deleteTitle", { name })}
      text={t("directory.deleteText")}
      confirm={t("directory.delete")}
      recordKey={[list, entry.id]}
      loadUses={(signal) => actionsOf(list).uses(entry, signal)}
      inUse={(count) => t("directory.inUse", { name, count })}
      remove={() => actionsOf(list).remove(entry)}
      onDeleted={async () => {
        showToast({ tone: "good", text: t("directory.deleted", { name }) });
        await refresh();
        onClose();
      }}
      onClose={onClose}
      alternative={
        onMerge && (
          <Button
            size="sm"
            variant="default"
            leftSection={<IconArrowMerge size={16} stroke={1.8} aria-hidden />}
            onClick={onMerge}
          >
            {t("directory.mergeInto")}
          </Button>
        )
      }
    />
  );
}
