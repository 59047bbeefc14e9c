import { Button, Loader, type ButtonProps } from "@mantine/core";
import type { ComponentProps, MouseEvent } from "react";
import styles from "./BusyButton.module.css";
import { ariaDisabled } from "./ariaDisabled.ts";

interface Props
  extends Omit<ButtonProps, "loading">, Omit<ComponentProps<"button">, keyof ButtonProps> {
  busy: boolean;
}

/**
 * A button that starts something that takes time. While busy it shows a spinner before its label at the same width. Busy or
 * disabled it ignores clicks, and keeps the focus, which the browser takes from a button that is disabled in its own sense:
 * who has just saved would otherwise begin at the top of the page again.
 */
export function BusyButton({ busy, disabled, onClick, leftSection, className, ...props }: Props) {
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
      {...(disabled && ariaDisabled)}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // Also what Enter in a form's field does: it clicks the button. The second click of a double click can come before
        // the page knows that it is busy.
        if (busy || disabled || event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
