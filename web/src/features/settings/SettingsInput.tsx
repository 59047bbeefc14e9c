import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { Controller, type UseFormReturn } from "react-hook-form";
import { countryChoices } from "../../lib/countries.ts";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import { isNumber, type SettingsField } from "./sections.ts";

const zones = Intl.supportedValuesOf("timeZone");

interface Props {
  field: SettingsField;
  label: string;
  form: UseFormReturn<Record<string, string>>;
  canWrite: boolean;
}

/** The input for one field of a section, depending on its kind. */
export function SettingsInput({ field: { name, kind, optional }, label, form, canWrite }: Props) {
  const { control, register } = form;
  const shown = {
    label: optional ? <OptionalLabel label={label} /> : label,
    error: form.formState.errors[name]?.message,
    readOnly: !canWrite,
  };
  if (kind === "country" || kind === "zone") {
    const chosen = form.getValues(name) ?? "";
    // This browser's list may lack a name that another one has.
    const data = kind === "country" ? countryChoices : [...new Set([...zones, chosen])];
    return (
      <Controller
        control={control}
        name={name}
        render={({ field }) => (
          <Select searchable allowDeselect={false} data={data} {...shown} {...field} />
        )}
      />
    );
  }
  if (kind === "switch") {
    return (
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange, ...field } }) => (
          <Switch
            {...field}
            label={label}
            checked={value === "true"}
            disabled={!canWrite}
            onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
          />
        )}
      />
    );
  }
  if (kind === "lines") {
    return <Textarea autosize minRows={2} maxRows={12} {...shown} {...register(name)} />;
  }
  return (
    <TextInput
      {...(isNumber(kind) && { inputMode: "decimal" as const })}
      {...(kind === "address" && { type: "url", placeholder: "https://" })}
      {...shown}
      {...register(name)}
    />
  );
}
