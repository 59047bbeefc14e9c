import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { bulkRetirementJobs } from "./bulk.jobs.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
let vintageId: number;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  [admin, buyer] = [await t.aUser("Admin"), await t.aUser()];
  ({ vintageId } = await aProject(t.db, { registry: "ACR" }));
  await t.db.updateTable("registries").set({ code: "ACR" }).where("name", "=", "ACR").execute();
  await aPaidOrder(t, admin, buyer, vintageId, 500);
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

interface Block {
  serialNumberFrom: string;
  serialNumberTo: string;
}
const acr = (batch: number, first: number, last: number): Block => ({
  serialNumberFrom: `ACR-US-1-2020-${batch}-${first}`,
  serialNumberTo: `ACR-US-1-2020-${batch}-${last}`,
});

async function requestRetirement(quantity: number): Promise<number> {
  const { body } = await t.call(buyer, "POST", "/me/retirements", {
    vintageId,
    quantity,
    beneficiaryName: "Brennvik Logistics GmbH",
    purpose: "OWN_EMISSIONS",
  });
  return body.id;
}

const complete = (id: number, serials: object) =>
  t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    ...serials,
    registryUrl: "https://acr2.apx.com/1",
    retiredAt: new Date().toISOString(),
  });

test("A retirement in several blocks lists them all to its buyer, to operators and on its certificate's page", async () => {
  const id = await requestRetirement(10);
  const blocks = [acr(1, 1, 4), acr(1, 9, 10), acr(2, 101, 104)];
  const done = await complete(id, { blocks });
  const ends = {
    serialNumberFrom: "ACR-US-1-2020-1-1",
    serialNumberTo: "ACR-US-1-2020-2-104",
  };
  expect(done).toMatchObject({ status: 200, body: { status: "RETIRED", blocks, ...ends } });
  const mine = await t.call(buyer, "GET", `/me/retirements/${id}`);
  expect(mine.body).toMatchObject({ blocks, ...ends });
  const publicly = await t.call(undefined, "GET", `/certificates/${done.body.certificateNumber}`);
  expect(publicly.body).toMatchObject({ blocks, ...ends });

  for (const q of ["1-2020-1-9", "1-2020-2-104"]) {
    const found = await t.call(admin, "GET", `/management/retirements?q=${q}`);
    expect(found.body.content).toMatchObject([{ id }]);
  }
  const csv = await t.app.inject({
    url: "/api/v1/me/retirements",
    headers: { authorization: `Bearer ${buyer.authToken}`, accept: "text/csv" },
  });
  for (const { serialNumberFrom, serialNumberTo } of blocks) {
    expect(csv.body).toContain(serialNumberFrom);
    expect(csv.body).toContain(serialNumberTo);
  }
});

test("A single pair of serial numbers is one block", async () => {
  const done = await complete(await requestRetirement(3), acr(3, 1, 3));
  expect(done.body).toMatchObject({ ...acr(3, 1, 3), blocks: [acr(3, 1, 3)] });
});

test.each<[string, object, string]>([
  [
    "fewer numbers than tonnes",
    { blocks: [acr(4, 1, 4), acr(5, 1, 5)] },
    "blocks.1.serialNumberTo",
  ],
  ["more numbers than tonnes", { blocks: [acr(4, 1, 6), acr(5, 1, 5)] }, "blocks.1.serialNumberTo"],
  ["a number twice", { blocks: [acr(4, 1, 5), acr(4, 5, 9)] }, "blocks.1.serialNumberFrom"],
  ["a first number alone", { serialNumberFrom: "ACR-US-1-2020-4-1" }, "serialNumberTo"],
  ["no block", { blocks: [] }, "blocks"],
  [
    "a pair that the blocks do not say",
    { ...acr(4, 2, 10), blocks: [acr(4, 1, 10)] },
    "serialNumberFrom",
  ],
])("It is not completed with %s", async (_what, serials, path) => {
  const id = await requestRetirement(10);
  expect(await complete(id, serials)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path }] },
  });
  const { body } = await t.call(buyer, "GET", `/me/retirements/${id}`);
  expect(body).toMatchObject({ status: "RETIREMENT_IN_PROGRESS", blocks: [] });
});

