import { useFormContext, type FieldPathByValue } from "react-hook-form";
import { SelectField } from "../../../ui/SelectField.tsx";
import { errorAt } from "./errorAt.ts";
import type { ProjectFields } from "./form.ts";

interface Props {
  name: FieldPathByValue<ProjectFields, string>;
  label: string;
  choices: { value: string; label: string }[];
}

/** A select field for a few choices. */
export function ChoiceField({ name, label, choices }: Props) {
  const { register, formState } = useFormContext<ProjectFields>();
  return (
    <SelectField
      label={label}
      data={choices}
      error={errorAt(formState, name)}
      {...register(name)}
    />
  );
}
