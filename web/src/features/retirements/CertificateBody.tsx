import { IconRosetteDiscountCheck } from "@tabler/icons-react";
import type { Certificate } from "@tonneline/contract/certificates";
import { useTranslation } from "react-i18next";
import { dateTime, day, tonnes, whole } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Facts } from "../../ui/Facts.tsx";
import { usePageTitle } from "../../ui/pageTitle.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { BadgePanel } from "./BadgePanel.tsx";
import styles from "./certificate.module.css";
import { CertificateAside } from "./CertificateAside.tsx";
import { CertificateMeaning, CertificateProof } from "./CertificateProof.tsx";
import { CopyCheck } from "./CopyCheck.tsx";
import { useStated } from "./stated.tsx";

interface Props {
  certificate: Certificate;
  /** When the server confirmed it. */
  lookedUp: string;
}

/** The public view of a certificate: the verdict, the statement, its facts, then the proof. */
export function CertificateBody({ certificate, lookedUp }: Props) {
  const { t } = useTranslation();
  const { number, quantity, beneficiaryName, message, registry, retiredOn } = certificate;
  const { facts, serials } = useStated(certificate);
  const amount = `${tonnes(quantity)} CO₂e`;
  const whom =
    beneficiaryName === null
      ? t("certificates.retiredUnnamed")
      : t("certificates.retiredFor", { name: beneficiaryName });
  // As in the HTML that the server sends.
  usePageTitle(certificate.ledger ? `${amount} ${whom}` : t("certificates.notValid"));
  return (
    <>
      <Verdict certificate={certificate} lookedUp={lookedUp} />
      <div className={styles.hero}>
        <div className={styles.said}>
          <StatusBadge
            tone="done"
            icon={IconRosetteDiscountCheck}
            label={t("retirements.status.RETIRED")}
          />
          <h1>
            <span>{amount}</span> {whom}
          </h1>
          <p className={styles.soft}>
            {t("certificates.sentence", {
              count: quantity,
              number: whole(quantity),
              registry: registry.name,
              day: day(retiredOn),
            })}
          </p>
          {message && <p className={styles.message}>{message}</p>}
          <Facts facts={facts} />
        </div>
        <CertificateAside certificate={certificate} />
      </div>
      <div className={styles.pair}>
        <CertificateProof certificate={certificate} />
        <div className={styles.serials}>
          <section>
            <h2>{t("certificates.serials")}</h2>
            {/* A single fact needs no name: the heading is enough. */}
            {serials.length === 1 ? serials[0]![1] : <Facts facts={serials} look="stacked" />}
          </section>
          <CopyCheck sha256={certificate.sha256} />
        </div>
      </div>
      <div className={styles.pair}>
        <CertificateMeaning />
        <BadgePanel
          number={number}
          label={t("certificates.badge.label", { tonnes: tonnes(quantity), number })}
        />
      </div>
    </>
  );
}

function Verdict({ certificate: { ledger, issuer }, lookedUp }: Props) {
  const { t } = useTranslation();
  return ledger ? (
    <Banner tone="good" title={t("certificates.valid")}>
      {t("certificates.validText", { issuer, at: dateTime(lookedUp) })}
    </Banner>
  ) : (
    <Banner tone="bad" title={t("certificates.notValid")}>
      {t("certificates.notValidText", { issuer })}
    </Banner>
  );
}
