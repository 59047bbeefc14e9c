import { Textarea, TextInput } from "@mantine/core";
import { adjustments, factStates, toldFact, type RecordFact } from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import "../../../locales/en/evidence.ts";
import { refusalText } from "../../../lib/api.ts";
import { today } from "../../../lib/format.ts";
import { ActionDialog } from "../../../ui/ActionDialog.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useTellFact } from "./record.queries.ts";

const registrysWord = "REGISTRY";
type Choice = (typeof factStates)[number] | typeof registrysWord;

interface Props {
  projectId: number;
  /** Absent: the fact is the project's. */
  vintageId?: number | undefined;
  fact: RecordFact;
  onClose: () => void;
}

/** What is known of one fact, where from and since when; or that the registry's own word stands again. */
export function FactDialog({ projectId, vintageId, fact, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTellFact({ projectId, vintageId, field: fact.field });
  const [state, setState] = useState<Choice>(fact.state);
  const isAdjustment = fact.field === "article6";
  const isChoice = (adjustments as readonly (string | undefined)[]).includes(fact.value);
  const [value, setValue] = useState(isAdjustment && !isChoice ? "" : (fact.value ?? ""));
  const [source, setSource] = useState(fact.source ?? "");
  const [asOf, setAsOf] = useState(fact.asOf ?? today());
  const [asked, setAsked] = useState(false);
  const read = toldFact.safeParse({
    state,
    ...(state === "KNOWN" && value.trim() !== "" && { value }),
    source,
    asOf,
  });
  const wrong = (field: string) =>
    asked && !read.success && read.error.issues.some(({ path }) => path[0] === field)
      ? t(`evidence.editor.missing.${field as "value"}`)
      : undefined;
  const name = t(`evidence.record.field.${fact.field}`);

  function confirm() {
    setAsked(true);
    const isBack = state === registrysWord;
    if (!isBack && !read.success) return;
    tell.mutate(isBack ? null : (read.data ?? null), {
      onSuccess: () => {
        showToast({ tone: "good", text: t("evidence.editor.saved", { fact: name }) });
        onClose();
      },
    });
  }

  return (
    <ActionDialog
      title={name}
      text={t("evidence.editor.text")}
      confirm={t("evidence.editor.save")}
      busy={tell.isPending}
      failure={tell.error ? refusalText(tell.error) : undefined}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SelectField
        label={t("evidence.editor.state")}
        value={state}
        onChange={({ currentTarget }) => setState(currentTarget.value as Choice)}
        data={[...factStates, registrysWord].map((each) => ({
          value: each,
          label: t(`evidence.editor.states.${each as Choice}`),
        }))}
        mb="md"
      />
      {state === "KNOWN" && (
        <ValueField
          isAdjustment={isAdjustment}
          value={value}
          error={wrong("value")}
          onChange={setValue}
        />
      )}
      {state !== registrysWord && (
        <>
          <TextInput
            label={t("evidence.editor.source")}
            description={t("evidence.editor.sourceHelp")}
            value={source}
            maxLength={300}
            error={wrong("source")}
            onChange={({ currentTarget }) => setSource(currentTarget.value)}
            mb="md"
          />
          <TextInput
            type="date"
            label={t("evidence.editor.asOf")}
            value={asOf}
            error={wrong("asOf")}
            onChange={({ currentTarget }) => setAsOf(currentTarget.value)}
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

/** The word itself: one of a few for corresponding adjustments, else free. */
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
