import type { CountryTotals } from "@tonneline/contract/catalogue";
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { euros, tonnes, whole } from "../../../lib/format.ts";
import { SelectField } from "../../../ui/SelectField.tsx";
import listStyles from "../list.module.css";
import { countryName } from "../useNames.ts";
import { useShapes } from "./map.queries.ts";
import styles from "./map.module.css";
import { measures, shadeOf, shadeRanges, type Measure } from "./shades.ts";
import { frames, type Frame } from "./world.ts";
import "../../../locales/en/finding.ts";

/** What the map and the list beside it share. */
export interface CountryChoice {
  totals: CountryTotals["countries"];
  chosen: string | undefined;
  /** The country under the mouse, or whose row has the focus. */
  pointed: string | undefined;
  onPoint: (code: string | undefined) => void;
  onChoose: (code: string) => void;
}

/** The countries in five shades. The list beside it gives the same information without a mouse. */
export function WorldMap(props: CountryChoice) {
  const { t } = useTranslation();
  const [measure, setMeasure] = useState<Measure>("projects");
  const [frame, setFrame] = useState<Frame>("world");
  return (
    <section className={styles.panel} aria-label={t("finding.map.label")}>
      <div className={styles.bar}>
        <div className={listStyles.seg} role="group" aria-label={t("finding.map.shade")}>
          {measures.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === measure}
              onClick={() => setMeasure(each)}
            >
              {t(`finding.map.measure.${each}`)}
            </button>
          ))}
        </div>
        <SelectField
          className={styles.region}
          value={frame}
          onChange={(event) => setFrame(event.currentTarget.value as Frame)}
          aria-label={t("finding.map.region")}
          data={Object.keys(frames).map((value) => ({
            value,
            label: value === "world" ? t("finding.map.world") : value,
          }))}
        />
      </div>
      <Drawing {...props} measure={measure} frame={frame} />
      <Legend measure={measure} />
    </section>
  );
}

function Drawing({
  totals,
  chosen,
  pointed,
  onPoint,
  onChoose,
  measure,
  frame,
}: CountryChoice & { measure: Measure; frame: Frame }) {
  const { t } = useTranslation();
  const shapes = useShapes();
  if (shapes.isError)
    return (
      <div className={styles.failed} role="alert">
        <p>{t("finding.map.failed")}</p>
        <Button variant="default" onClick={() => void shapes.refetch()}>
          {t("catalogue.list.retry")}
        </Button>
      </div>
    );
  if (!shapes.data) return <Skeleton className={styles.drawing!} radius={0} />;
  const byCode = new Map(totals.map((total) => [total.id, total]));
  const total = byCode.get(pointed ?? chosen ?? "");
  const marked = shapes.data
    .filter(({ code = "", isDot }) => !isDot || byCode.has(code))
    .toSorted((a, b) => Number(a.code === chosen) - Number(b.code === chosen));
  return (
    <div className={styles.drawing} onMouseLeave={() => onPoint(undefined)}>
      <svg
        viewBox={frames[frame].join(" ")}
        role="img"
        aria-label={t("finding.map.summary", { count: totals.length })}
      >
        {marked.map(({ code, path, isDot }, nth) => {
          const found = code === undefined ? undefined : byCode.get(code);
          const isChosen = found !== undefined && code === chosen;
          const shade = found ? shadeOf(measure, found[measure]) : 0;
          return (
            <path
              key={code ?? nth}
              d={path}
              className={[
                styles[`shade${shade}`],
                isDot && styles.dot,
                isChosen && styles.chosen,
                code !== undefined && code === pointed && styles.pointed,
              ]
                .filter(Boolean)
                .join(" ")}
              onMouseEnter={() => onPoint(code)}
              {...(found && { onClick: () => onChoose(found.id), style: { cursor: "pointer" } })}
            />
          );
        })}
      </svg>
      {total && (
        <p className={styles.card} aria-hidden>
          <b>{countryName(total.id)}</b>
          <span>
            {t("catalogue.list.result", { count: total.projects, total: whole(total.projects) })}
          </span>
          <span>
            {tonnes(total.credits)} {t("catalogue.card.issued")}
          </span>
          {total.priceFrom !== null && (
            <span>
              {t("catalogue.card.from")} {euros(total.priceFrom)} {t("catalogue.card.perTonne")}
            </span>
          )}
        </p>
      )}
    </div>
  );
}

function Legend({ measure }: { measure: Measure }) {
  const { t } = useTranslation();
  return (
    <div className={styles.legend}>
      <b>{t(`finding.map.legend.${measure}`)}</b>
      <span>
        <i className={styles.shade0} />
        {t("finding.map.none")}
      </span>
      {shadeRanges(measure).map(({ shade, from, to }) => (
        <span key={shade}>
          <i className={styles[`shade${shade}`]} />
          {to === null
            ? t("finding.map.orMore", { from: whole(from) })
            : `${whole(from)}–${whole(to)}`}
        </span>
      ))}
      <span className={styles.source}>{t("finding.map.source")}</span>
    </div>
  );
}
