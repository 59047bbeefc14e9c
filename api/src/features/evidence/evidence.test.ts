import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { upload } from "../../../test/operators.ts";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { audited } from "../../../test/operators.ts";
import { importAnnualFile } from "../imports/annual.service.ts";
import { fileOf, listening, projectsCsv, vintagesCsv } from "../imports/import.fixtures.ts";
import { importRegistryFiles } from "../imports/import.service.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
});
afterAll(() => t.close());

const years = `external_id,year,issued_in_year,retired_in_year
VCS2250,2022,5,5
VCS2250,2022,3147440,69441
VCS2250,2023,0,814017
VCS2250,2024,1655218,0
VCS9999,2024,1,1
VCS2250,,1,1
VCS2250,2025,-10,20
`;

/** Imports the three files of a registry database; returns the project's id and the refusals of the annual file. */
async function imported(asOf = "2025-12-31") {
  const refused: string[] = [];
  await importRegistryFiles(
    t.db,
    {
      projects: fileOf(
        "p.csv",
        projectsCsv({
          external_id: "VCS2250",
          methodology_version: "2.1",
          project_registered: "2021-12-20",
          buffer_pool_deposits: "575431",
        }),
      ),
      vintages: fileOf(
        "v.csv",
        vintagesCsv(
          { external_id: "VCS2250", vintage_year: "2016", issued: "9", retired: "9" },
          {
            external_id: "VCS2250",
            vintage_year: "2021",
            issued: "90",
            retired: "20",
            remaining: "70",
          },
        ),
      ),
    },
    {
      dryRun: false,
      source: "VROD test",
      asOf,
      async atEnd(tx) {
        await importAnnualFile(tx, fileOf("y.csv", years), (line, reason) =>
          refused.push(`${line} ${reason}`),
        );
      },
    },
    listening().listener,
  );
  const { id } = await t.db
    .selectFrom("projects")
    .select("id")
    .where("external_id", "=", "VCS2250")
    .executeTakeFirstOrThrow();
  return { id, refused };
}
const evidenceOf = async (projectId: number) =>
  await t.call(buyer, "GET", `/projects/${projectId}/evidence`);

test("Imported issues and retirements are read with their source and day", async () => {
  const { id, refused } = await imported();
  // Of two lines for one year the later counts.
  expect(refused).toEqual(["7 year is blank", "6 belongs to no known project: VCS9999"]);
  const { status, body } = await evidenceOf(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    source: "VROD test",
    asOf: "2025-12-31",
    issuance: [
      { vintageYear: 2016, issued: 9, retired: 9, remaining: 0 },
      { vintageYear: 2021, issued: 90, retired: 20, remaining: 70 },
    ],
    retirements: [
      { year: 2022, tonnes: 69441 },
      { year: 2023, tonnes: 814017 },
      { year: 2025, tonnes: 20 },
    ],
    firstIssuedAt: "2022",
    lastIssuedAt: "2024",
  });
  expect(body.completeness.of).toBe(14);
  const fact = (field: string) =>
    body.completeness.fields.find((each: { field: string }) => each.field === field);
  expect(fact("registeredOn")).toEqual({
    field: "registeredOn",
    state: "KNOWN",
    value: "2021-12-20",
    source: "VROD test",
    asOf: "2025-12-31",
  });
  expect(fact("methodologyVersion").value).toBe("2.1");
  expect(fact("siteLocation")).toEqual({ field: "siteLocation", state: "UNKNOWN" });

  await imported("2026-06-30");
  expect((await evidenceOf(id)).body.asOf).toBe("2026-06-30");
});

test("A project without a registry has no figures, and says so", async () => {
  const { id, vintageId } = await aProject(t.db);
  const { body } = await evidenceOf(id);
  expect(body).toMatchObject({ source: null, asOf: null, issuance: [], retirements: [] });
  expect(body).toMatchObject({ firstIssuedAt: null, lastIssuedAt: null });
  expect(body.priceHistory).toMatchObject([{ vintageId, points: [{ price: 10 }] }]);
});

