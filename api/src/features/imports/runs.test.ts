import { parse } from "csv-parse/sync";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { audited } from "../../../test/operators.ts";
import { fileJobs } from "../../core/files.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { importJobs } from "./runs.jobs.ts";
import {
  admin,
  anImport,
  at,
  checked,
  get,
  good,
  key,
  projectNamed,
  rowsOf,
  runJobs,
  send,
  step,
  t,
  useImports,
} from "./runs.harness.ts";

useImports();

const readAll = async (storageKey: string) => text(await t.files.read(storageKey));
const isGone = /ENOENT|no such file|not found/i;

describe("files of the registries' database", () => {
  test("are recognized, checked without a change, then imported with their report", async () => {
    const bad = { external_id: `${key}x`, name: "", credits_issued: "-5" };
    const projects = projectsCsv({ external_id: key, name: `Wind farm ${key}` }, bad);
    const vintages = vintagesCsv(
      { external_id: key, vintage_year: "2020", issued: "70", remaining: "40", retired: "30" },
      { external_id: `${key}x`, vintage_year: "2020" },
      { external_id: key, vintage_year: "2020" },
    );
    const id = await anImport(projects, vintages);
    const drafted = await get(id);
    expect(drafted).toMatchObject({
      status: "DRAFT",
      files: {
        projects: { name: "projects.csv", rows: 2, known: true },
        vintages: { rows: 3, known: true },
      },
      mapping: { projects: { external_id: { column: "external_id" } } },
    });

    const run = await checked(id);
    expect(run).toMatchObject({
      status: "CHECKED",
      progress: null,
      checked: {
        projects: { new: 1, changed: 0, unchanged: 0, refused: 1 },
        vintages: { new: 1, changed: 0, unchanged: 0, refused: 2 },
      },
    });
    expect(await projectNamed(`Wind farm ${key}`)).toEqual([]);

    const report = await rowsOf(id);
    expect(report.counts).toEqual({ NEW: 2, CHANGED: 0, UNCHANGED: 0, REFUSED: 3 });
    expect(report.content[0]).toEqual({
      file: "projects",
      line: 2,
      key,
      name: `Wind farm ${key}`,
      state: "NEW",
      notes: [],
    });
    const refused = await rowsOf(id, "?state=REFUSED");
    expect(refused.content[0]).toMatchObject({
      key: `${key}x`,
      notes: [
        { column: "name", reason: "is blank" },
        { column: "credits_issued", reason: "is negative: -5" },
      ],
    });
    expect(
      refused.content.map((row: { notes: { reason: string }[] }) => row.notes[0]!.reason),
    ).toEqual(
      expect.arrayContaining([`belongs to the refused project ${key}x`, "is already in line 2"]),
    );
    expect((await rowsOf(id, "?noted=true&file=vintages")).totalElements).toBe(2);
    expect((await rowsOf(id, "?q=is%20negative")).totalElements).toBe(1);
    // No text contains a percent sign.
    expect((await rowsOf(id, "?q=%25")).totalElements).toBe(0);

    // All or nothing was chosen and there are errors, so nothing is imported.
    const { version } = await get(id);
    const whole = { version, errors: "SAVE_NOTHING" };
    expect(await t.call(admin, "POST", at(id, "/apply"), whole)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "errors" }] },
    });
    expect((await get(id)).status).toBe("CHECKED");

    expect((await step(id, "apply")).status).toBe(202);
    await runJobs();
    const done = await get(id);
    expect(done).toMatchObject({ status: "IMPORTED", imported: run.checked });
    expect(done.importedAt).not.toBeNull();
    expect(await projectNamed(`Wind farm ${key}`)).toMatchObject([
      { externalId: key, availableCredits: 40 },
    ]);
    expect(await audited(t, admin, "import.apply")).toMatchObject({
      thingType: "import",
      thingId: String(id),
      thingName: "projects.csv, vintages.csv",
    });
    // An imported run is final.
    expect((await step(id, "apply")).body).toMatchObject({
      code: "INVALID_TRANSITION",
      detail: "It has already been imported.",
    });
    expect((await send(id, "projects", good())).body.code).toBe("INVALID_TRANSITION");
  });

  test("report what is new, changed and the same the next time", async () => {
    const vintages = (remaining: string) =>
      vintagesCsv(
        { external_id: key, vintage_year: "2019", issued: "50", remaining },
        { external_id: key, vintage_year: "2020", issued: "50", remaining: "50" },
      );
    const first = await anImport(good(), vintages("50"));
    await checked(first);
    await step(first, "apply");
    await runJobs();
    const second = await anImport(good(), vintages("30"));
    expect((await checked(second)).checked).toMatchObject({
      projects: { unchanged: 1 },
      vintages: { changed: 1, unchanged: 1 },
    });
    const states = (await rowsOf(second)).content.map(
      (row: { key: string; state: string }) => `${row.key} ${row.state}`,
    );
    expect(states).toEqual([`${key} UNCHANGED`, `${key} 2019 CHANGED`, `${key} 2020 UNCHANGED`]);
  });

  test("may come alone: vintages of existing projects", async () => {
    const first = await anImport(good());
    await checked(first);
    await step(first, "apply");
    await runJobs();
    const second = await anImport(
      undefined,
      vintagesCsv({ external_id: key, vintage_year: "2021", remaining: "9" }),
    );
    expect((await checked(second)).checked).toMatchObject({ vintages: { new: 1, refused: 0 } });
  });

  test("name the project of each refused vintage, from the file or the catalogue", async () => {
    const known = await anImport(good());
    await checked(known);
    await step(known, "apply");
    await runJobs();
    const projects = projectsCsv(
      { external_id: `${key}a`, name: "Taken" },
      { external_id: `${key}b`, name: "Refused", credits_issued: "-5" },
      { external_id: key, name: "" },
    );
    const of = (external_id: string) => ({ external_id, vintage_year: "1850" });
    const vintages = vintagesCsv(
      of(key),
      of(`${key}a`),
      of(`${key}b`),
      { external_id: `${key}b`, vintage_year: "2020" },
      of(`${key}c`),
      { external_id: `${key}a`, vintage_year: "2020" },
      { external_id: `${key}a`, vintage_year: "2020" },
    );
    const id = await anImport(projects, vintages);
    await checked(id);
    const { content } = await rowsOf(id, "?state=REFUSED");
    expect(content.map((row: { key: string; name: string }) => [row.key, row.name])).toEqual([
      [`${key}b`, "Refused"],
      [key, `Wind farm ${key}`],
      [`${key} 1850`, `Wind farm ${key}`],
      [`${key}a 1850`, "Taken"],
      [`${key}b 1850`, "Refused"],
      [`${key}b 2020`, "Refused"],
      [`${key}c 1850`, ""],
      [`${key}a 2020`, "Taken"],
    ]);
    const response = await t.app.inject({
      url: `/api/v1${at(id, "/rows?state=REFUSED&file=vintages")}`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(response.body).toContain(`vintages,4,${key}b 1850,Refused,REFUSED,`);
  });

  test("are exported row by row, safe for spreadsheets", async () => {
    const id = await anImport(projectsCsv({ external_id: key, name: "=1+1" }));
    await checked(id);
    const response = await t.app.inject({
      url: `/api/v1${at(id, "/rows")}`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(response.body).toContain("File,Line,ID,Name,Status,Notes");
    expect(response.body).toContain(`projects,2,${key},'=1+1,NEW,`);
  });
});

describe("an import", () => {
  test("without a file cannot be checked, and unchecked cannot be applied", async () => {
    const id = await anImport();
    expect((await step(id, "check")).body.code).toBe("VALIDATION_FAILED");
    expect((await step(id, "apply")).body.code).toBe("INVALID_TRANSITION");
  });

  test("whose files or columns change has to be checked again", async () => {
    const id = await anImport(good());
    await checked(id);
    const { file } = await t.db
      .selectFrom("catalogue_imports as i")
      .innerJoin("files as f", "f.id", "i.projects_file_id")
      .select("f.storage_key as file")
      .where("i.id", "=", id)
      .executeTakeFirstOrThrow();
    expect(await readAll(file)).toBe(good());
    await send(id, "projects", good());
    await t.runJobs(fileJobs(t.files));
    await expect(readAll(file)).rejects.toThrow(isGone);
    expect(await get(id)).toMatchObject({ status: "DRAFT", checked: null });
    expect((await rowsOf(id)).totalElements).toBe(0);
    expect((await step(id, "apply")).body).toMatchObject({
      code: "INVALID_TRANSITION",
      detail: expect.stringMatching(/not checked as they are now: check them first/),
    });
  });

  test("at work cannot be changed, and its job is idempotent", async () => {
    const id = await anImport(good());
    await checked(id);
    await step(id, "apply");
    for (const [method, path, body] of [
      ["DELETE", at(id), undefined],
      ["DELETE", at(id, "/files/projects"), undefined],
      ["POST", at(id, "/apply"), { version: (await get(id)).version }],
    ] as const) {
      expect((await t.call(admin, method, path, body)).body.code).toBe("INVALID_TRANSITION");
    }
    const { version } = await get(id);
    const actor = { userId: admin.userId, username: "person", ip: "127.0.0.1" };
    const work = importJobs(t.db, t.files)["catalogue.import"]!;
    await runJobs();
    const { importedAt } = await get(id);
    await work({ importId: id, version, actor });
    expect((await get(id)).importedAt).toBe(importedAt);
  });

  test("that fails changes nothing and says so", async () => {
    const id = await anImport(good());
    await checked(id);
    await step(id, "apply");
    const broken = { ...t.files, read: () => Promise.reject(new Error("The disk is gone")) };
    await t.runJobs(importJobs(t.db, broken)).catch(() => undefined);
    expect(await get(id)).toMatchObject({ status: "FAILED", imported: null });
    expect((await get(id)).failure).toContain("Nothing was changed");
    expect(await projectNamed(`Wind farm ${key}`)).toEqual([]);
    expect((await checked(id)).status).toBe("CHECKED");

    await step(id, "apply");
    const crossed = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    const crossing = { ...t.files, read: () => Promise.reject(crossed) };
    await t.runJobs(importJobs(t.db, crossing)).catch(() => undefined);
    expect((await get(id)).failure).toContain("Others changed");
  });

  test("is deleted with its files and report; the imported data stays", async () => {
    const id = await anImport(good(), vintagesCsv({ external_id: key, vintage_year: "2020" }));
    await checked(id);
    await step(id, "apply");
    await runJobs();
    const kept = async () =>
      (await t.db.selectFrom("files").select("storage_key as key").execute()).map((row) => row.key);
    const before = await kept();
    expect((await t.call(admin, "DELETE", at(id))).status).toBe(204);
    const after = new Set(await kept());
    const gone = before.filter((each) => !after.has(each));
    expect(gone).toHaveLength(2);
    await t.runJobs(fileJobs(t.files));
    for (const each of gone) await expect(readAll(each)).rejects.toThrow(isGone);
    expect(await audited(t, admin, "import.delete")).toMatchObject({
      thingId: String(id),
      before: { status: "IMPORTED", imported: { projects: { new: 1 } } },
    });
    expect((await t.call(admin, "GET", at(id))).status).toBe(404);
    expect(await projectNamed(`Wind farm ${key}`)).toHaveLength(1);
  });

  test("of which a single vintage has an error saves nothing if all or nothing was chosen", async () => {
    const wrong = vintagesCsv({ external_id: key, vintage_year: "never" });
    const id = await anImport(good(), wrong);
    const { version, checked: found } = await checked(id);
    expect([found.projects.refused, found.vintages.refused]).toEqual([0, 1]);
    const whole = { version, errors: "SAVE_NOTHING" };
    expect((await t.call(admin, "POST", at(id, "/apply"), whole)).status).toBe(400);
  });

  test("is listed with its creator, and found by its file", async () => {
    const id = await anImport();
    await send(id, "projects", good(), `wind-${key}.csv`);
    const { body } = await t.call(admin, "GET", `/management/imports?q=wind-${key}`);
    expect(body.content).toMatchObject([{ id, status: "DRAFT" }]);
    expect(body.totalElements).toBe(1);
    // The counts ignore the selected status, but not the search.
    const failed = await t.call(admin, "GET", `/management/imports?q=wind-${key}&status=FAILED`);
    expect(failed.body).toMatchObject({ content: [], totalElements: 0 });
    expect(failed.body.counts).toMatchObject({ DRAFT: 1, IMPORTED: 0, FAILED: 0 });
    const [{ createdBy }] = body.content;
    const begun = await t.call(admin, "GET", `/management/imports?q=${createdBy}`);
    expect(begun.body.content.map((each: { id: number }) => each.id)).toContain(id);
  });

  test("are exported with their files and counts", async () => {
    const wrong = { external_id: `${key}x`, name: "", credits_issued: "-5" };
    const projects = projectsCsv({ external_id: key, name: `Wind farm ${key}` }, wrong);
    const id = await anImport(undefined, vintagesCsv({ external_id: key, vintage_year: "2020" }));
    await send(id, "projects", projects, `export-${key}.csv`);
    await checked(id);
    const { body } = await t.app.inject({
      url: `/api/v1/management/imports?q=export-${key}`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    const rows = parse(body, { bom: true, columns: true });
    expect(rows).toEqual([
      {
        Import: String(id),
        "Started (UTC)": expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        "Started by": (await get(id)).createdBy,
        "Project file": `export-${key}.csv`,
        "Vintage file": "vintages.csv",
        Status: "CHECKED",
        "New rows": "2",
        "Changed rows": "0",
        "Unchanged rows": "0",
        "Refused rows": "1",
      },
    ]);
  });

  test("are sorted by their files and counts, those without last", async () => {
    const [none, later, sooner] = [await anImport(), await anImport(), await anImport()];
    await send(later, "projects", good(), `sorted-${key}-b.csv`);
    await send(sooner, "projects", good(), `Sorted-${key}-A.csv`);
    await checked(sooner);
    const sorted = async (sort: string) => {
      const { body } = await t.call(admin, "GET", `/management/imports?sort=${sort}`);
      const ids: number[] = body.content.map((each: { id: number }) => each.id);
      return ids.filter((id) => [none, later, sooner].includes(id));
    };
    expect(await sorted("files,asc")).toEqual([sooner, later, none]);
    expect(await sorted("files,desc")).toEqual([later, sooner, none]);
    expect((await sorted("new,desc"))[0]).toBe(sooner);
  });
});
