import { useTranslation } from "react-i18next";
import styles from "./OptionalLabel.module.css";

interface Props {
  label: string;
  /** It must be filled in after all. */
  unless?: boolean;
}

/** The label of a field that may stay empty: to be filled in is the norm. */
export function OptionalLabel({ label, unless = false }: Props) {
  const { t } = useTranslation();
  if (unless) return label;
  return (
    <>
      {label} <span className={styles.optional}>{t("app.form.optional")}</span>
    </>
  );
}
