import {
  availabilityStatuses,
  creditTypes,
  impactTypes,
  labelKinds,
} from "@tonneline/contract/codes";
import { setTimeout as sleep } from "node:timers/promises";
import { facetsQuery, projectQuery, type AvailabilityStatus } from "@tonneline/contract/catalogue";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction, type Tx } from "../../core/db.ts";
import { lockAvailable, postMovements } from "../ledger/ledger.service.ts";
import { addReport } from "../reports/managed.service.ts";
import { facetsAnswer, listAnswer } from "./answers.ts";
import { changeVintage, setProjectStatus, type VintageChange } from "./catalogue.service.ts";
import { pruneChanges } from "./feed.sql.ts";
import type { CatalogueIndex } from "./index.ts";
import { refreshListings } from "./listings.service.ts";
import { createLiveCatalogue, type LiveCatalogue } from "./live.service.ts";

/*
 * Two servers change and read one catalogue in every possible way, several at a time, some slowly and some
 * rolling back. Afterwards, each server's memory and cached pages must equal a fresh read of the tables.
 */
const steps = Number(process.env.LIVE_WALK_STEPS ?? 600);
const runs = Number(process.env.LIVE_WALK_RUNS ?? 4);
const seed = Number(process.env.LIVE_WALK_SEED ?? Date.now() % 1_000_000);
const atOnce = 6;

let servers: [TestApp, TestApp];
let readers: [LiveCatalogue, LiveCatalogue];
let projects: { id: number; vintageIds: number[] }[];
let buyer: TestCaller;
let fileId: number;
beforeAll(async () => {
  const first = await testApp();
  servers = [first, await testApp({ databaseUrl: first.databaseUrl })];
  projects = [];
  buyer = await first.aUser();
  const bytes = Buffer.from("%PDF-");
  const file = { name: "Risk.pdf", mediaType: "application/pdf", bytes };
  fileId = await inTransaction(first.db, (tx) => first.files.keep(tx, file));
  for (let n = 0; n < 24; n++) {
    projects.push(
      await aProject(first.db, {
        name: `Project ${n}`,
        externalId: `VCS${n}`,
        developer: `Developer ${n % 5}`,
        projectType: ["Wind", "Cookstoves", "Biochar"][n % 3]!,
        vintages: [
          { year: 2020, credits: 5 },
          { year: 2022, credits: 1 },
        ],
      }),
    );
  }
  const fresh = ({ db }: TestApp) => createLiveCatalogue(db, { oldestMs: 0 });
  readers = [fresh(servers[0]), fresh(servers[1])];
});
afterAll(async () => {
  await servers[1].close();
  await servers[0].close();
});

const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);
const project = fc.nat(23);
const step = fc.record({
  server: pick([0, 1] as const),
  /** Some transactions outlast ones that began later, and some are rolled back. */
  slowMs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 15 })),
  isTaken: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, fc.constant(false)),
  change: fc.oneof(
    fc.record({ kind: pick(["stock"]), project, vintage: fc.nat(1), tonnes: pick([-5, -1, 1, 3]) }),
    fc.record({
      kind: pick(["vintage"]),
      project,
      vintage: fc.nat(1),
      facts: fc.record(
        {
          year: fc.integer({ min: 2016, max: 2025 }),
          priceCents: fc.option(fc.integer({ min: 100, max: 9_000 })),
          creditType: pick(creditTypes),
          impactType: pick(impactTypes),
          status: pick(["ACTIVE", "WITHDRAWN"] as const),
        },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ kind: pick(["status"]), project, status: pick(availabilityStatuses) }),
    fc.record({ kind: pick(["hidden"]), project, hidden: fc.boolean() }),
    fc.record({ kind: pick(["name"]), project, name: pick(["Sea", "Hill", "Kelp farm", "Wood"]) }),
    fc.record({ kind: pick(["labels"]), project, labels: fc.subarray([...labelKinds]) }),
    fc.record({ kind: pick(["developer"]), nth: fc.nat(4), name: pick(["Ada", "Bo", "Cy", "Di"]) }),
    { weight: 2, arbitrary: fc.record({ kind: pick(["read"]) }) },
    { weight: 4, arbitrary: fc.record({ kind: pick(["page"]), project }) },
    fc.record({ kind: pick(["report"]), project, hidden: fc.boolean() }),
    fc.record({ kind: pick(["prune"]) }),
  ) as fc.Arbitrary<Change>,
});
type Change =
  | { kind: "stock"; project: number; vintage: number; tonnes: number }
  | { kind: "vintage"; project: number; vintage: number; facts: VintageChange }
  | { kind: "status"; project: number; status: AvailabilityStatus }
  | { kind: "hidden"; project: number; hidden: boolean }
  | { kind: "name"; project: number; name: string }
  | { kind: "labels"; project: number; labels: string[] }
  | { kind: "developer"; nth: number; name: string }
  | { kind: "read" }
  | { kind: "page"; project: number }
  | { kind: "report"; project: number; hidden: boolean }
  | { kind: "prune" };
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Abandoned extends Error {}

