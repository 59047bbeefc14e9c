import "@mantine/charts/styles.css";
import { BarChart } from "@mantine/charts";
import { useTranslation } from "react-i18next";
import { axisWidth, barsLook } from "../../ui/barsLook.ts";
import { whole } from "../../lib/format.ts";
import styles from "./portfolio.module.css";
import { partOf, quarterName, quarterOf, quarterParts, type Quarter } from "./quarters.ts";
import "../../locales/en/portfolio.ts";

const colors = { retired: "mint.5", inProgress: "cyan.5", issued: "blue.6", expected: "navy.5" };
const fills: Record<string, string> = {
  inProgress: "url(#portfolio-hatch)",
  expected: "url(#portfolio-expected)",
};

/** Stacked columns, one per quarter, with the total above the last. A separate module, as the charts library is large. */
export default function QuarterChart({ quarters }: { quarters: readonly Quarter[] }) {
  const { t } = useTranslation();
  const data = quarters.map((quarter) => ({
    ...Object.fromEntries(quarterParts.map((part) => [part, partOf(quarter, part)])),
    from: quarter.from,
    purchased: quarter.purchased,
    name: quarterName(quarter.from),
  }));
  const last = data.at(-1)?.name;
  const most = Math.max(0, ...quarters.map(({ purchased }) => purchased));
  return (
    <BarChart
      h={248}
      data={data}
      dataKey="name"
      {...barsLook}
      series={quarterParts.map((name) => ({
        name,
        color: colors[name],
        label: t(`portfolio.quarters.${name}`),
      }))}
      valueFormatter={whole}
      maxBarWidth={38}
      yAxisProps={{ allowDecimals: false, width: axisWidth(most) }}
      xAxisProps={{
        axisLine: { stroke: "var(--navy-5)" },
        interval: 0,
        height: 44,
        tick: ({ x, y, index }: TickPosition) => (
          <Tick x={x} y={y} from={data[index]?.from ?? ""} first={index === 0} />
        ),
      }}
      barProps={({ name }) => ({
        isAnimationActive: false,
        ...(fills[name as string] && { fill: fills[name as string] }),
        ...(name === "expected" && {
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
        <pattern id="portfolio-expected" width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill="var(--surface)" />
          <rect width="1.6" height="5" fill="var(--navy-5)" />
        </pattern>
      </defs>
    </BarChart>
  );
}

/** The quarter, and its year below the first one of each year. */
function Tick({
  x,
  y,
  from,
  first,
}: {
  x: Coordinate;
  y: Coordinate;
  from: string;
  first: boolean;
}) {
  const quarter = quarterOf(from);
  return (
    <text x={Number(x)} y={Number(y) + 12} textAnchor="middle" className={styles.tick}>
      <tspan>{quarter}</tspan>
      {(quarter === "Q1" || first) && (
        <tspan x={Number(x)} dy="17" className={styles.tickYear}>
          {from.slice(0, 4)}
        </tspan>
      )}
    </text>
  );
}

type Coordinate = number | string;

interface TickPosition {
  x: Coordinate;
  y: Coordinate;
  index: number;
}

interface BarLabel {
  x?: number | string | undefined;
  y?: number | string | undefined;
  width?: number | string | undefined;
  index?: number | undefined;
}
