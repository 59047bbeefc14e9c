import type { CompanyRecord } from "@tonneline/contract/companies";
import { useTranslation } from "react-i18next";
import { euros, share } from "../../../lib/format.ts";
import { Gauge } from "../../../ui/Gauge.tsx";
import styles from "./record.module.css";

/** A company's credit limit, and how much of it is used. */
export function LimitFacts({ company }: { company: CompanyRecord }) {
  const { t } = useTranslation();
  const { account, creditLimit, open } = company;
  const parts = [
    account.invoiced > 0 && t("companies.money.invoiced", { sum: euros(account.invoiced) }),
    account.toApprove > 0 && t("companies.money.toApprove", { sum: euros(account.toApprove) }),
  ].filter(Boolean);
  const of = parts.length > 0 && <p className={styles.soft}>{parts.join(", ")}</p>;
  if (creditLimit === null) {
    return (
      <>
        <p>{t("companies.money.none", { used: euros(open) })}</p>
        {of}
      </>
    );
  }
  const used = t("companies.money.used", { used: euros(open), limit: euros(creditLimit) });
  const part = creditLimit > 0 ? open / creditLimit : Number(open > 0);
  const over = open > creditLimit;
  return (
    <div className={styles.limit}>
      <p>
        {used}
        <b className={over ? styles.late : undefined}>
          {over ? t("companies.money.over", { sum: euros(open - creditLimit) }) : share(part)}
        </b>
      </p>
      <Gauge part={part} label={used} className={over ? styles.full : undefined} />
      {of}
    </div>
  );
}
