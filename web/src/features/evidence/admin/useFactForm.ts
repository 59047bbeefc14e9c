import {
  adjustments,
  enteredFact,
  type factStates,
  type RecordFact,
} from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureByField } from "../../../lib/failure.ts";
import { today } from "../../../lib/format.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useSetFact } from "./record.queries.ts";

export const registryState = "REGISTRY";
export type Choice = (typeof factStates)[number] | typeof registryState;

interface FactFormOptions {
  projectId: number;
  vintageId: number | undefined;
  onClose: () => void;
}

/** The form for stating a fact, with its errors after the first attempt to save. */
export function useFactForm(fact: RecordFact, { projectId, vintageId, onClose }: FactFormOptions) {
  const { t } = useTranslation();
  const setFact = useSetFact({ projectId, vintageId, field: fact.field });
  const [state, setState] = useState<Choice>(fact.state);
  const isAdjustment = fact.field === "article6";
  const isChoice = (adjustments as readonly (string | undefined)[]).includes(fact.value);
  const [value, setValue] = useState(isAdjustment && !isChoice ? "" : (fact.value ?? ""));
  const [source, setSource] = useState(fact.source ?? "");
  const [asOf, setAsOf] = useState(fact.asOf ?? today());
  const [submitted, setSubmitted] = useState(false);
  const parsed = enteredFact.safeParse({
    state,
    ...(state === "KNOWN" && value.trim() !== "" && { value }),
    source,
    asOf,
  });
  const { errorAt, failure } = failureByField(setFact.error, ["value", "source", "asOf"]);
  const errorOf = (field: "value" | "source" | "asOf") =>
    submitted && !parsed.success && parsed.error.issues.some(({ path }) => path[0] === field)
      ? t(`evidence.editor.missing.${field}`)
      : errorAt(field);

  function confirm() {
    setSubmitted(true);
    const isWithdrawn = state === registryState;
    if (!isWithdrawn && !parsed.success) return;
    setFact.mutate(isWithdrawn ? null : (parsed.data ?? null), {
      onSuccess: () => {
        showToast({
          tone: "good",
          text: t("evidence.editor.saved", {
            fact: t(`evidence.record.field.${fact.field}`),
          }),
        });
        onClose();
      },
    });
  }

  return {
    state,
    setState,
    isAdjustment,
    value,
    setValue,
    source,
    setSource,
    asOf,
    setAsOf,
    errorOf,
    busy: setFact.isPending,
    failure,
    confirm,
  };
}
