import { Textarea } from "@mantine/core";

interface Props {
  label: string;
  description: string;
  error?: string | boolean | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Why something is done, in a dialog that asks for it first. */
export function ReasonField({ onChange, ...field }: Props) {
  return (
    <Textarea
      {...field}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      minRows={3}
      maxLength={1000}
      data-autofocus
    />
  );
}
