import { countryNames, type CountryCode } from "@tonneline/contract/countries";
import type { Certificate } from "@tonneline/contract/certificates";
import { useTranslation } from "react-i18next";
import { day } from "../../lib/format.ts";
import type { Fact } from "../../ui/Facts.tsx";
import { serialFacts } from "./serials.tsx";

/** What a certificate states; "" for what is not known yet. */
export type Stated = Pick<
  Certificate,
  | "projectName"
  | "projectType"
  | "externalId"
  | "methodology"
  | "year"
  | "blocks"
  | "retiredOn"
  | "registryUrl"
  | "purpose"
  | "periodFrom"
  | "periodTo"
> & { countries: readonly string[]; registry: { name: string } };

/** Returns the facts of a certificate in the order of its PDF, with the serial numbers separate. */
export function useStated(stated: Stated): { facts: Fact[]; serials: Fact[] } {
  const { t } = useTranslation();
  const { registry, retiredOn, periodFrom, periodTo, registryUrl } = stated;
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
    [t("certificates.fact.project"), stated.projectName],
    [t("certificates.fact.place"), place],
    [t("certificates.fact.registry"), [registry.name, stated.externalId].filter(Boolean).join(" ")],
    [t("certificates.fact.methodology"), stated.methodology],
    [t("certificates.fact.vintage"), stated.year],
    [t("certificates.fact.date"), retiredOn ? day(retiredOn) : t("certificates.typed")],
    [t("certificates.fact.purpose"), t(`retirements.purpose.${stated.purpose}`)],
    [
      t("certificates.fact.period"),
      (periodFrom || periodTo) &&
        `${periodFrom ? day(periodFrom) : "…"} – ${periodTo ? day(periodTo) : "…"}`,
    ],
    [
      t("certificates.fact.record"),
      registryUrl.startsWith("https:") ? (
        <a href={registryUrl} target="_blank" rel="noreferrer">
          {registryUrl}
        </a>
      ) : (
        or(registryUrl)
      ),
    ],
  ];
  return { facts, serials };
}
