import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";
import styles from "./BusyButton.module.css";

interface Props
  extends Omit<ButtonProps, "loading">, Omit<ComponentProps<"button">, keyof ButtonProps> {
  busy: boolean;
}

/**
 * A button that starts something that takes time. While busy it shows a spinner before its label at the same width,
 * ignores further clicks, and keeps the focus, which a disabled button would lose.
 */
export function BusyButton({ busy, onClick, leftSection, className, ...props }: Props) {
  const spinner = <Loader size={16} color="currentColor" aria-hidden />;
  const section = (
    <span className={styles.section}>
      <span className={busy ? styles.behind : undefined}>{leftSection}</span>
      {busy && spinner}
    </span>
  );
  return (
    <Button
      {...props}
      className={[className, busy && !leftSection && styles.tight].filter(Boolean).join(" ")}
      leftSection={leftSection || busy ? section : undefined}
      {...(busy && { "aria-busy": true, "aria-disabled": true })}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Also what Enter in a form's field does: it clicks the button. The second click of a double click can come before
        // the page knows that it is busy.
        if (busy || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
