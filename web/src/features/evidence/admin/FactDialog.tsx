import { Textarea, TextInput } from "@mantine/core";
import { adjustments, factStates, type RecordFact } from "@tonneline/contract/evidence";
import { useTranslation } from "react-i18next";
import "../../../locales/en/evidence.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { registryState, useFactForm, type Choice } from "./useFactForm.ts";

interface Props {
  projectId: number;
  /** Undefined if the fact belongs to the project. */
  vintageId: number | undefined;
  fact: RecordFact;
  onClose: () => void;
}

/** Records the value of a fact, its source and date; or restores the registry's own value. */
export function FactDialog({ projectId, vintageId, fact, onClose }: Props) {
  const { t } = useTranslation();
  const form = useFactForm(fact, { projectId, vintageId, onClose });
  const { state, value, source, asOf, errorOf } = form;

  return (
    <ActionDialog
      title={t(`evidence.record.field.${fact.field}`)}
      text={t("evidence.editor.text")}
      confirm={t("evidence.editor.save")}
      busy={form.busy}
      failure={form.failure}
      onConfirm={form.confirm}
      onClose={onClose}
    >
      <SelectField
        label={t("evidence.editor.state")}
        value={state}
        onChange={({ currentTarget }) => form.setState(currentTarget.value as Choice)}
        data={[...factStates, registryState].map((each) => ({
          value: each,
          label: t(`evidence.editor.states.${each as Choice}`),
        }))}
        mb="md"
      />
      {state === "KNOWN" && (
        <ValueField
          isAdjustment={form.isAdjustment}
          value={value}
          error={errorOf("value")}
          onChange={form.setValue}
        />
      )}
      {state !== registryState && (
        <>
          <TextInput
            label={t("evidence.editor.source")}
            description={t("evidence.editor.sourceHelp")}
            value={source}
            maxLength={300}
            error={errorOf("source")}
            onChange={({ currentTarget }) => form.setSource(currentTarget.value)}
            mb="md"
          />
          <TextInput
            type="date"
            label={t("evidence.editor.asOf")}
            value={asOf}
            error={errorOf("asOf")}
            onChange={({ currentTarget }) => form.setAsOf(currentTarget.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

interface ValueProps {
  isAdjustment: boolean;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The value itself: a choice for corresponding adjustments, else free text. */
function ValueField({ isAdjustment, value, error, onChange }: ValueProps) {
  const { t } = useTranslation();
  const field = {
    label: t("evidence.editor.value"),
    value,
    error,
    mb: "md",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value),
  };
  if (!isAdjustment) return <Textarea {...field} maxLength={300} autosize />;
  const none = { value: "", label: t("evidence.editor.chooseAdjustment") };
  return <SelectField {...field} data={[none, ...adjustments]} />;
}