async function take({ server, change, slowMs, isTaken }: Step): Promise<void> {
  if (change.kind === "read") return void (await readers[server].current());
  if (change.kind === "page") return void (await pageOf(servers[server], change.project));
  try {
    await inTransaction(servers[server].db, async (tx) => {
      await make(tx, change);
      if (slowMs > 0) await sleep(slowMs);
      if (!isTaken) throw new Abandoned();
    });
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
  }
}

async function pageOf({ app }: TestApp, nth: number): Promise<unknown> {
  const authorization = `Bearer ${buyer.authToken}`;
  const url = `/api/v1/projects/${projects[nth]!.id}`;
  const { requestId: _of, ...page } = (
    await app.inject({ url, headers: { authorization } })
  ).json();
  return page;
}

async function make(tx: Tx, change: Exclude<Change, { kind: "read" | "page" }>): Promise<void> {
  if (change.kind === "prune") return pruneChanges(tx);
  if (change.kind === "developer") {
    const name = `${change.name} ${change.nth}`;
    const { rows } = await sql<{ id: number }>`update developers set name = ${name}
      where id = (select id from developers order by id offset ${change.nth} limit 1) returning id`.execute(
      tx,
    );
    const named = await tx
      .selectFrom("projects")
      .select("id")
      .where("developer_id", "=", rows[0]!.id)
      .execute();
    return refreshListings(
      tx,
      named.map(({ id }) => id),
    );
  }
  const { id, vintageIds } = projects[change.project]!;
  if (change.kind === "status") return setProjectStatus(tx, id, change.status);
  if (change.kind === "vintage") {
    return void (await changeVintage(tx, vintageIds[change.vintage]!, change.facts));
  }
  if (change.kind === "stock") {
    const vintageId = vintageIds[change.vintage]!;
    const available = (await lockAvailable(tx, [vintageId])).get(vintageId)!;
    const quantity = Math.max(change.tonnes, -available);
    return postMovements(tx, [{ kind: "ADJUST", vintageId, quantity, reason: "walk" }]);
  }
  if (change.kind === "report") {
    const facts = {
      name: "Risk",
      description: "",
      priceCents: 100,
      pages: 1,
      hidden: change.hidden,
    };
    return addReport(tx, { ...facts, publishedAt: "2026-01-01" }, { fileId, projectIds: [id] });
  }
  // Like every writer of a project's facts.
  await sql`select from projects where id = ${id} for no key update`.execute(tx);
  if (change.kind === "labels") {
    await tx.deleteFrom("project_labels").where("project_id", "=", id).execute();
    for (const kind of change.labels) {
      const label = { project_id: id, kind, source: "The registry", as_of: "2025-12-01" };
      await tx.insertInto("project_labels").values(label).execute();
    }
  } else {
    const set = change.kind === "hidden" ? { hidden: change.hidden } : { name: change.name };
    await tx.updateTable("projects").set(set).where("id", "=", id).execute();
  }
  await refreshListings(tx, [id]);
}

/** The answers to all kinds of queries, independent of the projects' slots. */
function answersOf(index: CatalogueIndex): unknown[] {
  const queries = [{}, { q: "kelp wind" }, { q: "ada" }, { q: "2022 removal" }, { label: "CCP" }];
  return queries.flatMap((query) => [
    JSON.parse(listAnswer(index, projectQuery.parse(query))),
    JSON.parse(facetsAnswer(index, facetsQuery.parse(query))),
  ]);
}

test.each(Array.from({ length: runs }, (_, run) => seed + run))(
  "The memory of two servers matches the tables, whatever happens (seed %d)",
  async (seedOfRun) => {
    const walk = fc.sample(step, { numRuns: steps, seed: seedOfRun });
    for (let at = 0; at < walk.length; at += atOnce) {
      await Promise.all(walk.slice(at, at + atOnce).map(take));
    }
    const tables = answersOf(await createLiveCatalogue(servers[0].db).current());
    for (const reader of readers) expect(answersOf(await reader.current())).toEqual(tables);
    const fresh = await testApp({ databaseUrl: servers[0].databaseUrl });
    for (const nth of projects.keys()) {
      const page = await pageOf(fresh, nth);
      for (const server of servers) expect(await pageOf(server, nth)).toEqual(page);
    }
    await fresh.close();
  },
  600_000,
);
