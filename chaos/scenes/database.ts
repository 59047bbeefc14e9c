import { setTimeout as sleep } from "node:timers/promises";
import path from "node:path";
import { sql } from "kysely";
import { startPostgres, type EmbeddedPostgres } from "../../api/src/core/postgres/postgres.ts";
import { chanceOf } from "../chance.ts";
import { withDatabase } from "../database.ts";
import { copyDataFolder } from "../market.ts";
import { childrenOf, signal } from "../processes.ts";
import { postmasterOf } from "../product.ts";
import {
  createFolder,
  runScene,
  seconds,
  type Result,
  type Run,
  type SceneContext,
} from "../scene.ts";

const outageMs = 5000;

/** An external database is stopped, killed and paused, and returns each time: the server never exits because of it. */
export async function databaseAwayScene(run: Run): Promise<Result> {
  const name = "database-away";
  const folder = path.join(await createFolder(run, `${name}-own`), "data");
  await copyDataFolder(run.template, folder);
  const dataDir = path.join(folder, "postgres");
  let database: EmbeddedPostgres = await startPostgres({ dataDir });
  const settings = { DATABASE_URL: database.url("tonneline") };
  try {
    return await runScene(run, name, { settings }, async (scene) => {
      const restart = async (what: string) => {
        database = await startPostgres({ dataDir });
        const recoveryMs = await scene.untilServed();
        scene.facts.push(`${what}: served ${seconds(recoveryMs)} after it was back`);
        await scene.check(`After the database ${what}`);
      };
      await scene.untilServed();
      await database.stop();
      await sleep(outageMs);
      await restart("stopped");
      signal(postmasterOf(dataDir), "SIGKILL");
      await sleep(outageMs);
      await restart("was killed");
      await pause(scene, () => postmasterOf(dataDir));
      checkSameServer(scene);
    });
  } finally {
    await database.stop();
  }
}

/** The embedded database pauses, as on a machine that sleeps or swaps. */
export function databasePausedScene(run: Run): Promise<Result> {
  return runScene(run, "database-paused", {}, async (scene) => {
    for (let round = 0; round < 3; round++) {
      await scene.untilServed();
      await pause(scene, scene.product.postmaster);
    }
    checkSameServer(scene);
  });
}

async function pause(scene: SceneContext, master: () => number | undefined): Promise<void> {
  const pid = master();
  if (!pid) throw new Error("There is no database to pause.");
  const all = [pid, ...childrenOf(pid)];
  for (const each of all) signal(each, "SIGSTOP");
  await sleep(outageMs);
  for (const each of all) signal(each, "SIGCONT");
  const recoveryMs = await scene.untilServed();
  scene.facts.push(`paused: served ${seconds(recoveryMs)} after it went on`);
  await scene.check("After the database paused");
}

/** An administrator terminates connections, mostly those in the middle of a transaction. */
export function connectionsTerminatedScene(run: Run): Promise<Result> {
  return runScene(run, "connections-terminated", {}, async (scene) => {
    const chance = chanceOf(run.seed, "connections");
    let ended = 0;
    await scene.untilServed();
    for (let round = 0; round < 60; round++) {
      await sleep(chance.between(50, 400));
      ended += await withDatabase(scene.url, async (db) => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'tonneline' and state in ('active', 'idle in transaction')
            or application_name = 'tonneline' and ${chance.happens(0.1)}::boolean`.execute(db);
        return rows.length;
      }).catch(() => 0);
    }
    scene.facts.push(`${ended} connections terminated`);
    scene.facts.push(`served ${seconds(await scene.untilServed())} after the last`);
    checkSameServer(scene);
  });
}

function checkSameServer({ product, journal }: SceneContext): void {
  const { count } = product.starts;
  if (count > 1) journal.differences.push(`The server ended ${count - 1} times for its database`);
}
