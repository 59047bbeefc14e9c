import { z } from "zod";
import { maxEuros, maxInt, maxPaymentEuros } from "./ceilings.ts";
import { unusableCharacter, unusableText } from "./characters.ts";
import { urlOf } from "./embeds.ts";
import { plain, withoutInvisible } from "./typed.ts";

/** A row's id in a request or response body. */
export const id = z.int().min(1).max(maxInt);

/** The version that the caller read before deciding, for optimistic locking; 0 if nothing was saved yet. */
export const seenVersion = z.int().min(0).max(maxInt);

const digits = z.string().regex(/^\d{1,10}$/, "Expected a whole number");

/** A whole number in a query string or path, where every value is text. */
export function textInt(min = 0, max = maxInt) {
  return digits.transform(Number).pipe(z.int().min(min).max(max));
}

/** An amount in euros in a query string, with at most two decimals. */
export const textEuros = z
  .string()
  .regex(/^\d{1,14}(\.\d{1,2})?$/, "Expected an amount such as 1137.50")
  .transform(Number)
  .pipe(z.number().min(0).max(maxEuros));

/** Path parameters `{ id }`. */
export const idParams = z.object({ id: textInt(1) });

/**
 * Money in JSON bodies: euros with at most two decimals. The server uses integer cents, which stay exact up to this
 * many euros.
 */
export const money = z.number().min(0).max(maxEuros).multipleOf(0.01);

/** A positive amount of money; anything below one cent is refused once, with the message in `words`. */
export const positiveMoney = (words?: string) =>
  z.number().min(0.01, words).max(maxEuros).multipleOf(0.01);

/** Price per tonne, in euros. */
export const pricePerTonne = positiveMoney().max(1_000_000);

/** Money that moves in either direction: outgoing amounts are negative. */
export const signedMoney = z.number().min(-maxEuros).max(maxEuros).multipleOf(0.01);

/** The amount of one payment: positive if received, negative if paid out. */
export const paymentAmount = signedMoney
  .min(-maxPaymentEuros)
  .max(maxPaymentEuros)
  .refine((amount) => amount !== 0, { message: "Enter an amount other than 0" });

/** Whole tonnes. */
export const credits = z.int().min(0).max(maxInt);

/** Whole tonnes summed over several vintages, each of which may have as many as `credits` allows. */
export const creditSum = z.int().min(0);

// Earlier years are typing errors, and PostgreSQL has no year 0.
const firstYear = 1900;

/** An ISO 8601 point in time, UTC. */
export const instant = z.iso
  .datetime({
    offset: true,
    error: "Enter a point in time, such as 2026-01-12T09:30:00Z",
    abort: true,
  })
  .refine((text) => new Date(text).getUTCFullYear() >= firstYear, {
    message: `Enter a point in time from ${firstYear} on`,
  });

const isLateEnough = (text: string) => Number(text.slice(0, 4)) >= firstYear;

/** An ISO 8601 calendar date entered by a person; `message` is the prompt shown for a bad value. */
export const enteredDay = (message: string) =>
  z.iso
    .date({ error: message, abort: true })
    .refine(isLateEnough, { message: `${message}, from ${firstYear} on` });

/** An ISO 8601 calendar date. */
export const day = z.iso
  .date({ error: "Enter a day, such as 2026-01-12", abort: true })
  .refine(isLateEnough, { message: `Enter a day from ${firstYear} on` });

/** A boolean in a query string. */
export const textFlag = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .pipe(z.boolean());

const textOrTexts = (missing?: string) =>
  z.union([z.string(), z.array(z.string())], missing).transform((given) => [given].flat());

/**
 * A repeatable query parameter (`country=DE&country=FR`, or `country=DE,FR`) as a list without duplicates; `missing` says what is
 * expected of one that is required.
 */
export function repeatable<T extends z.ZodType>(item: T, missing?: string) {
  return textOrTexts(missing)
    .transform((given) => [...new Set(given.flatMap((text) => text.split(",")))])
    .pipe(z.array(item).min(1).max(300) as unknown as z.ZodType<z.output<T>[], string[]>);
}

const isUsable = (text: string) => !unusableCharacter.test(text);
// Control characters are not allowed in single-line text such as names.
// In syntax that every language reads: Python, for one, knows no \P{Cc}.
// oxlint-disable-next-line no-control-regex -- it refuses them
const oneLine = /^[^\x00-\x1f\x7f-\x9f]*$/;

/**
 * Normalizes text to what is visible, so that the same text typed elsewhere matches it: NFC, without the invisible
 * characters that pasted text brings along and that nobody could find to delete. Other bidirectional controls stay, and
 * are refused.
 */
const visibleText = (text: string) =>
  text.normalize("NFC").replaceAll(/[\u061C\u200B\u200E\u200F\u2060\uFEFF]/g, "");

/**
 * A single line typed by a person. It is trimmed first, since blanks would satisfy a minimum length; runs of blanks
 * become one, as pages show them, with the tabs of spreadsheets and Unicode's separators of lines and paragraphs.
 */
export function typedText(min: number, max: number) {
  return z
    .string()
    .overwrite((text) => visibleText(text).replaceAll(/[\p{Z}\t]+/gu, " "))
    .trim()
    .min(min)
    .max(max)
    .regex(oneLine, { error: unusableText, abort: true })
    .refine(isUsable, { message: unusableText });
}

/** Multi-line text typed by a person. */
export function typedLines(min: number, max: number) {
  return z
    .string()
    .overwrite(visibleText)
    .trim()
    .min(min)
    .max(max)
    .refine(isUsable, { message: unusableText });
}

// Names with a special meaning on local networks (RFC 6761, RFC 6762, RFC 8375, and those that routers and companies
// use).
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

