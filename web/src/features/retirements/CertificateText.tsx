import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import type { Certificate } from "@tonneline/contract/certificates";
import { useTranslation } from "react-i18next";
import { day, tonnes, whole } from "../../lib/format.ts";
import { code, Facts, type Fact } from "../../ui/Facts.tsx";
import styles from "./certificate.module.css";
import { serialFacts } from "./serials.tsx";

/** What a certificate states; "" for what is not known yet. */
export type Stated = Omit<
  Certificate,
  | "issuer"
  | "number"
  | "sha256"
  | "ledger"
  | "projectId"
  | "countries"
  | "registry"
  | "serialNumberFrom"
  | "serialNumberTo"
> & {
  countries: readonly string[];
  registry: { name: string };
};

/** The sentence of a certificate, for whom, and the facts, as its PDF has them. */
export function CertificateText({ stated, number }: { stated: Stated; number?: string }) {
  const { t } = useTranslation();
  const { quantity, registry, retiredOn, periodFrom, periodTo } = stated;
  const or = (text: string) => text || t("certificates.typed");
  const place = [
    stated.projectType,
    ...stated.countries.map((each) => countryNames[each as CountryCode] ?? each),
  ].join(", ");
  const serials = serialFacts(
    stated.blocks.map(({ serialNumberFrom: from, serialNumberTo: to }) => ({
      serialNumberFrom: or(from),
      serialNumberTo: or(to),
    })),
    {
      serials: t("certificates.fact.serials"),
      from: t("certificates.fact.from"),
      to: t("certificates.fact.to"),
    },
  );
  const facts: Fact[] = [
    [t("certificates.fact.retired"), <b key="retired">{tonnes(quantity)} CO₂e</b>],
    [t("certificates.fact.project"), stated.projectName],
    [t("certificates.fact.place"), place],
    [t("certificates.fact.registry"), [registry.name, stated.externalId].filter(Boolean).join(" ")],
    [t("certificates.fact.methodology"), stated.methodology],
    [t("certificates.fact.vintage"), stated.year],
    ...serials,
    [t("certificates.fact.date"), retiredOn ? day(retiredOn) : t("certificates.typed")],
    [t("certificates.fact.purpose"), t(`certificates.purpose.${stated.purpose}`)],
    [
      t("certificates.fact.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [
      t("certificates.fact.record"),
      stated.registryUrl.startsWith("https:") ? (
        <a href={stated.registryUrl} target="_blank" rel="noreferrer">
          {stated.registryUrl}
        </a>
      ) : (
        or(stated.registryUrl)
      ),
    ],
    [t("certificates.fact.number"), number && code(number)],
  ];
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
      {stated.beneficiaryName === null ? (
        <p className={styles.unnamed}>{t("certificates.unnamed")}</p>
      ) : (
        <p className={styles.beneficiary}>{stated.beneficiaryName}</p>
      )}
      {stated.message && <p className={styles.message}>{stated.message}</p>}
      <Facts facts={facts} stacked />
    </>
  );
}