describe("The history of a price", () => {
  test("grows with each change of the price and with nothing else", async () => {
    const { id, vintageId } = await aProject(t.db);
    const address = `/management/projects/${id}/vintages/${vintageId}`;
    const prices = [12.5, 12.5, null, 12.5, 10];
    for (const [at, price] of prices.entries())
      await t.call(admin, "PATCH", address, { version: at + 1, price, methodology: `VM004${at}` });
    const { body } = await evidenceOf(id);
    const [{ points }] = body.priceHistory;
    const told = points.map(({ price }: { price: number | null }) => price);
    expect(told).toEqual([10, 12.5, null, 12.5, 10]);
    const dates = points.map(({ date }: { date: string }) => date);
    expect(dates.toSorted()).toEqual(dates);
  });

  test("begins with the first price of a new vintage", async () => {
    const { id } = await aProject(t.db, { vintages: [] });
    const body = {
      year: 2024,
      impactType: "REDUCTION",
      claimType: "CONTRIBUTION",
      creditType: "EX_POST",
    };
    const vintages = `/management/projects/${id}/vintages`;
    const { body: vintage } = await t.call(admin, "POST", vintages, body);
    await t.call(admin, "PATCH", `${vintages}/${vintage.id}`, { version: 1, price: 8 });
    expect((await evidenceOf(id)).body.priceHistory).toMatchObject([{ points: [{ price: 8 }] }]);
  });

  test("leaves out withdrawn vintages, and is empty while prices are on request", async () => {
    const asked = await aProject(t.db, { status: "CONTACT_REQUIRED" });
    const withdrawn = await aProject(t.db, { vintages: [{ status: "WITHDRAWN" }] });
    expect((await evidenceOf(asked.id)).body.priceHistory).toEqual([]);
    expect((await evidenceOf(withdrawn.id)).body.priceHistory).toEqual([]);
  });
});

test("A hidden project shows its evidence to operators only", async () => {
  const { id } = await aProject(t.db, { hidden: true });
  expect(await evidenceOf(id)).toMatchObject({ status: 404 });
  expect(await t.call(admin, "GET", `/management/projects/${id}/evidence`)).toMatchObject({
    status: 200,
    body: { of: 14 },
  });
});

test("An operator states a fact with its source, and removes it", async () => {
  const { id } = await aProject(t.db);
  const address = `/management/projects/${id}/evidence/verifier`;
  const fact = {
    state: "KNOWN",
    value: "SCS",
    source: "Verification statement",
    asOf: "2026-02-01",
  };
  const told = await t.call(admin, "PUT", address, fact);
  expect(told.status).toBe(200);
  const { completeness } = (await evidenceOf(id)).body;
  expect(completeness.fields).toContainEqual({ field: "verifier", ...fact });
  expect(told.body).toEqual(completeness);
  expect(await audited(t, admin, "project.fact")).toMatchObject({
    before: { verifier: { state: "UNKNOWN" } },
    after: { verifier: { value: "SCS" } },
  });

  const back = await t.call(admin, "DELETE", address);
  expect(back.body.known).toBe(completeness.known - 1);
});

test.each([
  ["a known fact without what is known", { state: "KNOWN" }],
  ["an unknown one with it", { state: "UNKNOWN", value: "SCS" }],
])("%s is refused at the value", async (_name, fact) => {
  const { id } = await aProject(t.db);
  const body = { ...fact, source: "Letter", asOf: "2026-02-01" };
  const response = await t.call(admin, "PUT", `/management/projects/${id}/evidence/verifier`, body);
  expect(response).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "value" }] } });
});

test("A fact dated in the future is refused, alone and in a file", async () => {
  const { id, vintageId } = await aProject(t.db, { externalId: "FACT7" });
  const asOf = daysAfter(await today(t.db), 2);
  const fact = { state: "KNOWN", value: "SCS", source: "Letter", asOf };
  const place = `/management/projects/${id}/evidence`;
  const message = "This date is in the future";
  for (const address of [`${place}/verifier`, `${place}/vintages/${vintageId}/verifier`]) {
    expect(await t.call(admin, "PUT", address, fact)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "asOf", message }] },
    });
  }
  const file = `registry_id,fact,state,value,source,as_of\nFACT7,verifier,KNOWN,SCS,Letter,${asOf}\n`;
  const sent = { name: "facts.csv", bytes: Buffer.from(file) };
  expect((await upload(t, admin, "/management/evidence/import", sent)).body).toEqual({
    changed: 0,
    same: 0,
    refused: [{ line: 2, reason: `as_of: ${message}` }],
  });
  // It may already be tomorrow where the operator is. Of two lines about one fact, the later one counts.
  const soon = file.replace(asOf, daysAfter(asOf, -1));
  const twice = {
    ...sent,
    bytes: Buffer.from(`${soon}${soon.split("\n")[1]}`.replace("SCS", "A")),
  };
  expect((await upload(t, admin, "/management/evidence/import", twice)).body.changed).toBe(2);
  expect((await evidenceOf(id)).body.completeness.fields).toContainEqual(
    expect.objectContaining({ field: "verifier", value: "SCS" }),
  );
});

