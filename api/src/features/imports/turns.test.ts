import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { audited, upload } from "../../../test/operators.ts";
import type { FileStore } from "../../core/files.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { lockBulkChange } from "./bulk.service.ts";
import { importJobs } from "./runs.jobs.ts";
import { patience } from "../../../test/patience.ts";

/* Two operators at once, stops in the middle of the work, and servers that die. */

let t: TestApp;
let ann: TestCaller;
let ben: TestCaller;
let annsName = "";
/** Waits until the assertion holds; a busy machine takes its time. */
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, patience);

beforeAll(async () => {
  t = await testApp();
  ann = await t.aUser("Admin");
  ben = await t.aUser("Admin");
  annsName = (await t.call(ann, "GET", "/me")).body.username;
});
afterAll(() => t.close());

const at = (id: number, rest = "") => `/management/imports/${id}${rest}`;
const get = async (id: number) => (await t.call(ann, "GET", at(id))).body;
async function step(caller: TestCaller, id: number, what: "check" | "apply" | "stop") {
  return await t.call(caller, "POST", at(id, `/${what}`), { version: (await get(id)).version });
}
async function anImport(caller: TestCaller, projects: string, vintages: string): Promise<number> {
  const { id } = (await t.call(caller, "POST", "/management/imports")).body;
  for (const [kind, text] of Object.entries({ projects, vintages })) {
    const file = { bytes: Buffer.from(text), name: `${kind}.csv`, type: "text/csv" };
    await upload(t, caller, at(id, `/files/${kind}`), file);
  }
  return id;
}
async function aCheckedImport(caller: TestCaller, projects: string, vintages: string) {
  const id = await anImport(caller, projects, vintages);
  await step(caller, id, "check");
  await runJobs();
  return id;
}
const runJobs = (files: FileStore = t.files) => t.runJobs(importJobs(t.db, files));
const isImported = async () =>
  (await t.call(ann, "GET", `/management/projects?q=${key}`)).body.totalElements === 1;

let number = 0;
let key = "";
beforeEach(() => {
  key = `GS77${++number}`;
});
const both = () =>
  [
    projectsCsv({ external_id: key }),
    vintagesCsv({ external_id: key, vintage_year: "2020", issued: "50", remaining: "50" }),
  ] as const;

/** A file store that delays all reads until `go`. */
function slowFiles() {
  const door = Promise.withResolvers<void>();
  const files = {
    ...t.files,
    read: async (storageKey: string) => {
      await door.promise;
      return await t.files.read(storageKey);
    },
  };
  return { files, go: () => door.resolve() };
}

/** Runs someone else's bulk change of the catalogue, like the command line does, until `end`. */
async function anotherChange() {
  const begun = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const change = t.db.transaction().execute(async (tx) => {
    await lockBulkChange(tx);
    begun.resolve();
    await ending.promise;
  });
  await begun.promise;
  return () => {
    ending.resolve();
    return change;
  };
}

describe("two imports at once", () => {
  test("of the same files: the second waits, shows for whom, and then has nothing to do", async () => {
    const first = await aCheckedImport(ann, ...both());
    const second = await aCheckedImport(ben, ...both());
    await step(ann, first, "apply");
    await step(ben, second, "apply");
    const slow = slowFiles();
    // As on two servers.
    const work = Promise.all([runJobs(slow.files), runJobs(slow.files)]);
    await soon(async () => expect((await get(first)).progress).not.toBeNull());
    const waiting = await get(second);
    expect(waiting).toMatchObject({ status: "IMPORTING", progress: null });
    expect(waiting.waitsFor).toMatchObject({ id: first, by: annsName, checks: false });
    expect(Date.parse(waiting.waitsFor.since)).toBeGreaterThan(Date.now() - 60_000);
    expect((await get(first)).waitsFor).toBeNull();
    const { body } = await t.call(ben, "GET", "/management/imports?status=IMPORTING");
    expect(body.content.map((run: { waitsFor: object | null }) => run.waitsFor !== null)).toEqual([
      true,
      false,
    ]);
    slow.go();
    await work;
    await runJobs();
    expect((await get(first)).imported).toMatchObject({
      projects: { new: 1 },
      vintages: { new: 1 },
    });
    const unchanged = { new: 0, changed: 0, unchanged: 1, refused: 0 };
    expect(await get(second)).toMatchObject({
      status: "IMPORTED",
      waitsFor: null,
      imported: { projects: unchanged, vintages: unchanged },
    });
  });

  test("one of them from the command line: a check shows that it waits", async () => {
    const end = await anotherChange();
    const id = await anImport(ann, ...both());
    await step(ann, id, "check");
    const work = runJobs();
    await soon(async () => expect((await get(id)).waitsFor).toMatchObject({ id: null, by: null }));
    await end();
    await work;
    expect(await get(id)).toMatchObject({ status: "CHECKED", waitsFor: null });
  });
});

