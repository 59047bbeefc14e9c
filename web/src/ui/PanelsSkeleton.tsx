import { Skeleton, Stack } from "@mantine/core";
import waiting from "./waiting.module.css";

/** A stack of panel skeletons; `height` of each in px. */
export function PanelsSkeleton(props: { label: string; count: number; height: number }) {
  return (
    <Stack className={waiting.late} role="status" aria-label={props.label}>
      {Array.from({ length: props.count }, (_, panel) => (
        <Skeleton key={panel} height={props.height} radius="md" />
      ))}
    </Stack>
  );
}
