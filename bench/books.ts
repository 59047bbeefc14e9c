import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { inTransaction, openDb, openPool, type Db } from "../api/src/core/db.ts";
import { folderStore } from "../api/src/core/files.ts";
import { mergeHandlers, startWorker, type JobHandlers } from "../api/src/core/jobs.ts";
import { migrate } from "../api/src/core/migrate.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { createCartService } from "../api/src/features/cart/cart.service.ts";
import { createCheckout } from "../api/src/features/cart/checkout.service.ts";
import { makeInvoiceFiles } from "../api/src/features/invoices/invoice.files.ts";
import { invoiceContent } from "../api/src/features/invoices/invoices.content.ts";
import { invoiceJobs } from "../api/src/features/invoices/invoices.jobs.ts";
import { postMovements } from "../api/src/features/ledger/ledger.service.ts";
import { differences } from "../api/src/features/ledger/ledger.sql.ts";
import { approveOrder } from "../api/src/features/orders/life.service.ts";
import { orderJobs } from "../api/src/features/orders/orders.jobs.ts";
import { createSettings } from "../api/src/features/settings/settings.service.ts";
import { fillBooks } from "./booksData.ts";
import { describeMachine } from "./environment.ts";
import { figuresOf, measure, type Figures } from "./load.ts";
import { details } from "./data.ts";

// What no page waits for: approvals, invoice files and the verification of the ledger. Run it on its own.
const connections = 16;
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const movements = Number(process.env.BENCH_MOVEMENTS ?? 1_000_000);
const approvalCount = Number(process.env.BENCH_APPROVALS ?? 300);

interface Line {
  what: string;
  ours: string;
  limit: string;
  reached: string;
}
const lines: Line[] = [];
const loadBefore = loadavg()[0]!;
const formatRate = (count: number) => (count >= 100 ? count.toFixed(0) : count.toFixed(1));

