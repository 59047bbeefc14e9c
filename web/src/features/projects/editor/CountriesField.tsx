import { MultiSelect } from "@mantine/core";
import { useController } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { countryChoices } from "../../../lib/countries.ts";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";

/** The project's countries as chips, found by typing. */
export function CountriesField() {
  const { t } = useTranslation();
  const { field, fieldState } = useController<ProjectFields, "countries">({ name: "countries" });
  return (
    <MultiSelect
      className={styles.wide}
      label={t("editor.fields.countries")}
      data={countryChoices}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      ref={field.ref}
      error={fieldState.error?.message}
      placeholder={t("editor.addCountry")}
      searchable
      hidePickedOptions
      selectFirstOptionOnChange
      nothingFoundMessage={t("editor.nothingFound")}
    />
  );
}