test("A card immediately shows how much is known, and projects are found by it", async () => {
  const { id } = await aProject(t.db, { developer: "Evidence Works", labels: ["ARTICLE_6"] });
  const found = async (known: number) =>
    (await t.call(buyer, "GET", `/projects?q=Evidence Works&knownFrom=${known}`)).body.content;
  const { body } = await evidenceOf(id);
  const { fields } = body.completeness;
  const [{ known, of }] = body.vintages;
  expect(await found(known)).toMatchObject([{ id, facts: { known, of } }]);
  expect(await found(known + 1)).toEqual([]);
  expect(fields).toContainEqual(expect.objectContaining({ field: "verifier", state: "UNKNOWN" }));

  const fact = { state: "KNOWN", value: "An auditor", source: "Report", asOf: "2026-10-01" };
  await t.call(admin, "PUT", `/management/projects/${id}/evidence/verifier`, fact);
  expect(await found(known + 1)).toMatchObject([{ id, facts: { known: known + 1, of } }]);
  await t.call(admin, "DELETE", `/management/projects/${id}/evidence/verifier`);
  expect(await found(known + 1)).toEqual([]);
});

test("A file enters many facts; lines that cannot be saved are reported", async () => {
  const one = await aProject(t.db, { externalId: "FACT1" });
  const two = await aProject(t.db, { externalId: "FACT2" });
  const head = "registry_id,fact,state,value,source,as_of";
  const lines = [
    "FACT1,verifier,,An auditor,Report of 2026,2026-10-01",
    "fact 2,siteLocation,NOT_APPLICABLE,,Report of 2026,2026-10-01",
    "FACT9,verifier,,An auditor,Report of 2026,2026-10-01",
    "FACT1,colour,,Green,Report of 2026,2026-10-01",
  ];
  const send = (caller: TestCaller, text: string | Buffer) =>
    upload(t, caller, "/management/evidence/import", {
      name: "facts.csv",
      bytes: typeof text === "string" ? Buffer.from(text) : text,
    });
  const { status, body } = await send(admin, [head, ...lines].join("\n"));
  expect([status, body]).toEqual([
    200,
    {
      changed: 2,
      same: 0,
      refused: [
        { line: 4, reason: "No project has the ID FACT9" },
        { line: 5, reason: expect.stringMatching(/^fact is not one of/) },
      ],
    },
  ]);
  const fieldsOf = async (id: number) => (await evidenceOf(id)).body.completeness.fields;
  expect(await fieldsOf(one.id)).toContainEqual({
    field: "verifier",
    state: "KNOWN",
    value: "An auditor",
    source: "Report of 2026",
    asOf: "2026-10-01",
  });
  expect(await fieldsOf(two.id)).toContainEqual(
    expect.objectContaining({ field: "siteLocation", state: "NOT_APPLICABLE" }),
  );
  expect((await send(admin, [head, ...lines].join("\n"))).body).toMatchObject({
    changed: 0,
    same: 2,
  });
  expect((await send(admin, "a,b\n1,2")).status).toBe(400);
  expect((await send(admin, '"unclosed')).status).toBe(400);
  const latin = Buffer.from([head, lines[0]!.replace("An auditor", "Prüfer")].join("\n"), "latin1");
  expect((await send(admin, latin)).body.fieldErrors[0].message).toContain("UTF-8");
  const german = [head, ...lines.slice(0, 2)].join("\n").replaceAll(",", ";");
  expect((await send(admin, german)).body).toMatchObject({ changed: 0, same: 2 });
  const excel = await send(admin, `sep=;\n${german}\n;;;;;\n`);
  expect(excel.body).toEqual({ changed: 0, same: 2, refused: [] });
  expect((await send(buyer, head)).status).toBe(403);
  const most = await send(admin, [head, ...Array(5001).fill(lines[0])].join("\n"));
  expect(most.body.fieldErrors[0].message).toBe("At most 5000 rows are accepted at once.");
});