describe("what is stopped", () => {
  test("while it is at work changes nothing, and the last check stays valid", async () => {
    const end = await anotherChange();
    const id = await anImport(ann, ...both());
    await step(ann, id, "check");
    // Stopping has to cancel a long statement, here the one that waits for its turn.
    const check = runJobs();
    await soon(async () => expect((await get(id)).waitsFor).not.toBeNull());
    expect((await step(ben, id, "stop")).body).toMatchObject({ status: "DRAFT", progress: null });
    await check;
    await end();
    expect(await get(id)).toMatchObject({ status: "DRAFT", checked: null, failure: null });

    await step(ann, id, "check");
    await runJobs();
    await step(ann, id, "apply");
    const slow = slowFiles();
    const work = runJobs(slow.files);
    await soon(async () => expect((await get(id)).progress).not.toBeNull());
    expect((await step(ben, id, "stop")).body.status).toBe("CHECKED");
    slow.go();
    await work;
    expect(await get(id)).toMatchObject({ status: "CHECKED", imported: null });
    expect(await isImported()).toBe(false);
    expect(await audited(t, ann, "import.stop")).toMatchObject({ thingId: String(id) });

    await step(ann, id, "apply");
    await runJobs();
    expect(await isImported()).toBe(true);
    expect((await step(ann, id, "stop")).body.code).toBe("INVALID_TRANSITION");
  });

  test("before its turn is never begun", async () => {
    const id = await anImport(ann, ...both());
    await step(ann, id, "check");
    const { version } = await get(id);
    await step(ann, id, "stop");
    const late = await t.call(ann, "POST", at(id, "/stop"), { version });
    expect(late.body.code).toBe("INVALID_TRANSITION");
    await runJobs();
    expect(await get(id)).toMatchObject({ status: "DRAFT", checked: null });
    await step(ann, id, "check");
    const stale = await t.call(ann, "POST", at(id, "/stop"), { version });
    expect(stale.body.code).toBe("VERSION_CONFLICT");
    await runJobs();
    expect(await get(id)).toMatchObject({ status: "CHECKED" });
  });
});

describe("a server that goes away", () => {
  const work = async (id: number, stop?: AbortSignal, files: FileStore = t.files) => {
    const actor = { userId: ann.userId, username: annsName, ip: "127.0.0.1" };
    const ask = { importId: id, version: (await get(id)).version, actor };
    await importJobs(t.db, files)["catalogue.import"]!(ask, { id: "0", ...(stop && { stop }) });
  };

  test.each(["check", "apply"] as const)(
    "killed in the middle of %s leaves an import that says so and can be repeated",
    async (what) => {
      const id = await aCheckedImport(ann, ...both());
      await step(ann, id, what);
      // The only traces of a killed server; its job is run again.
      await t.db
        .updateTable("catalogue_imports")
        .set({ begun_at: new Date() })
        .where("id", "=", id)
        .execute();
      await work(id);
      expect(await get(id)).toMatchObject({ status: "FAILED", progress: null, imported: null });
      expect((await get(id)).failure).toContain("The server stopped before it was done.");
      expect(await isImported()).toBe(false);
      await step(ann, id, "check");
      await runJobs();
      expect(await get(id)).toMatchObject({ status: "CHECKED", failure: null });
    },
  );

  test("shut down in the middle marks the import as failed with a reason", async () => {
    const id = await aCheckedImport(ann, ...both());
    await step(ann, id, "apply");
    const stop = new AbortController();
    const slow = slowFiles();
    const job = work(id, stop.signal, slow.files);
    await soon(async () => expect((await get(id)).progress).not.toBeNull());
    stop.abort();
    slow.go();
    await job;
    expect((await get(id)).failure).toContain("The server stopped before it was done.");
    expect(await isImported()).toBe(false);
  });
});
