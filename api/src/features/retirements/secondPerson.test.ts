import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { bulkRetirementJobs } from "./bulk.jobs.ts";

let t: TestApp;
let mira: TestCaller;
let jonas: TestCaller;
let buyer: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  [mira, jonas, buyer] = [await t.aUser("Admin"), await t.aUser("Admin"), await t.aUser()];
  ({ vintageId } = await aProject(t.db, { registry: "ACR" }));
  await t.db.updateTable("registries").set({ code: "ACR" }).where("name", "=", "ACR").execute();
  await aPaidOrder(t, mira, buyer, vintageId, 500);
});
beforeEach(() => ask(true));
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

async function ask(secondPerson: boolean) {
  const { body } = await t.call(mira, "GET", "/management/settings");
  const { version } = body.retirements;
  await t.call(mira, "PATCH", "/management/settings", { retirements: { secondPerson, version } });
}

let batch = 0;
/** Ten serial numbers that are used nowhere else. */
const ten = () => acr(++batch, 1, 10);
const acr = (of: number, first: number, last: number) => ({
  serialNumberFrom: `ACR-US-1-2020-${of}-${first}`,
  serialNumberTo: `ACR-US-1-2020-${of}-${last}`,
});
const said = (serials: object) => ({
  ...serials,
  registryUrl: "https://acr2.apx.com/1",
  retiredAt: new Date(Date.now() - 1000).toISOString(),
});

async function requestRetirement(quantity = 10): Promise<number> {
  const { body } = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity,
    beneficiaryName: "Brennvik Logistics GmbH",
    purpose: "OWN_EMISSIONS",
  });
  return body.id;
}
const enter = (by: TestCaller, id: number, serials: object) =>
  t.call(by, "POST", `/management/retirements/${id}/complete`, said(serials));
const confirm = (by: TestCaller, id: number, version: number) =>
  t.call(by, "POST", `/management/retirements/${id}/confirm`, { version });
const auditOf = (id: number) =>
  t.db
    .selectFrom("audit_entries")
    .select(["action", "actor_id as by"])
    .where("thing_id", "=", String(id))
    .where("thing_type", "=", "retirement")
    .orderBy("id")
    .execute();

test("What one operator enters completes a retirement only once another confirms it", async () => {
  const id = await requestRetirement();
  const serials = ten();
  const entered = await enter(mira, id, serials);
  expect(entered).toMatchObject({
    status: 200,
    body: {
      status: "RETIREMENT_IN_PROGRESS",
      certificateNumber: null,
      entered: { userId: mira.userId, blocks: [serials], registryUrl: "https://acr2.apx.com/1" },
    },
  });
  const { version } = entered.body;
  expect((await t.call(mira, "GET", "/management/retirements?entered=true")).body).toMatchObject({
    secondPerson: true,
    content: [{ id }],
    queue: [{ registry: { name: "ACR" }, waiting: 1, tonnes: 10 }],
  });
  expect((await t.call(buyer, "POST", `/me/retirements/${id}/withdraw`)).status).toBe(409);

  expect(await confirm(mira, id, version)).toMatchObject({ status: 403 });
  const done = await confirm(jonas, id, version);
  expect(done).toMatchObject({
    status: 200,
    body: {
      status: "RETIRED",
      ...serials,
      entered: null,
      retiredAt: entered.body.entered.retiredAt,
    },
  });
  for (const entered of ["", "?entered=true"]) {
    const { body } = await t.call(mira, "GET", `/management/retirements${entered}`);
    expect(body).toMatchObject({ queue: [], totalElements: entered ? 0 : 1 });
  }
  expect(await auditOf(id)).toEqual([
    { action: "retirement.enter", by: mira.userId },
    { action: "retirement.confirm", by: jonas.userId },
  ]);
});

test("What was entered for a declined retirement no longer awaits confirmation", async () => {
  const id = await requestRetirement();
  await enter(mira, id, ten());
  const waiting = async () =>
    (await t.call(jonas, "GET", `/management/retirements?entered=true&q=${id}`)).body.totalElements;
  expect(await waiting()).toBe(1);
  const reason = { reason: "Not at this registry" };
  const declined = await t.call(jonas, "POST", `/management/retirements/${id}/decline`, reason);
  expect(declined.status).toBe(200);
  expect(await waiting()).toBe(0);
});

test("Nothing can be confirmed that was not entered, or was changed since it was read", async () => {
  const id = await requestRetirement();
  expect(await confirm(jonas, id, 1)).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION", detail: "Nobody has entered its serial numbers yet." },
  });
  const first = await enter(mira, id, ten());
  const second = await enter(mira, id, ten());
  expect(await confirm(jonas, id, first.body.version)).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT" },
  });
  expect((await confirm(jonas, id, second.body.version)).status).toBe(200);
});

