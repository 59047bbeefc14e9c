import { useEffect, useState } from "react";

/** Scrolls a section to the top and moves the focus there, so that the keyboard continues from it. */
export function goToSection(id: string): void {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.focus({ preventScroll: true });
}

/** Returns which section of a long page is being read, and a setter for another one. */
export function useCurrentSection(sections: readonly string[]) {
  const [current, setCurrent] = useState(sections[0]);
  const ids = sections.join(" ");

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
      // The section crossing the upper third of the screen counts as being read.
      { rootMargin: "-10% 0px -65% 0px" },
    );
    for (const element of watched) observer.observe(element);
    return () => observer.disconnect();
  }, [ids]);

  return [current, setCurrent] as const;
}
