import { countryNames } from "@tonneline/contract/countries";

/**
 * Every country as an option for fields: its code and English name, in English alphabetical order whatever the
 * browser's language.
 */
export const countryChoices = Object.entries(countryNames)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label, "en"));
