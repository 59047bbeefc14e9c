import { sql } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import { chanceOf, type Chance } from "./chance.ts";
import { withDatabase } from "./database.ts";
import { increment } from "./journal.ts";
import { processesOf, signal } from "./processes.ts";
import { runScene, seconds, type Result, type Run, type SceneContext } from "./scene.ts";

const kinds = ["server", "launcher", "job runner", "postmaster", "backend", "everything"] as const;
type Kind = (typeof kinds)[number];

/**
 * Kills processes at random moments while people work. All kinds come equally often, in random order. After each kill
 * people must be served again, and everything that people were told so far must be there.
 */
export async function killsScene(run: Run, count: number): Promise<Result> {
  return await runScene(run, "kills", {}, async (scene) => {
    const chance = chanceOf(run.seed, "kills");
    const killed: Record<string, number> = {};
    const slowest: Record<string, number> = {};
    let remainingKinds: Kind[] = [];
    await scene.untilServed();
    for (let number = 1; number <= count; number++) {
      if (remainingKinds.length === 0) remainingKinds = chance.shuffled(kinds);
      const kind = remainingKinds.pop()!;
      await sleep(chance.between(300, 2500));
      await untilKilled(kind, scene, chance);
      const recoveryMs = await scene.untilServed();
      increment(killed, kind);
      slowest[kind] = Math.max(slowest[kind] ?? 0, recoveryMs);
      await retryCheck(() => scene.check(`After kill ${number} (${kind})`));
      console.log(`  ${number}/${count} ${kind}: served again after ${seconds(recoveryMs)}`);
    }
    for (const kind of kinds) {
      if (killed[kind])
        scene.facts.push(
          `${kind} killed ${killed[kind]} times, slowest recovery ${seconds(slowest[kind]!)}`,
        );
    }
    const { count: starts, failed } = scene.product.starts;
    scene.facts.push(`started ${starts} times, ${failed.length} of them in vain`);
    const sentences: Record<string, number> = {};
    for (const sentence of failed) increment(sentences, sentence);
    for (const [sentence, times] of Object.entries(sentences))
      scene.facts.push(`  ${times} × ${sentence}`);
  });
}

/** After the previous kill, the next target may not be running again yet. */
async function untilKilled(kind: Kind, scene: SceneContext, chance: Chance): Promise<void> {
  for (let tries = 1; !(await kill(kind, scene, chance)); tries++) {
    if (tries === 200) throw new Error(`There was no ${kind} to kill.`);
    await sleep(100);
  }
}

/** A look at the database may be cut off by the previous kill, and is then repeated. */
async function retryCheck(check: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await check();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(200);
    }
  }
}

async function kill(kind: Kind, { product, url }: SceneContext, chance: Chance): Promise<boolean> {
  switch (kind) {
    case "server":
      return signal(product.server(), "SIGKILL");
    case "launcher":
      return signal(product.launcher(), "SIGKILL");
    case "job runner":
      // Jobs run within the server, which is killed while it runs one.
      await retryCheck(() => untilJobRuns(url));
      return signal(product.server(), "SIGKILL");
    case "postmaster":
      return signal(product.postmaster(), "SIGKILL");
    case "backend": {
      const backends = product.backends();
      return backends.length > 0 && signal(chance.pick(backends), "SIGKILL");
    }
    case "everything": {
      // Like a power failure, except that the system keeps unwritten data.
      const all = processesOf(product.dataDir);
      return all.map((pid) => signal(pid, "SIGKILL")).includes(true);
    }
  }
}

async function untilJobRuns(url: string): Promise<void> {
  await withDatabase(url, async (db) => {
    for (let tries = 0; tries < 1000; tries++) {
      const { rows } = await sql`select from graphile_worker.jobs where locked_at is not null
        limit 1`.execute(db);
      if (rows.length > 0) return;
      await sleep(5);
    }
  });
}
