import { Select, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import {
  comparisons,
  getSales,
  type Comparison,
  type Sales as Found,
} from "@tonneline/contract/dashboard";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, percent, perTonne, today, tonnes, whole } from "../../lib/format.ts";
import { TogglePill } from "../../ui/table/FilterPill.tsx";
import { Block } from "./Block.tsx";
import styles from "./dashboard.module.css";
import { useSales } from "./dashboard.queries.ts";
import { paidLink } from "./links.ts";
import { SalesChart } from "./SalesChart.tsx";
import { SalesList } from "./SalesList.tsx";
import { daysOf, ranges, useSalesRange, type SalesRange } from "./salesRange.ts";

/** Paid orders in a range, with their comparison: figures, a chart, and a list with the same content. */
export function Sales() {
  const { t } = useTranslation();
  const [range, change] = useSalesRange();
  const query = useSales(range);
  const [listed, setListed] = useLocalStorage({
    key: "dashboard-sales-list",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return (
    <Block
      title={t("dashboard.sales")}
      note={t("dashboard.salesNote")}
      tools={<RangeTools range={range} onChange={change} />}
      query={query}
      height={350}
    >
      {(sales) => (
        <div className={styles.sales} aria-busy={query.isPlaceholderData}>
          <SalesFigures sales={sales} range={range} />
          <div className={styles.chartSide}>
            {sales.total.orders === 0 && (sales.before?.orders ?? 0) === 0 ? (
              <p className={styles.note}>{t("dashboard.noSales")}</p>
            ) : (
              <SalesChart sales={sales} compare={range.compare} />
            )}
            <button
              type="button"
              className={styles.more}
              aria-expanded={listed}
              onClick={() => setListed(!listed)}
            >
              {t(listed ? "dashboard.hideList" : "dashboard.showList")}
            </button>
            {listed && <SalesList sales={sales} />}
          </div>
        </div>
      )}
    </Block>
  );
}

function RangeTools(props: { range: SalesRange; onChange: (next: Partial<SalesRange>) => void }) {
  const { t } = useTranslation();
  const { range, onChange } = props;
  return (
    <>
      <div role="group" aria-label={t("dashboard.range")} className={styles.ranges}>
        {ranges.map((name) => (
          <TogglePill
            key={name}
            label={t(`dashboard.ranges.${name}`)}
            on={range.name === name}
            onChange={() => onChange({ name, ...daysOf(name, today()) })}
          />
        ))}
      </div>
      <RangeDay side="from" range={range} max={range.to} onChange={onChange} />
      <RangeDay side="to" range={range} min={range.from} onChange={onChange} />
      <Select
        size="sm"
        className={styles.compare}
        aria-label={t("dashboard.compare")}
        allowDeselect={false}
        value={range.compare}
        data={comparisons.map((value) => ({ value, label: t(`dashboard.compares.${value}`) }))}
        onChange={(compare) => onChange({ compare: compare as Comparison })}
      />
    </>
  );
}

interface DayProps {
  side: "from" | "to";
  range: SalesRange;
  min?: string;
  max?: string;
  onChange: (next: Partial<SalesRange>) => void;
}

/**
 * The first or last day. A year is typed digit by digit, and only the last digit makes a valid range: until then the input
 * stays as typed.
 */
export function RangeDay({ side, range, onChange, ...bounds }: DayProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  function type(value: string) {
    setTyped(value);
    const days = { from: range.from, to: range.to, [side]: value };
    if (getSales.query.safeParse(days).success) onChange({ name: "own", ...days });
  }
  return (
    <TextInput
      type="date"
      size="sm"
      aria-label={t(`dashboard.${side}`)}
      value={typed ?? range[side]}
      {...bounds}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** The figures of the range, each linked to its orders and compared with the reference range. */
function SalesFigures({ sales, range }: { sales: Found; range: SalesRange }) {
  const { t } = useTranslation();
  const { total, before } = sales;
  const price = ({ creditsNet, credits }: Found["total"]) =>
    credits > 0 ? creditsNet / credits : undefined;
  const perTonneNow = price(total);
  const figures = [
    { name: "net", now: total.net, past: before?.net, say: euros },
    { name: "credits", now: total.credits, past: before?.credits, say: tonnes },
    { name: "orders", now: total.orders, past: before?.orders, say: whole },
    { name: "price", now: perTonneNow, past: before ? price(before) : undefined, say: perTonne },
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, now, past, say }) => (
        <div key={name}>
          <dt>{t(`dashboard.figure.${name}`)}</dt>
          <dd>
            <Link {...paidLink(range)}>{now === undefined ? "–" : say(now)}</Link>
            {now !== undefined && past !== undefined && (
              <small>
                {past > 0 && `${signed(((now - past) / past) * 100)} `}
                {t("dashboard.fromBefore", { before: say(past) })}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const signed = (change: number) => `${change >= 0 ? "+" : "−"}${percent(Math.abs(change))}`;
