import * as contract from "@tonneline/contract/dashboard";
import type { Permission } from "@tonneline/contract/endpoint";
import type { Db, Executor } from "../../core/db.ts";
import type { Serve } from "../../core/http/serve.ts";
import { euros, eurosOrNone } from "../../core/money.ts";
import { reading } from "../../core/replica.ts";
import { pendingOrders } from "./dashboard.service.ts";
import { salesOf } from "./sales.sql.ts";
import { stockByType } from "./stock.sql.ts";
import * as waiting from "./waiting.sql.ts";

/** Each kind of work with the permission to read it and the function that counts it. */
const works: Record<
  contract.Work,
  { permission: Permission; count: (executor: Executor) => Promise<waiting.WaitingRow> }
> = {
  ORDERS: { permission: "orders:read", count: pendingOrders },
  OVERDUE: { permission: "orders:read", count: waiting.overdueOrders },
  BANK: { permission: "orders:read", count: waiting.bankEntries },
  RETIREMENTS: { permission: "retirements:read", count: waiting.openRetirements },
  SUPPORT: { permission: "users:read", count: waiting.openRequests },
  PEOPLE: { permission: "users:read", count: waiting.peopleToAdmit },
  MAILS: { permission: "settings:read", count: waiting.failedMails },
};

/** Serves the operators' start page. */
export function dashboardRoutes(serve: Serve, db: Db): void {
  serve(contract.getDashboard, async ({ caller }) => {
    const readable = contract.works.filter((work) =>
      caller.permissions.includes(works[work].permission),
    );
    const rows = readable.map(async (work) => {
      const { cents, ...row } = await reading(db, works[work].count);
      return { work, ...row, amount: eurosOrNone(cents) };
    });
    return { waiting: await Promise.all(rows) };
  });

  serve(contract.getSales, async ({ query }) => {
    const { compare } = query;
    const unit: contract.Sales["unit"] =
      Date.parse(query.to) - Date.parse(query.from) < 92 * 86_400_000 ? "day" : "month";
    const rows = await reading(db, (reads) => salesOf(reads, { ...query, unit }));
    const bars = rows.map(({ from, to, isOpen, now, before }) => ({
      from,
      to,
      isOpen,
      ...inEuros(now),
      before: compare === "none" ? null : inEuros(before),
    }));
    const before = compare === "none" ? null : inEuros(sumOf(rows.map((row) => row.before)));
    return { unit, bars, total: inEuros(sumOf(rows.map((row) => row.now))), before };
  });

  serve(contract.getStock, async () => ({
    rows: (await reading(db, stockByType)).map(({ id, name, ...row }) => ({
      projectType: { id, name },
      ...row,
    })),
  }));
}

interface Sums {
  orders: number;
  credits: number;
  netCents: number;
  creditsNetCents: number;
}

const inEuros = ({ netCents, creditsNetCents, ...sums }: Sums) => ({
  ...sums,
  net: euros(netCents),
  creditsNet: euros(creditsNetCents),
});

function sumOf(all: readonly Sums[]): Sums {
  const sum = { orders: 0, credits: 0, netCents: 0, creditsNetCents: 0 };
  for (const { orders, credits, netCents, creditsNetCents } of all) {
    sum.orders += orders;
    sum.credits += credits;
    sum.netCents += netCents;
    sum.creditsNetCents += creditsNetCents;
  }
  return sum;
}
