import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";

/** Whether buyers can see the project at all. */
export function VisibilityField() {
  const { t } = useTranslation();
  const { field } = useController<ProjectFields, "hidden">({ name: "hidden" });
  const choices = [
    { value: false, label: t("editor.visible"), Icon: IconEye },
    { value: true, label: t("editor.hidden"), Icon: IconEyeOff },
  ];
  return (
    <fieldset className={styles.choice}>
      <legend className="field-label">{t("editor.fields.hidden")}</legend>
      <div className={styles.segments}>
        {choices.map(({ value, label, Icon }) => (
          <label key={label}>
            <input
              type="radio"
              name={field.name}
              ref={value === field.value ? field.ref : undefined}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
            />
            <Icon size={16} stroke={1.8} aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
