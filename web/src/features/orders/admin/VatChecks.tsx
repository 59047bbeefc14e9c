import { Textarea } from "@mantine/core";
import { vatCheckResults } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import { code } from "../../../ui/Facts.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import styles from "./admin.module.css";
import type { Check, Decidable } from "./decisions.ts";

/** Where the European Commission answers whether a VAT number is valid. */
const vies = "https://ec.europa.eu/taxation_customs/vies/#/vat-validation";

interface Props {
  /** The orders under reverse charge. */
  orders: readonly Decidable[];
  /** There are other orders, so that one of these can wait. */
  canWait: boolean;
  checks: Readonly<Record<number, Check>>;
  onChange: (checks: Record<number, Check>) => void;
  /** What was typed for orders whose number is not valid. */
  evidence: Readonly<Record<number, string>>;
  onEvidence: (evidence: Record<number, string>) => void;
}

/** Under reverse charge the buyer owes the VAT: what the check of each number said, before the invoice leaves. */
export function VatChecks({ orders, canWait, checks, onChange, evidence, onEvidence }: Props) {
  const { t } = useTranslation();
  const choices: Check[] = [...vatCheckResults, ...(canWait ? (["LATER"] as const) : [])];
  const invalid = orders.filter(({ id }) => checks[id] === "INVALID");
  return (
    <fieldset className={styles.checks}>
      <legend>{t("management.orders.dialog.vatLegend")}</legend>
      <p>
        {t("management.orders.dialog.vatHelp")}{" "}
        <a href={vies} target="_blank" rel="noreferrer">
          {t("management.orders.dialog.vies")}
        </a>
      </p>
      {orders.map(({ id, companyName, vatNumber, vatNumberLooksRight }) => (
        <SelectField
          key={id}
          label={t("management.orders.dialog.vat", { name: companyName, id })}
          description={
            <>
              {code(vatNumber)}
              {!vatNumberLooksRight && ` · ${t("management.orders.drawer.vatOdd")}`}
            </>
          }
          value={checks[id] ?? ""}
          data={[
            { value: "", label: t("management.orders.dialog.choose") },
            ...choices.map((value) => ({
              value,
              label: t(`management.orders.dialog.result.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = choices.find((each) => each === currentTarget.value);
            const { [id]: _before, ...others } = checks;
            onChange(chosen ? { ...others, [id]: chosen } : others);
          }}
        />
      ))}
      {invalid.length > 0 && (
        <Banner tone="warn" title={t("management.orders.dialog.invalid")}>
          {t("management.orders.dialog.invalidText")}
        </Banner>
      )}
      {invalid.map(({ id, companyName }) => (
        <Textarea
          key={id}
          autosize
          minRows={2}
          maxLength={1000}
          label={t("management.orders.dialog.evidence", { name: companyName, id })}
          description={t("management.orders.dialog.evidenceHelp")}
          value={evidence[id] ?? ""}
          onChange={({ currentTarget }) => onEvidence({ ...evidence, [id]: currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
