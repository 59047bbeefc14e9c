import { addTexts } from "../../lib/i18n.ts";

/** Texts of shortlists in every list of projects. */
export const hearts = addTexts("hearts", {
  firstName: "Shortlist",
  heart: "Put {{name}} on a shortlist",
  keep: "Shortlist",
  keptIn: "In {{list}}",
  kept: "Added to “{{list}}”",
  noVintage: "It has no listed vintages.",
  failed: "The shortlist was not changed: {{reason}}",
});
