import { useTranslation } from "react-i18next";
import { whole } from "../../../lib/format.ts";
import { useCurrentSection } from "../../catalogue/useCurrentSection.ts";
import { SectionLink } from "../../catalogue/SectionLink.tsx";
import styles from "./SectionNav.module.css";
import { sectionIds, type SectionId } from "./sections.ts";

/** Links to the sections of the form, with the number of entries in those that are lists. */
export function SectionNav({ counts }: { counts: Partial<Record<SectionId, number>> }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useCurrentSection(sectionIds);
  return (
    <nav className={styles.nav} aria-label={t("editor.sections.label")}>
      {sectionIds.map((id) => (
        <SectionLink key={id} id={id} isCurrent={id === current} onGo={setCurrent}>
          {t(`editor.sections.${id}`)}
          {(counts[id] ?? 0) > 0 && <span>{whole(counts[id]!)}</span>}
        </SectionLink>
      ))}
    </nav>
  );
}
