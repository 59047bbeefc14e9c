import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, money, named } from "./shapes.ts";

/** Kinds of work pending for operators. */
export const works = [
  "ORDERS",
  "OVERDUE",
  "BANK",
  "RETIREMENTS",
  "SUPPORT",
  "PEOPLE",
  "MAILS",
] as const;
export type Work = (typeof works)[number];

const waiting = z.object({
  work: z.enum(works),
  count: z.int(),
  /** In euros; null for work without amounts. */
  amount: money.nullable(),
  tonnes: z.int().nullable(),
  /** Days that the oldest item has been waiting, or overdue; null if there are none. */
  oldestDays: z.int().nullable(),
  /**
   * A second count: orders that need a VAT check, disputed overdue invoices, certain bank matches, registries, companies of
   * the people; null for the others.
   */
  of: z.int().nullable(),
});
export type Waiting = z.output<typeof waiting>;

export const getDashboard = endpoint({
  method: "GET",
  path: "/management/dashboard",
  access: "admitted",
  summary: "Waiting work of the kinds that the role may read",
  response: z.object({ waiting: z.array(waiting) }),
});

const sums = {
  orders: z.int(),
  credits: z.int(),
  net: money,
  /** The part of `net` paid for credits: the rest was for reports, which have no tonnes. */
  creditsNet: money,
};
export const comparisons = ["year", "period", "none"] as const;
export type Comparison = (typeof comparisons)[number];

// Ten years: nobody scrolls a longer table of months.
const maxDays = 3660;

const sales = z.object({
  /** Length of a bar; the range may cut off the first and the last. */
  unit: z.enum(["day", "month"]),
  bars: z.array(
    z.object({
      from: day,
      to: day,
      /** Its period has not ended yet. */
      isOpen: z.boolean(),
      ...sums,
      before: z.object(sums).nullable(),
    }),
  ),
  total: z.object(sums),
  /** Of the same days a year before, or the same number of days before; null without a comparison. */
  before: z.object(sums).nullable(),
});
export type Sales = z.output<typeof sales>;

export const getSales = endpoint({
  method: "GET",
  path: "/management/dashboard/sales",
  access: "orders:read",
  summary: "Paid orders by the seller's day of payment, without VAT and what was credited since",
  query: z
    .strictObject({ from: day, to: day, compare: z.enum(comparisons).default("none") })
    .refine(({ from, to }) => from <= to, {
      path: ["to"],
      error: "The end is before the start",
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < maxDays * 86_400_000, {
      path: ["from"],
      error: "Choose at most ten years",
    }),
  response: sales,
});

const stock = z.object({
  /** By project type, the largest stock on sale first. */
  rows: z.array(
    z.object({
      projectType: named,
      /** Projects visible to buyers, with or without stock. */
      projects: z.int(),
      available: z.int(),
      /** In carts. */
      reserved: z.int(),
      /** In orders that are not paid. */
      committed: z.int(),
    }),
  ),
});

export const getStock = endpoint({
  method: "GET",
  path: "/management/dashboard/stock",
  access: "projects:read",
  summary: "What is on sale, in carts and ordered, by type of project",
  response: stock,
});
