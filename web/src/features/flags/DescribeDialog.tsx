import { Textarea } from "@mantine/core";
import { updateFlag, type Flag } from "@tonneline/contract/flags";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isRefusal } from "../../lib/api.ts";
import { reasonOf } from "../../lib/failure.ts";
import { useFormVersion } from "../../lib/useFormVersion.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import { useChangeFlag } from "./flags.queries.ts";
import { ValueField } from "./ValueField.tsx";

/** Edits what a flag is for, and the value it carries in addition to on or off. */
export function DescribeDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeFlag();
  const [description, setDescription] = useState(flag.description);
  const [value, setValue] = useState(flag.value ?? "");
  const [submitted, setSubmitted] = useState(false);
  const { version, adopt } = useFormVersion(flag, true);
  const wanted = updateFlag.body.safeParse({
    version,
    description,
    value: value.trim() === "" ? null : value,
  });
  const wrong = (field: string) =>
    submitted ? wanted.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;

  function save() {
    setSubmitted(true);
    if (wanted.data) {
      change.mutate(
        { params: { name: flag.name }, body: wanted.data },
        {
          onSuccess: onClose,
          onError: (error) => isRefusal(error, "VERSION_CONFLICT") && adopt(),
        },
      );
    }
  }

  return (
    <ActionDialog
      title={t("flags.dialog.describe", { name: flag.name })}
      text={t("flags.dialog.describeText")}
      confirm={t("flags.dialog.save")}
      busy={change.isPending}
      failure={change.error ? reasonOf(change.error) : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        label={t("flags.dialog.description")}
        error={wrong("description")}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <ValueField value={value} onChange={setValue} error={wrong("value")} />
    </ActionDialog>
  );
}
