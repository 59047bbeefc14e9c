import { FileButton } from "@mantine/core";
import { useRef, type ComponentProps } from "react";

interface Props extends Pick<ComponentProps<typeof FileButton>, "accept" | "children"> {
  onChoose: (file: File) => void;
}

/**
 * A button that opens a file picker. It resets its input after each choice: browsers fire no change event when the
 * same file, now corrected, is chosen again.
 */
export function FileChoice({ onChoose, ...props }: Props) {
  const resetInput = useRef<() => void>(null);
  return (
    <FileButton
      {...props}
      resetRef={resetInput}
      onChange={(file) => {
        resetInput.current?.();
        if (file) onChoose(file);
      }}
    />
  );
}
