import { TextInput } from "@mantine/core";
import { useState, type ComponentProps } from "react";
import { ActionDialog } from "./ActionDialog.tsx";

interface Props extends ComponentProps<typeof ActionDialog> {
  name: string;
  onName: (name: string) => void;
  label: string;
  maxLength: number;
  /** What is said without a name. */
  missing: string;
  /** Why the name was refused; said at its field in place of `failure`. */
  refused: string | undefined;
}

/** A dialog on a thing that has a name: without one it is not confirmed. */
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
