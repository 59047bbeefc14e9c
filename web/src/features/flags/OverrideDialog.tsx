import { Radio, TextInput } from "@mantine/core";
import { putFlagOverride, type Flag } from "@tonneline/contract/flags";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { ActionDialog } from "../../ui/ActionDialog.tsx";
import styles from "./flags.module.css";
import { usePutOverride } from "./flags.queries.ts";
import { ValueField } from "./ValueField.tsx";

/** Sets an override of a flag for one user. */
export function OverrideDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useTranslation();
  const put = usePutOverride();
  const [identity, setIdentity] = useState("");
  const [enabled, setEnabled] = useState(!flag.enabled);
  const [value, setValue] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const wanted = putFlagOverride.body.safeParse({
    identity,
    enabled,
    value: value.trim() === "" ? null : value,
  });
  const wrong = (field: string) =>
    submitted ? wanted.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const known = flag.overrides.find((each) => each.identity === wanted.data?.identity);

  function save() {
    setSubmitted(true);
    if (wanted.data) {
      put.mutate({ params: { name: flag.name }, body: wanted.data }, { onSuccess: onClose });
    }
  }

  return (
    <ActionDialog
      title={t("flags.dialog.add", { name: flag.name })}
      text={t("flags.dialog.addText")}
      confirm={t("flags.dialog.addConfirm")}
      busy={put.isPending}
      failure={put.error ? reasonOf(put.error) : undefined}
      onConfirm={save}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        type="email"
        autoComplete="off"
        size="md"
        label={t("flags.dialog.email")}
        description={known ? t("flags.dialog.replaces") : t("flags.dialog.emailHelp")}
        error={wrong("identity")}
        value={identity}
        onChange={({ currentTarget }) => setIdentity(currentTarget.value)}
      />
      <Radio.Group
        label={t("flags.dialog.state")}
        value={enabled ? "on" : "off"}
        onChange={(chosen) => setEnabled(chosen === "on")}
      >
        <div className={styles.states}>
          <Radio value="on" label={t("flags.dialog.stateOn")} />
          <Radio value="off" label={t("flags.dialog.stateOff")} />
        </div>
      </Radio.Group>
      <ValueField value={value} onChange={setValue} error={wrong("value")} />
    </ActionDialog>
  );
}
