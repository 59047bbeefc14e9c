import { codeNames } from "@tonneline/contract/codes";
import { useTranslation } from "react-i18next";
import { day } from "../../../lib/format.ts";
import { countryName } from "../../catalogue/useNames.ts";
import { valueOf, vintageOf, type Fact } from "./facts.ts";
import type { ProjectFields } from "./form.ts";

/**
 * Returns a function naming a fact: "Price of vintage 2024", "Description". `fields`: versions, one of which has the
 * vintage.
 */
export function useFactName(): (fact: Fact, ...fields: ProjectFields[]) => string {
  const { t } = useTranslation();
  return (fact, ...fields) => {
    if (fact.kind === "field") return t(`editor.fields.${fact.path}`);
    const row = fields.map((each) => vintageOf(each, fact.vintage)).find((each) => each);
    const year = row?.year ?? "";
    if (fact.kind === "vintage") return t("editor.vintage", { year });
    return t("editor.columnOf", { column: t(`editor.vintages.column.${fact.column}`), year });
  };
}

/** Returns a function giving a version's value of a fact in words. */
export function useFactText(): (fact: Fact, fields: ProjectFields) => string {
  const { t } = useTranslation();
  return (fact, fields) => {
    const value = valueOf(fields, fact);
    if (fact.kind === "vintage")
      return t(value === true ? "editor.conflict.present" : "editor.conflict.absent");
    if (typeof value === "boolean") return t(value ? "editor.conflict.yes" : "editor.conflict.no");
    if (fact.kind === "field") {
      if (fact.path === "countries") return fields.countries.map(countryName).join(", ");
      if (fact.path === "goals") return fields.goals.join(", ");
      if (fact.path === "videos") return fields.videos.map(({ address }) => address).join(", ");
      if (fact.path === "labels")
        return fields.labels
          .map(({ kind, detail, source, asOf }) =>
            [t(`catalogue.labels.${kind}`), detail, source, asOf && day(asOf)]
              .filter(Boolean)
              .join(" · "),
          )
          .join("\n");
    }
    if (value !== null && typeof value === "object" && "name" in value) return String(value.name);
    const text = String(value ?? "");
    return Object.hasOwn(codeNames, text) ? codeNames[text as keyof typeof codeNames] : text;
  };
}
