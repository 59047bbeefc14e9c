import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../../test/app.ts";
import { audited, upload } from "../../../../test/operators.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
import { importJobs } from "./runs.jobs.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

const at = (id: number, rest = "") => `/management/imports/${id}${rest}`;
const send = (id: number, kind: string, text: string | Buffer, name = `${kind}.csv`) =>
  upload(t, admin, at(id, `/files/${kind}`), { bytes: Buffer.from(text), name, type: "text/csv" });
const get = async (id: number) => (await t.call(admin, "GET", at(id))).body;
const rowsOf = async (id: number, query = "") =>
  (await t.call(admin, "GET", at(id, `/rows${query}`))).body;
const runJobs = () => t.runJobs(importJobs(t.db, t.files));
const projectNamed = async (name: string) =>
  (await t.call(admin, "GET", `/management/projects?q=${encodeURIComponent(name)}`)).body.content;

async function anImport(projects?: string, vintages?: string): Promise<number> {
  const { id } = (await t.call(admin, "POST", "/management/imports")).body;
  if (projects) await send(id, "projects", projects);
  if (vintages) await send(id, "vintages", vintages);
  return id;
}
async function step(id: number, what: "check" | "apply") {
  const { version } = await get(id);
  const answer = await t.call(admin, "POST", at(id, `/${what}`), { version });
  return answer;
}
async function checked(id: number) {
  expect((await step(id, "check")).status).toBe(202);
  await runJobs();
  return await get(id);
}

let number = 0;
let key = "";
beforeEach(() => {
  key = `VCS${9000 + ++number}`;
});
const good = () => projectsCsv({ external_id: key, name: `Wind farm ${key}` });

