import { Button, MultiSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { codeNames, creditTypes } from "@tonneline/contract/codes";
import { useState, type Ref } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../lib/countries.ts";
import { useListOptions } from "../projects/admin/useListOptions.ts";
import type { ChoiceList } from "../projects/editor/editor.queries.ts";
import { narrowings, type Narrowing, type PriceListTexts } from "./form.ts";
import { useProjectChoices } from "./priceLists.queries.ts";
import styles from "./priceLists.module.css";

interface Props {
  at: number;
  form: UseFormReturn<PriceListTexts>;
  canWrite: boolean;
  onRemove: () => void;
}

/** A percentage discount, and the criteria that narrow it. */
export function RuleFields({ at, form, canWrite, onRemove }: Props) {
  const { t } = useTranslation();
  const errors = form.formState.errors.rules?.[at];
  const text = (name: "percent" | "yearFrom" | "yearTo") => ({
    label: t(`priceLists.rule.${name}`),
    error: errors?.[name]?.message,
    readOnly: !canWrite,
    inputMode: "decimal" as const,
    ...form.register(`rules.${at}.${name}`),
  });
  return (
    <fieldset className={styles.rule}>
      <legend>{t("priceLists.rule.legend", { number: at + 1 })}</legend>
      <TextInput {...text("percent")} />
      <TextInput {...text("yearFrom")} />
      <TextInput {...text("yearTo")} />
      {narrowings.map((name) => (
        <Controller
          key={name}
          control={form.control}
          name={`rules.${at}.${name}`}
          render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
            <Narrowed
              ref={ref}
              name={name}
              value={value}
              error={error?.message}
              readOnly={!canWrite}
              onChange={onChange}
            />
          )}
        />
      ))}
      {canWrite && (
        <Button className={styles.remove} variant="subtle" size="sm" onClick={onRemove}>
          {t("priceLists.rule.remove")}
        </Button>
      )}
    </fieldset>
  );
}

interface Chosen {
  ref: Ref<HTMLInputElement>;
  value: string[];
  error: string | undefined;
  readOnly: boolean;
  onChange: (value: string[]) => void;
}

const lists: Partial<Record<Narrowing, ChoiceList>> = {
  projectType: "projectTypes",
  registry: "registries",
  developer: "developers",
};
const kinds = creditTypes.map((value) => ({ value, label: codeNames[value] }));

function Narrowed({ name, ...props }: Chosen & { name: Narrowing }) {
  const list = lists[name];
  if (list) return <FromList name={name} list={list} {...props} />;
  if (name === "project") return <Projects {...props} />;
  return <Choice name={name} data={name === "country" ? countryChoices : kinds} {...props} />;
}

function FromList({ list, ...props }: Chosen & { name: Narrowing; list: ChoiceList }) {
  return <Choice {...props} {...useListOptions(list, props.value)} />;
}

function Projects(props: Chosen) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const found = useProjectChoices(q, props.value);
  return <Choice {...props} name="project" data={found.map(optionOf)} onType={setTyped} />;
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
});

interface ChoiceProps extends Chosen {
  name: Narrowing;
  data: { value: string; label: string }[];
  /** If set, the options are searched elsewhere, by the typed text. */
  onType?: (text: string) => void;
}

function Choice({ name, data, onType, ...props }: ChoiceProps) {
  const { t } = useTranslation();
  const each = [...new Map(data.map((one) => [one.value, one])).values()];
  return (
    <MultiSelect
      searchable
      label={t(`priceLists.rule.${name}`)}
      placeholder={props.value.length > 0 ? "" : t("priceLists.rule.any")}
      data={each}
      nothingFoundMessage={t("priceLists.rule.none")}
      {...(onType && { onSearchChange: onType, filter: ({ options }) => options })}
      {...props}
    />
  );
}
