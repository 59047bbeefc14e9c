import { VisuallyHidden } from "@mantine/core";
import { importFileKinds, type CatalogueImport } from "@tonneline/contract/imports";
import { useTranslation } from "react-i18next";
import styles from "./imports.module.css";

const states = ["new", "changed", "unchanged", "refused"] as const;

/** The number of rows in each state, per file. */
export function ImportCounts({ counts }: { counts: NonNullable<CatalogueImport["checked"]> }) {
  const { t } = useTranslation();
  return (
    <table className={styles.counts}>
      <VisuallyHidden component="caption">{t("imports.counts")}</VisuallyHidden>
      <thead>
        <tr>
          <td />
          {states.map((state) => (
            <th key={state} scope="col">
              {t(`imports.column.${state}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {importFileKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`imports.file.${kind}`)}</th>
            {states.map((state) => (
              <td key={state}>{counts[kind][state].toLocaleString("en")}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
