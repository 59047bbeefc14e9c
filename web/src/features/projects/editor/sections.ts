/** The sections of the page in order; their names are texts under editor.sections. */
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
