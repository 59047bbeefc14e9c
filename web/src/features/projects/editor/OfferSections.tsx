import { Checkbox, Switch } from "@mantine/core";
import { useController, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import styles from "./fields.module.css";
import type { ProjectFields } from "./form.ts";
import { Section } from "./Section.tsx";
import { TextField } from "./TextField.tsx";

/** Enables the details of an offer; what was typed in them is kept while it is off. */
function OfferSwitch({ offer }: { offer: "financing" | "sponsoring" }) {
  const { t } = useTranslation();
  const { field } = useController<ProjectFields, "financing.on" | "sponsoring.on">({
    name: `${offer}.on`,
  });
  return (
    <Switch
      size="md"
      ref={field.ref}
      label={t(`editor.${offer}.on`)}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
    />
  );
}

function InvestmentField() {
  const { t } = useTranslation();
  const { field } = useController<ProjectFields, "investmentAvailable">({
    name: "investmentAvailable",
  });
  return (
    <Checkbox
      // Meets the minimum target size of 24 px.
      size="md"
      ref={field.ref}
      className={styles.wide}
      label={t("editor.fields.investmentAvailable")}
      description={t("editor.investmentHelp")}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
    />
  );
}

/** The terms of a financing offer; shown only while it is enabled. */
export function FinancingSection() {
  const { t } = useTranslation();
  const on = useWatch<ProjectFields, "financing.on">({ name: "financing.on" });
  return (
    <Section id="financing">
      <OfferSwitch offer="financing" />
      {on && (
        <div className={styles.two}>
          <InvestmentField />
          <TextField
            name="financing.expectedCredits"
            label={t("editor.fields.financing.expectedCredits")}
            inputMode="numeric"
            unit="t"
          />
          <TextField
            name="financing.price"
            label={t("editor.fields.financing.price")}
            inputMode="decimal"
            unit="€/t"
          />
          <TextField name="financing.from" label={t("editor.fields.financing.from")} type="date" />
          <TextField name="financing.to" label={t("editor.fields.financing.to")} type="date" />
          <TextField
            name="financing.creditingPeriod"
            label={t("editor.fields.financing.creditingPeriod")}
            help={t("editor.creditingHelp")}
          />
          <TextField
            name="financing.methodology"
            label={t("editor.fields.financing.methodology")}
          />
        </div>
      )}
    </Section>
  );
}

/** The terms of a sponsoring offer. Whether investors are wanted is asked here only without financing. */
export function SponsoringSection() {
  const { t } = useTranslation();
  const [on, financing] = useWatch<ProjectFields, ["sponsoring.on", "financing.on"]>({
    name: ["sponsoring.on", "financing.on"],
  });
  return (
    <Section id="sponsoring">
      <OfferSwitch offer="sponsoring" />
      {on && (
        <div className={styles.two}>
          {!financing && <InvestmentField />}
          <TextField
            name="sponsoring.expectedImpact"
            label={t("editor.fields.sponsoring.expectedImpact")}
            lines={3}
            wide
          />
          <TextField
            name="sponsoring.from"
            label={t("editor.fields.sponsoring.from")}
            type="date"
          />
          <TextField name="sponsoring.to" label={t("editor.fields.sponsoring.to")} type="date" />
        </div>
      )}
    </Section>
  );
}
