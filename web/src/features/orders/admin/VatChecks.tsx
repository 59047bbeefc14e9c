import { Textarea } from "@mantine/core";
import { vatCheckResults } from "@tonneline/contract/orders";
import { useTranslation } from "react-i18next";
import { Banner } from "../../../ui/Banner.tsx";
import { code } from "../../../ui/Facts.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import styles from "./admin.module.css";
import { withoutEvidence, type Check, type Decidable } from "./decisions.ts";

/** The European Commission's service for validating VAT numbers. */
const vies = "https://ec.europa.eu/taxation_customs/vies/#/vat-validation";

interface Props {
  /** The orders under reverse charge. */
  orders: readonly Decidable[];
  /** There are other orders, so these can be left for later. */
  canWait: boolean;
  /** The form was submitted: missing answers are marked as invalid. */
  submitted: boolean;
  checks: Readonly<Record<number, Check>>;
  onChange: (checks: Record<number, Check>) => void;
  /** The evidence entered for orders whose number is not valid. */
  evidence: Readonly<Record<number, string>>;
  onEvidence: (evidence: Record<number, string>) => void;
}

/** Under reverse charge the buyer owes the VAT: asks for the result of checking each number before the invoice is issued. */
export function VatChecks({
  orders,
  canWait,
  submitted,
  checks,
  onChange,
  evidence,
  onEvidence,
}: Props) {
  const { t } = useTranslation();
  const choices: Check[] = [...vatCheckResults, ...(canWait ? (["LATER"] as const) : [])];
  const invalid = orders.filter(({ id }) => checks[id] === "INVALID");
  const unproven = withoutEvidence(invalid, checks, evidence);
  return (
    <fieldset className={styles.checks}>
      <legend>{t("management.orders.dialog.vatLegend")}</legend>
      <p>
        {t("management.orders.dialog.vatHelp")}{" "}
        <a href={vies} target="_blank" rel="noreferrer">
          {t("management.orders.dialog.vies")}
        </a>
      </p>
      {byNumber(orders).map(({ ids, companyName, vatNumber, vatNumberLooksRight }) => (
        <SelectField
          key={vatNumber}
          label={t("management.orders.dialog.vat", {
            count: ids.length,
            name: companyName,
            id: ids[0],
          })}
          error={submitted && !checks[ids[0]]}
          description={
            <>
              {code(vatNumber)}
              {!vatNumberLooksRight && ` · ${t("management.orders.drawer.vatOdd")}`}
            </>
          }
          value={checks[ids[0]] ?? ""}
          data={[
            { value: "", label: t("management.orders.dialog.choose") },
            ...choices.map((value) => ({
              value,
              label: t(`management.orders.dialog.result.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = choices.find((each) => each === currentTarget.value);
            const others = Object.entries(checks).filter(([id]) => !ids.includes(Number(id)));
            const these = chosen ? ids.map((id) => [id, chosen] as const) : [];
            onChange(Object.fromEntries([...others, ...these]));
          }}
        />
      ))}
      {invalid.length > 0 && (
        <Banner tone="warn" title={t("management.orders.dialog.invalid")}>
          {t("management.orders.dialog.invalidText")}
        </Banner>
      )}
      {byNumber(invalid).map(({ ids, vatNumber, companyName }) => (
        <Textarea
          key={vatNumber}
          autosize
          minRows={2}
          maxLength={1000}
          label={t("management.orders.dialog.evidence", {
            count: ids.length,
            name: companyName,
            id: ids[0],
          })}
          description={t("management.orders.dialog.evidenceHelp")}
          error={submitted && unproven.some(({ id }) => id === ids[0])}
          value={evidence[ids[0]] ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onEvidence({ ...evidence, ...Object.fromEntries(ids.map((id) => [id, value])) })
          }
        />
      ))}
    </fieldset>
  );
}

interface Company extends Pick<Decidable, "companyName" | "vatNumber" | "vatNumberLooksRight"> {
  ids: [number, ...number[]];
}

/** Groups orders by VAT number: one answer serves all of them. */
function byNumber(orders: readonly Decidable[]): Company[] {
  const companies = new Map<string, Company>();
  for (const { id, companyName, vatNumber, vatNumberLooksRight } of orders) {
    const known = companies.get(vatNumber);
    if (known) known.ids.push(id);
    else companies.set(vatNumber, { ids: [id], companyName, vatNumber, vatNumberLooksRight });
  }
  return [...companies.values()];
}
