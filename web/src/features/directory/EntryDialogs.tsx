import { TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { DirectoryList } from "@tonneline/contract/directory";
import type { Problem } from "@tonneline/contract/shapes";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf, isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { showToast } from "../../ui/toast.tsx";
import styles from "./directory.module.css";
import { actionsOf, useRefreshEntries } from "./entries.queries.ts";

interface Entry {
  id: number;
  name: string;
  version: number;
}

interface Props {
  list: DirectoryList | "partners";
  onClose: () => void;
}

/** Adds an entry, or renames the one that is given. */
export function NameDialog({
  list,
  entry,
  title,
  onClose,
}: Props & { entry?: Entry; title: string }) {
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const [name, setName] = useState(entry?.name ?? "");
  const [asked, setAsked] = useState(false);
  const missing = name.trim() === "";
  const save = useMutation({
    mutationFn: () => (entry ? actionsOf(list).rename(entry, name) : actionsOf(list).create(name)),
    onSuccess: async (saved) => {
      const text = t(entry ? "directory.renamed" : "directory.created", { name: saved.name });
      showToast({ tone: "good", text });
      await refresh();
      onClose();
    },
    // The list brings the entry as it is now, so that a second try knows what it changes.
    onError: (error) => isRefusal(error, "VERSION_CONFLICT") && refresh(),
  });
  const refused = fieldErrorsOf(save.error)[0]?.message;
  const failure = isRefusal(save.error, "VERSION_CONFLICT")
    ? t("directory.conflict", { name: entry?.name })
    : save.error && reasonOf(save.error);
  return (
    <ActionDialog
      title={title}
      text={t(entry ? "directory.renameText" : "directory.createText")}
      confirm={t(entry ? "directory.rename" : "directory.create")}
      busy={save.isPending}
      failure={refused ? undefined : (failure ?? undefined)}
      onConfirm={() => {
        setAsked(true);
        if (!missing) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t("directory.name")}
        value={name}
        maxLength={200}
        error={asked && missing ? t("directory.nameMissing") : refused}
        onChange={({ currentTarget }) => {
          // What the server said was about what stood there before.
          save.reset();
          setName(currentTarget.value);
        }}
        data-autofocus
      />
    </ActionDialog>
  );
}

/** Asks before an entry goes; one that is in use stays and says where. */
export function DeleteDialog({ list, entry, onClose }: Props & { entry: Entry }) {
  const { t } = useTranslation();
  const refresh = useRefreshEntries(list);
  const { name } = entry;
  const remove = useMutation({
    mutationFn: () => actionsOf(list).remove(entry),
    onSuccess: async () => {
      showToast({ tone: "good", text: t("directory.deleted", { name }) });
      await refresh();
      onClose();
    },
  });
  const inUse = isRefusal(remove.error, "IN_USE") ? remove.error.problem : undefined;
  return (
    <ActionDialog
      title={t("directory.deleteTitle", { name })}
      text={t("directory.deleteText")}
      confirm={t("directory.delete")}
      danger
      busy={remove.isPending}
      failure={remove.error && !inUse?.usedBy ? reasonOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {inUse?.usedBy && <UsedBy name={name} problem={inUse} />}
    </ActionDialog>
  );
}

function UsedBy({ name, problem }: { name: string; problem: Problem }) {
  const { t } = useTranslation();
  const { usedBy = [], usedByCount: count = usedBy.length } = problem;
  const more = count - usedBy.length;
  return (
    <Banner tone="bad" title={t("directory.inUse", { name, count })}>
      <ul className={styles.uses}>
        {usedBy.map((each) => (
          <li key={`${each.type}-${each.id}`}>
            {t(`directory.usedBy.${each.type as "project"}`, { name: each.name, id: each.id })}
          </li>
        ))}
        {more > 0 && <li>{t("directory.more", { count: more })}</li>}
      </ul>
    </Banner>
  );
}
