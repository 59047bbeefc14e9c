import { ActionIcon, VisuallyHidden } from "@mantine/core";
import type { ComparedFact, ComparedVintage } from "@tonneline/contract/compare";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Fragment, useRef } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "../../lib/paths.ts";
import { CreditTypeTag } from "../catalogue/CreditTypeTag.tsx";
import { ProjectCover } from "../catalogue/ProjectCover.tsx";
import type { Shop } from "../catalogue/useShop.ts";
import { useMayNotBuy } from "../company/buying.queries.ts";
import { ComparedValue } from "./ComparedValue.tsx";
import { QuantityRow } from "./QuantityRow.tsx";
import { SumRow } from "./SumRow.tsx";
import styles from "./compare.module.css";

interface Props {
  vintages: readonly ComparedVintage[];
  /** The indexes of those shown. */
  places: readonly number[];
  facts: readonly ComparedFact[];
  shop: Shop;
  onRemove: (id: number) => void;
}

/** Facts by vintages; if the table is wider than the page it scrolls by itself, and the labels stay in view. */
export function ComparedTable({ vintages, places, facts, shop, onRemove }: Props) {
  const { t } = useTranslation();
  const mayNot = useMayNotBuy();
  const region = useRef<HTMLDivElement>(null);
  const shown = places.map((place) => vintages[place]!);
  return (
    <div
      ref={region}
      className={styles.wrap}
      role="region"
      // A scrollable table must be reachable by keyboard.
      tabIndex={0}
      aria-label={t("compare.table")}
    >
      <table className={styles.table} ref={shop.table} style={{ "--columns": shown.length }}>
        <thead>
          <tr className={styles.covers}>
            <td className={styles.corner} />
            {shown.map((one) => (
              <td key={one.id}>
                <Cover
                  vintage={one}
                  onRemove={() => {
                    // The pressed button disappears with its column.
                    region.current?.focus();
                    onRemove(one.id);
                  }}
                />
              </td>
            ))}
          </tr>
          <tr className={styles.names}>
            <th scope="col" className={styles.corner}>
              {t("compare.count", { count: vintages.length })}
            </th>
            {shown.map((one) => (
              <th scope="col" key={one.id} className={styles.column}>
                <Name vintage={one} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {facts.map((fact, nth) => (
            <Fragment key={fact.key}>
              {fact.group !== facts[nth - 1]?.group && (
                <tr className={styles.group}>
                  <th scope="colgroup" colSpan={shown.length + 1}>
                    <span className={styles.groupName}>{t(`compare.groups.${fact.group}`)}</span>
                  </th>
                </tr>
              )}
              <tr className={fact.differs ? styles.differs : undefined}>
                <th scope="row">
                  {t(`compare.facts.${fact.key as "price"}`)}
                  {fact.differs && <VisuallyHidden>{t("compare.differs")}</VisuallyHidden>}
                </th>
                {places.map((place) => (
                  <td
                    key={vintages[place]!.id}
                    className={fact.odd === place ? styles.odd : undefined}
                  >
                    <ComparedValue fact={fact} place={place} vintages={vintages} />
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
          {!mayNot && <QuantityRow vintages={shown} shop={shop} />}
        </tbody>
        <tfoot>
          <SumRow shop={shop} columns={shown.length} />
        </tfoot>
      </table>
    </div>
  );
}

function Cover({ vintage, onRemove }: { vintage: ComparedVintage; onRemove: () => void }) {
  const { t } = useTranslation();
  const { project, year } = vintage;
  return (
    <div className={styles.cover}>
      <ProjectCover project={project} size="small" />
      <ActionIcon
        className={styles.remove}
        variant="default"
        size={32}
        aria-label={t("compare.remove", { name: project.name, year })}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function Name({ vintage }: { vintage: ComparedVintage }) {
  const { project, year, creditType, expectedDelivery } = vintage;
  return (
    <div className={styles.headCell}>
      <Link
        to={paths.project}
        params={{ id: String(project.id) }}
        className={styles.name}
        title={project.name}
      >
        {project.name}
      </Link>
      <span className={styles.year}>
        {year} <CreditTypeTag type={creditType.id} expected={expectedDelivery} />
      </span>
    </div>
  );
}
