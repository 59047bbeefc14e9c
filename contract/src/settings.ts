import { z } from "zod";
import { maxPasswordLength } from "./accounts.ts";
import { countryCode } from "./addresses.ts";
import { defaultTimeZone, isTimeZone } from "./days.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { percentOf } from "./percents.ts";
import {
  enteredDay,
  email,
  idParams,
  isPublicHost,
  typedText,
  webAddress,
  seenVersion,
} from "./shapes.ts";
import { plain } from "./typed.ts";

const line = typedText(1, 200);

// IBANs and BICs are typed with spaces and in any case, or pasted.
const compact = z.string().overwrite((text) => plain(text).replaceAll(/\s/g, "").toUpperCase());

/** An IBAN as typed. */
export const iban = compact.pipe(
  z
    .string()
    .regex(/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/, "Enter an IBAN, such as DE89 3704 0044 0532 0130 00"),
);

// Says what to type, whatever was wrong with the input.
const minutesMessage = "Enter the minutes, more than 0 and at most 100,000";
const payableIn = "Enter whole days, from 0 to 365";
const allowed = "Enter an amount from 0 to 1,000, with at most two decimals";
const adviserIs = "Enter your adviser's number, from 1001 to 9999999";
const clientIs = "Enter your client number, from 1 to 99999";
const monthIs = "Enter a month, from 1 to 12";
const accountIs = "Enter an account of four digits, such as 8400";
const account = z.int(accountIs).min(1000, accountIs).max(9999, accountIs);
const debtorIs = "Enter an account of five digits, from 10000 to 69999";
const rate = percentOf(0, 100);

const payable = z.int(payableIn).min(0, payableIn).max(365, payableIn);
const hoursMessage = "Enter the hours, more than 0 and at most 8,760";

const ceiling = (max: number) => {
  const wrong = `Enter a whole number from 1 to ${max.toLocaleString("en")}`;
  return z.int(wrong).min(1, wrong).max(max, wrong);
};
function retentionDays(atLeast: number) {
  const text = `Enter whole days, from ${atLeast} to 7,300`;
  return z.int(text).min(atLeast, text).max(7300, text);
}

const hostName = z.string().trim().toLowerCase().max(253).refine(isPublicHost, {
  message: "Enter names of public sites, such as www.youtube-nocookie.com, without https://",
});

/** An IANA time zone. */
export const timeZone = z
  .string()
  .trim()
  .max(64)
  .refine(isTimeZone, { message: "Enter a time zone by its city, such as Europe/Berlin" });

