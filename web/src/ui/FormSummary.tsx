import type { ReactNode, Ref } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "./Banner.tsx";
import styles from "./FormSummary.module.css";

export interface WrongField {
  label: string;
  focus: () => void;
}

/** Error summary at the top of a rejected form: a message for errors without a field, and a link to each invalid field. */
export function FormSummary(props: {
  invalidFields: readonly WrongField[];
  message?: string | undefined;
  ref: Ref<HTMLDivElement>;
  /** Additional content, such as changes that another user saved meanwhile. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { invalidFields, message, ref, children } = props;
  return (
    <div ref={ref} tabIndex={-1} className={styles.summary}>
      {message && <Banner tone="bad" title={message} />}
      {invalidFields.length > 0 && (
        <Banner tone="bad" title={t("app.form.correct", { count: invalidFields.length })}>
          {invalidFields.map(({ label, focus }, index) => (
            <span key={label}>
              {index > 0 && ", "}
              <button type="button" className={styles.link} onClick={focus}>
                {label}
              </button>
            </span>
          ))}
        </Banner>
      )}
      {children}
    </div>
  );
}
