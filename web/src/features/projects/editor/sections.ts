/** The parts of the page in their order; their names are texts below editor.sections. */
export const sectionIds = [
  "basics",
  "classification",
  "vintages",
  "images",
  "documents",
  "media",
  "labels",
  "record",
  "financing",
  "sponsoring",
  "history",
] as const;
export type SectionId = (typeof sectionIds)[number];
