import { setTimeout as sleep } from "node:timers/promises";
import path from "node:path";
import { sql } from "kysely";
import { startPostgres, type EmbeddedPostgres } from "../../api/src/core/postgres/postgres.ts";
import { chanceOf } from "../chance.ts";
import { withDatabase } from "../database.ts";
import { copyFolder } from "../market.ts";
import { childrenOf, signal } from "../processes.ts";
import { postmasterOf } from "../product.ts";
import { folderIn, onStage, seconds, type Result, type Run, type Stage } from "../stage.ts";

const awayMs = 5000;

/** An external database is stopped, killed and paused, and returns each time: the server never exits because of it. */
export async function playAway(run: Run): Promise<Result> {
  const name = "database-away";
  const folder = path.join(await folderIn(run, `${name}-own`), "data");
  await copyFolder(run.template, folder);
  const dataDir = path.join(folder, "postgres");
  let database: EmbeddedPostgres = await startPostgres({ dataDir });
  const settings = { DATABASE_URL: database.url("tonneline") };
  try {
    return await onStage(run, name, { settings }, async (stage) => {
      const returns = async (what: string) => {
        database = await startPostgres({ dataDir });
        const backAfter = await stage.untilSomebodyIsServed();
        stage.facts.push(`${what}: served ${seconds(backAfter)} after it was back`);
        await stage.check(`After the database ${what}`);
      };
      await stage.untilSomebodyIsServed();
      await database.stop();
      await sleep(awayMs);
      await returns("stopped");
      signal(postmasterOf(dataDir), "SIGKILL");
      await sleep(awayMs);
      await returns("was killed");
      await pause(stage, () => postmasterOf(dataDir));
      sameServer(stage);
    });
  } finally {
    await database.stop();
  }
}

/** The embedded database pauses, as on a machine that sleeps or swaps. */
export function playPaused(run: Run): Promise<Result> {
  return onStage(run, "database-paused", {}, async (stage) => {
    for (let round = 0; round < 3; round++) {
      await stage.untilSomebodyIsServed();
      await pause(stage, stage.product.postmaster);
    }
    sameServer(stage);
  });
}

async function pause(stage: Stage, master: () => number | undefined): Promise<void> {
  const pid = master();
  if (!pid) throw new Error("There is no database to pause.");
  const all = [pid, ...childrenOf(pid)];
  for (const each of all) signal(each, "SIGSTOP");
  await sleep(awayMs);
  for (const each of all) signal(each, "SIGCONT");
  const backAfter = await stage.untilSomebodyIsServed();
  stage.facts.push(`paused: served ${seconds(backAfter)} after it went on`);
  await stage.check("After the database paused");
}

/** An administrator terminates connections, mostly those in the middle of a transaction. */
export function playTerminated(run: Run): Promise<Result> {
  return onStage(run, "connections-terminated", {}, async (stage) => {
    const chance = chanceOf(run.seed, "connections");
    let ended = 0;
    await stage.untilSomebodyIsServed();
    for (let round = 0; round < 60; round++) {
      await sleep(chance.between(50, 400));
      ended += await withDatabase(stage.url, async (db) => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'tonneline' and state in ('active', 'idle in transaction')
            or application_name = 'tonneline' and ${chance.happens(0.1)}::boolean`.execute(db);
        return rows.length;
      }).catch(() => 0);
    }
    stage.facts.push(`${ended} connections terminated`);
    stage.facts.push(`served ${seconds(await stage.untilSomebodyIsServed())} after the last`);
    sameServer(stage);
  });
}

function sameServer({ product, journal }: Stage): void {
  const { count } = product.starts;
  if (count > 1) journal.differences.push(`The server ended ${count - 1} times for its database`);
}
