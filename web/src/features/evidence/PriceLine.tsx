import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import type { Evidence } from "@tonneline/contract/evidence";
import { useTranslation } from "react-i18next";
import { day, euros } from "../../lib/format.ts";
import styles from "./evidence.module.css";
import "../../locales/en/evidence.ts";

/** Prices as steps over time, with a gap while the price was on request. A table next to it has the figures. */
export default function PriceLine({
  points,
}: {
  points: Evidence["priceHistory"][number]["points"];
}) {
  const { t } = useTranslation();
  return (
    <div aria-hidden className={styles.chart}>
      <LineChart
        h={200}
        data={points.map(({ date, price }) => ({ date: day(date), price }))}
        dataKey="date"
        curveType="stepAfter"
        series={[{ name: "price", color: "blue.6", label: t("evidence.prices.price") }]}
        valueFormatter={euros}
        gridColor="var(--navy-2)"
        textColor="var(--navy-6)"
        strokeDasharray="0"
        tickLine="none"
        lineChartProps={{ accessibilityLayer: false }}
        tooltipAnimationDuration={0}
        tooltipProps={{ isAnimationActive: false }}
        yAxisProps={{ width: 76, domain: ["auto", "auto"] }}
        lineProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
