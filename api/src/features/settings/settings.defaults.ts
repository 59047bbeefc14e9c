import { z } from "zod";
import { countryCodes } from "@tonneline/contract/countries";

/** Sections of the operator's settings with their shapes; a stored section replaces its default as a whole. */
export const sections = {
  seller: z.object({
    name: z.string(),
    street: z.string(),
    postalCode: z.string(),
    city: z.string(),
    countryCode: z.enum(countryCodes),
    vatNumber: z.string(),
    /** The national tax number: an invoice outside the scope of VAT may not name the VAT number (EN 16931, BR-O-02). */
    taxNumber: z.string(),
    email: z.string(),
  }),
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
    seller: {
      name: "Tonneline GmbH",
      street: "Speicherstrasse 8",
      postalCode: "20457",
      city: "Hamburg",
      countryCode: "DE",
      vatNumber: "DE123456788",
      taxNumber: "22/815/08154",
      email: "invoices@tonneline.example",
    },
    reservation: { minutes: reservationMinutes },
    payment: {
      days: 14,
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      bankName: "Sample Bank",
    },
  };
}
