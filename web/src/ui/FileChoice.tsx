import { FileButton } from "@mantine/core";
import { useRef, type ComponentProps } from "react";

interface Props extends Pick<ComponentProps<typeof FileButton>, "accept" | "children"> {
  onChoose: (file: File) => void;
}

/**
 * A button that chooses a file. It forgets what was chosen: of a file that was mended and is chosen once more, the browser
 * would tell nothing otherwise.
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
