import { PasswordInput } from "@mantine/core";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";

/** A password field with a button to reveal its text. An error is also exposed to screen readers. */
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
        // The label already conveys the state: "Hide, pressed" would suggest that the text is hidden.
        "aria-pressed": undefined,
        tabIndex: 0,
      }}
    />
  );
}
