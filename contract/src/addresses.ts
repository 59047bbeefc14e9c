import { z } from "zod";
import { countryCodes, type CountryCode } from "./countries.ts";
import { typedText } from "./shapes.ts";

/*
 * Invoice addresses. Parts that a country's addresses lack are not required there; all others need at least three
 * characters.
 */

const minLength = 3;
type Codes = ReadonlySet<CountryCode>;

/** Countries that abbreviate provinces to two letters: "RM" in Italy, "CA" in the United States. */
const twoLetterProvinces: Codes = new Set(["AU", "BR", "CA", "CH", "IN", "IT", "US"]);

/** City states and islands without subdivisions that an address would name. */
const withoutProvinces: Codes = new Set(
  // oxfmt-ignore
  ["AI", "AW", "BM", "CW", "FK", "GG", "GI", "HK", "IM", "JE", "MC", "MO", "MT", "NU", "SG", "SM", "SX", "TK", "VA"],
);

const withoutPostalCodes: Codes = new Set(
  // oxfmt-ignore
  [
    "AE", "AG", "AO", "AW", "BF", "BI", "BJ", "BO", "BS", "BW", "BZ", "CD", "CF", "CG", "CI", "CK", "CM", "CW", "DJ", "DM",
    "ER", "FJ", "GA", "GD", "GH", "GM", "GQ", "GY", "HK", "JM", "KI", "KM", "KN", "KP", "LY", "ML", "MO", "MR", "MS", "MW",
    "NR", "NU", "PA", "QA", "RW", "SB", "SC", "SL", "SO", "SR", "SS", "ST", "SX", "SY", "TD", "TG", "TK", "TL", "TO", "TT",
    "TV", "TZ", "UG", "VU", "WS", "YE", "ZW",
  ],
);

/** Whether every address in a country has a postal code. */
export const hasPostalCodes = (country: CountryCode): boolean => !withoutPostalCodes.has(country);

/** Whether addresses in a country name a province or state. */
export const hasProvinces = (country: CountryCode): boolean => !withoutProvinces.has(country);

function isProvince(country: CountryCode, text: string): boolean {
  if (text === "") return !hasProvinces(country);
  return text.length >= minLength || (twoLetterProvinces.has(country) && /^\p{L}{2}$/u.test(text));
}

function isPostalCode(country: CountryCode, text: string): boolean {
  return text === "" ? !hasPostalCodes(country) : text.length >= minLength;
}

/** An optional field: absent means blank. A form always has it, so its type is that of a text. */
const maybe = (max: number) =>
  typedText(0, max).default("") as unknown as ReturnType<typeof typedText>;

/** A country chosen from the list, for an address or for VAT. */
export const countryCode = z.enum(countryCodes, { error: "Please select one of the values" });

export const address = z
  .strictObject({
    street: typedText(minLength, 200),
    postalCode: maybe(20),
    province: maybe(200),
    city: typedText(minLength, 200),
    countryCode,
  })
  .superRefine(
    ({ countryCode, postalCode, province }, context) => {
      const short = (path: "postalCode" | "province") =>
        context.addIssue({
          code: "too_small",
          origin: "string",
          minimum: minLength,
          inclusive: true,
          path: [path],
        });
      if (!isPostalCode(countryCode, postalCode)) short("postalCode");
      if (!isProvince(countryCode, province)) short("province");
    },
    // Runs despite other faults, so that all fields are reported together.
    { when: ({ value }) => isTyped(value) },
  );
export type Address = z.output<typeof address>;

const typed = z.object({ postalCode: z.string(), province: z.string() });
const isTyped = (value: unknown) => typed.safeParse(value).success;
