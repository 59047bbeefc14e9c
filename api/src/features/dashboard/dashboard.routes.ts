import { getDashboard } from "@tonneline/contract/dashboard";
import type { Permission } from "@tonneline/contract/endpoint";
import type { Db } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros } from "../../core/money.ts";
import * as store from "./dashboard.sql.ts";

/** What the operators see first. */
export function dashboardRoutes(serve: Serve, db: Db): void {
  serve(getDashboard, async ({ caller }) => {
    /** A part for those who may read it; null for the others, without asking the database. */
    async function part<T>(permission: Permission, load: () => Promise<T>): Promise<T | null> {
      return caller.permissions.includes(permission) ? await load() : null;
    }
    const [orders, retirements, people, supportRequests, mails, sales, stock] = await Promise.all([
      part("orders:read", async () => {
        const { overdueCents, ...counts } = await store.openOrders(db);
        return { ...counts, overdueGross: euros(overdueCents) };
      }),
      part("retirements:read", async () => ({ toProcess: await store.openRetirements(db) })),
      part("users:read", async () => ({ toAdmit: await store.peopleToAdmit(db) })),
      part("users:read", async () => ({ open: await store.openRequests(db) })),
      part("settings:read", async () => ({ failed: await store.failedMails(db) })),
      part("orders:read", async () =>
        (await store.salesByMonth(db)).map(({ netCents, ...month }) => ({
          ...month,
          net: euros(netCents),
        })),
      ),
      part("projects:read", async () =>
        (await store.stockByType(db)).map(({ id, name, ...row }) => ({
          projectType: { id, name },
          ...row,
        })),
      ),
    ]);
    return { orders, retirements, people, supportRequests, mails, sales, stock };
  });
}
