import type { PortfolioSummary } from "@tonneline/contract/portfolio";
import { useTranslation } from "react-i18next";
import { euros, whole } from "../../lib/format.ts";
import { averagePrice } from "./holdings.ts";
import table from "./figuresTable.module.css";
import styles from "./portfolio.module.css";

/** The costs of credits by year, net. */
export function YearCosts({ years }: { years: PortfolioSummary["series"]["years"] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="portfolio-years">
      <div className={styles.chartHead}>
        <h2 id="portfolio-years" className={styles.chartTitle}>
          {t("portfolio.years.title")}
        </h2>
        <span className={styles.unit}>{t("portfolio.years.unit")}</span>
      </div>
      <div
        className={table.figuresTable}
        role="group"
        aria-labelledby="portfolio-years"
        tabIndex={0}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t("portfolio.years.year")}</th>
              <th scope="col">{t("portfolio.years.spent")}</th>
              <th scope="col">{t("portfolio.holdings.purchased")}</th>
              <th scope="col">{t("portfolio.holdings.average")}</th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, spent, purchased }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <td>{euros(spent)}</td>
                <td>{whole(purchased)}</td>
                <td>{euros(averagePrice(spent, purchased))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