const folder = await mkdtemp(path.join(tmpdir(), "tonneline-books-"));
const server = await startPostgres({ dataDir: path.join(folder, "postgres") });
try {
  await migrate(server.url());
  const pool = openPool(server.url(), connections + 4, () => {});
  const db = openDb(pool);
  console.log(`Filling the books with ${movements.toLocaleString("en")} movements …`);
  const count = await fillBooks(db, movements);
  await benchMovements(db);
  await benchVerify(db, count);
  await benchApprovals(db, pool);
  await db.destroy();
  await write(count);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function addLine(what: string, ours: Figures, limitName: string, limit: Figures): void {
  const failures = ours.failures ? `, ${ours.failures} failed` : "";
  const line = {
    what,
    ours: `${formatRate(ours.perSecond)}/s (p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms${failures})`,
    limit: `${limitName}: ${formatRate(limit.perSecond)}/s`,
    reached: `${Math.round((100 * ours.perSecond) / limit.perSecond)}%`,
  };
  lines.push(line);
  console.log(`  ${line.what}: ${line.ours}; ${line.limit}`);
}

/** One movement per transaction, compared with a bare insert of the same row without triggers and foreign keys. */
async function benchMovements(db: Db): Promise<void> {
  await sql`create table bare_movements (like credit_movements including defaults including identity)`.execute(
    db,
  );
  const vintage = (index: number) => 1 + ((index * 7919) % 2000);
  const ours = await measure(connections, seconds, async (index) => {
    await inTransaction(db, (tx) =>
      postMovements(tx, [
        { kind: "ISSUE", vintageId: vintage(index), quantity: 1, reason: "bench" },
      ]),
    );
    return true;
  });
  const baseline = await measure(connections, seconds / 2, async (index) => {
    await inTransaction(db, (tx) =>
      sql`insert into bare_movements (vintage_id, kind, from_account, to_account, quantity, reason)
        values (${vintage(index)}, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 1, 'bench')`.execute(tx),
    );
    return true;
  });
  addLine("post a movement", ours, "bare insert", baseline);
}

/** Verification, compared with reading and adding up every row once. */
async function benchVerify(db: Db, count: number): Promise<void> {
  const timed = async (work: () => Promise<unknown>) => {
    const times = [];
    for (let round = 0; round < 3; round++) {
      const startedAt = performance.now();
      await work();
      times.push((performance.now() - startedAt) / 1000);
    }
    return Math.min(...times);
  };
  const ours = await timed(async () => {
    const found = await differences(db);
    if (found.length > 0) throw new Error(`The books do not agree: ${JSON.stringify(found[0])}`);
  });
  const sumSeconds = await timed(() =>
    sql`select vintage_id, to_account, sum(quantity) from credit_movements group by 1, 2`.execute(
      db,
    ),
  );
  const line = {
    what: `verify ${count.toLocaleString("en")} movements`,
    ours: `${ours.toFixed(2)} s (${formatRate(count / ours)} movements/s)`,
    limit: `one sum over all rows: ${sumSeconds.toFixed(2)} s`,
    reached: `${Math.round((100 * sumSeconds) / ours)}%`,
  };
  lines.push(line);
  console.log(`  ${line.what}: ${line.ours}; ${line.limit}`);
}

/** Concurrent approvals, then their invoices by the job, compared with a locked counter and with making the files alone. */
async function benchApprovals(db: Db, pool: ReturnType<typeof openPool>): Promise<void> {
  const settings = createSettings(db, 30);
  const orderIds = await placeOrders(db);
  const actor = { userId: orderIds.operator, username: "operator", ip: "127.0.0.1" };
  const approvals = await measure(connections, 600, async (index) => {
    const orderId = orderIds.orders[index];
    if (orderId === undefined) return undefined;
    await approveOrder(db, settings, { id: orderId, actor }, {});
    return true;
  });
  await sql`create table bare_series (name text primary key, last_number integer not null);
    create table bare_invoices (number integer primary key, content jsonb not null)`.execute(db);
  await sql`insert into bare_series values ('INVOICE', 0)`.execute(db);
  const content = (await sql<{ content: object }>`select content from invoices limit 1`.execute(db))
    .rows[0]!.content;
  const text = JSON.stringify(content);
  const counter = await measure(connections, seconds / 2, async () => {
    await inTransaction(db, (tx) =>
      sql`with next as (update bare_series set last_number = last_number + 1 returning last_number)
        insert into bare_invoices select last_number, ${text}::jsonb from next`.execute(tx),
    );
    return true;
  });
  addLine(
    "approve an order",
    approvals,
    "next number of a locked row and the invoice's row",
    counter,
  );

  const store = folderStore(path.join(folder, "files"));
  const startedAt = performance.now();
  const { handlers, times } = timedByInvoice(mergeHandlers(invoiceJobs(db, store), orderJobs(db)));
  const worker = await startWorker(pool, handlers, [], 4, console.error);
  for (;;) {
    const { rows } = await sql<{ left: number }>`
      select count(*) as left from orders where status = 'AWAITING_PAYMENT' and invoice_file_id is null`.execute(
      db,
    );
    if (rows[0]!.left === 0) break;
    await sleep(50);
  }
  const elapsedMs = performance.now() - startedAt;
  // Finishes running jobs: the last invoice is on its order before its job is done.
  await worker.stop();
  const jobFigures = figuresOf([...times.values()], elapsedMs, orderIds.orders.length - times.size);
  const filesOnly = await measure(1, seconds, async () => {
    await makeInvoiceFiles(invoiceContent.parse(content));
    return true;
  });
  addLine(
    "make and mail an invoice by the job",
    jobFigures,
    "the files alone, one after the other",
    filesOnly,
  );
}

/** Wraps the handlers to add up the milliseconds they spend on each invoice: on its files, then its mail. */
function timedByInvoice(handlers: JobHandlers) {
  const times = new Map<number, number>();
  const timed = Object.entries(handlers).map(([name, handle]): [string, typeof handle] => [
    name,
    async (payload, run) => {
      const startedAt = performance.now();
      await handle(payload, run);
      const { invoiceId } = payload as { invoiceId?: number };
      if (invoiceId === undefined) return;
      times.set(invoiceId, (times.get(invoiceId) ?? 0) + performance.now() - startedAt);
    },
  ]);
  return { handlers: Object.fromEntries(timed), times };
}

/** Places orders through the cart and checkout, as buyers do, so that they await approval. */
async function placeOrders(db: Db): Promise<{ orders: number[]; operator: number }> {
  const settings = createSettings(db, 30);
  const carts = createCartService(db, settings);
  const { checkout } = createCheckout(db, settings, { ownFileId: async () => null });
  await sql`update projects set status = 'AVAILABLE'`.execute(db);
  const { rows } = await sql<{
    id: number;
  }>`select id from users order by id limit ${approvalCount + 1}`.execute(db);
  const [operator, ...buyers] = rows.map(({ id }) => id) as [number, ...number[]];
  const orders: number[] = [];
  for (const [index, userId] of buyers.entries()) {
    const { state } = await carts.setVintage(userId, 1 + (index % 2000), 2);
    const { version } = state.cart;
    const order = await checkout({ userId, details, version, idempotencyKey: undefined });
    if ("id" in order) orders.push(order.id);
  }
  return { orders, operator };
}

async function write(count: number): Promise<void> {
  const at = new Date().toISOString().slice(0, 10);
  const table = [
    `# The books, measured on ${at}`,
    "",
    `${describeMachine()}; the code and its PostgreSQL share them, with every commit safe on disk. ${count.toLocaleString("en")} movements of 2,000 vintages, ${connections} connections. The limits are measured in the same run; the load average before it was ${loadBefore.toFixed(1)}. \`npm run bench:books\` measures again.`,
    "",
    "what | measured | limit | reached",
    "--- | --- | --- | --:",
    ...lines.map(({ what, ours, limit, reached }) => [what, ours, limit, reached].join(" | ")),
    "",
  ].join("\n");
  await writeFile(path.resolve(import.meta.dirname, "books.md"), table);
  console.log(`\n${table}`);
}
