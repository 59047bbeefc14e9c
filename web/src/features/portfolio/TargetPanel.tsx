import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Target } from "@tonneline/contract/portfolio";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { day, today, tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { useUsername } from "../../lib/session.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { saveNeed } from "../catalogue/need.ts";
import { useCompany, useMayForCompany } from "../company/company.queries.ts";
import styles from "./target.module.css";
import { TargetDialog } from "./TargetDialog.tsx";
import { TargetBar } from "./TargetBar.tsx";
import { useTargets } from "./targets.queries.ts";

/**
 * Whether all data of the target has loaded or failed to; it is requested along with what surrounds it. Never reverts
 * to false, since failed requests are retried by whatever is rendered then.
 */
export function useIsTargetKnown(): boolean {
  const targets = useTargets();
  const company = useCompany();
  return targets.isFetched && company.isFetched;
}

/** The company's retirement target for a year and its progress; the current year by default. */
export function TargetPanel() {
  const { t } = useTranslation();
  const { data: targets, error, refetch } = useTargets();
  const mayChange = useMayForCompany("manage");
  const thisYear = Number(today().slice(0, 4));
  const [chosen, setChosen] = useState<number>();
  const [editing, setEditing] = useState<number>();
  if (!targets) {
    return error ? (
      <ErrorState
        title={t("portfolio.target.failed")}
        {...failureOf(error)}
        onRetry={() => void refetch()}
      />
    ) : null;
  }
  const ofYear = (year: number | undefined) => targets.find((each) => each.year === year);
  const shown = ofYear(chosen) ?? ofYear(thisYear) ?? targets[0];
  const edit = () => setEditing(shown?.year ?? thisYear);
  return (
    <section className={styles.panel} aria-labelledby="portfolio-target">
      {shown ? (
        <Filled target={shown} onEdit={mayChange ? edit : undefined}>
          {targets.length > 1 && (
            <SelectField
              size="sm"
              aria-label={t("portfolio.target.year")}
              value={String(shown.year)}
              data={targets.map(({ year }) => String(year))}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            />
          )}
        </Filled>
      ) : (
        <div className={styles.none}>
          <p>
            <b id="portfolio-target">{t("portfolio.target.none")}</b>{" "}
            {t(mayChange ? "portfolio.target.noneText" : "portfolio.target.noneForOthers")}
          </p>
          {mayChange && (
            <Button variant="default" size="sm" onClick={edit}>
              {t("portfolio.target.set")}
            </Button>
          )}
        </div>
      )}
      {editing !== undefined && (
        <TargetDialog
          targets={targets}
          year={editing}
          onSaved={setChosen}
          onClose={() => setEditing(undefined)}
        />
      )}
    </section>
  );
}

interface FilledProps {
  target: Target;
  onEdit: (() => void) | undefined;
  children: React.ReactNode;
}

function Filled({ target, onEdit, children }: FilledProps) {
  const { t } = useTranslation();
  const username = useUsername();
  const { year, changedBy, changedAt, held, toBuy, retired } = target;
  const amount = tonnes(target.tonnes);
  const isReached = retired >= target.tonnes;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h2 id="portfolio-target" className={styles.title}>
            {isReached
              ? t("portfolio.target.reached", { amount: tonnes(retired), year })
              : t("portfolio.target.title", { amount, year })}
          </h2>
          <p className={styles.note}>
            {t("portfolio.target.setBy", { name: changedBy, day: day(changedAt) })}{" "}
            {onEdit && (
              <button type="button" className={styles.change} onClick={onEdit}>
                {t("portfolio.target.change")}
              </button>
            )}
          </p>
        </div>
        <div className={styles.short}>
          {children}
          {toBuy > 0 && (
            <p>
              <b>{tonnes(toBuy)}</b> {t("portfolio.target.short")}
              <span className={styles.note}>
                {held > 0 && t("portfolio.target.ifAll", { held: tonnes(held), year })}
              </span>
            </p>
          )}
        </div>
      </div>
      <TargetBar target={target} />
      {toBuy > 0 && (
        <Button
          variant="default"
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to={paths.spot}
              onClick={() => saveNeed(username, toBuy)}
              search={{ creditType: "EX_POST", availableOnly: "true" }}
            />
          )}
        >
          {t("portfolio.target.find", { amount: tonnes(toBuy) })}
        </Button>
      )}
    </>
  );
}
