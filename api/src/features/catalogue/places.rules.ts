import type { continents } from "@tonneline/contract/codes";
import { continents as continentOfCode, countries } from "countries-list";
import { countryNames } from "@tonneline/contract/countries";

type Continent = (typeof continents)[number];

/** The continent of an ISO 3166-1 alpha-2 code, or null when the code is unknown. */
export function continentOf(countryCode: string): Continent | null {
  if (!Object.hasOwn(countries, countryCode)) return null;
  const code = countries[countryCode as keyof typeof countries].continent;
  return continentOfCode[code] as Continent;
}

/** Whether the text is an ISO 3166-1 alpha-2 code in upper case, or XK. */
export function isCountryCode(code: string): code is keyof typeof countryNames {
  return Object.hasOwn(countryNames, code);
}

const withArticle =
  /^(United|Philippines|Netherlands|Gambia|Bahamas|Maldives|Comoros|Central African|Dominican Rep|Congo \(DR|UAE|Marshall|Solomon|Seychelles)/;
const spokenNames: Record<string, string> = {
  AE: "the United Arab Emirates",
  CD: "the Democratic Republic of the Congo",
  CG: "the Republic of the Congo",
  US: "the United States",
  GB: "the United Kingdom",
};

/** The country's name within a sentence: "Kenya", "the United States". */
export function spokenCountry(code: string): string {
  if (!isCountryCode(code)) return code;
  return (
    spokenNames[code] ??
    (withArticle.test(countryNames[code]) ? `the ${countryNames[code]}` : countryNames[code])
  );
}
