import { addTexts } from "../../lib/i18n.ts";

/** What every list of projects says of shortlists. */
export const hearts = addTexts("hearts", {
  firstName: "Shortlist",
  heart: "Keep {{name}} on a shortlist",
  keep: "Keep",
  keptIn: "In {{list}}",
  kept: "Kept on “{{list}}”",
  noVintage: "No vintage of it is listed.",
  failed: "The shortlist was not changed: {{reason}}",
});
