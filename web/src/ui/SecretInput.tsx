import { PasswordInput } from "@mantine/core";
import type { ComponentProps } from "react";

/** A field whose letters are hidden until they are asked for. One in error says so to screen readers too. */
export function SecretInput({ error, ...props }: ComponentProps<typeof PasswordInput>) {
  return <PasswordInput {...props} error={error} aria-invalid={error ? true : undefined} />;
}
