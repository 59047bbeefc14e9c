import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./editor.module.css";
import fields from "./fields.module.css";
import { useEditor } from "./EditorContext.tsx";
import type { SectionId } from "./sections.ts";

interface Props {
  id: SectionId;
  /** At the right of the heading: an action or a hint. */
  aside?: ReactNode;
  children: ReactNode;
  /** Its fields know themselves whether they may be changed: around a part that scrolls, nothing may be disabled. */
  fixesItself?: boolean;
  /** What works without the right to write, too. */
  after?: ReactNode;
}

/** A part of the form that the section list leads to. Whoever may not write finds its fields filled and fixed. */
export function Section({ id, aside, children, fixesItself = false, after }: Props) {
  const { t } = useTranslation();
  const { canWrite } = useEditor();
  return (
    <section id={id} tabIndex={-1} className={styles.section} aria-labelledby={`${id}-title`}>
      <header className={styles.sectionHead}>
        <h2 id={`${id}-title`}>{t(`editor.sections.${id}`)}</h2>
        {aside}
      </header>
      <fieldset
        disabled={!canWrite && !fixesItself}
        className={fields.fields}
        aria-labelledby={`${id}-title`}
      >
        {children}
      </fieldset>
      {after}
    </section>
  );
}