describe("A vintage's record", () => {
  const fact = { state: "KNOWN", value: "AENOR", source: "Report", asOf: "2026-10-01" };
  const recordsOf = async (id: number) =>
    (await t.call(admin, "GET", `/management/projects/${id}/evidence/vintages`)).body.content;

  test("is entered for a single vintage, shown to buyers and in a comparison, found by, and removed again", async () => {
    const vintages = [{ year: 2021 }, { year: 2022 }, { year: 2020, status: "WITHDRAWN" }];
    const { id, vintageIds } = await aProject(t.db, { developer: "Vintage Works", vintages });
    const [older, newer, gone] = vintageIds;
    const place = `/management/projects/${id}/evidence/vintages/${older}/verifier`;
    const told = await t.call(admin, "PUT", place, fact);
    expect(told).toMatchObject({ status: 200, body: { vintageId: older, of: 14 } });

    const { body } = await evidenceOf(id);
    expect(body.vintages).toMatchObject([
      { vintageId: newer, known: told.body.known - 1 },
      { vintageId: older, known: told.body.known },
    ]);
    expect(body.vintages[1].fields).toContainEqual({ field: "verifier", ...fact });
    expect(body.completeness.known).toBeLessThan(told.body.known);
    expect((await recordsOf(id)).map(({ vintageId }: { vintageId: number }) => vintageId)).toEqual([
      newer,
      older,
      gone,
    ]);
    const compared = await t.call(buyer, "GET", `/vintages?ids=${older},${newer}`);
    expect(compared.body.content[0].record).toEqual(told.body);

    const found = async () =>
      (await t.call(buyer, "GET", `/projects?q=Vintage Works&knownFrom=${told.body.known}`)).body
        .totalElements;
    expect(await found()).toBe(1);
    expect(await audited(t, admin, "vintage.fact")).toMatchObject({
      after: { verifier: { value: "AENOR" } },
    });
    expect((await t.call(admin, "DELETE", place)).body.known).toBe(told.body.known - 1);
    expect(await found()).toBe(0);
  });

  test("belongs to its own project, and its adjustment is in the terms of the trade", async () => {
    const [one, other] = [await aProject(t.db), await aProject(t.db)];
    const place = `/management/projects/${one.id}/evidence/vintages`;
    const elsewhere = await t.call(admin, "PUT", `${place}/${other.vintageId}/verifier`, fact);
    expect(elsewhere).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    const wrong = await t.call(admin, "PUT", `${place}/${one.vintageId}/article6`, fact);
    expect(wrong).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "value" }] } });
    const right = { ...fact, value: "Committed, pending" };
    expect((await t.call(admin, "PUT", `${place}/${one.vintageId}/article6`, right)).status).toBe(
      200,
    );
  });

  test("is entered by a file for all vintages of its year", async () => {
    const { id, vintageIds } = await aProject(t.db, {
      externalId: "FACT3",
      vintages: [{ year: 2021 }, { year: 2021, creditType: "EX_ANTE" }, { year: 2022 }],
    });
    const other = await aProject(t.db, { externalId: "FACT4", vintages: [{ year: 2021 }] });
    const text = [
      "registry_id,vintage,fact,state,value,source,as_of",
      "FACT4,,siteLocation,,Sundarbans,Registry page,2026-10-01",
      "FACT3,2021,labels,,CORSIA 2024–2026,Registry page,2026-10-01",
      "FACT3,2019,labels,,CORSIA 2024–2026,Registry page,2026-10-01",
      "FACT3,,siteLocation,,Indus delta,Registry page,2026-10-01",
    ].join("\n");
    const { body } = await upload(t, admin, "/management/evidence/import", {
      name: "facts.csv",
      bytes: Buffer.from(text),
    });
    expect(body).toEqual({
      changed: 3,
      same: 0,
      refused: [{ line: 4, reason: "FACT3 has no vintage 2019" }],
    });
    const labelled = async (projectId: number) =>
      (await recordsOf(projectId))
        .filter(({ fields }: { fields: { field: string; value?: string }[] }) =>
          fields.some((one) => one.field === "labels" && one.value === "CORSIA 2024–2026"),
        )
        .map(({ vintageId }: { vintageId: number }) => vintageId);
    expect(await labelled(id)).toEqual(vintageIds.slice(0, 2));
    expect(await labelled(other.id)).toEqual([]);
  });
});
