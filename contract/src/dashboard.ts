import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day, money, named } from "./shapes.ts";

/** Kinds of work that waits for operators. */
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
  /** In euros; null where it is not about money. */
  amount: money.nullable(),
  tonnes: z.int().nullable(),
  /** Since how many days the oldest waits, or is late; null where nothing waits. */
  oldestDays: z.int().nullable(),
  /**
   * Of these: orders that need a VAT check, overdue ones in dispute, sure entries of the bank, registries, companies of
   * the people; null for the others.
   */
  of: z.int().nullable(),
});
export type Waiting = z.output<typeof waiting>;

export const getDashboard = endpoint({
  method: "GET",
  path: "/management/dashboard",
  access: "admitted",
  summary: "What waits: the kinds of work that the role may read",
  response: z.object({ waiting: z.array(waiting) }),
});

const sums = {
  orders: z.int(),
  credits: z.int(),
  net: money,
  /** Of it for credits: the rest was for reports, which have no tonnes. */
  creditsNet: money,
};
export const comparisons = ["year", "period", "none"] as const;
export type Comparison = (typeof comparisons)[number];

// Ten years by months are a table that nobody scrolls further.
const mostDays = 3660;

const sales = z.object({
  /** What a bar stands for; the first and the last may be cut by the range. */
  unit: z.enum(["day", "month"]),
  bars: z.array(
    z.object({
      from: day,
      to: day,
      /** It is not over yet. */
      isOpen: z.boolean(),
      ...sums,
      before: z.object(sums).nullable(),
    }),
  ),
  total: z.object(sums),
  /** Of the same days a year before, or of as many days before; null without a comparison. */
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
      error: "The end is before the beginning",
    })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostDays * 86_400_000, {
      path: ["from"],
      error: "Choose ten years at most",
    }),
  response: sales,
});

const stock = z.object({
  /** By project type, the largest stock on sale first. */
  rows: z.array(
    z.object({
      projectType: named,
      /** That buyers see, with stock or without. */
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
