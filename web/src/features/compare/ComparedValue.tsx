import { IconCircleDashed, IconCheck } from "@tabler/icons-react";
import type { ComparedFact, ComparedVintage } from "@tonneline/contract/compare";
import { useTranslation } from "react-i18next";
import { euros, tonnes } from "../../lib/format.ts";
import { countryName } from "../catalogue/useNames.ts";
import { OwnPrice } from "../../ui/OwnPrice.tsx";
import styles from "./compare.module.css";

interface Props {
  fact: ComparedFact;
  /** The index of the vintage whose value is shown. */
  place: number;
  vintages: readonly ComparedVintage[];
}

/** A fact's value in words; a missing value is shown as missing. */
export function ComparedValue({ fact, place, vintages }: Props) {
  const { t } = useTranslation();
  const value = fact.values[place] ?? null;
  if (value === null) return <Missing fact={fact} />;
  if (typeof value === "number") {
    const isLowest = fact.key === "price" && isLowestIssued(vintages, place);
    return (
      <>
        <span className={styles.figure}>
          {fact.unit === "euros" ? euros(value) : tonnes(value)}
        </span>
        {isLowest && (
          <span className={styles.lowest}>
            <IconCheck size={14} stroke={2} aria-hidden /> {t("compare.lowest")}
          </span>
        )}
        {fact.key === "price" && <OwnPrice listPrice={vintages[place]!.listPrice} />}
      </>
    );
  }
  if (fact.key === "countries") return value.split(", ").map(countryName).join(", ");
  if (fact.group === "labels") return value === "Yes" ? t("compare.shown") : value;
  return value;
}

function Missing({ fact: { key, group } }: { fact: ComparedFact }) {
  const { t } = useTranslation();
  if (group === "labels") return <span className={styles.none}>{t("compare.notShown")}</span>;
  if (key === "price") return t("catalogue.card.priceOnRequest");
  if (key === "report") return <span className={styles.none}>{t("compare.noReport")}</span>;
  return (
    <span className={styles.unknown}>
      <IconCircleDashed size={14} stroke={2} aria-hidden /> {t("compare.unknown")}
    </span>
  );
}

/** Whether the vintage is the cheapest of the issued ones; false if several share that price. */
function isLowestIssued(vintages: readonly ComparedVintage[], place: number): boolean {
  const prices = vintages.flatMap(({ creditType, price }) =>
    creditType.id === "EX_POST" && price !== null ? [price] : [],
  );
  const lowest = Math.min(...prices);
  const { creditType, price } = vintages[place]!;
  const isLowest = creditType.id === "EX_POST" && price === lowest;
  return isLowest && prices.length > 1 && prices.filter((each) => each === lowest).length === 1;
}
