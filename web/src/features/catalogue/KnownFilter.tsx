import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SelectField } from "../../ui/SelectField.tsx";
import type { ProjectSearch } from "./catalogue.search.ts";
import styles from "./filters.module.css";
import type { ChangeSearch } from "./useProjectSearch.ts";

const steps = [8, 10, 11, 12, 13, 14];

/** Filter: the minimum completeness of a project's record. */
export function KnownFilter(props: { search: ProjectSearch; change: ChangeSearch }) {
  const { t } = useTranslation();
  const { search, change } = props;
  const id = useId();
  const chosen = search.knownFrom;
  const choices = [...new Set([...steps, ...(chosen === undefined ? [] : [chosen])])];
  return (
    <fieldset className={styles.group}>
      <legend>
        <label htmlFor={id}>{t("catalogue.filters.known")}</label>
      </legend>
      <SelectField
        id={id}
        value={String(chosen ?? "")}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const knownFrom = value === "" ? undefined : Number(value);
          change((present) => ({ ...present, knownFrom, pages: 1 }));
        }}
        data={[
          { value: "", label: t("catalogue.filters.anyKnown") },
          ...choices
            .toSorted((a, b) => a - b)
            .map((count) => ({
              value: String(count),
              label: t("catalogue.chips.known", { count }),
            })),
        ]}
      />
    </fieldset>
  );
}