test("Invalid serial numbers are refused when entered, and used ones when confirmed", async () => {
  const [id, other] = [await requestRetirement(), await requestRetirement()];
  expect(await enter(mira, id, acr(++batch, 1, 9))).toMatchObject({ status: 400 });
  const serials = ten();
  const [one, two] = [await enter(mira, id, serials), await enter(mira, other, serials)];
  expect((await confirm(jonas, id, one.body.version)).status).toBe(200);
  expect(await confirm(jonas, other, two.body.version)).toMatchObject({
    status: 409,
    body: { code: "IN_USE", detail: expect.stringContaining(`retirement ${id} of `) },
  });
  expect(await enter(mira, other, serials)).toMatchObject({ status: 409 });
});

test("Of two concurrent confirmations one succeeds, and the other names the faster operator", async () => {
  const third = await t.aUser("Admin");
  const ids = await Promise.all(Array.from({ length: 6 }, () => requestRetirement()));
  await Promise.all(
    ids.map(async (id) => {
      const { body } = await enter(mira, id, ten());
      const responses = await Promise.all([
        confirm(jonas, id, body.version),
        confirm(third, id, body.version),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const refused = responses.find(({ status }) => status === 409);
      expect(refused?.body.detail).toMatch(/ completed it on /);
    }),
  );
});

test("What is entered again during a confirmation is never completed unseen", async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => requestRetirement()));
  await Promise.all(
    ids.map(async (id) => {
      const [seen, later] = [ten(), ten()];
      const { body } = await enter(mira, id, seen);
      await Promise.all([confirm(jonas, id, body.version), enter(mira, id, later)]);
      const { body: now } = await t.call(mira, "GET", `/management/retirements/${id}`);
      if (now.status === "RETIRED") expect(now.blocks).toEqual([seen]);
      else expect(now.entered.blocks).toEqual([later]);
    }),
  );
});

test("Many are confirmed in one run, and without the setting one operator suffices", async () => {
  const ids = [await requestRetirement(), await requestRetirement()];
  const entered = await Promise.all(ids.map((id) => enter(mira, id, ten())));
  const rows = ids.map((id, at) => ({ id, asks: { version: entered[at]!.body.version } }));
  const path = "/management/retirements/decisions";
  const { body } = await t.call(jonas, "POST", path, { decision: "confirm", rows });
  await t.runJobs(bulkRetirementJobs(t.db));
  const { body: run } = await t.call(jonas, "GET", `${path}/${body.id}`);
  expect(run.results).toEqual(ids.map((id) => ({ id, code: null, detail: null })));

  await ask(false);
  expect((await enter(mira, await requestRetirement(), ten())).body.status).toBe("RETIRED");
});

test("Serial numbers can be checked before anything is completed with them", async () => {
  await ask(false);
  const [done, id, other, odd] = [
    await requestRetirement(),
    await requestRetirement(),
    await requestRetirement(),
    await requestRetirement(),
  ];
  const used = ten();
  await enter(mira, done, used);
  const fresh = ten();
  const rows = [
    { id, blocks: [fresh] },
    { id: other, blocks: [fresh] },
    { id: odd, blocks: [{ serialNumberFrom: "nonsense", serialNumberTo: "nonsense" }] },
  ];
  const answer = (asks: object[]) =>
    t.call(mira, "POST", "/management/retirements/serial-checks", { rows: asks });
  const check = async (asks: object[]) => (await answer(asks)).body.rows;
  expect(await answer([{ id: 2_147_483_647, blocks: [fresh] }])).toMatchObject({ status: 404 });
  expect(await check(rows)).toEqual([
    { id, numbers: 10, problem: null },
    {
      id: other,
      numbers: 10,
      problem: {
        path: "blocks.0.serialNumberFrom",
        message: `Some of these are also entered at retirement ${id}`,
      },
    },
    {
      id: odd,
      numbers: null,
      problem: { path: "blocks.0.serialNumberFrom", message: expect.any(String) },
    },
  ]);
  expect(await check([{ id, blocks: [used] }])).toEqual([
    {
      id,
      numbers: 10,
      problem: {
        path: "blocks.0.serialNumberFrom",
        message: expect.stringMatching(
          new RegExp(
            `^Some of these numbers were retired before: retirement ${done} of .+, on \\d+ \\w+ \\d{4}\\.$`,
          ),
        ),
      },
    },
  ]);
  expect(await check([{ id, blocks: [acr(batch, 1, 4), acr(batch, 6, 10)] }])).toMatchObject([
    { numbers: null, problem: { path: "blocks.1.serialNumberTo" } },
  ]);
});
