import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(async () => {
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const said = { beneficiaryName: "Brennvik Logistics GmbH", purpose: "OWN_EMISSIONS" };
const ask = (buyer: TestCaller, holdings: readonly (readonly [number, number])[], headers = {}) =>
  t.call(
    buyer,
    "POST",
    "/me/retirements/batch",
    {
      holdings: holdings.map(([vintageId, quantity]) => ({ vintageId, quantity })),
      ...said,
      periodFrom: "2025-01-01",
      periodTo: "2025-12-31",
    },
    headers,
  );

/** A buyer holding these tonnes, each of another vintage. */
async function holderOf(...tonnes: readonly number[]) {
  const buyer = await t.aUser();
  const vintages: number[] = [];
  await tonnes.reduce(async (before, credits) => {
    await before;
    const { vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] });
    await aPaidOrder(t, admin, buyer, vintageId, credits);
    vintages.push(vintageId);
  }, Promise.resolve());
  return { buyer, vintages };
}

const nameOf = async (caller: TestCaller) =>
  (await t.call(caller, "GET", "/me")).body.username as string;

const availableOf = async (buyer: TestCaller, vintageId: number) => {
  const { body } = await t.call(buyer, "GET", `/me/portfolio/holdings?vintageId=${vintageId}`);
  return body.content[0].available as number;
};

test("several holdings are requested at once: one retirement each, in the order given, and one mail", async () => {
  const { buyer, vintages } = await holderOf(10, 20);
  const [first, second] = vintages as [number, number];
  const asked = await ask(buyer, [
    [second, 20],
    [first, 4],
  ]);
  expect(asked.status).toBe(201);
  const facts = { ...said, status: "RETIREMENT_IN_PROGRESS", periodTo: "2025-12-31" };
  expect(asked.body.content).toMatchObject([
    { vintageId: second, quantity: 20, ...facts },
    { vintageId: first, quantity: 4, ...facts },
  ]);
  expect([await availableOf(buyer, first), await availableOf(buyer, second)]).toEqual([6, 0]);
  const mails = await t.db
    .selectFrom("mails")
    .select(["recipient", "text_body"])
    .where("subject", "in", ["2 retirements are requested", "2 retirements await completion"])
    .orderBy("subject")
    .execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    await nameOf(buyer),
    await nameOf(admin),
  ]);
  for (const { id } of asked.body.content)
    expect(mails[0]!.text_body).toContain(`Retirement ${id}`);
  const news = await t.call(buyer, "GET", "/me/notifications");
  const codes = news.body.content.map(({ code }: { code: string }) => code);
  expect(codes.filter((code: string) => code === "portfolio.retirement.requested")).toHaveLength(2);
});

test("if one holding is insufficient, nothing is requested, and its field is named", async () => {
  const { buyer, vintages } = await holderOf(10, 20);
  const [first, second] = vintages as [number, number];
  const asked = await ask(buyer, [
    [first, 10],
    [second, 21],
  ]);
  expect(asked).toMatchObject({
    status: 409,
    body: {
      code: "INSUFFICIENT_CREDITS",
      available: 20,
      fieldErrors: [{ path: "holdings.1.quantity", message: "Only 20 t can be retired" }],
    },
  });
  expect(await availableOf(buyer, first)).toBe(10);
});

test("expected credits, another company's holding, a duplicate vintage and a period out of range are refused as a whole", async () => {
  const { buyer, vintages } = await holderOf(10);
  const [own] = vintages as [number];
  const { vintages: others } = await holderOf(10);
  const { vintageId: expected } = await aProject(t.db, { vintages: [{ creditType: "EX_ANTE" }] });
  await aPaidOrder(t, admin, buyer, expected, 5);
  const codeOf = async (...holdings: [number, number][]) => (await ask(buyer, holdings)).body.code;
  expect(await codeOf([own, 1], [expected, 1])).toBe("INVALID_TRANSITION");
  expect(await codeOf([own, 1], [others[0]!, 1])).toBe("NOT_FOUND");
  expect(await codeOf([own, 1], [own, 2])).toBe("VALIDATION_FAILED");
  const periodTo = async (day: string) => {
    const asked = { holdings: [{ vintageId: own, quantity: 1 }], ...said, periodTo: day };
    return (await t.call(buyer, "POST", "/me/retirements/batch", asked)).body.fieldErrors;
  };
  const wrong = [{ path: "periodTo", message: "Enter a day from 1990 to 2100" }];
  expect(await periodTo("1989-12-31")).toEqual(wrong);
  expect(await periodTo("2101-01-01")).toEqual(wrong);
  expect(await availableOf(buyer, own)).toBe(10);
});

test("operators list the retirements of one company, project or registry", async () => {
  const asked = [];
  for (const registry of ["Puro.earth", "Isometric"]) {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { registry });
    await aPaidOrder(t, admin, buyer, vintageId, 1);
    asked.push({ buyer, retirement: (await ask(buyer, [[vintageId, 1]])).body.content[0] });
  }
  const [{ buyer, retirement }] = asked as [(typeof asked)[0]];
  const { id, projectId, registry } = retirement;
  for (const filter of [
    `companyId=${buyer.companyId}`,
    `projectId=${projectId}`,
    `registryId=${registry.id}`,
  ]) {
    const { body } = await t.call(admin, "GET", `/management/retirements?${filter}`);
    expect(body, filter).toMatchObject({ totalElements: 1, content: [{ id }] });
  }
});

test("the same key takes effect once in any race; concurrent requests never retire more than is held", async () => {
  const { buyer, vintages } = await holderOf(30, 30);
  const [first, second] = vintages as [number, number];
  const key = { "idempotency-key": "all-of-it" };
  const same = await Promise.all([1, 2, 3].map(() => ask(buyer, [[first, 10]], key)));
  const ids = same.map(({ body }) => body.content[0].id as number);
  expect(new Set(ids).size).toBe(1);
  expect((await ask(buyer, [[first, 11]], key)).status).toBe(422);
  const crossing = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((nth) =>
      ask(
        buyer,
        nth % 2
          ? [
              [first, 6],
              [second, 10],
            ]
          : [
              [second, 10],
              [first, 6],
            ],
      ),
    ),
  );
  expect(crossing.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
  expect([await availableOf(buyer, first), await availableOf(buyer, second)]).toEqual([2, 0]);
});
