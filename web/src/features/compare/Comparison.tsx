import { Switch } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { comparedFacts, type ComparedVintage } from "@tonneline/contract/compare";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { useShop } from "../catalogue/useShop.ts";
import { ComparedFiles } from "./ComparedFiles.tsx";
import { ComparedTable } from "./ComparedTable.tsx";
import { PairChoice } from "./PairChoice.tsx";
import { pairOf } from "./pair.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import styles from "./compare.module.css";

interface Props {
  vintages: ComparedVintage[];
  ids: readonly number[];
  /** How many vintages of the URL are no longer shown. */
  missing: number;
  onChange: (ids: readonly number[]) => void;
}

/** The loaded comparison. */
export function Comparison({ vintages, ids, missing, onChange }: Props) {
  const { t } = useTranslation();
  const [differing, setDiffering] = useState(false);
  const facts = useMemo(() => comparedFacts(vintages), [vintages]);
  // On paper, which is narrower, the browser shrinks the table: nobody can choose the pair there.
  const isNarrow = useMediaQuery("screen and (max-width: 767px)", undefined, {
    getInitialValueInEffect: false,
  });
  // By id: indexes shift when a column is removed.
  const [chosen, setChosen] = useState(() => vintages.slice(0, 2).map(({ id }) => id));
  const pair = pairOf(
    chosen,
    vintages.map(({ id }) => id),
  );
  const places = isNarrow ? pair : [...vintages.keys()];
  const projectIds = useMemo(
    () => [...new Set(vintages.map(({ project }) => project.id))],
    [vintages],
  );
  const shop = useShop({ vintages, projectIds });
  const unlike = facts.filter((fact) => fact.differs).length;

  return (
    <>
      <Crumbs label={t("compare.crumbs")}>
        <Link to={paths.spot}>{t("catalogue.marketplace")}</Link>
        <Link to={paths.spot}>{t("catalogue.category.CREDIT_SALE")}</Link>
      </Crumbs>
      <div className={styles.head}>
        <div>
          <h1>{t("compare.title", { count: vintages.length })}</h1>
          <p>{t("compare.lead")}</p>
        </div>
        <ComparedFiles ids={ids} />
      </div>
      {missing > 0 && <p className={styles.missing}>{t("compare.missing", { count: missing })}</p>}
      <div className={styles.bar}>
        <Switch
          checked={differing}
          onChange={(event) => setDiffering(event.currentTarget.checked)}
          label={t("compare.onlyDiffering")}
        />
        <span>{t("compare.differing", { count: unlike, all: facts.length })}</span>
      </div>
      {isNarrow && vintages.length > 2 && (
        <PairChoice
          vintages={vintages}
          pair={pair}
          onChange={(next) => setChosen(next.map((place) => vintages[place]!.id))}
        />
      )}
      <ComparedTable
        vintages={vintages}
        places={places}
        facts={differing ? facts.filter((fact) => fact.differs) : facts}
        shop={shop}
        onRemove={(id) => onChange(ids.filter((one) => one !== id))}
      />
      <p className={styles.note}>{t("compare.note")}</p>
    </>
  );
}
