import { useTranslation } from "react-i18next";
import styles from "./OptionalLabel.module.css";

interface Props {
  label: string;
  /** The field is required after all. */
  unless?: boolean;
}

/** The label of an optional field; only these are marked, as most fields are required. */
export function OptionalLabel({ label, unless = false }: Props) {
  const { t } = useTranslation();
  if (unless) return label;
  return (
    <>
      {label} <span className={styles.optional}>{t("app.form.optional")}</span>
    </>
  );
}
