import { addTexts } from "../../lib/i18n.ts";

/** Texts of shortlists in every list of projects. */
export const hearts = addTexts("hearts", {
  firstName: "Shortlist",
  heart: "Keep {{name}} on a shortlist",
  keep: "Keep",
  keptIn: "In {{list}}",
  kept: "Kept on “{{list}}”",
  noVintage: "No vintage of it is listed.",
  failed: "The shortlist was not changed: {{reason}}",
});
