import { beforeAll, expect, test } from "vitest";
import type { ZodType } from "zod";
import { credentials, newPassword } from "./accounts.ts";
import { cartQuery } from "./cart.ts";
import { facetsQuery, projectQuery } from "./catalogue.ts";
import { invoiceDetails } from "./company.ts";
import { useStockMessages } from "./messages.ts";
import { listOrders } from "./orders.ts";
import { listPrices } from "./prices.ts";
import { createProject, listManagedProjects } from "./projects.ts";
import { createQuote } from "./quotes.ts";
import { refusals } from "./refusals.ts";
import { sections, vatRate } from "./settings.ts";

beforeAll(useStockMessages);

/** The first message for each invalid field. */
function messagesOf(schema: ZodType, value: unknown): Record<string, string> {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return Object.fromEntries(
    issues.toReversed().map(({ path, message }) => [path.join("."), message]),
  );
}

test("a text that is too short says the required length, in any field", () => {
  const blank = { street: " ", postalCode: "1", province: "", city: "Ur", countryCode: "XX" };
  const details = { companyName: "A", vatNumber: "D ", invoiceEmail: "no", invoiceAddress: blank };
  const tooShort = "This field must contain at least 3 character(s)";
  expect(messagesOf(invoiceDetails, details)).toEqual({
    companyName: tooShort,
    vatNumber: tooShort,
    invoiceEmail: expect.stringMatching(/email/),
    "invoiceAddress.street": tooShort,
    "invoiceAddress.postalCode": tooShort,
    "invoiceAddress.province": tooShort,
    "invoiceAddress.city": tooShort,
    "invoiceAddress.countryCode": "Please select one of the values",
  });
  expect(messagesOf(newPassword, "nine char")).toEqual({
    "": "This field must contain at least 10 character(s)",
  });
  expect(messagesOf(credentials, { username: "no", password: "x" })).toMatchObject({
    username: expect.stringMatching(/email/),
  });
});

test("an unknown country is refused with the stock text, in an address, the settings and the cart", () => {
  const chosen = { countryCode: "Please select one of the values" };
  expect(messagesOf(cartQuery, { countryCode: "XX" })).toEqual(chosen);
  expect(messagesOf(createQuote.body, { countryCode: "XX" })).toEqual(chosen);
  expect(messagesOf(vatRate, { countryCode: "XX", validFrom: "2026-01-01", percent: 7 })).toEqual(
    chosen,
  );
});

test("an unknown country is refused as a filter of a list, and for a project", () => {
  const asked = "Please select one of the values";
  const lists = [listOrders.query, listManagedProjects.query, listPrices.query];
  for (const query of [projectQuery, facetsQuery, ...lists]) {
    expect(messagesOf(query, { country: "DE,XX" })).toEqual({ "country.1": asked });
    expect(messagesOf(query, { country: ["DE", "XK"] })).toEqual({});
  }
  expect(messagesOf(createProject.body, { countries: ["XX"] })).toMatchObject({
    "countries.0": asked,
  });
});

test("an invalid number is refused with what to type instead", () => {
  const rate = "Enter a percentage from 0 to 100, with at most two decimals";
  for (const percent of [101, -1, 7.125, Number.NaN]) {
    expect(messagesOf(vatRate, { countryCode: "DE", validFrom: "", percent })).toEqual({
      validFrom: "Enter the first day on which the rate applies",
      percent: rate,
    });
  }
  expect(
    messagesOf(sections.payment, { days: 1.5, iban: "XX", bic: "ABC", bankName: "Bank" }),
  ).toEqual({
    days: "Enter whole days, from 0 to 365",
    iban: expect.stringContaining("such as DE89"),
    bic: expect.stringContaining("such as COBADEFFXXX"),
  });
});

test("the refusals of accounts have the specification's texts", () => {
  expect(refusals).toMatchObject({
    INTERNAL: { text: "Something went wrong. Please try again later." },
    INVALID_PASSWORD: { text: "The username or password you have entered is invalid." },
    UNVERIFIED: {
      text: "Your account is not verified. Please check your email for verification link.",
    },
    BLOCKED: {
      text: "Your account is blocked. If you think this is a mistake, please contact us.",
    },
    INVALID_TOKEN: { text: "Invalid token. Please try again." },
    TOKEN_EXPIRED: { text: "Token expired. Please try again." },
    INVALID_PASSWORD_CHANGE: { text: "Your password does not meet the requirements." },
    ALREADY_REGISTERED: {
      text: "This email is already registered. Please use another email.",
    },
  });
});
