import { VisuallyHidden } from "@mantine/core";
import type { Project } from "@tonneline/contract/catalogue";
import { creditTypes } from "@tonneline/contract/codes";
import { useTranslation } from "react-i18next";
import { useMayNotBuy } from "../company/buying.queries.ts";
import { useEvidence } from "../evidence/evidence.queries.ts";
import { CreditTypeTag } from "./CreditTypeTag.tsx";
import styles from "./shop.module.css";
import type { Shop } from "./useShop.ts";
import { VintageRow } from "./VintageRow.tsx";

interface Props {
  project: Project;
  shop: Shop;
  /** Shows the record of a vintage. */
  onRecord: (vintageId: number) => void;
}

/** The vintages with a quantity each, issued ones first. Below sm every row is a small card. */
export function VintageTable({ project, shop, onRecord }: Props) {
  const { t } = useTranslation();
  const mayNot = useMayNotBuy();
  const evidence = useEvidence(project.id);
  const records = evidence.data?.vintages ?? [];
  // Otherwise the vintages are shown, but cannot be bought.
  const purchasable = project.status.id === "AVAILABLE" && !mayNot;
  // Shows neither prices nor tonnes.
  const onRequest = project.status.id === "CONTACT_REQUIRED";
  const groups = creditTypes
    .map((type) => ({
      type,
      lines: shop.lines.filter(({ vintage }) => vintage.creditType.id === type),
    }))
    .filter(({ lines }) => lines.length > 0);
  const width = (onRequest ? 5 : 7) + (purchasable ? 2 : 0);
  return (
    <div className={styles.scroll}>
      <table className={styles.table} ref={shop.table}>
        <VisuallyHidden component="caption">
          {t("projectPage.shop.caption", { project: project.name })}
        </VisuallyHidden>
        <Head purchasable={purchasable} onRequest={onRequest} />
        {groups.map(({ type, lines }) => (
          <tbody key={type}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={width}>
                <CreditTypeTag type={type} /> <b>{t(`projectPage.shop.group.${type}`)}</b>{" "}
                <span>{t(`projectPage.shop.groupNote.${type}`)}</span>
              </th>
            </tr>
            {lines.map((line) => (
              <VintageRow
                key={line.vintage.id}
                line={line}
                shop={shop}
                purchasable={purchasable}
                onRequest={onRequest}
                record={
                  evidence.isPending
                    ? "waiting"
                    : records.find(({ vintageId }) => vintageId === line.vintage.id)
                }
                onRecord={onRecord}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function Head({ purchasable, onRequest }: { purchasable: boolean; onRequest: boolean }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{t("projectPage.shop.vintage")}</th>
        <th scope="col">{t("projectPage.shop.creditType")}</th>
        <th scope="col">{t("projectPage.shop.claim")}</th>
        <th scope="col" className={styles.impactCell}>
          {t("projectPage.shop.impact")}
        </th>
        <th scope="col" className={styles.methodologyCell}>
          {t("projectPage.shop.methodology")}
        </th>
        {!onRequest && (
          <>
            <th scope="col" className={styles.num}>
              {t("projectPage.shop.available")}
            </th>
            <th scope="col" className={styles.num}>
              {t("projectPage.shop.price")}
            </th>
          </>
        )}
        {purchasable && (
          <>
            <th scope="col" className={styles.num}>
              {t("projectPage.shop.quantity")}
            </th>
            <th scope="col" className={`${styles.num} ${styles.totalCell}`}>
              {t("projectPage.shop.total")}
            </th>
          </>
        )}
      </tr>
    </thead>
  );
}
