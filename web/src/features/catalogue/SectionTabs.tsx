import { useTranslation } from "react-i18next";
import { useSelectedInView } from "../../ui/useSelectedInView.ts";
import { SectionLink } from "./SectionLink.tsx";
import styles from "./SectionTabs.module.css";
import { useCurrentSection } from "./useCurrentSection.ts";

export interface Section {
  id: string;
  title: string;
}

/** Links to the sections of a long page; they stick to the top and mark the section being read. */
export function SectionTabs({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useCurrentSection(sections.map(({ id }) => id));
  const row = useSelectedInView<HTMLElement>(current);
  return (
    <nav ref={row} className={styles.tabs} aria-label={t("projectPage.onThisPage")}>
      {sections.map(({ id, title }) => (
        <SectionLink key={id} id={id} isCurrent={id === current} onGo={setCurrent}>
          {title}
        </SectionLink>
      ))}
    </nav>
  );
}
