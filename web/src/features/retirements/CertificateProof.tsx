import type { Certificate } from "@tonneline/contract/certificates";
import { IconCheck, IconMinus, IconX } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { day, tonnes, whole } from "../../lib/format.ts";
import styles from "./proof.module.css";

/** What was verified for this page, line by line, each with its date. */
export function CertificateProof({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const { quantity, ledger, registry, registryUrl, retiredOn, blocks, sha256 } = certificate;
  const title = useId();
  return (
    <section aria-labelledby={title} className={styles.part}>
      <h2 id={title}>{t("certificates.proof.title")}</h2>
      <ol className={styles.proof}>
        <Line
          tone={ledger ? "yes" : "no"}
          title={t(ledger ? "certificates.proof.ledger" : "certificates.proof.noLedger")}
          at={ledger && day(ledger.at)}
        >
          {ledger &&
            t("certificates.proof.entry", {
              count: quantity,
              tonnes: tonnes(quantity),
              entry: whole(ledger.entry),
            })}
        </Line>
        <Line tone="yes" title={t("certificates.proof.registry")} at={day(retiredOn)}>
          {t("certificates.proof.entered", { count: blocks.length, registry: registry.name })}{" "}
          <a href={registryUrl} target="_blank" rel="noreferrer">
            {t("certificates.proof.record")}
          </a>
        </Line>
        <Line
          tone={sha256 ? "yes" : "open"}
          title={t(sha256 ? "certificates.proof.file" : "certificates.check.making")}
        >
          {sha256 && t("certificates.proof.fileText")}
        </Line>
        <Line tone="open" title={t("certificates.proof.public")}>
          {t("certificates.proof.publicText", { registry: registry.name })}
        </Line>
      </ol>
    </section>
  );
}

const marks = { yes: IconCheck, no: IconX, open: IconMinus } as const;

function Line(props: {
  tone: keyof typeof marks;
  title: string;
  at?: string | null;
  children?: ReactNode;
}) {
  const Mark = marks[props.tone];
  return (
    <li>
      <span className={`${styles.mark} ${styles[props.tone]}`}>
        <Mark size={16} stroke={2} aria-hidden />
      </span>
      <div>
        <b>{props.title}</b>
        {props.children && <p>{props.children}</p>}
      </div>
      {props.at && <time>{props.at}</time>}
    </li>
  );
}

/** What a certificate states, and what it does not. */
export function CertificateMeaning() {
  const { t } = useTranslation();
  const title = useId();
  return (
    <section aria-labelledby={title} className={styles.part}>
      <h2 id={title}>{t("certificates.says.title")}</h2>
      <ul className={styles.says}>
        {(["retired", "final", "neutral", "inventory"] as const).map((name, index) => (
          <li key={name}>
            {index < 2 ? (
              <IconCheck size={18} stroke={1.8} aria-hidden className={styles.does} />
            ) : (
              <IconX size={18} stroke={1.8} aria-hidden className={styles.doesNot} />
            )}
            {t(`certificates.says.${name}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
