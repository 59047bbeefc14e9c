import {
  adjustments,
  enteredFact,
  type factStates,
  type RecordFact,
} from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldErrorsOf } from "../../../lib/api.ts";
import { reasonOf } from "../../../lib/failure.ts";
import { today } from "../../../lib/format.ts";
import { showToast } from "../../../ui/toast.tsx";
import { useTellFact } from "./record.queries.ts";

export const registrysWord = "REGISTRY";
export type Choice = (typeof factStates)[number] | typeof registrysWord;

interface Where {
  projectId: number;
  vintageId: number | undefined;
  onClose: () => void;
}

/** The form for stating a fact, with its errors after the first attempt to save. */
export function useToldFact(fact: RecordFact, { projectId, vintageId, onClose }: Where) {
  const { t } = useTranslation();
  const tell = useTellFact({ projectId, vintageId, field: fact.field });
  const [state, setState] = useState<Choice>(fact.state);
  const isAdjustment = fact.field === "article6";
  const isChoice = (adjustments as readonly (string | undefined)[]).includes(fact.value);
  const [value, setValue] = useState(isAdjustment && !isChoice ? "" : (fact.value ?? ""));
  const [source, setSource] = useState(fact.source ?? "");
  const [asOf, setAsOf] = useState(fact.asOf ?? today());
  const [submitted, setSubmitted] = useState(false);
  const read = enteredFact.safeParse({
    state,
    ...(state === "KNOWN" && value.trim() !== "" && { value }),
    source,
    asOf,
  });
  const refused = fieldErrorsOf(tell.error);
  const wrong = (field: "value" | "source" | "asOf") =>
    submitted && !read.success && read.error.issues.some(({ path }) => path[0] === field)
      ? t(`evidence.editor.missing.${field}`)
      : refused.find(({ path }) => path === field)?.message;

  function confirm() {
    setSubmitted(true);
    const isBack = state === registrysWord;
    if (!isBack && !read.success) return;
    tell.mutate(isBack ? null : (read.data ?? null), {
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
    wrong,
    busy: tell.isPending,
    failure: tell.error && refused.length === 0 ? reasonOf(tell.error) : undefined,
    confirm,
  };
}
