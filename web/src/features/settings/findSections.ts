import { i18n } from "../../lib/i18n.ts";
import { sectionFields } from "./sections.ts";
import "../../locales/en/settings.ts";

/** A section of the settings: the `id` of its heading, and the text in it that matched. */
export interface FoundSection {
  id: string;
  title: string;
  note: string;
}

const names = [...sectionFields.map(({ section }) => section), "vat" as const];

/** Returns the sections with `q` in their title, in the name of a field or in a description; titles come first. */
export function findSections(q: string): FoundSection[] {
  const needle = q.toLowerCase();
  const found = names.flatMap((section): FoundSection[] => {
    const texts: Record<string, string> = i18n.t(`settings.${section}`, { returnObjects: true });
    const { title = "" } = texts;
    const text = Object.values(texts).find((each) => each.toLowerCase().includes(needle));
    if (text === undefined) return [];
    return [{ id: `set-${section}`, title, note: text === title ? "" : text }];
  });
  return found.toSorted((one, other) => Number(one.note !== "") - Number(other.note !== ""));
}
