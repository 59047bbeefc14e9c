import { useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../lib/failure.ts";
import { useUser } from "../../lib/session.ts";
import { Banner } from "../../ui/Banner.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { UnsavedGuard } from "../../ui/UnsavedGuard.tsx";
import { PanelsSkeleton } from "../../ui/PanelsSkeleton.tsx";
import screen from "../../ui/table/ListScreen.module.css";
import { sectionFields } from "./sections.ts";
import { SectionForm } from "./SectionForm.tsx";
import styles from "./settings.module.css";
import { useSettings } from "./settings.queries.ts";
import { SiteFileField } from "./SiteFileField.tsx";
import { VatRates } from "./VatRates.tsx";
import "../../locales/en/settings.ts";
import "../../locales/en/table.ts";

/** /management/settings: sections that are saved separately. */
export function SettingsPage() {
  const { t } = useTranslation();
  const canWrite = useUser()?.permissions.has("settings:write") ?? false;
  const { data: settings, error, refetch } = useSettings();
  const section = useRouterState({ select: ({ location }) => location.hash });
  const isLoaded = settings !== undefined;
  // The router looks for the fragment before the sections are rendered.
  useEffect(() => {
    if (isLoaded) document.getElementById(section)?.scrollIntoView();
  }, [isLoaded, section]);
  return (
    <UnsavedGuard>
      <div className={screen.head}>
        <h1>{t("settings.title")}</h1>
      </div>
      <p className={screen.lead}>{t("settings.lead")}</p>
      {!canWrite && <Banner tone="info" title={t("settings.readOnly")} />}
      {!settings && !error && (
        <PanelsSkeleton label={t("settings.loading")} count={4} height={220} />
      )}
      {!settings && error && (
        <ErrorState
          title={t("settings.failed")}
          {...failureOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {settings &&
        sectionFields.map(({ section, fields }) => (
          <section key={section} className={styles.section} aria-labelledby={`set-${section}`}>
            <div className={styles.about}>
              <h2 id={`set-${section}`}>{t(`settings.${section}.title`)}</h2>
              <p>{t(`settings.${section}.text`)}</p>
            </div>
            <div className={styles.fields}>
              <SectionForm
                section={section}
                fields={fields}
                settings={settings}
                canWrite={canWrite}
              />
              {section === "brand" && (
                <SiteFileField place="logo" settings={settings} canWrite={canWrite} />
              )}
              {section === "links" &&
                (["privacy", "terms", "salesTerms"] as const).map((place) => (
                  <SiteFileField
                    key={place}
                    place={place}
                    settings={settings}
                    canWrite={canWrite}
                  />
                ))}
            </div>
          </section>
        ))}
      {settings && <VatRates settings={settings} canWrite={canWrite} />}
    </UnsavedGuard>
  );
}
