import { defaultTimeZone } from "@tonneline/contract/days";
import { sections, type SettingsSections } from "@tonneline/contract/settings";
import { productName } from "../../core/mailText.ts";

export type Settings = SettingsSections;

/**
 * Returns the settings that apply until an operator saves others; the parameters come from the server's startup. The seller
 * is a fictitious German company with the sample IBAN of the German banks' documentation.
 */
export function defaultSettings(
  reservationMinutes: number,
  adminsNeedSecondFactor: boolean,
): Settings {
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
      timeZone: defaultTimeZone,
    },
    reservation: { minutes: reservationMinutes },
    ceilings: {
      heldTonnes: 10_000_000,
      // Twenty vintages, each reserved around the clock for half an hour at a time.
      holdsPerDay: 1000,
      ordersPerHour: 500,
      exportsPerUser: 3,
      exportsPerServer: 12,
    },
    // Audit log: ten years, the longest of the EU's retention periods for invoices.
    retention: sections.retention.parse({
      mailDays: 365,
      sessionDays: 30,
      attemptDays: 0,
      answerDays: 30,
      auditDays: 3653,
    }),
    access: { adminsNeedSecondFactor },
    payment: {
      days: 14,
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      bankName: "Sample Bank",
    },
    reminders: {
      automatic: false,
      level1Days: 3,
      level2Days: 14,
      level3Days: 28,
      payWithinDays: 7,
    },
    retirements: { secondPerson: false },
    approval: { holdHours: 120 },
    bank: { allowance: 0, accounts: [] },
    vatChecks: { days: 90 },
    // Accounts of DATEV's standard chart of accounts SKR 03.
    bookkeeping: {
      adviser: 1001,
      client: 1,
      firstMonth: 1,
      revenueTaxed: 8400,
      revenueReverseCharge: 8336,
      revenueOutsideEu: 8338,
      firstDebtor: 10_000,
    },
    brand: { name: productName },
    sharing: { byLink: false },
    links: { companySite: "https://tonneline.example" },
    external: { contactFormUrl: null, meetingUrl: null },
    // The video player, and the map that may be embedded without an agreement.
    embeds: { hosts: ["www.youtube-nocookie.com", "www.openstreetmap.org"] },
  };
}
