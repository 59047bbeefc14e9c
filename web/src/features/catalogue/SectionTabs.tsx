import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./project.module.css";

export interface Section {
  id: string;
  title: string;
}

/** Brings a section to the top and moves the focus there, so that the keyboard goes on from it. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

/** Links to the sections of a long page; they stay at the top and show which section is being read. */
export function SectionTabs({ sections }: { sections: Section[] }) {
  const { t } = useTranslation();
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map((section) => section.id).join(" ");

  useEffect(() => {
    const watched = ids
      .split(" ")
      .map((id) => document.getElementById(id))
      .filter((element) => element !== null);
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        const first = watched.find((element) => seen.has(element.id));
        if (first) setCurrent(first.id);
      },
      // Being read is what crosses the upper third of the screen.
      { rootMargin: "-10% 0px -65% 0px" },
    );
    for (const element of watched) observer.observe(element);
    return () => observer.disconnect();
  }, [ids]);

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
