import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { upload } from "../../../test/operators.ts";
import { projectsCsv } from "./import.fixtures.ts";
import { importJobs } from "./runs.jobs.ts";

/* A server per test file, and an operator's actions on imports. */

export let t: TestApp;
export let admin: TestCaller;
export const at = (id: number, rest = "") => `/management/imports/${id}${rest}`;
export const send = (id: number, kind: string, text: string | Buffer, name = `${kind}.csv`) =>
  upload(t, admin, at(id, `/files/${kind}`), { bytes: Buffer.from(text), name, type: "text/csv" });
export const get = async (id: number) => (await t.call(admin, "GET", at(id))).body;
export const rowsOf = async (id: number, query = "") =>
  (await t.call(admin, "GET", at(id, `/rows${query}`))).body;
export const runJobs = () => t.runJobs(importJobs(t.db, t.files));
export const projectNamed = async (name: string) =>
  (await t.call(admin, "GET", `/management/projects?q=${encodeURIComponent(name)}`)).body.content;

/** Creates an unchecked draft with the given files as the Admin; returns its id. */
export async function anImport(projects?: string, vintages?: string): Promise<number> {
  const { id } = (await t.call(admin, "POST", "/management/imports")).body;
  if (projects) await send(id, "projects", projects);
  if (vintages) await send(id, "vintages", vintages);
  return id;
}
/** Requests a step at the import's current version. Returns the whole response, refused or not; no job has run yet. */
export async function step(id: number, what: "check" | "apply") {
  const { version } = await get(id);
  const response = await t.call(admin, "POST", at(id, `/${what}`), { version });
  return response;
}
/** Checks the import and runs the jobs; returns it, then CHECKED or FAILED. */
export async function checked(id: number) {
  expect((await step(id, "check")).status).toBe(202);
  await runJobs();
  return await get(id);
}

let number = 0;
/** A different project for each test. */
export let key = "";

/** Gives the calling test file its own server. */
export function useImports(): void {
  beforeAll(async () => {
    t = await testApp();
    admin = await t.aUser("Admin");
  });
  afterAll(() => t.close());
  beforeEach(() => {
    key = `VCS${9000 + ++number}`;
  });
}
export const good = () => projectsCsv({ external_id: key, name: `Wind farm ${key}` });
