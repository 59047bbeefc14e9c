import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

/** Begins a new record of a list, beside its title. */
export function NewButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
      {label}
    </Button>
  );
}
