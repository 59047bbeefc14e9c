import type { ManagedProject } from "@tonneline/contract/projects";
import { useDeferredValue } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { tonnes } from "../../../lib/format.ts";
import { ProjectCard } from "../../catalogue/ProjectCard.tsx";
import styles from "./Aside.module.css";
import type { ProjectFields } from "./form.ts";
import { previewCategory, previewOf } from "./preview.ts";

/** Next to the form: a preview of the card, and who would be affected by a change. */
export function Aside({ project }: { project: ManagedProject | undefined }) {
  const { t } = useTranslation();
  return (
    <aside className={styles.aside}>
      <h2 className={styles.asideHead}>{t("editor.preview")}</h2>
      <Preview project={project} />
      {project && <InUse inUse={project.inUse} />}
    </aside>
  );
}

function Preview({ project }: { project: ManagedProject | undefined }) {
  const { t } = useTranslation();
  const { control } = useFormContext<ProjectFields>();
  const fields = useDeferredValue(useWatch({ control, compute: (all: ProjectFields) => all }));
  const shown = previewOf(fields, project);
  return (
    // Only a picture of the card: its link must not work, and its content is in the form.
    <div className={styles.preview} inert>
      <ProjectCard
        project={{ ...shown, name: shown.name || t("editor.unnamed") }}
        category={previewCategory(fields)}
        first
        preview
      />
    </div>
  );
}

function InUse({ inUse }: { inUse: ManagedProject["inUse"] }) {
  const { t } = useTranslation();
  const lines = [
    { label: t("editor.inUse.carts", { count: inUse.carts }), credits: inUse.creditsInCarts },
    {
      label: t("editor.inUse.orders", { count: inUse.openOrders }),
      credits: inUse.creditsInOpenOrders,
    },
    { label: t("editor.inUse.portfolios", { count: inUse.holders }), credits: inUse.creditsHeld },
  ];
  return (
    <section className={styles.inUse} aria-label={t("editor.inUse.title")}>
      <h2 className={styles.asideHead}>{t("editor.inUse.title")}</h2>
      <dl>
        {lines.map(({ label, credits }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{tonnes(credits)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
