import { useTranslation } from "react-i18next";
import { day, tonnes, whole } from "../../lib/format.ts";
import { Facts } from "../../ui/Facts.tsx";
import styles from "./certificate.module.css";
import { useStated, type Stated } from "./stated.tsx";

interface Props {
  stated: Stated & { quantity: number; beneficiaryName: string; message: string | null };
}

/** A preview of what a retirement's certificate will state, before it is completed. */
export function CertificateText({ stated }: Props) {
  const { t } = useTranslation();
  const { quantity, registry, retiredOn, beneficiaryName, message } = stated;
  const { facts, serials } = useStated(stated);
  return (
    <>
      <p>
        {t("certificates.statement", {
          count: quantity,
          number: whole(quantity),
          registry: registry.name,
          day: retiredOn ? day(retiredOn) : t("certificates.typed"),
        })}
      </p>
      <p className={styles.beneficiary}>{beneficiaryName}</p>
      {message && <p className={styles.message}>{message}</p>}
      <Facts
        facts={[
          [t("certificates.fact.retired"), <b key="retired">{tonnes(quantity)} CO₂e</b>],
          ...facts,
          ...serials,
        ]}
        look="stacked"
      />
    </>
  );
}
