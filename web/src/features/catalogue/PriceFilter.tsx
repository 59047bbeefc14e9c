import type { Facets } from "@tonneline/contract/catalogue";
import { RangeSlider, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros } from "../../lib/format.ts";
import { typedEuros } from "@tonneline/contract/typed";
import type { ProjectSearch } from "./catalogue.search.ts";
import { onBarsOf, priceAt, priceShare } from "./filters.ts";
import styles from "./filters.module.css";
import type { ChangeSearch } from "./useProjectSearch.ts";

type Prices = NonNullable<Facets["prices"]>;
/** Steps of the slider. It has a log scale, as prices span orders of magnitude. */
const steps = 200;

interface Props {
  search: ProjectSearch;
  change: ChangeSearch;
  /** Lowest and highest price of the category: the slider's range, whatever is filtered. */
  bounds: Prices;
  /** The price distribution of the current search. */
  counts: Prices | null;
}

function withPrices(
  search: ProjectSearch,
  priceFrom: number | undefined,
  priceTo: number | undefined,
): ProjectSearch {
  const areOrdered = priceFrom === undefined || priceTo === undefined || priceFrom <= priceTo;
  return { ...search, priceFrom, priceTo: areOrdered ? priceTo : undefined, pages: 1 };
}

/**
 * Minimum and maximum price in euros per tonne, typed or set by a slider below the price histogram. If they cross, the one
 * set last wins.
 */
export function PriceFilter({ search, change, bounds, counts }: Props) {
  const { t } = useTranslation();
  const { min, max } = bounds;
  const from = search.priceFrom ?? min;
  const to = search.priceTo ?? max;
  const shares: [number, number] = [
    Math.round(priceShare(from, min, max) * steps),
    Math.round(priceShare(to, min, max) * steps),
  ];
  const [dragged, setDragged] = useState<[number, number] | null>(null);
  const price = (step: number) => priceAt(step / steps, min, max);

  function dropped([low, high]: [number, number]) {
    setDragged(null);
    // A thumb that did not move keeps the exact price that was typed.
    const lowest = low === shares[0] ? search.priceFrom : low <= 0 ? undefined : price(low);
    const highest = high === shares[1] ? search.priceTo : high >= steps ? undefined : price(high);
    change((present) => withPrices(present, lowest, highest));
  }

  return (
    <fieldset className={styles.group}>
      <legend>{t("catalogue.filters.price")}</legend>
      <div>
        <Histogram bounds={bounds} counts={counts?.histogram ?? []} from={from} to={to} />
        <RangeSlider
          className={styles.slider}
          min={0}
          max={steps}
          minRange={0}
          value={dragged ?? shares}
          onChange={setDragged}
          onChangeEnd={dropped}
          scale={price}
          label={(value) => euros(value)}
          thumbFromLabel={t("catalogue.filters.priceFrom")}
          thumbToLabel={t("catalogue.filters.priceTo")}
          size={3}
          thumbSize={18}
        />
        <div className={styles.range}>
          <PriceField
            key={`from ${search.priceFrom}`}
            label={t("catalogue.filters.priceFrom")}
            price={search.priceFrom}
            placeholder={euros(min)}
            onPrice={(next) => change((present) => withPrices(present, next, present.priceTo))}
          />
          <span>{t("catalogue.filters.to")}</span>
          <PriceField
            key={`to ${search.priceTo}`}
            label={t("catalogue.filters.priceTo")}
            price={search.priceTo}
            placeholder={euros(max)}
            onPrice={(next) =>
              change((present) =>
                withPrices(
                  present,
                  next !== undefined && (present.priceFrom ?? 0) > next
                    ? undefined
                    : present.priceFrom,
                  next,
                ),
              )
            }
          />
        </div>
      </div>
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  price: number | undefined;
  placeholder: string;
  onPrice: (price: number | undefined) => void;
}

/** A text field for a price: takes effect on blur or Enter, empty means no limit. */
function PriceField({ label, price, placeholder, onPrice }: FieldProps) {
  const { t } = useTranslation();
  const written = price === undefined ? "" : euros(price);
  const [text, setText] = useState(written);
  const [wrong, setWrong] = useState(false);

  function take() {
    const typed = typedEuros(text);
    if (typed === undefined) return setWrong(true);
    setWrong(false);
    if (typed === (price ?? null)) return setText(written);
    return onPrice(typed ?? undefined);
  }

  return (
    <TextInput
      classNames={{ wrapper: styles.small! }}
      aria-label={label}
      inputMode="decimal"
      value={text}
      placeholder={placeholder}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onBlur={take}
      onKeyDown={(event) => event.key === "Enter" && take()}
      error={wrong && t("catalogue.filters.priceWrong")}
    />
  );
}

interface HistogramProps {
  bounds: Prices;
  counts: Prices["histogram"];
  from: number;
  to: number;
}

/** The number of projects at each price, on the slider's scale. Purely decorative: the figures are on the cards. */
function Histogram({ bounds, counts, from, to }: HistogramProps) {
  const bars = onBarsOf(bounds.histogram, counts);
  const highest = Math.max(1, ...bars.map((bar) => bar.count));
  const x = (price: number) => priceShare(price, bounds.min, bounds.max) * 226 + 9;
  return (
    <svg className={styles.hist} viewBox="0 0 244 44" preserveAspectRatio="none" aria-hidden>
      {bars.map((bar) => {
        // One project next to five hundred would vanish: any non-zero bar is at least 2 px high.
        const height = bar.count === 0 ? 0 : 2 + (42 * bar.count) / highest;
        const inside = bar.to > from && bar.from < to;
        return (
          <rect
            key={bar.from}
            className={inside ? undefined : styles.out}
            x={x(bar.from)}
            y={44 - height}
            width={Math.max(1, x(bar.to) - x(bar.from) - 1.3)}
            height={height}
          />
        );
      })}
    </svg>
  );
}
