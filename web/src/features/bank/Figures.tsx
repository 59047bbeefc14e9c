import { useTranslation } from "react-i18next";
import { day, euros, whole } from "../../lib/format.ts";
import styles from "./bank.module.css";
import { useBankFigures } from "./bank.queries.ts";

/** Balance, entries to decide and open invoices at the top of the page; their room is reserved while loading. */
export function Figures() {
  const { t } = useTranslation();
  const { data } = useBankFigures();
  const [account] = data?.accounts ?? [];
  const figure = (name: string, amount: number | null | undefined, text: string) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>
        <b>{typeof amount === "number" ? euros(amount) : "–"}</b>
      </dd>
      <dd>
        <small>{data ? text : "–"}</small>
      </dd>
    </div>
  );
  const outgoing = data?.toCheck.outgoing ?? 0;
  const count = (of = { count: 0 }) => ({ count: of.count, number: whole(of.count) });
  return (
    <dl className={styles.figures} aria-label={t("bank.figures.label")}>
      {figure(
        account?.on
          ? t("bank.figures.balance", { day: day(account.on) })
          : t("bank.figures.noBalance"),
        account?.balance ?? null,
        account?.on ? "" : t("bank.figures.none"),
      )}
      {figure(
        t("bank.figures.matched"),
        data?.matched.amount,
        t("bank.figures.matchedText", count(data?.matched)),
      )}
      {figure(
        t("bank.figures.toCheck"),
        data?.toCheck.amount,
        data?.oldestToCheck
          ? [
              t("bank.figures.toCheckText", {
                ...count(data.toCheck),
                day: day(data.oldestToCheck),
              }),
              outgoing > 0 && t("bank.figures.outgoing", { amount: euros(outgoing) }),
            ]
              .filter(Boolean)
              .join(" · ")
          : t("bank.figures.toCheckNone"),
      )}
      {figure(
        t("bank.figures.open"),
        data?.openInvoices.amount,
        t("bank.figures.openText", count(data?.openInvoices)),
      )}
      {figure(
        t("bank.figures.credit"),
        data?.credit.amount,
        t("bank.figures.creditText", count(data?.credit)),
      )}
    </dl>
  );
}
