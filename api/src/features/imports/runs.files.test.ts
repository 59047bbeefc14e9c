import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { runBlocked } from "../../../test/runBlocked.ts";
import { projectsCsv, vintagesCsv } from "./import.fixtures.ts";
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

describe("a file of another kind", () => {
  const other = `Project ID;Project Name;Kind;Proponent;Effect;Link;Total credits issued;Total credits retired;Total credits remaining
KEY;Sun of KEY;Solar - Centralized;Heliotrop AG;Reduction;https://registry.example/KEY;10;4;6
`;

  test("has its columns guessed by their headers, and the rest chosen", async () => {
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

  test("has its columns chosen once, in any language, and remembered", async () => {
    const heads = [
      "Projektnummer",
      "项目名称",
      "Tür",
      "نوع",
      "Promoteur",
      "Émis",
      "Annulés",
      "Restants",
      "Enlace",
    ];
    const cells = [
      key,
      `Sonne ${key}`,
      "Wind",
      "Reduction",
      "Heliotrop",
      "10",
      "4",
      "6",
      "https://r.example/1",
    ];
    const file = (separator: string, order: (list: string[]) => string[]) =>
      `${order(heads).join(separator)}\n${order(cells).join(separator)}\n`;
    const id = await anImport(file("\t", (list) => list));
    const { mapping, files, version } = await get(id);
    expect(mapping.projects).toEqual({});
    expect(files.projects).toMatchObject({ known: false, remembered: false });
    const columns = ["external_id", "name", "type", "reduction_or_removal", "developer"];
    columns.push("credits_issued", "credits_retired", "credits_remaining", "registry_url");
    const projects = {
      ...Object.fromEntries(columns.map((field, place) => [field, { column: heads[place] }])),
      registry: { value: "Verra" },
    };
    await t.call(admin, "PATCH", at(id), { version, mapping: { projects } });
    expect((await checked(id)).checked).toMatchObject({ projects: { new: 1, refused: 0 } });

    const again = await anImport(file(";", (list) => list.toReversed()));
    expect(await get(again)).toMatchObject({
      mapping: { projects },
      files: { projects: { known: false, remembered: true } },
    });
    expect((await checked(again)).checked).toMatchObject({ projects: { new: 1, refused: 0 } });
    const other = await anImport(file(";", (list) => list.slice(1)));
    expect(await get(other)).toMatchObject({
      mapping: { projects: {} },
      files: { projects: { remembered: false } },
    });
  });

  test.each([
    ["is not text", Buffer.from([0xff, 0xfe, 0x41, 0x00]), "projects.csv is UTF-16 text"],
    ["is UTF-16 without a mark", Buffer.from("a,b\n1,2\n", "utf16le"), "is UTF-16 text"],
    ["is a picture", Buffer.from("\x89PNG\r\n\x1a\n\0\0", "latin1"), "projects.csv is a picture"],
    ["is a workbook", "PK\x03\x04\x14\0", "projects.csv is a workbook or an archive"],
    [
      "is Latin-1",
      Buffer.from("a,b\n1,2\nS\xfcd,3\n", "latin1"),
      "is not UTF-8 text (near line 3)",
    ],
    [
      "has a zero byte",
      "a,b\n1,2\n3,\0\n",
      "projects.csv is not text: line 3 contains a zero byte.",
    ],
    ["is empty", "", "projects.csv is empty."],
    ["has spaces alone", "  \n\n", "projects.csv is empty."],
    ["has no rows", "a,b\n", "projects.csv has a line of column names, but no rows."],
    ["has one column", "Dear reader\nhello\n", "projects.csv has one column only"],
    ["has too many columns", `${",a".repeat(400)}\n`, "has 401 columns, and at most 300"],
    ["has one head twice", "a,a\n1,2\n", "projects.csv has the column a twice."],
    ["has a quote that never closes", 'a,b\n"1,2\n', "quotation mark out of place"],
    ["has an endless row", `a,b\n1,${"x".repeat(1_000_001)}\n`, "has a row of more than 1,000,000"],
  ])("is refused when it %s, and the previous one is kept", async (_, bytes, reason) => {
    const id = await anImport(good());
    const response = await send(id, "projects", bytes);
    expect(response.status).toBe(400);
    expect(response.body.fieldErrors[0].message).toContain(reason);
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

  test("is read with the sep= line of Excel, and each row reports why it is not imported", async () => {
    const reasons = {
      "1,000": 'is not a whole number: "1,000"; write digits only, such as 1120',
      "1.5": 'is not a whole number: "1.5"; write digits only, such as 1120',
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

  test("with a chosen column that does not exist is refused", async () => {
    const id = await anImport(good());
    const { version, mapping } = await get(id);
    const projects = { ...mapping.projects, name: { column: "no such" } };
    await t.call(admin, "PATCH", at(id), { version, mapping: { projects } });
    expect((await step(id, "check")).body.fieldErrors).toEqual([
      { path: "mapping.projects.name", message: "The file has no column no such" },
    ]);
  });
});

test("a file that is removed leaves neither its bytes nor its columns", async () => {
  const id = await anImport(good(), vintagesCsv({ external_id: key, vintage_year: "2020" }));
  await checked(id);
  const stored = async () => (await sql`select from files`.execute(t.db)).rows.length;
  const before = await stored();
  expect((await t.call(admin, "DELETE", at(id, "/files/vintages"))).status).toBe(200);
  const { status, files, mapping } = await get(id);
  expect([status, files.projects.name, files.vintages]).toEqual(["DRAFT", "projects.csv", null]);
  expect(Object.keys(mapping)).toEqual(["projects"]);
  expect((await rowsOf(id)).totalElements).toBe(0);
  expect(await stored()).toBe(before - 1);
});

test("a report is searched literally by id, name and what is noted, filtered and read backwards", async () => {
  const id = await anImport(
    projectsCsv(
      { external_id: key, name: "Sun and wind" },
      { external_id: `${key}a`, name: "Rain", credits_issued: "1.5" },
      { external_id: `${key}b`, name: "100% snow\\ice" },
    ),
  );
  await checked(id);
  const lines = async (query: string) =>
    (await rowsOf(id, `?${query}`)).content.map(({ line }: { line: number }) => line);
  const found = (q: string) => lines(`q=${encodeURIComponent(q)}`);
  expect(await found("AND WIND")).toEqual([2]);
  expect(await found(`${key}B`)).toEqual([4]);
  expect(await found('credits_issued is not a whole number: "1.5"')).toEqual([3]);
  expect(await found("0%")).toEqual([4]);
  expect(await found("w\\i")).toEqual([4]);
  // Not what matches any character, and not how notes are stored.
  for (const q of ["S_n", "Sun%wind", "reason"]) expect(await found(q), q).toEqual([]);
  expect(await lines("noted=true")).toEqual([3]);
  expect(await lines("noted=false")).toEqual([2, 4]);
  expect(await lines("sort=line,desc")).toEqual([4, 3, 2]);
});

test("of two files that are chosen at the same time one is kept", async () => {
  const id = await anImport(good());
  const kept = async () => (await sql`select from files`.execute(t.db)).rows.length;
  const before = await kept();
  const hold = sql`select from catalogue_imports where id = ${id} for update`;
  const choose = (name: string) => () => send(id, "projects", good(), name);
  const sent = await runBlocked(t.db, hold, [choose("a.csv"), choose("b.csv")]);
  expect(sent.map(({ status }) => status)).toEqual([201, 201]);
  expect(await kept()).toBe(before);
});

test("Projects that are deleted while an import changes them are added again by it", async () => {
  const named = (name: string) => projectsCsv({ external_id: key, name });
  const imported = async (text: string) => {
    const id = await anImport(text);
    await checked(id);
    await step(id, "apply");
    return id;
  };
  await imported(named(`Wind farm ${key}`));
  await runJobs();
  const id = await imported(named(`Wind park ${key}`));
  await runBlocked(t.db, sql`delete from projects where external_id = ${key}`, [runJobs]);
  expect(await get(id)).toMatchObject({ status: "IMPORTED", imported: { projects: { new: 1 } } });
  expect(await projectNamed(`Wind park ${key}`)).toHaveLength(1);
});
