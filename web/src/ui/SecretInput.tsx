import { PasswordInput } from "@mantine/core";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/** A field whose letters are hidden until they are asked for. One in error says so to screen readers too. */
export function SecretInput({ error, ...props }: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      {...props}
      error={error}
      aria-invalid={error ? true : undefined}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{
        "aria-label": t(visible ? "app.form.hidePassword" : "app.form.showPassword"),
        // The label says it: "Hide, pressed" would say that it is hidden.
        "aria-pressed": undefined,
        tabIndex: 0,
      }}
    />
  );
}
