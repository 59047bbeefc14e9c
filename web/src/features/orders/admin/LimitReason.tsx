import { Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { euros } from "../../../lib/format.ts";
import { Banner } from "../../../ui/Banner.tsx";
import styles from "./admin.module.css";
import type { Decidable } from "./decisions.ts";

interface Props {
  /** Orders that take their companies above the credit limit. */
  orders: readonly Decidable[];
  /** The form was submitted: a missing reason is marked as invalid. */
  submitted: boolean;
  reason: string;
  onChange: (reason: string) => void;
}

/** Lists the orders above their company's credit limit and by how much, with a field for the reason to allow them. */
export function LimitReason({ orders, submitted, reason, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.checks}>
      <legend>{t("companies.overLimit.title")}</legend>
      <Banner tone="warn" title={t("companies.overLimit.above", { count: orders.length })}>
        <ul className={styles.limits}>
          {orders.map(({ id, companyName, overLimit }) => (
            <li key={id}>
              {t("companies.overLimit.row", {
                id,
                name: companyName,
                owed: euros(overLimit?.owed ?? 0),
                limit: euros(overLimit?.limit ?? 0),
              })}
            </li>
          ))}
        </ul>
      </Banner>
      <Textarea
        autosize
        minRows={2}
        maxLength={1000}
        label={t("companies.overLimit.reason")}
        description={t("companies.overLimit.help")}
        error={submitted && reason.trim().length < 3}
        value={reason}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </fieldset>
  );
}
