import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { retirementPurposes } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import styles from "./retire.module.css";
import type { RetirementDraft } from "./retirementForm.ts";

interface Props {
  draft: RetirementDraft;
  /** Tonnes. */
  available: number;
  /** Tonnes as typed; undefined while that is no number. */
  quantity: number | undefined;
  errorAt: (field: keyof RetirementDraft) => string | undefined;
  onChange: (part: Partial<RetirementDraft>) => void;
}

/** The fields of a retirement, in the order of the certificate. */
export function RetireFields({ draft, available, quantity, errorAt, onChange }: Props) {
  const { t } = useTranslation();
  const optional = (text: string) => (
    <>
      {text} <span className={styles.optional}>{t("app.form.optional")}</span>
    </>
  );
  const stays = quantity === undefined ? available : available - quantity;
  return (
    <div className={styles.fields}>
      <div>
        <TextInput
          label={t("portfolio.retire.quantity")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          data-autofocus
          classNames={{ input: styles.quantity }}
          rightSection={
            <span className={styles.unit} aria-hidden>
              t
            </span>
          }
          value={draft.quantity}
          error={errorAt("quantity")}
          onChange={({ currentTarget }) => onChange({ quantity: currentTarget.value })}
          onBlur={() =>
            quantity !== undefined &&
            draft.quantity !== whole(quantity) &&
            onChange({ quantity: whole(quantity) })
          }
        />
        <div className={styles.under}>
          <span>{stays >= 0 && t("portfolio.retire.stays", { amount: tonnes(stays) })}</span>
          {available > 0 && (
            <button
              type="button"
              className={styles.all}
              onClick={() => onChange({ quantity: whole(available) })}
            >
              {t("portfolio.retire.all", { amount: tonnes(available) })}
            </button>
          )}
        </div>
      </div>
      <TextInput
        label={t("portfolio.retire.beneficiary")}
        description={t("portfolio.retire.beneficiaryHelp")}
        inputWrapperOrder={["label", "input", "error", "description"]}
        maxLength={200}
        value={draft.beneficiaryName}
        error={errorAt("beneficiaryName")}
        onChange={({ currentTarget }) => onChange({ beneficiaryName: currentTarget.value })}
      />
      <SelectField
        className={styles.wide}
        label={t("portfolio.retire.purpose")}
        value={draft.purpose}
        error={errorAt("purpose")}
        data={retirementPurposes.map((value) => ({
          value,
          label: t(`portfolio.retire.purposes.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => {
          const purpose = retirementPurposes.find((each) => each === value);
          if (purpose) onChange({ purpose });
        }}
      />
      {(["periodFrom", "periodTo"] as const).map((field) => (
        <TextInput
          key={field}
          type="date"
          label={optional(
            t(field === "periodFrom" ? "portfolio.retire.from" : "portfolio.retire.to"),
          )}
          value={draft[field]}
          error={errorAt(field)}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        />
      ))}
      <Textarea
        className={styles.wide}
        label={optional(t("portfolio.retire.message"))}
        maxLength={2000}
        autosize
        minRows={2}
        value={draft.message}
        error={errorAt("message")}
        onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
      />
      <Checkbox
        className={styles.wide}
        label={t("portfolio.retire.unnamed")}
        checked={draft.unnamed}
        onChange={({ currentTarget }) => onChange({ unnamed: currentTarget.checked })}
      />
    </div>
  );
}
