import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

/** Starts a new record; placed next to the title of a list. */
export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
