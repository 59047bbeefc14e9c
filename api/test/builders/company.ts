import type { Executor } from "../../src/core/db.ts";

/** A company without anybody in it; returns its id. */
export async function aCompany(executor: Executor, name = "Brennvik Logistics"): Promise<number> {
  const { id } = await executor
    .insertInto("companies")
    .values({ name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