describe("files of the registries' database", () => {
  test("are known, checked without a change, then imported with their report", async () => {
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
      expect.arrayContaining([
        `belongs to the refused project ${key}x`,
        "stands in line 2 already",
      ]),
    );
    expect((await rowsOf(id, "?noted=true&file=vintages")).totalElements).toBe(2);
    expect((await rowsOf(id, "?q=is%20negative")).totalElements).toBe(1);

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
    // Done is done.
    expect((await step(id, "apply")).body.code).toBe("INVALID_TRANSITION");
    expect((await send(id, "projects", good())).body.code).toBe("INVALID_TRANSITION");
  });

  test("say what is new, changed and the same the next time", async () => {
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

  test("may come alone: vintages of projects that are there", async () => {
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
    const answer = await t.app.inject({
      url: `/api/v1${at(id, "/rows?state=REFUSED&file=vintages")}`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(answer.body).toContain(`vintages,4,${key}b 1850,Refused,REFUSED,`);
  });

  test("are exported row by row, safe for spreadsheets", async () => {
    const id = await anImport(projectsCsv({ external_id: key, name: "=1+1" }));
    await checked(id);
    const answer = await t.app.inject({
      url: `/api/v1${at(id, "/rows")}`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(answer.body).toContain(`projects,2,${key},'=1+1,NEW,`);
  });
});

describe("a file of another kind", () => {
  const other = `Project ID;Project Name;Kind;Proponent;Effect;Link;Total credits issued;Total credits retired;Total credits remaining
KEY;Sun of KEY;Solar - Centralized;Heliotrop AG;Reduction;https://registry.example/KEY;10;4;6
`;

  test("is guessed at by its heads, and the rest is chosen by hand", async () => {
    const id = await anImport(other.replaceAll("KEY", key));
    const { mapping, files, version } = await get(id);
    expect(files.projects).toMatchObject({ known: false, rows: 1 });
    expect(files.projects.sample[0]).toContain(`Sun of ${key}`);
    expect(mapping.projects).toMatchObject({
      external_id: { column: "Project ID" },
      developer: { column: "Proponent" },
    });
    const refused = await t.call(admin, "POST", at(id, "/check"), { version });
    expect(refused.body.code).toBe("VALIDATION_FAILED");
    expect(refused.body.fieldErrors.map(({ path }: { path: string }) => path)).toEqual([
      "mapping.projects.registry",
      "mapping.projects.type",
      "mapping.projects.reduction_or_removal",
    ]);

    const chosen = {
      projects: {
        ...mapping.projects,
        registry: { value: "verra" },
        status: { value: "Registered" },
        type: { column: "Kind" },
        reduction_or_removal: { column: "Effect" },
      },
    };
    const mapped = await t.call(admin, "PATCH", at(id), { version, mapping: chosen });
    expect(mapped.status).toBe(200);
    const stale = await t.call(admin, "PATCH", at(id), { version, mapping: chosen });
    expect(stale.body.code).toBe("VERSION_CONFLICT");
    expect((await checked(id)).checked).toMatchObject({ projects: { new: 1, refused: 0 } });
    await step(id, "apply");
    await runJobs();
    expect(await projectNamed(`Sun of ${key}`)).toMatchObject([
      { externalId: key, registry: { name: "Verra" }, projectDeveloper: { name: "Heliotrop AG" } },
    ]);
  });

  test.each([
    ["is no text", Buffer.from([0xff, 0xfe, 0x41, 0x00]), "projects.csv is UTF-16 text"],
    ["is UTF-16 without a mark", Buffer.from("a,b\n1,2\n", "utf16le"), "is UTF-16 text"],
    ["is a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "projects.csv is a picture"],
    ["is a workbook", "PK\x03\x04\x14\0", "projects.csv is a workbook or an archive"],
    [
      "is Latin-1",
      Buffer.from("a,b\n1,2\nS\xfcd,3\n", "latin1"),
      "is not UTF-8 text (near line 3)",
    ],
    ["has a zero byte", "a,b\n1,2\n3,\0\n", "projects.csv is no text: line 3 holds a zero byte."],
    ["is empty", "", "projects.csv is empty."],
    ["has spaces alone", "  \n\n", "projects.csv begins with a line without a word."],
    ["has no rows", "a,b\n", "projects.csv has a line of column names, but no rows."],
    ["has one column", "Dear reader\nhello\n", "projects.csv has one column only"],
    ["has too many columns", `${",a".repeat(400)}\n`, "has 401 columns, and at most 300"],
    ["has one head twice", "a,a\n1,2\n", "projects.csv has the column a twice."],
    ["has a quote that never closes", 'a,b\n"1,2\n', "quotation mark out of place"],
    ["has an endless row", `a,b\n1,${"x".repeat(1_000_001)}\n`, "has a row of more than 1,000,000"],
  ])("is refused when it %s, and the one before stays", async (_, bytes, reason) => {
    const id = await anImport(good());
    const answer = await send(id, "projects", bytes);
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors[0].message).toContain(reason);
    expect((await get(id)).files.projects).toMatchObject({ known: true, rows: 1 });
  });

  test.each([
    ["semicolons", (text: string) => text.replaceAll(",", ";")],
    ["tabs", (text: string) => text.replaceAll(",", "\t")],
    ["bars", (text: string) => text.replaceAll(",", "|")],
    ["a byte order mark", (text: string) => `\ufeff${text}`],
    ["Windows' line ends", (text: string) => text.replaceAll("\n", "\r\n")],
  ])("is read with %s", async (_, change) => {
    const id = await anImport(change(good()));
    expect((await get(id)).files.projects).toMatchObject({ known: true, rows: 1 });
  });

  test("is read with Excel's own first line, and each row says why it is not taken", async () => {
    const reasons = {
      "1,000": 'is not a whole number: "1,000"',
      "1.5": 'is not a whole number: "1.5"',
      "99999999999": "is more than 2147483647: 99999999999",
      "-5": "is negative: -5",
      "901": "is more than was issued: 901 of 900",
    };
    const rows = Object.keys(reasons).map((credits_retired, place) => ({
      external_id: `${key}-${place}`,
      credits_retired,
    }));
    const text = projectsCsv(...rows).replaceAll(/,(?!000)/g, ";");
    const id = await anImport(`sep=;\n${text}`);
    await checked(id);
    const { content } = await rowsOf(id);
    expect(content.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(content.flatMap(({ notes }: { notes: object[] }) => notes)).toEqual(
      Object.values(reasons).map((reason) => ({ column: "credits_retired", reason })),
    );
  });

  test("with a column that is chosen but not there is refused", async () => {
    const id = await anImport(good());
    const { version, mapping } = await get(id);
    const projects = { ...mapping.projects, name: { column: "no such" } };
    await t.call(admin, "PATCH", at(id), { version, mapping: { projects } });
    expect((await step(id, "check")).body.fieldErrors).toEqual([
      { path: "mapping.projects.name", message: "The file has no column no such" },
    ]);
  });
});

describe("an import", () => {
  test("without a file cannot be checked, and unchecked cannot be done", async () => {
    const id = await anImport();
    expect((await step(id, "check")).body.code).toBe("VALIDATION_FAILED");
    expect((await step(id, "apply")).body.code).toBe("INVALID_TRANSITION");
  });

  test("whose files or columns change has to be checked again", async () => {
    const id = await anImport(good());
    await checked(id);
    await send(id, "projects", good());
    expect(await get(id)).toMatchObject({ status: "DRAFT", checked: null });
    expect((await rowsOf(id)).totalElements).toBe(0);
    expect((await step(id, "apply")).body.code).toBe("INVALID_TRANSITION");
  });

  test("at work is left alone, and its job that comes twice does it once", async () => {
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
    await work({ importId: id, version, actor } as never, { info: () => {}, error: () => {} });
    expect((await get(id)).importedAt).toBe(importedAt);
  });

  test("that breaks off changes nothing and says so", async () => {
    const id = await anImport(good());
    await checked(id);
    await step(id, "apply");
    const broken = { ...t.files, read: () => Promise.reject(new Error("The disk is gone")) };
    await t.runJobs(importJobs(t.db, broken)).catch(() => undefined);
    expect(await get(id)).toMatchObject({ status: "FAILED", imported: null });
    expect((await get(id)).failure).toContain("Nothing was changed");
    expect(await projectNamed(`Wind farm ${key}`)).toEqual([]);
    expect((await checked(id)).status).toBe("CHECKED");
  });

  test("is deleted with its files and report; what it imported stays", async () => {
    const id = await anImport(good());
    await checked(id);
    await step(id, "apply");
    await runJobs();
    expect((await t.call(admin, "DELETE", at(id))).status).toBe(204);
    expect((await t.call(admin, "GET", at(id))).status).toBe(404);
    expect(await projectNamed(`Wind farm ${key}`)).toHaveLength(1);
  });

  test("is listed with who began it, found by its file", async () => {
    const id = await anImport();
    await send(id, "projects", good(), `wind-${key}.csv`);
    const { body } = await t.call(admin, "GET", `/management/imports?q=wind-${key}`);
    expect(body.content).toMatchObject([{ id, status: "DRAFT" }]);
    expect(body.totalElements).toBe(1);
    const [{ createdBy }] = body.content;
    const begun = await t.call(admin, "GET", `/management/imports?q=${createdBy}`);
    expect(begun.body.content.map((each: { id: number }) => each.id)).toContain(id);
  });

  test("are sorted by their files and what came of them, those without last", async () => {
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
