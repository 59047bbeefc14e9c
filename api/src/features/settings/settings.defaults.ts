import { z } from "zod";
import { countryCodes } from "@tonneline/contract/countries";

/** Sections of the operator's settings with their shapes; a stored section replaces its default as a whole. */
export const sections = {
  seller: z.object({ name: z.string(), countryCode: z.enum(countryCodes), vatNumber: z.string() }),
  reservation: z.object({ minutes: z.number().positive() }),
  payment: z.object({
    days: z.int().min(0),
    iban: z.string(),
    bic: z.string(),
    bankName: z.string(),
  }),
};
export type Settings = { [S in keyof typeof sections]: z.output<(typeof sections)[S]> };

/** Until an operator saves his own: an invented German company with the sample IBAN of the German banks' documentation. */
export function defaultSettings(reservationMinutes: number): Settings {
  return {
    seller: { name: "Tonneline GmbH", countryCode: "DE", vatNumber: "DE123456788" },
    reservation: { minutes: reservationMinutes },
    payment: {
      days: 14,
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      bankName: "Sample Bank",
    },
  };
}
