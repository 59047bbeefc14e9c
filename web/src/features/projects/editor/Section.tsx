import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./editor.module.css";
import fields from "./fields.module.css";
import { useEditor } from "./EditorContext.tsx";
import type { SectionId } from "./sections.ts";

interface Props {
  id: SectionId;
  /** To the right of the heading: an action or a hint. */
  aside?: ReactNode;
  children: ReactNode;
  /** Its fields handle read-only mode themselves: around a scrolling part, nothing may be disabled. */
  fixesItself?: boolean;
  /** Content that also works without write permission. */
  after?: ReactNode;
}

/** A section of the form that the navigation links to. Without write permission its fields are filled but disabled. */
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
