import { BarChart } from "@mantine/charts";
import { useTranslation } from "react-i18next";
import { whole } from "../../lib/format.ts";
import styles from "./portfolio.module.css";
import { quarterName, type Quarter } from "./quarters.ts";
import "../../locales/en/portfolio.ts";

// From the bottom: what is retired stays, what is available is on top.
const series = [
  { name: "retired", color: "mint.5" },
  { name: "inProgress", color: "cyan.5" },
  { name: "available", color: "blue.6" },
];

/** Stacked columns, one a quarter; the total stands over the last. A module of its own: the charts are large. */
export default function QuarterChart({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const data = quarters.map((quarter) => ({ ...quarter, name: quarterName(quarter.from) }));
  const last = data.at(-1)?.name;
  return (
    <BarChart
      h={232}
      data={data}
      dataKey="name"
      type="stacked"
      series={series.map((each) => ({
        ...each,
        label: t(`portfolio.totals.${each.name as "retired"}`),
      }))}
      valueFormatter={whole}
      gridAxis="x"
      gridColor="var(--navy-2)"
      textColor="var(--navy-6)"
      strokeDasharray="0"
      tickLine="none"
      maxBarWidth={38}
      barChartProps={{ accessibilityLayer: false }}
      tooltipAnimationDuration={0}
      tooltipProps={{ isAnimationActive: false }}
      yAxisProps={{ allowDecimals: false, width: 64 }}
      xAxisProps={{ axisLine: { stroke: "var(--navy-5)" }, interval: 0 }}
      barProps={({ name }) => ({
        isAnimationActive: false,
        ...(name === "inProgress" && { fill: "url(#portfolio-hatch)" }),
        ...(name === "available" && {
          label: ({ x, y, width, index }: BarLabel) =>
            index !== undefined && data[index]?.name === last ? (
              <text
                x={Number(x) + Number(width) / 2}
                y={Number(y) - 7}
                textAnchor="middle"
                className={styles.lastTotal}
              >
                {whole(data[index]!.purchased)}
              </text>
            ) : (
              <g />
            ),
        }),
      })}
    >
      <defs>
        <pattern
          id="portfolio-hatch"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" fill="var(--cyan-1)" />
          <rect width="2.4" height="5" fill="var(--cyan-5)" />
        </pattern>
      </defs>
    </BarChart>
  );
}

interface BarLabel {
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
  index?: number | undefined;
}
