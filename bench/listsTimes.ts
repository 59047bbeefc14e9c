import { sql } from "kysely";
import type { Endpoint } from "@tonneline/contract/endpoint";
import { buildApp } from "../api/src/app.ts";
import { openDb, openPool } from "../api/src/core/db.ts";
import { folderStore } from "../api/src/core/files.ts";
import { createTokens } from "../api/src/features/accounts/tokens.ts";
import { allEndpoints } from "../api/src/core/http/endpoints.ts";
import { isManagedList, neededOf } from "../api/test/endpoints.ts";
import { makeBuyers } from "./data.ts";
import { processorMs } from "./processorTime.ts";

const size = 100;
const rounds = 5;
// The first three are in nearly every row of most lists; the very first is too short for an index.
const words = ["a", "bench", "company.example", "zebra 77", "nothing has this"];

export interface ListTime {
  list: string;
  query: string;
  medianMs: number;
  worstMs: number;
  /** CPU time of all processes for one answer; undefined where the system does not report it. */
  processorMs: number | undefined;
}

/**
 * Requests a page of every operator list as it opens, in each order, and for searches. `only` limits it to these lists,
 * by the names of their endpoints.
 */
export async function timeLists(
  url: string,
  filesFolder: string,
  postmasterPid: number,
  only: readonly string[] = [],
): Promise<{ times: ListTime[]; countMs: number }> {
  const pool = openPool(url, 8, () => {});
  const db = openDb(pool);
  const jwtSecret = "a secret of this run alone, made up here";
  const app = await buildApp({
    db,
    jwtSecret,
    publicUrl: "http://127.0.0.1",
    files: folderStore(filesFolder),
    logLevel: "silent",
    https: false,
    reservationMinutes: 30,
  });
  const [operator] = await makeBuyers(db, createTokens(jwtSecret), 1, "Admin");
  const times: ListTime[] = [];
  for (const { name, endpoint } of await allEndpoints()) {
    if (!isManagedList(endpoint) || (only.length > 0 && !only.includes(name))) continue;
    for (const query of queriesOf(endpoint)) times.push(await timeQuery(name, endpoint, query));
  }
  await app.close();
  const countTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await sql`select count(*) from orders where status = 'PAID'`.execute(db);
    countTimes.push(performance.now() - started);
  }
  await db.destroy();
  return { times, countMs: medianOf(countTimes) };

  async function get(endpoint: Endpoint, query: string) {
    const started = performance.now();
    const response = await app.inject({
      url: `/api/v1${endpoint.path}?${query}`,
      headers: { authorization: operator!.authorization },
    });
    const ms = performance.now() - started;
    if (response.statusCode !== 200) throw new Error(`${endpoint.path}?${query}: ${response.body}`);
    return ms;
  }

  function queriesOf(endpoint: Endpoint): string[] {
    const plain = `size=${size}${neededOf(endpoint)}`;
    const sorts = endpoint.list!.sorts.flatMap((field) =>
      ["asc", "desc"].map((direction) => `${plain}&sort=${field},${direction}`),
    );
    return [plain, ...sorts, ...words.map((word) => `${plain}&q=${encodeURIComponent(word)}`)];
  }

  async function timeQuery(list: string, endpoint: Endpoint, query: string): Promise<ListTime> {
    await get(endpoint, query);
    const waited: number[] = [];
    const before = processorMs(postmasterPid);
    for (let round = 0; round < rounds; round++) waited.push(await get(endpoint, query));
    const after = processorMs(postmasterPid);
    return {
      list,
      query: query.replace(/^size=\d+&?/, "") || "as it opens",
      medianMs: medianOf(waited),
      worstMs: Math.max(...waited),
      processorMs:
        before === undefined || after === undefined ? undefined : (after - before) / rounds,
    };
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
