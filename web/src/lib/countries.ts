import { countryNames } from "@tonneline/contract/countries";

/** Every country as fields offer it: its code, and its English name in the order of English, whatever the browser speaks. */
export const countryChoices = Object.entries(countryNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
