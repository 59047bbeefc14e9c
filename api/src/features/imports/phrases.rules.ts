import { spokenCountry } from "../catalogue/places.rules.ts";
import { noSingleDeveloper } from "../directory/registries.rules.ts";

/** Types whose words change order within a sentence. */
const spoken: Record<string, string> = {
  "Plugging Oil & Gas Wells": "oil and gas well plugging",
  "RE Bundled": "bundled renewable energy",
  "Solar - Centralized": "centralized solar",
  "Solar - Distributed": "distributed solar",
};
const spelledOut = /^(?:HFC|LED|N2O|SF6)/;
const plural =
  /(stove|digester|borehole|bicycle|heater|additive|refrigerant|reduction|substance)s\b/gi;

/** A project type as it precedes the word "project", with its article: "a wind", "an HFC23 destruction", "a REDD+". */
export function typeWords(type: string): { plain: string; withArticle: string } {
  const plain = (spoken[type] ?? type)
    .split(" ")
    .map((word) => (/^\p{Lu}[\p{Ll}/&-]/u.test(word) ? word.toLowerCase() : word))
    .join(" ")
    .replaceAll(plural, "$1");
  const isVowel = spelledOut.test(plain) || /^[aeio]/i.test(plain);
  return { plain, withArticle: `${isVowel ? "an" : "a"} ${plain}` };
}

function titled(text: string): string {
  return text
    .toLowerCase()
    .replace(
      /(^|[ .'-])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/** "in Rift Valley, Kenya". Registries write states in capitals; entries with several states or notes are left out. */
export function placeWords(countries: readonly string[], state: string): string {
  if (countries.length === 0) return "in several countries";
  const named = countries.map(spokenCountry).join(" and ");
  const region = /^[\p{L} .'-]{3,40}$/u.test(state) ? titled(state) : "";
  return region && !named.includes(region) ? `in ${region}, ${named}` : `in ${named}`;
}

/** The proponent's name for the middle of a sentence; blank if the registry has only a number or no single developer. */
export function proponentWords(developer: string): string {
  if (developer === noSingleDeveloper || !/\p{L}/u.test(developer)) return "";
  return developer.replace(/[,;\s]+$/, "");
}

/** "CCP", "CCP and CORSIA", "CCB, CCP and CORSIA". */
export function listed(words: readonly string[]): string {
  const [last, ...others] = words.toReversed();
  if (others.length === 0) return last ?? "";
  return `${others.toReversed().join(", ")} and ${last}`;
}

/** Capitalizes the start of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
