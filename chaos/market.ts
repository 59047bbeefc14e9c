import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { roleNames } from "@tonneline/contract/accounts";
import { sql } from "kysely";
import type { Db } from "../api/src/core/db.ts";
import { createLayout } from "../api/src/core/postgres/layout.ts";
import { createAccount } from "../api/src/features/accounts/accounts.service.ts";
import type { Person } from "./client.ts";
import { embeddedUrl, withDatabase } from "./database.ts";
import { buyerCount, type Market } from "./people.ts";
import { startProduct } from "./product.ts";

const password = "seven quiet herons 1846";
const operatorCount = 3;

/**
 * Makes a data folder with the demonstration catalogue and our own people, created by the product itself on its first
 * start. Every scene starts with a copy.
 */
export async function makeMarket(dataDir: string, port: number): Promise<Market> {
  const product = await startProduct({ dataDir, port });
  try {
    return await withDatabase(await embeddedUrl(dataDir), fill);
  } finally {
    await product.stop();
  }
}

async function fill(db: Db): Promise<Market> {
  const make = async (kind: string, count: number, roleName: string) => {
    const people: Person[] = [];
    for (let number = 1; number <= count; number++) {
      const username = `${kind}-${number}@chaos.example`;
      const names = { firstName: "Chaos", lastName: `${kind} ${number}` };
      await createAccount(db, { username, password, ...names, roleName, demonstration: false });
      people.push({ username, password });
    }
    return people;
  };
  return {
    buyers: await make("buyer", buyerCount, roleNames.user),
    operators: await make("operator", operatorCount, roleNames.admin),
    backOffice: (await make("desk", 1, roleNames.admin))[0]!,
    vintageIds: await wellStockedVintages(db),
    lastFileId: await lastFileId(db),
  };
}

/** Vintages with ample stock, of the registry whose serial numbers the operators enter. */
async function wellStockedVintages(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from vintages v
      join vintage_stock s on s.vintage_id = v.id
      join projects p on p.id = v.project_id
      join registries r on r.id = p.registry_id
    where r.code = 'VCS' and p.status = 'AVAILABLE' and not p.hidden and v.status = 'ACTIVE'
      and v.credit_type = 'EX_POST' and v.price_cents is not null and s.available >= 5000
    order by v.id limit 12`.execute(db);
  return rows.map(({ id }) => id);
}

async function lastFileId(db: Db): Promise<number> {
  const found = await db
    .selectFrom("files")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  return found?.id ?? 0;
}

/** Copies a data folder whose product is not running. */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  copy(from, to);
  // If PostgreSQL runs as another user, its data are in another folder.
  const [data, copied] = await Promise.all(
    [from, to].map(async (folder) => (await createLayout(path.join(folder, "postgres"))).dataDir),
  );
  if (!data!.startsWith(`${path.resolve(from)}${path.sep}`)) copy(data!, copied!);
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
