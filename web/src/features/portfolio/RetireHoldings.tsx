import type { Holding } from "@tonneline/contract/portfolio";
import { useTranslation } from "react-i18next";
import { tonnes, whole } from "../../lib/format.ts";
import { Cover } from "../orders/Cover.tsx";
import styles from "./retire.module.css";
import { quantityOf } from "./retirementForm.ts";
import { TonnesField } from "./TonnesField.tsx";
import type { RetireForm } from "./useRetireForm.ts";

interface Props {
  holdings: readonly Holding[];
  form: RetireForm;
}

/** The holdings to retire: a single one with its remaining tonnes, or several with a tonnes field each. */
export function RetireHoldings({ holdings, form }: Props) {
  const { t } = useTranslation();
  const [only, ...others] = holdings;
  if (only && others.length === 0) {
    return (
      <div className={styles.holding}>
        <HoldingLine holding={only} form={form} />
        <div className={styles.left}>
          <b>{tonnes(only.available)}</b>
          <span>{t("portfolio.retire.available")}</span>
        </div>
      </div>
    );
  }
  return (
    <ul className={styles.several} aria-label={t("portfolio.retire.several")}>
      {holdings.map((holding, index) => {
        const { vintageId, projectName, year, available } = holding;
        return (
          <li key={vintageId} className={styles.holding}>
            <HoldingLine holding={holding} form={form} />
            <div className={styles.oneOf}>
              <TonnesField
                quiet
                first={index === 0}
                label={t("portfolio.retire.tonnesOf", { project: projectName, year })}
                value={form.draft.tonnes[vintageId] ?? ""}
                error={form.tonnesError(vintageId, index)}
                onChange={(typed) =>
                  form.change({ tonnes: { ...form.draft.tonnes, [vintageId]: typed } })
                }
              />
              <span>{t("portfolio.retire.of", { amount: tonnes(available) })}</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function HoldingLine({ holding, form }: { holding: Holding; form: RetireForm }) {
  const { t } = useTranslation();
  const isSetOff = holding.claimType === "CONTRIBUTION" && form.draft.purpose === "OWN_EMISSIONS";
  return (
    <>
      <Cover project={{ ...holding, id: holding.projectId }} />
      <div className={styles.what}>
        <div className={styles.name}>{holding.projectName}</div>
        <div className={styles.about}>
          {t("portfolio.retire.vintage", { year: holding.year })} ·{" "}
          {t(`portfolio.holdings.${holding.creditType}`)} ·{" "}
          {t(`portfolio.claims.${holding.claimType}`)} · {holding.registry.name}{" "}
          <span className={styles.mono} translate="no">
            {holding.externalId}
          </span>
        </div>
        {isSetOff && (
          <div role="status" className={styles.setOff}>
            {t("portfolio.retire.setOff")}
          </div>
        )}
      </div>
    </>
  );
}

/** The tonnes field of a single holding. */
export function RetireQuantity({ holding, form }: { holding: Holding; form: RetireForm }) {
  const { t } = useTranslation();
  const { vintageId, available } = holding;
  const typed = form.draft.tonnes[vintageId] ?? "";
  const stays = available - (quantityOf(typed) ?? 0);
  const change = (text: string) => form.change({ tonnes: { [vintageId]: text } });
  return (
    <div>
      <TonnesField
        first
        label={t("portfolio.retire.quantity")}
        value={typed}
        error={form.tonnesError(vintageId, 0)}
        onChange={change}
      />
      <div className={styles.under}>
        <span>{stays >= 0 && t("portfolio.retire.stays", { amount: tonnes(stays) })}</span>
        {available > 0 && (
          <button type="button" className={styles.all} onClick={() => change(whole(available))}>
            {t("portfolio.retire.all", { amount: tonnes(available) })}
          </button>
        )}
      </div>
    </div>
  );
}
