import { z } from "zod";
import { maxPasswordLength } from "./accounts.ts";
import { countryCode } from "./addresses.ts";
import { defaultTimeZone, isTimeZone } from "./days.ts";
import { endpoint, file, noContent } from "./endpoint.ts";
import { percentOf } from "./percents.ts";
import {
  askedDay,
  email,
  idParams,
  isPublicHost,
  typedText,
  webAddress,
  seenVersion,
} from "./shapes.ts";

const line = typedText(1, 200);

// IBANs and BICs are typed with blanks and in any case.
const compact = z.string().overwrite((text) => text.replaceAll(/\s/g, "").toUpperCase());

/** An IBAN as it is typed. */
export const iban = compact.pipe(
  z
    .string()
    .regex(/^[A-Z]{2}\d{2}[0-9A-Z]{11,30}$/, "Enter an IBAN, such as DE89 3704 0044 0532 0130 00"),
);

// What to type instead, whatever is wrong with what was typed.
const heldFor = "Enter the minutes, more than 0 and at most 100,000";
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
const heldHours = "Enter the hours, more than 0 and at most 8,760";

const ceiling = (max: number) => {
  const wrong = `Enter a whole number from 1 to ${max.toLocaleString("en")}`;
  return z.int(wrong).min(1, wrong).max(max, wrong);
};
function keptFor(atLeast: number) {
  const text = `Enter whole days, from ${atLeast} to 7,300`;
  return z.int(text).min(atLeast, text).max(7300, text);
}

const hostName = z.string().trim().toLowerCase().max(253).refine(isPublicHost, {
  message: "Enter names of public sites, such as www.youtube-nocookie.com, without https://",
});

/** A time zone of the IANA database. */
export const timeZone = z
  .string()
  .trim()
  .max(64)
  .refine(isTimeZone, { message: "Enter a time zone by its place, such as Europe/Berlin" });

