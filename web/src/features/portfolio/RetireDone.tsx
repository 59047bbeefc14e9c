import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Retirement } from "@tonneline/contract/retirements";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../lib/format.ts";
import { paths } from "../../lib/paths.ts";
import { DialogFrame, DialogText } from "../../ui/DialogFrame.tsx";
import { useCloseOnBack } from "../../ui/useCloseOnBack.ts";
import styles from "./retire.module.css";

/** The retirements that were requested together, each with its number. */
export function RetireDone({
  requested,
  onClose,
}: {
  requested: readonly Retirement[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  useCloseOnBack(true, onClose);
  const amount = requested.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <DialogFrame
      opened
      onClose={onClose}
      title={t("portfolio.retire.doneTitle", { count: requested.length, amount: tonnes(amount) })}
    >
      <div className={styles.scroll}>
        <DialogText>{t("portfolio.retire.doneText")}</DialogText>
        <ul className={styles.several}>
          {requested.map(({ id, projectName, year, quantity }) => (
            <li key={id} className={styles.holding}>
              <div className={styles.what}>
                <Link className={styles.name} to={paths.retirements} search={{ open: String(id) }}>
                  {t("portfolio.retire.number", { id })}
                </Link>
                <div className={styles.about}>
                  {projectName} · {t("portfolio.retire.vintage", { year })}
                </div>
              </div>
              <b className={styles.left}>{tonnes(quantity)}</b>
            </li>
          ))}
        </ul>
      </div>
      <footer className={styles.foot}>
        <Button onClick={onClose} data-autofocus>
          {t("portfolio.retire.close")}
        </Button>
      </footer>
    </DialogFrame>
  );
}