test("A block overlapping anything retired before is refused, and nothing of the retirement is saved", async () => {
  expect(
    (await complete(await requestRetirement(5), { blocks: [acr(6, 1, 3), acr(7, 1, 2)] })).status,
  ).toBe(200);
  const id = await requestRetirement(4);
  const again = { blocks: [acr(8, 1, 2), acr(7, 2, 3)] };
  expect(await complete(id, again)).toMatchObject({ status: 409, body: { code: "IN_USE" } });
  expect((await complete(id, { blocks: [acr(8, 1, 2), acr(7, 3, 4)] })).status).toBe(200);
});

test("The same serial numbers at another registry are different ones", async () => {
  for (const registry of ["One registry of its own", "Another of its own"]) {
    const { vintageId: its } = await aProject(t.db, { registry });
    await aPaidOrder(t, admin, buyer, its, 1);
    const { body } = await t.call(buyer, "POST", "/me/retirements", {
      vintageId: its,
      quantity: 1,
      beneficiaryName: "Demo AG",
      purpose: "OWN_EMISSIONS",
    });
    const same = { serialNumberFrom: "X 1", serialNumberTo: "X 1" };
    expect((await complete(body.id, same)).status, registry).toBe(200);
  }
});

test("Of two concurrent completions that share blocks, in any order, one succeeds", async () => {
  const rounds = Array.from({ length: 8 }, (_, round) => 100 + 2 * round);
  await Promise.all(
    rounds.map(async (batch) => {
      const ids = [await requestRetirement(4), await requestRetirement(4)] as const;
      const blocks = [acr(batch, 1, 2), acr(batch + 1, 1, 2)];
      const responses = await Promise.all([
        complete(ids[0], { blocks }),
        complete(ids[1], { blocks: blocks.toReversed() }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }),
  );
});

test("Each of many completed in one run succeeds or names the field it is refused for", async () => {
  const [good, bad, declined] = [
    await requestRetirement(3),
    await requestRetirement(4),
    await requestRetirement(3),
  ];
  await t.call(admin, "POST", `/management/retirements/${declined}/decline`, { reason: "A slip" });
  const asks = (batch: number, first: number) => ({
    ...acr(batch, first, first + 2),
    registryUrl: "https://acr2.apx.com/1",
    retiredAt: new Date().toISOString(),
  });
  const rows = [
    { id: good, asks: asks(77, 1) },
    // Three serial numbers for four tonnes.
    { id: bad, asks: asks(78, 1) },
    { id: declined, asks: asks(77, 10) },
  ];
  const path = "/management/retirements/decisions";
  const started = await t.call(admin, "POST", path, { decision: "complete", rows });
  expect(started.status).toBe(202);
  await t.runJobs(bulkRetirementJobs(t.db));
  const { body: run } = await t.call(admin, "GET", `${path}/${started.body.id}`);
  expect(run.results).toEqual([
    { id: good, code: null, detail: null },
    {
      id: bad,
      code: "VALIDATION_FAILED",
      detail: expect.stringMatching(/\b4\b/),
      fieldErrors: [{ path: "serialNumberTo", message: expect.stringMatching(/\b4\b/) }],
    },
    {
      id: declined,
      code: "INVALID_TRANSITION",
      detail: expect.stringMatching(/ declined it on .* \(Europe\/Berlin\)/),
    },
  ]);
});

test("Credits set back to expected since the request cannot be retired until they are issued", async () => {
  const id = await requestRetirement(2);
  const set = (credit_type: "EX_ANTE" | "EX_POST") =>
    t.db.updateTable("vintages").set({ credit_type }).where("id", "=", vintageId).execute();
  await set("EX_ANTE");
  const serials = acr(5000, 1, 2);
  expect(await complete(id, serials)).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION", detail: expect.stringContaining("Set it to issued first") },
  });
  await set("EX_POST");
  expect(await complete(id, serials)).toMatchObject({ status: 200, body: { status: "RETIRED" } });
});
