import { TextInput } from "@mantine/core";
import { useState, type ComponentProps } from "react";
import { ActionDialog } from "./ActionDialog.tsx";

interface Props extends ComponentProps<typeof ActionDialog> {
  name: string;
  onName: (name: string) => void;
  label: string;
  maxLength: number;
  /** Error text for a missing name. */
  missing: string;
  /** Why the name was rejected; shown at its field instead of as `failure`. */
  refused?: string;
}

/** An action dialog with a required name. */
export function NamedDialog(props: Props) {
  const { name, onName, label, maxLength, missing, refused, children, ...action } = props;
  const [submitted, setSubmitted] = useState(false);
  const isMissing = name.trim() === "";
  return (
    <ActionDialog
      {...action}
      failure={refused ? undefined : action.failure}
      onConfirm={() => {
        setSubmitted(true);
        if (!isMissing) action.onConfirm();
      }}
    >
      <TextInput
        label={label}
        value={name}
        maxLength={maxLength}
        error={submitted && isMissing ? missing : refused}
        onChange={({ currentTarget }) => onName(currentTarget.value)}
        data-autofocus
      />
      {children}
    </ActionDialog>
  );
}
