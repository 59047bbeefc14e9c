import { useDebouncedValue } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { PriceList } from "@tonneline/contract/priceLists";
import type { TFunction } from "i18next";
import { useEffect } from "react";
import { useFieldArray, useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { today } from "../../lib/format.ts";
import { useFormSubmission } from "../../lib/useFormSubmission.ts";
import { keepUserInput, useFormVersion } from "../../lib/useFormVersion.ts";
import { showToast } from "../../ui/toast.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { bodyOf, narrowings, textsOf, type PriceListTexts } from "./form.ts";
import { savePriceList, usePriceListPreview, useRefreshPriceLists } from "./priceLists.queries.ts";

// The pause in typing before a preview is requested.
const previewAfterMs = 400;

type Version = Pick<PriceList, "version">;
const unsaved: Version = { version: 0 };

export interface FormOf {
  /** The list to edit; undefined for a new one. */
  list: PriceList | undefined;
  /** The company that a new list is for. */
  company: string | undefined;
  onAdded: (id: number) => void;
}

const ruleFields = ["percent", "yearFrom", "yearTo", ...narrowings] as const;

/** Returns the labels of a rule's fields, unique among all rules. */
function ruleLabels(t: TFunction, at: number) {
  const rule = t("priceLists.rule.legend", { number: at + 1 });
  return ruleFields.map((name) => [
    `rules.${at}.${name}`,
    t("priceLists.rule.of", { rule, field: t(`priceLists.rule.${name}`) }),
  ]);
}

/** The form of a price list: its input, its preview, and its save. */
export function usePriceListForm({ list, company, onAdded }: FormOf) {
  const { t } = useTranslation();
  const refresh = useRefreshPriceLists();
  const client = useQueryClient();
  const refreshChoices = () => client.invalidateQueries({ queryKey: ["management", "choices"] });
  const start = { ...textsOf(list, today()), ...(!list && company && { companies: [company] }) };
  const form = useForm<PriceListTexts>({ defaultValues: start, shouldFocusError: false });
  const { isDirty } = form.formState;
  useUnsaved(isDirty);
  const { version, adopt } = useFormVersion<Version>(list ?? unsaved, isDirty);
  const rules = useFieldArray({ control: form.control, name: "rules" });
  const typed = useWatch({ control: form.control }) as PriceListTexts;
  const [debounced] = useDebouncedValue(typed, previewAfterMs);
  // Name and validity do not affect the preview.
  const parsed = bodyOf({ ...debounced, name: "x", validFrom: "2020-01-01", validUntil: "" });
  const preview = usePriceListPreview(parsed.data);
  const labels = {
    name: t("priceLists.form.name"),
    companies: t("priceLists.form.companies"),
    validFrom: t("priceLists.form.validFrom"),
    validUntil: t("priceLists.form.validUntil"),
    prices: t("priceLists.form.prices"),
    ...Object.fromEntries(rules.fields.flatMap((_, at) => ruleLabels(t, at))),
  };
  const { onSubmit, summary } = useFormSubmission(form, labels, {
    refresh: () => (adopt(), refresh()),
    messageFor: (who) => t("priceLists.conflict", { who }),
    goneMessage: list && t("priceLists.gone"),
  });

  // Saved elsewhere: shown in fields without input.
  useEffect(() => {
    if (list) form.reset(textsOf(list, today()), keepUserInput);
  }, [form, list]);

  const submit = onSubmit(async (texts) => {
    const body = bodyOf(texts);
    if (!body.success) {
      for (const { path, message } of body.error.issues)
        form.setError(path.join(".") as "name", { message });
      return;
    }
    const saving = savePriceList(list && { ...list, version }, body.data);
    // Entries that are gone by now are no longer offered.
    const saved = await saving.finally(() => void refreshChoices());
    adopt(saved);
    form.reset(textsOf(saved, today()));
    showToast({ tone: "good", text: t(list ? "priceLists.saved" : "priceLists.created") });
    await refresh();
    if (!list) onAdded(saved.id);
  });
  return { form, rules, submit, summary, preview, isReadable: parsed.success };
}
