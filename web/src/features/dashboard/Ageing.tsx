import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { euros, percent, whole } from "../../lib/format.ts";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useAgeing } from "./dashboard.queries.ts";
import { ageLink } from "./links.ts";

/** The amount owed by age: a bar, and a list of links with the same figures. */
export function Ageing() {
  const { t } = useTranslation();
  const query = useAgeing();
  const all = query.data?.total;
  return (
    <Block
      title={t("dashboard.receivables")}
      tools={
        all && <Link {...ageLink("all")}>{t("dashboard.openSum", { sum: euros(all.amount) })}</Link>
      }
      query={query}
      height={250}
    >
      {({ ageing, total }) =>
        total.invoices === 0 ? (
          <p className={styles.note}>{t("dashboard.nothingOpen")}</p>
        ) : (
          <>
            <div className={styles.ages} aria-hidden>
              {ageing
                .filter(({ amount }) => amount > 0)
                .map(({ bucket, amount }) => (
                  <span key={bucket} data-age={bucket} style={{ flexGrow: amount }} />
                ))}
            </div>
            <div
              className={styles.frame}
              tabIndex={0}
              role="group"
              aria-label={t("dashboard.receivables")}
            >
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t("dashboard.age")}</th>
                    <th scope="col" className={styles.num}>
                      {t("dashboard.invoices")}
                    </th>
                    <th scope="col" className={styles.num}>
                      {t("dashboard.open")}
                    </th>
                    <th scope="col" className={styles.num}>
                      {t("dashboard.share")}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {ageing.map(({ bucket, invoices, amount }) => (
                    <tr key={bucket} className={invoices === 0 ? styles.quiet : undefined}>
                      <th scope="row">
                        <span className={styles.dot} data-age={bucket} aria-hidden />
                        <Link {...ageLink(bucket)}>{t(`dashboard.ages.${bucket}`)}</Link>
                      </th>
                      <td className={styles.num} data-label={t("dashboard.invoices")}>
                        {whole(invoices)}
                      </td>
                      <td className={styles.num} data-main>
                        {euros(amount)}
                      </td>
                      <td className={styles.num} data-label={t("dashboard.share")}>
                        {percent(total.amount > 0 ? (amount / total.amount) * 100 : 0)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )
      }
    </Block>
  );
}
