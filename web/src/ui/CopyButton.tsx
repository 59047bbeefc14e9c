import { ActionIcon, CopyButton as MantineCopy, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

interface Props {
  value: string;
  /** Names what is copied: "Copy the amount". */
  label: string;
  /** Shown after copying: "Copied". */
  done: string;
}

/** Copies a value to the clipboard and confirms it in its tooltip. */
export function CopyButton({ value, label, done }: Props) {
  return (
    <MantineCopy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <Tooltip label={copied ? done : label}>
            <ActionIcon variant="subtle" color="navy" aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={16} stroke={1.8} /> : <IconCopy size={16} stroke={1.8} />}
            </ActionIcon>
          </Tooltip>
          <VisuallyHidden role="status">{copied ? done : ""}</VisuallyHidden>
        </>
      )}
    </MantineCopy>
  );
}
