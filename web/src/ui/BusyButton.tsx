import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";
import styles from "./BusyButton.module.css";
import { ariaDisabled } from "./ariaDisabled.ts";

interface Props
  extends Omit<ButtonProps, "loading">, Omit<ComponentProps<"button">, keyof ButtonProps> {
  busy: boolean;
}

/**
 * A button that starts a slow operation. While busy it shows a spinner before its label at the same width. Busy or
 * disabled, it ignores clicks but keeps the focus. A natively disabled button would lose it, and after saving,
 * keyboard users would start over at the top of the page.
 */
export function BusyButton({ busy, disabled, onClick, leftSection, className, ...props }: Props) {
  const section = (
    <span className={styles.section}>
      <span className={busy ? styles.behind : undefined}>{leftSection}</span>
      {busy && <Loader size={16} color="currentColor" aria-hidden />}
    </span>
  );
  return (
    <Button
      {...props}
      className={`${className ?? ""} ${busy && !leftSection ? styles.tight : ""}`}
      leftSection={leftSection || busy ? section : undefined}
      {...(busy && { "aria-busy": true, "aria-disabled": true })}
      {...(disabled && ariaDisabled)}
      // If a field lost the focus now, its error could move the button away before the click is complete.
      onMouseDown={(event: MouseEvent) => event.preventDefault()}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (event.detail > 0) event.currentTarget.focus({ focusVisible: false });
        // This also covers Enter in a form field, which clicks the button. The second click of a double click can
        // arrive before the page has rendered as busy.
        if (busy || disabled || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
