import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { useTranslation } from "react-i18next";
import { axisWidth, barsLook } from "../../ui/barsLook.ts";
import { whole } from "../../lib/format.ts";
import styles from "./evidence.module.css";
import "../../locales/en/evidence.ts";

type Series = "retired" | "remaining";
const colors = { retired: "mint.5", remaining: "blue.2" } as const;

interface Props {
  rows: readonly ({ name: string } & Partial<Record<Series, number>>)[];
  /** In stacking order from the bottom. */
  series: readonly Series[];
}

/** Stacked columns of tonnes. A separate module, as the chart library is large. */
export default function Columns({ rows, series }: Props) {
  const { t } = useTranslation();
  const heights = rows.map((row) => series.reduce((sum, name) => sum + (row[name] ?? 0), 0));
  return (
    <div className={styles.chart}>
      <BarChart
        h={220}
        data={[...rows]}
        dataKey="name"
        {...barsLook}
        series={series.map((name) => ({
          name,
          color: colors[name],
          label: t(`evidence.${name}`),
        }))}
        valueFormatter={whole}
        maxBarWidth={34}
        // The chart starts 12 px left of its box.
        yAxisProps={{ allowDecimals: false, width: axisWidth(Math.max(0, ...heights)) + 12 }}
        xAxisProps={{ axisLine: { stroke: "var(--navy-5)" } }}
        barProps={({ name }) => ({
          isAnimationActive: false,
          // Too pale to be seen without an edge.
          ...(name === "remaining" && { stroke: "var(--blue-5)", strokeOpacity: 1 }),
        })}
      />
    </div>
  );
}
