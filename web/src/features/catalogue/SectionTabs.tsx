import { useTranslation } from "react-i18next";
import styles from "./SectionTabs.module.css";
import { goToSection, useCurrentSection } from "./useCurrentSection.ts";

export interface Section {
  id: string;
  title: string;
}

/** Links to the sections of a long page; they stay at the top and show which section is being read. */
export function SectionTabs({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav className={styles.tabs} aria-label={t("catalogue.project.onThisPage")}>
      {sections.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? "true" : undefined}
          onClick={(event) => {
            // A jump inside the page is no step of its own: Back should lead to the list.
            event.preventDefault();
            goToSection(id);
            setCurrent(id);
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
