import { addTexts } from "../../lib/i18n.ts";

export const reports = addTexts("reports", {
  title: "Due-diligence reports",
  download: "Download {{name}}",
  bought: "Bought {{day}}, order {{order}}",
  pages_one: "{{count}} page",
  pages_other: "{{count}} pages",
  noFile: "The file follows",
  failed: "Your reports could not be loaded",
});
