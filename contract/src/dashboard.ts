import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { money, named } from "./shapes.ts";

/** What waits, and how sales and stock are. A part is null for a caller whose role may not read it. */
export const dashboard = z.object({
  orders: z
    .object({
      toApprove: z.int(),
      /** Awaiting payment, past the day they were due. */
      overdue: z.int(),
      overdueGross: money,
    })
    .nullable(),
  retirements: z.object({ toProcess: z.int() }).nullable(),
  people: z.object({ toAdmit: z.int() }).nullable(),
  supportRequests: z.object({ open: z.int() }).nullable(),
  mails: z.object({ failed: z.int() }).nullable(),
  /** The last twelve months to the present one, by the day of payment. */
  sales: z
    .array(
      z.object({
        /** YYYY-MM */
        month: z.string(),
        orders: z.int(),
        credits: z.int(),
        net: money,
      }),
    )
    .nullable(),
  /** By project type, the largest stock on sale first. */
  stock: z
    .array(
      z.object({
        projectType: named,
        projects: z.int(),
        available: z.int(),
        /** In carts. */
        reserved: z.int(),
        /** In orders that are not paid. */
        committed: z.int(),
      }),
    )
    .nullable(),
});
export type Dashboard = z.output<typeof dashboard>;

export const getDashboard = endpoint({
  method: "GET",
  path: "/management/dashboard",
  access: "admitted",
  summary: "What waits, sales by month, stock by type: the parts that the role may read",
  answer: dashboard,
});
