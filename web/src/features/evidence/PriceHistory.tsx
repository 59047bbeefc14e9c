import { Skeleton } from "@mantine/core";
import type { Vintage } from "@tonneline/contract/catalogue";
import type { Evidence } from "@tonneline/contract/evidence";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyChunk } from "../../lib/chunk.ts";
import { day, euros } from "../../lib/format.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { WhenNear } from "../../ui/WhenNear.tsx";
import styles from "./evidence.module.css";
import { FigureTable } from "./FigureTable.tsx";

const PriceLine = lazyChunk(() => import("./PriceLine.tsx"));

interface Props {
  history: Evidence["priceHistory"];
  vintages: readonly Pick<Vintage, "id" | "year">[];
}

/** The price history of a vintage, as a line with its table. A single price is shown as a sentence. */
export function PriceHistory({ history, vintages }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const yearOf = (id: number) => vintages.find((vintage) => vintage.id === id)?.year ?? "";
  const longest = history.toSorted((one, other) => other.points.length - one.points.length)[0]!;
  const { vintageId, points } = history.find((each) => each.vintageId === chosen) ?? longest;
  const priceText = (price: number | null | undefined) =>
    price === null || price === undefined ? t("evidence.prices.onRequest") : euros(price);
  return (
    <>
      <div className={styles.pricesHead}>
        <p className={styles.lead}>{t("evidence.prices.lead")}</p>
        <SelectField
          size="sm"
          aria-label={t("evidence.prices.vintage")}
          value={String(vintageId)}
          data={history.map((each) => ({
            value: String(each.vintageId),
            label: t("evidence.prices.ofVintage", { year: yearOf(each.vintageId) }),
          }))}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        />
      </div>
      {points.length === 1 ? (
        <p>
          {t("evidence.prices.one", {
            price: priceText(points[0]?.price),
            date: day(points[0]!.date),
          })}
        </p>
      ) : (
        <div className={styles.pair}>
          <WhenNear placeholder={<Skeleton height={200} />}>
            <PriceLine points={points} />
          </WhenNear>
          <FigureTable
            caption={t("evidence.prices.title")}
            heads={[t("evidence.prices.since"), t("evidence.prices.price")]}
            rows={points.toReversed().map(({ date, price }) => [day(date), priceText(price)])}
          />
        </div>
      )}
    </>
  );
}
