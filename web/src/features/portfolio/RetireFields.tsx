import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { retirementPurposes } from "@tonneline/contract/retirements";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { today } from "../../lib/format.ts";
import { useUnprintable } from "../../lib/unprintable.ts";
import { DateField } from "../../ui/DateField.tsx";
import { OptionalLabel } from "../../ui/OptionalLabel.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import styles from "./retire.module.css";
import { claimsNeutrality, claimYears, otherPeriod } from "./retirementForm.ts";
import type { RetireForm } from "./useRetireForm.ts";

interface Props {
  form: RetireForm;
  /** Precedes the other fields: the tonnes of a single holding. */
  children?: ReactNode;
}

/** Returns a warning about text that is about to be printed on a certificate. */
function useWarning() {
  const { t } = useTranslation();
  const unprintable = useUnprintable();
  return (text: string) =>
    unprintable(text) ?? (claimsNeutrality(text) ? t("portfolio.retire.neutral") : undefined);
}

/** The fields of a retirement, in the order of the certificate. */
export function RetireFields({ form, children }: Props) {
  const { draft, change, errorAt } = form;
  const { t } = useTranslation();
  const warningOf = useWarning();
  return (
    <div className={styles.fields}>
      {children}
      <TextInput
        className={children ? undefined : styles.wide}
        label={t("portfolio.retire.beneficiary")}
        description={warningOf(draft.beneficiaryName) ?? t("portfolio.retire.beneficiaryHelp")}
        maxLength={200}
        value={draft.beneficiaryName}
        error={errorAt("beneficiaryName")}
        onChange={({ currentTarget }) => change({ beneficiaryName: currentTarget.value })}
      />
      <SelectField
        label={t("portfolio.retire.purpose")}
        value={draft.purpose}
        error={errorAt("purpose")}
        data={retirementPurposes.map((value) => ({
          value,
          label: t(`retirements.purpose.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const purpose = retirementPurposes.find((each) => each === value);
          if (purpose) change({ purpose });
        }}
      />
      <SelectField
        label={<OptionalLabel label={t("portfolio.retire.claimYear")} />}
        value={draft.claimYear}
        data={[
          { value: "", label: t("portfolio.retire.noYear") },
          ...claimYears(today()).map((year) => ({ value: year, label: year })),
          { value: otherPeriod, label: t("portfolio.retire.otherPeriod") },
        ]}
        onChange={({ currentTarget }) => change({ claimYear: currentTarget.value })}
      />
      {draft.claimYear === otherPeriod &&
        (["periodFrom", "periodTo"] as const).map((field) => (
          <DateField
            key={field}
            label={
              <OptionalLabel
                label={t(field === "periodFrom" ? "portfolio.retire.from" : "portfolio.retire.to")}
              />
            }
            value={draft[field]}
            error={errorAt(field)}
            onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
          />
        ))}
      <Textarea
        className={styles.wide}
        label={<OptionalLabel label={t("portfolio.retire.message")} />}
        maxLength={2000}
        autosize
        minRows={2}
        value={draft.message}
        description={warningOf(draft.message)}
        error={errorAt("message")}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
      <Checkbox
        className={styles.wide}
        label={t("portfolio.retire.unnamed")}
        checked={draft.unnamed}
        onChange={({ currentTarget }) => change({ unnamed: currentTarget.checked })}
      />
    </div>
  );
}
