import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEditor } from "./EditorContext.tsx";

/** Adds a row to a list of the form; rendered only for users who may edit it. */
export function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const { canWrite } = useEditor();
  if (!canWrite) return null;
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
