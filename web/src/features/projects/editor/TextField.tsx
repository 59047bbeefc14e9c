import { Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useFormContext, type FieldPathByValue } from "react-hook-form";
import { DateField } from "../../../ui/DateField.tsx";
import { OptionalLabel } from "../../../ui/OptionalLabel.tsx";
import { errorAt } from "./errorAt.ts";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";

interface Props {
  name: FieldPathByValue<ProjectFields, string>;
  label: string;
  optional?: boolean;
  help?: ReactNode;
  type?: "date";
  inputMode?: "numeric" | "decimal" | "url";
  /** A unit at the right end. */
  unit?: string;
  /** The initial number of lines; the field grows with the text. */
  lines?: number;
  /** Spans the full width of the form. */
  wide?: boolean;
  mono?: boolean;
}

/** A field of the form by its path, with its label and error. */
export function TextField(props: Props) {
  const { name, label, optional, help, lines, wide, unit, mono, ...input } = props;
  const { register, formState } = useFormContext<ProjectFields>();
  const shared = {
    label: optional ? <OptionalLabel label={label} /> : label,
    description: help,
    error: errorAt(formState, name),
    className: wide ? styles.wide : undefined,
    autoComplete: "off",
    ...register(name),
  };
  if (lines) return <Textarea {...shared} autosize minRows={lines} maxRows={24} />;
  if (input.type === "date") return <DateField {...shared} />;
  return (
    <TextInput
      {...shared}
      {...input}
      classNames={mono ? { input: styles.mono } : {}}
      rightSection={unit && <span className={styles.unit}>{unit}</span>}
      rightSectionPointerEvents="none"
    />
  );
}