/** Sections of the operator's settings; each is saved as a whole. */
export const sections = {
  /** The selling company, as on invoices. */
  seller: z.strictObject({
    name: line,
    street: line,
    postalCode: typedText(1, 20),
    city: line,
    countryCode,
    vatNumber: typedText(3, 30),
    /** The national tax number: an invoice outside the scope of VAT may not state the VAT number (EN 16931, BR-O-02). */
    taxNumber: typedText(1, 40),
    email,
    /** Court and number of the company's registration. */
    registration: line.optional(),
    /** Contact for questions about invoices; XRechnung requires it (BT-42). */
    phone: typedText(3, 40).optional(),
    /** Time zone in which its days begin: those of invoices, VAT rates, retirements and lists. */
    timeZone: timeZone.default(defaultTimeZone),
  }),
  /** How long a cart reserves credits. */
  reservation: z.strictObject({
    minutes: z.number(minutesMessage).positive(minutesMessage).max(100_000, minutesMessage),
  }),
  /** Limits on what one buyer, or all together, may use at a time. */
  ceilings: z.strictObject({
    /** Tonnes in one buyer's cart, over all vintages: at the highest price per tonne, with VAT, still below `maxEuros`. */
    heldTonnes: ceiling(40_000_000),
    /** Reservations that one buyer creates or renews per day (UTC). */
    holdsPerDay: ceiling(100_000),
    ordersPerHour: ceiling(100_000),
    /** CSV exports in progress, per account and per server. */
    exportsPerUser: ceiling(1000),
    exportsPerServer: ceiling(1000),
  }),
  /** Retention in days of data other than the accounting records, once it has served its purpose. */
  retention: z.strictObject({
    /** Mails that were sent or given up. */
    mailDays: retentionDays(1),
    /** Ended sessions. */
    sessionDays: retentionDays(1),
    /** Counted attempts (of login and the like), after their window. */
    attemptDays: retentionDays(0),
    /** Stored responses of calls with an idempotency key. */
    answerDays: retentionDays(1),
    /** Audit log entries. */
    auditDays: retentionDays(30),
    /** Notifications, read or not. */
    notificationDays: retentionDays(1).default(365),
    /** Registrations whose address was never verified, and invitations nobody accepted, once expired. */
    registrationDays: retentionDays(1).default(30),
    /** Requests to the operators, from the day they were done. */
    requestDays: retentionDays(1).default(1096),
  }),
  access: z.strictObject({
    /** Without a second factor, an Admin who logs in can only set one up. */
    adminsNeedSecondFactor: z.boolean(),
  }),
  payment: z.strictObject({
    /** Days from the approval until an invoice is due. */
    days: z.int(payableIn).min(0, payableIn).max(365, payableIn),
    iban,
    bic: compact.pipe(
      z
        .string()
        .regex(
          /^[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?$/,
          "Enter a BIC of 8 or 11 characters, such as COBADEFFXXX",
        ),
    ),
    bankName: line,
  }),
  /** How payments from bank statements are booked. */
  bank: z.strictObject({
    /** Euros by which an order's payments may fall short of its total: bank charges along the way. */
    allowance: z.number(allowed).min(0, allowed).max(1000, allowed).multipleOf(0.01, allowed),
    /** Further accounts whose statements are accepted, in addition to the one on invoices. */
    accounts: z.array(iban).max(20),
  }),
  vatChecks: z.strictObject({
    /** How many days a check of a company's VAT number is offered for its next orders. */
    days: z.int(payableIn).min(0, payableIn).max(365, payableIn),
  }),
  /** Numbers that the accounting program needs in exports (DATEV). */
  bookkeeping: z.strictObject({
    adviser: z.int(adviserIs).min(1001, adviserIs).max(9_999_999, adviserIs),
    client: z.int(clientIs).min(1, clientIs).max(99_999, clientIs),
    /** First month of the financial year. */
    firstMonth: z.int(monthIs).min(1, monthIs).max(12, monthIs),
    /** Revenue with the seller's VAT, under reverse charge within the EU, and outside the EU. */
    revenueTaxed: account,
    revenueReverseCharge: account,
    revenueOutsideEu: account,
    /** A company's account number is this plus the company's id. */
    firstDebtor: z.int(debtorIs).min(10_000, debtorIs).max(69_999, debtorIs),
  }),
  /** Payment reminders for unpaid invoices. */
  reminders: z.strictObject({
    /** Whether they are sent automatically; otherwise operators send them. */
    automatic: z.boolean(),
    /** Days past the due date at which each level is sent. */
    level1Days: payable,
    level2Days: payable,
    level3Days: payable,
    /** Days from a reminder until its payment deadline. */
    payWithinDays: payable,
    /** Lump sum in euros, and interest in percent per year, that the third level demands. */
    fee: z.number(allowed).min(0, allowed).max(1000, allowed).multipleOf(0.01, allowed).optional(),
    interestPercent: rate.optional(),
  }),
  retirements: z.strictObject({
    /** Whether a registry's retirement that one operator entered only takes effect once another confirms it. */
    secondPerson: z.boolean(),
  }),
  approval: z.strictObject({
    /** How long a request's credits are reserved for a colleague's decision. */
    holdHours: z.number(hoursMessage).positive(hoursMessage).max(8760, hoursMessage),
  }),
  /** The name used by pages and mails. */
  brand: z.strictObject({ name: typedText(1, 60) }),
  /** Null: the footer shows no link. */
  links: z.strictObject({ companySite: webAddress.nullable() }),
  /** What may be shown to people without a login. */
  sharing: z.strictObject({
    /** Shortlists by link, without prices. */
    byLink: z.boolean(),
  }),
  /** Null: falls back to the server's environment, then to the app's own form. */
  external: z.strictObject({
    contactFormUrl: webAddress.nullable(),
    meetingUrl: webAddress.nullable(),
  }),
  /** Sites that may be embedded in an iframe: maps and videos of projects. */
  embeds: z.strictObject({
    hosts: z
      .array(hostName)
      .max(50)
      .overwrite((given) => [...new Set(given)]),
  }),
};
export type SectionName = keyof typeof sections;
export type SettingsSections = { [S in SectionName]: z.output<(typeof sections)[S]> };

/**
 * Returns the first reminder level that would be due before the previous one, and why it is refused; undefined if all are
 * in order. Not part of the schema, so that settings saved before the rule remain readable.
 */
export function levelBefore(reminders: SettingsSections["reminders"]) {
  const { level1Days, level2Days, level3Days } = reminders;
  const message = "Enter at least as many days as for the previous level";
  if (level2Days < level1Days) return { field: "level2Days", message };
  return level3Days < level2Days ? { field: "level3Days", message } : undefined;
}

type FieldsOfSections = { readonly [S in SectionName]?: readonly (keyof SettingsSections[S])[] };

/** Settings that determine whom buyers pay. */
export const payeeFields: FieldsOfSections = {
  seller: ["name"],
  payment: ["iban", "bic", "bankName"],
};

/** Settings whose change requires the operator's password. */
export const passwordFields: FieldsOfSections = {
  ...payeeFields,
  access: ["adminsNeedSecondFactor"],
};

// Version 0: never saved, the default applies.
const versioned = <S extends z.ZodRawShape>(section: z.ZodObject<S>) =>
  section.extend({ version: seenVersion });

const bodies = {
  seller: versioned(sections.seller),
  reservation: versioned(sections.reservation),
  ceilings: versioned(sections.ceilings),
  retention: versioned(sections.retention),
  access: versioned(sections.access),
  payment: versioned(sections.payment),
  bank: versioned(sections.bank),
  vatChecks: versioned(sections.vatChecks),
  bookkeeping: versioned(sections.bookkeeping),
  reminders: versioned(sections.reminders),
  retirements: versioned(sections.retirements),
  approval: versioned(sections.approval),
  brand: versioned(sections.brand),
  sharing: versioned(sections.sharing),
  links: versioned(sections.links),
  external: versioned(sections.external),
  embeds: versioned(sections.embeds),
};

/** Files that operators can replace: three footer documents (PDF) and the logo (image). */
export const siteFiles = ["privacy", "terms", "salesTerms", "logo"] as const;
export type SiteFile = (typeof siteFiles)[number];

const siteFile = z.object({ name: z.string(), url: z.string() }).nullable();

export const vatRate = z.object({
  countryCode,
  /** The first day it applies to. */
  validFrom: enteredDay("Enter the first day on which the rate applies"),
  percent: rate,
});
export type VatRate = z.output<typeof vatRate>;

export const managedSettings = z.object({
  ...bodies,
  /** Null: the built-in one. */
  files: z.object({ privacy: siteFile, terms: siteFile, salesTerms: siteFile, logo: siteFile }),
  vatRates: z.array(vatRate),
});
export type ManagedSettings = z.output<typeof managedSettings>;

export const getSettings = endpoint({
  method: "GET",
  path: "/management/settings",
  access: "settings:read",
  summary: "All settings, each section with its version",
  response: managedSettings,
});

export const saveSettings = endpoint({
  method: "PATCH",
  path: "/management/settings",
  access: "settings:write",
  summary: "Save one section or several; each with the version that was read",
  body: z.strictObject({
    ...z.strictObject(bodies).partial().shape,
    /** The caller's password, required if one of `passwordFields` changes. */
    password: z.string().min(1).max(maxPasswordLength).optional(),
  }),
  response: managedSettings,
  refusals: ["VERSION_CONFLICT", "RATE_LIMITED"],
});

export const addVatRate = endpoint({
  method: "POST",
  path: "/management/settings/vat-rates",
  access: "settings:write",
  summary:
    "Set a country's standard rate from a day on; today's can be replaced until an order uses it",
  body: z.strictObject(vatRate.shape),
  response: vatRate,
  status: 201,
  idempotent: true,
});

export const deleteVatRate = endpoint({
  method: "DELETE",
  path: "/management/settings/vat-rates/:countryCode/:validFrom",
  access: "settings:write",
  summary: "Remove a rate that is not in force yet",
  params: z.object({ countryCode: z.string(), validFrom: z.string() }),
  response: noContent,
  refusals: ["IN_USE"],
});

/** `name`: one of `siteFiles`. */
const fileParams = z.object({ name: z.string() });

export const putSiteFile = endpoint({
  method: "PUT",
  path: "/management/settings/files/:name",
  access: "settings:write",
  summary: "Replace a PDF of the footer, or the logo",
  params: fileParams,
  upload: { maxBytes: 10 * 1024 * 1024 },
  response: managedSettings,
});

export const deleteSiteFile = endpoint({
  method: "DELETE",
  path: "/management/settings/files/:name",
  access: "settings:write",
  summary: "Restore the file that comes with the product",
  params: fileParams,
  response: managedSettings,
});

export const getSiteFile = endpoint({
  method: "GET",
  path: "/site-files/:id",
  access: "public",
  summary: "A file of the footer, or the logo",
  params: idParams,
  response: file("application/pdf", "image/png"),
});
