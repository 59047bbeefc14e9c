import type { ManagedRetirement } from "@tonneline/contract/managedRetirements";
import type { TFunction } from "i18next";
import { dateTime, day } from "../../../lib/format.ts";
import type { Fact } from "../../../ui/Facts.tsx";
import { serialFacts } from "../serials.tsx";

/** The data entered by one operator, for another to compare with the registry. */
export function enteredFacts(t: TFunction, entered: ManagedRetirement["entered"]): Fact[] {
  if (!entered) return [];
  const { name, at, blocks, registryUrl, retiredAt } = entered;
  return [
    [
      t("managedRetirements.facts.entered"),
      t("managedRetirements.facts.enteredBy", { name, at: dateTime(at) }),
    ],
    ...serialFacts(blocks, {
      serials: t("managedRetirements.facts.serials"),
      from: t("managedRetirements.facts.from"),
      to: t("managedRetirements.facts.to"),
    }),
    [
      t("managedRetirements.facts.link"),
      <a key="link" href={registryUrl} target="_blank" rel="noreferrer">
        {registryUrl}
      </a>,
    ],
    [t("managedRetirements.column.retired"), day(retiredAt)],
  ];
}
