import { useFormContext, type FieldPathByValue } from "react-hook-form";
import { SelectField } from "../../../ui/SelectField.tsx";
import type { ProjectFields } from "./form.ts";

interface Props {
  name: FieldPathByValue<ProjectFields, string>;
  label: string;
  choices: { value: string; label: string }[];
}

/** A select field for a few choices. */
export function ChoiceField({ name, label, choices }: Props) {
  const { register, getFieldState, formState } = useFormContext<ProjectFields>();
  return (
    <SelectField
      label={label}
      data={choices}
      error={getFieldState(name, formState).error?.message}
      {...register(name)}
    />
  );
}
