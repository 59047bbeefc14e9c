import { Textarea } from "@mantine/core";

interface Props {
  label: string;
  description: string;
  error: string | boolean | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** The reason for an action, in a confirmation dialog. */
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
