import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { buildApp } from "../api/src/app.ts";
import { inTransaction, openDb, openPool, type Db } from "../api/src/core/db.ts";
import { folderStore } from "../api/src/core/files.ts";
import { migrate } from "../api/src/core/migrate.ts";
import { startPostgres } from "../api/src/core/postgres/postgres.ts";
import { createTokens } from "../api/src/features/accounts/tokens.ts";
import { refreshListings } from "../api/src/features/catalogue/listings.sql.ts";
import { allEndpoints } from "../api/test/endpoints.ts";
import { fillBooks } from "./booksData.ts";
import { makeBuyers } from "./data.ts";

// Every list of the operators with this many rows: each order both ways, searches, and its last page.
const rows = Number(process.env.BENCH_ROWS ?? 100_000);
const size = 100;
const rounds = 5;
const limitMs = 100;
const words = ["bench", "zebra 77", "nothing has this"];

interface Line {
  list: string;
  asked: string;
  medianMs: number;
  worstMs: number;
}

const folder = await mkdtemp(path.join(tmpdir(), "tonneline-lists-"));
const server = await startPostgres({ dataDir: path.join(folder, "postgres") });
try {
  await migrate(server.url());
  const pool = openPool(server.url(), 8, () => {});
  const db = openDb(pool);
  console.log(`Filling every list with ${rows.toLocaleString("en")} rows …`);
  await fill(db);
  const jwtSecret = "a secret of this run alone, made up here";
  const app = await buildApp({
    db,
    jwtSecret,
    publicUrl: "http://127.0.0.1",
    files: folderStore(path.join(folder, "files")),
    logLevel: "silent",
    https: false,
    reservationMinutes: 30,
  });
  const [operator] = await makeBuyers(db, createTokens(jwtSecret), 1, "Admin");
  const lines: Line[] = [];
  for (const { name, endpoint } of await allEndpoints()) {
    if (!isList(endpoint)) continue;
    for (const query of await queriesOf(endpoint))
      lines.push(await measured(name, endpoint, query));
  }
  await app.close();
  const bare = await countMs(db);
  await db.destroy();
  await write(lines, bare);

  function isList(endpoint: Endpoint): boolean {
    return (
      endpoint.method === "GET" &&
      endpoint.path.startsWith("/management/") &&
      !endpoint.path.includes(":") &&
      endpoint.query?.shape.sort !== undefined
    );
  }

  async function get(endpoint: Endpoint, query: string) {
    const started = performance.now();
    const answer = await app.inject({
      url: `/api/v1${endpoint.path}?${query}`,
      headers: { authorization: operator!.authorization },
    });
    const ms = performance.now() - started;
    if (answer.statusCode !== 200) throw new Error(`${endpoint.path}?${query}: ${answer.body}`);
    return { ms, body: answer.json<{ totalElements: number }>() };
  }

  async function queriesOf(endpoint: Endpoint): Promise<string[]> {
    const plain = `size=${size}${endpoint.path.endsWith("/choices") ? "&list=developers" : ""}`;
    const { body } = await get(endpoint, plain);
    const last = Math.max(0, Math.ceil(body.totalElements / size) - 1);
    const sorts = sortsOf(endpoint).flatMap((field) =>
      ["asc", "desc"].map((direction) => `sort=${field},${direction}`),
    );
    const searches = words.map((word) => `q=${encodeURIComponent(word)}`);
    return ["", ...sorts, `page=${last}`, ...searches].map((part) => `${plain}&${part}`);
  }

  async function measured(list: string, endpoint: Endpoint, query: string): Promise<Line> {
    await get(endpoint, query);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push((await get(endpoint, query)).ms);
    times.sort((a, b) => a - b);
    const asked = query.replace(/^size=\d+&?/, "") || "as it opens";
    return { list, asked, medianMs: times[rounds >> 1]!, worstMs: times.at(-1)! };
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** The fields that a list sorts by, out of its schema. */
function sortsOf(endpoint: Endpoint): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const look = (schema: unknown): void => {
    if (typeof schema !== "object" || schema === null || seen.has(schema)) return;
    seen.add(schema);
    const { def } = (schema as { _zod?: { def?: Record<string, unknown> } })._zod ?? {};
    if (!def) return;
    const shape = def.shape as Record<string, { options: readonly string[] }> | undefined;
    if (shape?.field) for (const each of shape.field.options) found.add(each);
    for (const part of Object.values(def)) [part].flat().forEach(look);
  };
  look(endpoint.query!.shape.sort);
  return [...found];
}

async function fill(db: Db): Promise<void> {
  // An order is four movements, and a retirement.
  await fillBooks(db, rows * 4);
  await inTransaction(db, async (tx) => {
    // The books' orders say nothing of what was sold, which lists show.
    const registry = sql`json_build_object('id', r.id, 'name', r.name)`;
    const kind = sql`json_build_object('id', t.id, 'name', t.name)`;
    await sql`update order_items i set product = json_build_object(
        'project', json_build_object('id', p.id, 'name', p.name, 'registry', ${registry}, 'projectType', ${kind},
          'countries', p.countries, 'externalId', p.external_id),
        'vintage', json_build_object('id', v.id, 'year', v.year, 'methodology', v.methodology,
          'impactType', json_build_object('id', v.impact_type, 'name', v.impact_type),
          'claimType', json_build_object('id', v.claim_type, 'name', v.claim_type),
          'creditType', json_build_object('id', v.credit_type, 'name', v.credit_type)))
      from vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
        join project_types t on t.id = p.project_type_id where v.id = i.vintage_id`.execute(tx);
    await sql`update retirements i set product = json_build_object('projectName', p.name, 'externalId', p.external_id,
        'registry', ${registry}, 'projectType', ${kind}, 'countries', p.countries, 'year', v.year,
        'methodology', v.methodology)
      from vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
        join project_types t on t.id = p.project_type_id where v.id = i.vintage_id`.execute(tx);
    await sql`update orders set created_at = now() - id * interval '1 minute'`.execute(tx);
    await sql`update retirements set requested_at = now() - id * interval '1 minute'`.execute(tx);
    await sql`insert into users (username, password_hash, first_name, last_name, role_id, verified_at, registered_at)
      select 'zebra-' || n || '@company.example', 'none', 'First ' || n % 977, 'Last ' || n % 7919, roles.id, now(),
        now() - n * interval '1 minute'
      from roles, generate_series(1, ${rows}::integer) n where roles.name = 'User'`.execute(tx);
    await sql`insert into mails (recipient, subject, text_body, html_body, status, sent_at, created_at)
      select 'zebra-' || n || '@company.example', 'Order ' || n || ' is placed', 'Text of a bench mail ' || n,
        '<p>Text</p>', 'SENT', now(), now() - n * interval '1 minute'
      from generate_series(1, ${rows}::integer) n`.execute(tx);
    await sql`insert into support_requests (email, first_name, last_name, topic, message, created_at)
      select 'zebra-' || n || '@company.example', 'First', 'Last ' || n % 7919, 'General Question',
        'A question of the bench ' || n, now() - n * interval '1 minute' from generate_series(1, ${rows}::integer) n`.execute(
      tx,
    );
    await sql`insert into audit_entries (actor, ip, action, thing_type, thing_id, thing_name, after)
      select 'admin@company.example', '127.0.0.1', 'order.approve', 'order', n, 'Order ' || n, '{"status": "bench"}'
      from generate_series(1, ${rows}::integer) n`.execute(tx);
    for (const table of ["developers", "auditors"]) {
      await sql`insert into ${sql.table(table)} (name) select 'Zebra ' || n || ' of the bench'
        from generate_series(1, ${rows}::integer) n`.execute(tx);
    }
    await sql`insert into projects (name, registry_id, developer_id, project_type_id, countries, continent, sdgs, external_id)
      select 'Zebra project ' || n, r.id, d.id, t.id, '{KE}', 'Africa', '{13}', 'BENCH' || n
      from generate_series(1, ${rows}::integer) n
        cross join (select min(id) as id from registries) r cross join (select min(id) as id from project_types) t
        join (select id, row_number() over (order by id) as place from developers) d on d.place = n % 1000 + 1`.execute(
      tx,
    );
    await sql`insert into vintages (project_id, year, impact_type, claim_type, credit_type, methodology, price_cents)
      select id, 2020, 'REMOVAL', 'CONTRIBUTION', 'EX_POST', 'VM0033', 500 + id % 5000 from projects
      where external_id like 'BENCH%'`.execute(tx);
    await sql`insert into credit_movements (vintage_id, kind, from_account, to_account, quantity, reason)
      select v.id, 'ISSUE', 'OUTSIDE', 'AVAILABLE', 100 + v.id % 1000, 'bench' from vintages v
        join projects p on p.id = v.project_id where p.external_id like 'BENCH%'`.execute(tx);
    await refreshListings(tx, null);
  });
  await sql`vacuum analyze`.execute(db);
}

/** What the database alone takes to count as many rows. */
async function countMs(db: Db): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await sql`select count(*) from mails where status = 'SENT'`.execute(db);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[rounds >> 1]!;
}

async function write(lines: readonly Line[], bareMs: number): Promise<void> {
  const slow = lines.filter(({ medianMs }) => medianMs > limitMs);
  const ms = (value: number) => value.toFixed(1);
  const machine = `${cpus()[0]!.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const table = lines
    .toSorted((a, b) => b.medianMs - a.medianMs)
    .map(
      ({ list, asked, medianMs, worstMs }) =>
        `| ${list} | ${asked} | ${ms(medianMs)} | ${ms(worstMs)} |`,
    );
  const text = `# Lists of ${rows.toLocaleString("en")} rows

${new Date().toISOString().slice(0, 10)}, ${machine}, load ${loadavg()[0]!.toFixed(1)}. Made by \`npm run bench:lists\`.
Server time of one page of ${size} rows, the slowest first: the middle and the worst of ${rounds}. To count
${rows.toLocaleString("en")} rows by one of their columns takes the database alone ${ms(bareMs)} ms.
${lines.length - slow.length} of ${lines.length} are within ${limitMs} ms.

| list | asked | ms | worst |
| --- | --- | --- | --- |
${table.join("\n")}
`;
  await writeFile(path.join(import.meta.dirname, "lists.md"), text);
  console.log(text);
}
