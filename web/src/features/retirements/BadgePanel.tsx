import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../ui/CopyButton.tsx";
import styles from "./badge.module.css";

const tones = ["light", "dark"] as const;

/** A badge with the tonnes and number for the user's own website, and the HTML to embed it. */
export function BadgePanel({ number, label }: { number: string; label: string }) {
  const { t } = useTranslation();
  const [tone, setTone] = useState<(typeof tones)[number]>("light");
  const title = useId();
  const picture = `/api/v1/certificates/${number}/badge?tone=${tone}`;
  const lines = `<a href="${location.origin}/certificates/${number}"><img src="${location.origin}${picture}" alt="${label}" width="232" height="56"></a>`;
  return (
    <section aria-labelledby={title} className={styles.badge}>
      <h2 id={title}>{t("certificates.badge.title")}</h2>
      <div className={styles.panel}>
        <div className={styles.shown}>
          <img src={picture} alt={label} width={232} height={56} />
          <fieldset className={styles.tones}>
            <legend>{t("certificates.badge.tone.label")}</legend>
            {tones.map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="tone"
                  checked={tone === each}
                  onChange={() => setTone(each)}
                />
                {t(`certificates.badge.tone.${each}`)}
              </label>
            ))}
          </fieldset>
        </div>
        {/* It scrolls, so it must be reachable by keyboard too. */}
        <pre
          translate="no"
          className={styles.lines}
          tabIndex={0}
          role="region"
          aria-label={t("certificates.badge.lines")}
        >
          {lines}
        </pre>
        <div className={styles.foot}>
          <span>{t("certificates.badge.text")}</span>
          <CopyButton
            value={lines}
            label={t("certificates.badge.copy")}
            done={t("certificates.copied")}
          />
        </div>
      </div>
    </section>
  );
}
