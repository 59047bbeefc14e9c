import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import styles from "./retire.module.css";
import { quantityOf } from "./retirementForm.ts";

interface Props {
  label: string;
  /** The label is visually hidden, for screen readers only. */
  quiet?: boolean;
  value: string;
  error: string | undefined;
  first: boolean;
  onChange: (typed: string) => void;
}

/** Whole tonnes as typed, formatted with thousands separators on blur. */
export function TonnesField({ label, quiet, value, error, first, onChange }: Props) {
  const { t } = useTranslation();
  const quantity = quantityOf(value);
  return (
    <TextInput
      {...(quiet
        ? { "aria-label": label }
        : // Read with the field, since the unit within it is not.
          {
            label,
            description: t("portfolio.retire.inTonnes"),
            descriptionProps: { hidden: true },
          })}
      {...(first && { "data-autofocus": true })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      classNames={{ input: styles.quantity }}
      rightSection={
        <span className={styles.unit} aria-hidden>
          t
        </span>
      }
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() =>
        quantity !== undefined && value !== whole(quantity) && onChange(whole(quantity))
      }
    />
  );
}