/** Sections of the operator's settings; each is saved as a whole. */
export const sections = {
  /** The company that sells, as on invoices. */
  seller: z.strictObject({
    name: line,
    street: line,
    postalCode: typedText(1, 20),
    city: line,
    countryCode,
    vatNumber: typedText(3, 30),
    /** The national tax number: an invoice outside the scope of VAT may not name the VAT number (EN 16931, BR-O-02). */
    taxNumber: typedText(1, 40),
    email,
    /** Court and number in the register of companies. */
    registration: line.optional(),
    /** Of whoever answers questions about invoices; XRechnung asks for it (BT-42). */
    phone: typedText(3, 40).optional(),
    /** Where its days begin: those of invoices, VAT rates, retirements and lists. */
    timeZone: timeZone.default(defaultTimeZone),
  }),
  /** How long a cart holds credits. */
  reservation: z.strictObject({
    minutes: z.number(heldFor).positive(heldFor).max(100_000, heldFor),
  }),
  /** What one buyer, or everybody together, may take of the marketplace at a time. */
  ceilings: z.strictObject({
    /** In one buyer's cart, all vintages together: at the dearest price per tonne, with VAT, still below `maxEuros`. */
    heldTonnes: ceiling(40_000_000),
    /** Holds that one buyer begins or renews on a day (UTC). */
    holdsPerDay: ceiling(100_000),
    ordersPerHour: ceiling(100_000),
    /** CSV files being written for one account, and by one server. */
    exportsPerUser: ceiling(1000),
    exportsPerServer: ceiling(1000),
  }),
  /** Days for which what is stored beside the accounting records is kept, once it has served its purpose. */
  retention: z.strictObject({
    /** Mails that were sent or given up. */
    mailDays: keptFor(1),
    /** Sessions that ended. */
    sessionDays: keptFor(1),
    /** Counted tries of logging in and the like, after their window. */
    attemptDays: keptFor(0),
    /** Answers to calls that carried an idempotency key. */
    answerDays: keptFor(1),
    /** Entries of the audit log. */
    auditDays: keptFor(30),
  }),
  access: z.strictObject({
    /** Without one, a login with the role Admin leads to setting it up and nowhere else. */
    adminsNeedSecondFactor: z.boolean(),
  }),
  payment: z.strictObject({
    /** From the approval until an invoice is due. */
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
  /** How payments of the bank's statements are taken. */
  bank: z.strictObject({
    /** Euros that an order's payments may fall short of its total: what banks charge on the way. */
    allowance: z.number(allowed).min(0, allowed).max(1000, allowed).multipleOf(0.01, allowed),
    /** Further accounts whose statements are taken, beside the one that invoices name. */
    accounts: z.array(iban).max(20),
  }),
  vatChecks: z.strictObject({
    /** For how long a check of a company's VAT number is offered for its next orders. */
    days: z.int(payableIn).min(0, payableIn).max(365, payableIn),
  }),
  /** Numbers by which an accounting program knows what is exported (DATEV). */
  bookkeeping: z.strictObject({
    adviser: z.int(adviserIs).min(1001, adviserIs).max(9_999_999, adviserIs),
    client: z.int(clientIs).min(1, clientIs).max(99_999, clientIs),
    /** The first month of the financial year. */
    firstMonth: z.int(monthIs).min(1, monthIs).max(12, monthIs),
    /** Revenue with the seller's VAT, under reverse charge within the EU, and outside it. */
    revenueTaxed: account,
    revenueReverseCharge: account,
    revenueOutsideEu: account,
    /** A company's own account: this number, and its number in this shop added. */
    firstDebtor: z.int(debtorIs).min(10_000, debtorIs).max(69_999, debtorIs),
  }),
  /** How buyers are reminded of invoices that are not paid. */
  reminders: z.strictObject({
    /** Whether they go out by themselves; an operator sends them by hand otherwise. */
    automatic: z.boolean(),
    /** Days after an invoice was due at which each level goes out. */
    level1Days: payable,
    level2Days: payable,
    level3Days: payable,
    /** Days from a reminder until what it asks for is to be paid. */
    payWithinDays: payable,
    /** Lump sum in euros, and interest in percent a year, that the third level asks for. */
    fee: z.number(allowed).min(0, allowed).max(1000, allowed).multipleOf(0.01, allowed).optional(),
    interestPercent: rate.optional(),
  }),
  retirements: z.strictObject({
    /** Whether what one operator entered of a registry's retirement counts only when another confirms it. */
    secondPerson: z.boolean(),
  }),
  approval: z.strictObject({
    /** How long the credits of a request are held until a colleague decides. */
    holdHours: z.number(heldHours).positive(heldHours).max(8760, heldHours),
  }),
  /** The name that pages and mails carry. */
  brand: z.strictObject({ name: typedText(1, 60) }),
  /** Null: the footer shows no link. */
  links: z.strictObject({ companySite: webAddress.nullable() }),
  /** What people without a login may be shown. */
  sharing: z.strictObject({
    /** Shortlists by a link, without prices. */
    byLink: z.boolean(),
  }),
  /** Null: what the server's environment says, else the app's own form. */
  external: z.strictObject({
    contactFormUrl: webAddress.nullable(),
    meetingUrl: webAddress.nullable(),
  }),
  /** Sites whose pages may stand in a frame: maps and videos of projects. */
  embeds: z.strictObject({
    hosts: z
      .array(hostName)
      .max(50)
      .overwrite((given) => [...new Set(given)]),
  }),
};
export type SectionName = keyof typeof sections;
export type SettingsSections = { [S in SectionName]: z.output<(typeof sections)[S]> };

type FieldsOfSections = { readonly [S in SectionName]?: readonly (keyof SettingsSections[S])[] };

/** What says to whom buyers pay. */
export const payeeFields: FieldsOfSections = {
  seller: ["name"],
  payment: ["iban", "bic", "bankName"],
};

/** Who changes one of these gives their password again. */
export const passwordFields: FieldsOfSections = {
  ...payeeFields,
  access: ["adminsNeedSecondFactor"],
};

// Version 0: never saved, the default holds.
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

/** Files that operators replace: three texts of the footer (PDF) and the logo (a picture). */
export const siteFiles = ["privacy", "terms", "salesTerms", "logo"] as const;
export type SiteFile = (typeof siteFiles)[number];

const siteFile = z.object({ name: z.string(), url: z.string() }).nullable();

export const vatRate = z.object({
  countryCode,
  /** The first day on which it holds. */
  validFrom: askedDay("Enter the first day on which it holds"),
  percent: rate,
});
export type VatRate = z.output<typeof vatRate>;

export const managedSettings = z.object({
  ...bodies,
  /** Null: the one that comes with the product. */
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
    /** The caller's own, when one of `passwordFields` changes. */
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
    "A country's standard rate from a day on; that of today is replaced until an order has it",
  body: z.strictObject(vatRate.shape),
  response: vatRate,
  status: 201,
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
