import { Skeleton } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { PriceListPreview } from "@tonneline/contract/priceLists";
import { useTranslation } from "react-i18next";
import { reasonOf } from "../../lib/failure.ts";
import { euros, whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import styles from "./priceLists.module.css";

interface Props {
  preview: UseQueryResult<PriceListPreview>;
  /** Whether the input can be parsed. */
  isReadable: boolean;
}

/** What a list as typed would do to its companies' prices. */
export function ListPreview({ preview: { data, error }, isReadable }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.part} aria-live="polite">
      <h3>{t("priceLists.preview.title")}</h3>
      {!isReadable && <p>{t("priceLists.preview.unreadable")}</p>}
      {isReadable && error && (
        <Banner tone="bad" title={t("priceLists.preview.failed", { reason: reasonOf(error) })} />
      )}
      {isReadable && !error && !data && (
        <Skeleton height={96} role="status" aria-label={t("app.loading")} />
      )}
      {isReadable && !error && data && <Effect preview={data} />}
    </section>
  );
}

function Effect({
  preview: { affected, onSale, rows, idle, carts },
}: {
  preview: PriceListPreview;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        <b>
          {t("priceLists.preview.affected", {
            count: affected,
            number: whole(affected),
            of: whole(onSale),
          })}
        </b>{" "}
        {idle > 0 && t("priceLists.preview.idle", { count: idle })}{" "}
        {carts > 0 && t("priceLists.preview.carts", { count: carts })}
      </p>
      {rows.length > 0 && (
        <ul className={styles.rows} tabIndex={0} aria-label={t("priceLists.preview.title")}>
          {rows.map(({ id, project, year, price, own }) => (
            <li key={id}>
              <span>{t("priceLists.named.row", { name: project.name, year })}</span>
              <span className={styles.figures}>
                {price === null ? t("priceLists.named.onRequest") : <del>{euros(price)}</del>}
                <b>{euros(own)}</b>
              </span>
            </li>
          ))}
          {affected > rows.length && (
            <li>{t("priceLists.preview.more", { count: affected - rows.length })}</li>
          )}
        </ul>
      )}
    </>
  );
}