/**
 * Whether it is safe to send users to an address: https, a host with a public name, no user name. IP addresses have no
 * such name, which excludes private networks and this machine.
 */
export function isWebAddress(text: string): boolean {
  const url = /^https:\/\/[^\s"<>\\]+$/i.test(text) && urlOf(text);
  if (!url || url.username || url.password) return false;
  return isPublicHost(url.hostname);
}

/** Whether a lower-case host name is that of a public site. */
export function isPublicHost(name: string): boolean {
  return z.regexes.domain.test(name) && !privateNames.test(name);
}

/** A web address entered by an operator and opened by others. */
export const webAddress = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(2000)
  .refine(isWebAddress, {
    message: "Enter an address that begins with https://, of a public site and without a user name",
  });

/** A search text without the invisible bidirectional marks that pasted text brings along: no stored text contains them. */
export const searchText = z
  .string()
  .transform((text) => text.replaceAll(/\p{Bidi_Control}/gu, ""))
  .pipe(typedText(0, 200));

export const email = z.string().overwrite(plain).toLowerCase().max(254).pipe(z.email());

/** A directory row, or a code with its name, as `{ id, name }`. */
export const named = z.object({ id, name: z.string() });
/** A code from a closed list as responses return it, `{ id, name }`: the name is for people to read. */
export function coded<T extends readonly [string, ...string[]]>(codes: T) {
  return z.object({ id: z.enum(codes), name: z.string() });
}

/** Restricts a company's list to what the caller did. */
export const mineFilter = z.literal("me").optional();

/** The query of a list in a fixed order: `page` from 0 and `size`, by default every row. Any other parameter is refused. */
export const pageQuery = z.strictObject({
  page: textInt().default(0),
  size: textInt(1).default(maxInt),
});

/**
 * The query of a list: `page` from 0, `size`, `sort=field,asc|desc` once or twice, `q`, and the given filters. Any
 * other parameter is refused.
 */
export function listQuery<
  const S extends readonly [string, ...string[]],
  F extends z.core.$ZodLooseShape,
>(sorts: S, filters: F) {
  const error = `Expected one of ${sorts.join(", ")}, alone or followed by ,asc or ,desc`;
  const order = z
    .enum(
      sorts.flatMap((field: S[number]) => [field, `${field},asc`, `${field},desc`]),
      { error },
    )
    .transform((text) => {
      // Without a direction, `newest` sorts the newest first, as its name says; all others ascend.
      const [field, direction = text === "newest" ? "desc" : "asc"] = text.split(",");
      return { field: field as S[number], direction: direction as "asc" | "desc" };
    });
  // At most two: each combination of sort keys is a separate statement that the database keeps prepared.
  const orders = z
    .array(order)
    .max(2)
    .refine((given) => new Set(given.map(({ field }) => field)).size === given.length, {
      message: "Expected different fields",
    });
  return z.strictObject({
    ...pageQuery.shape,
    sort: textOrTexts()
      .pipe(orders as unknown as z.ZodType<z.output<typeof orders>, string[]>)
      .default([]),
    q: searchText.optional(),
    ...filters,
  });
}

/** One page of a list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    totalElements: z.int(),
    page: z.int(),
    size: z.int(),
    last: z.boolean(),
  });
}

type Names = readonly [string, ...string[]];
const someOf = <const N extends Names>(names: N) => repeatable(z.enum(names)).optional();

interface ListFacts<Sorts extends Names, Filters> {
  /** Sort keys, named after their columns. */
  sorts: Sorts;
  filters?: Filters;
}

/** Query and response of a paged list, for its endpoint. */
export function listOf<
  Row extends z.ZodType,
  const Sorts extends Names,
  Filters extends z.core.$ZodLooseShape = object,
>(row: Row, { sorts, filters = {} as Filters }: ListFacts<Sorts, Filters>) {
  return { query: listQuery(sorts, filters), response: pageOf(row), list: { sorts } };
}

/** Like `listOf`, with tabs: a filter, plus how many rows of the same search each tab has, whichever is selected. */
export function tabbedListOf<
  Row extends z.ZodType,
  const Sorts extends Names,
  const Field extends string,
  const Tabs extends Names,
  Filters extends z.core.$ZodLooseShape = object,
>(
  row: Row,
  {
    sorts,
    tabs,
    filters = {} as Filters,
  }: ListFacts<Sorts, Filters> & { tabs: { field: Field; names: Tabs } },
) {
  const tab = { [tabs.field]: someOf(tabs.names) } as Record<
    Field,
    ReturnType<typeof someOf<Tabs>>
  >;
  return {
    query: listQuery(sorts, { ...filters, ...tab }),
    response: pageOf(row).extend({ counts: z.record(z.enum(tabs.names), z.int()) }),
    list: { sorts, tabs },
  };
}

/** Something that refers to a record. For a cart, `id` and `name` are those of its user. */
const use = z.object({
  type: z.enum([
    "project",
    "order",
    "approval",
    "cart",
    "retirement",
    "report",
    "vintage",
    "user",
    "price-list",
  ]),
  id: z.int(),
  name: z.string(),
});
export type Use = z.output<typeof use>;

/** What refers to a record and keeps it from being deleted; at most twenty of `usedByCount`. */
export const uses = z.object({ usedBy: z.array(use), usedByCount: z.int() });
export type Uses = z.output<typeof uses>;

/** The body of every error response, `application/problem+json` (RFC 9457). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string().optional(),
  fieldErrors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For INSUFFICIENT_CREDITS: tonnes still available. */
  available: z.int().optional(),
  /** For IN_USE: what refers to the record; at most twenty of `usedByCount`. */
  usedBy: uses.shape.usedBy.optional(),
  usedByCount: uses.shape.usedByCount.optional(),
});
export type Problem = z.output<typeof problem>;
