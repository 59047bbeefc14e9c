import { Skeleton, Stack } from "@mantine/core";
import waiting from "./waiting.module.css";

/** Panels to come, one below the other, each about so many px tall. */
export function PanelsSkeleton(props: { label: string; count: number; height: number }) {
  return (
    <Stack className={waiting.late} role="status" aria-label={props.label}>
      {Array.from({ length: props.count }, (_, panel) => (
        <Skeleton key={panel} height={props.height} radius="md" />
      ))}
    </Stack>
  );
}
