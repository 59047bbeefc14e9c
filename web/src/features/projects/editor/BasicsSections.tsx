import { availabilityStatuses, codeNames, continents } from "@tonneline/contract/codes";
import { Checkbox } from "@mantine/core";
import { useController, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useUnprintable } from "../../../lib/unprintable.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import { CountriesField } from "./CountriesField.tsx";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";
import { GoalsField } from "./GoalsField.tsx";
import { PickField } from "./PickField.tsx";
import { Section } from "./Section.tsx";
import { TextField } from "./TextField.tsx";
import { VisibilityField } from "./VisibilityField.tsx";

/** The name of a project, whether it is on sale and visible, and whether its prices are invented. */
export function BasicsSection() {
  const { t } = useTranslation();
  const { field } = useController<ProjectFields, "demonstration">({ name: "demonstration" });
  return (
    <Section id="basics">
      <div className={styles.two}>
        <NameField />
        <TextField name="description" label={t("editor.fields.description")} lines={4} wide />
        <ChoiceField
          name="status"
          label={t("editor.fields.status")}
          choices={availabilityStatuses.map((value) => ({ value, label: codeNames[value] }))}
        />
        <VisibilityField />
        <Checkbox
          // Meets the minimum target size of 24 px.
          size="md"
          ref={field.ref}
          className={styles.wide}
          label={t("editor.fields.demonstration")}
          description={t("editor.demonstrationHelp")}
          checked={field.value}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      </div>
    </Section>
  );
}

/** The name, with a hint if certificates cannot print some of its characters. */
function NameField() {
  const { t } = useTranslation();
  const name = useWatch<ProjectFields, "name">({ name: "name" });
  const unprintable = useUnprintable();
  return <TextField name="name" label={t("editor.fields.name")} help={unprintable(name)} wide />;
}

/** The project's type, its registry, developer and auditor, and its location. Names are chosen from the directories. */
export function ClassificationSection() {
  const { t } = useTranslation();
  return (
    <Section id="classification">
      <div className={styles.two}>
        <PickField name="projectType" list="projectTypes" label={t("editor.fields.projectType")} />
        <PickField name="registry" list="registries" label={t("editor.fields.registry")} />
        <TextField name="externalId" label={t("editor.fields.externalId")} optional mono />
        <TextField
          name="registryUrl"
          label={t("editor.fields.registryUrl")}
          optional
          inputMode="url"
        />
        <PickField name="developer" list="developers" label={t("editor.fields.developer")} />
        <PickField name="auditor" list="auditors" label={t("editor.fields.auditor")} optional />
        <TextField name="methodology" label={t("editor.fields.methodology")} optional />
        <TextField name="registryStatus" label={t("editor.fields.registryStatus")} optional />
        <ChoiceField
          name="continent"
          label={t("editor.fields.continent")}
          choices={[
            { value: "", label: t("editor.noContinent") },
            ...continents.map((value) => ({ value, label: value })),
          ]}
        />
        <CountriesField />
        <GoalsField />
      </div>
    </Section>
  );
}
