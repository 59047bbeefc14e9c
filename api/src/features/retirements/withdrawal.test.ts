import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { audited } from "../../../test/operators.ts";
import { differences } from "../ledger/ledger.sql.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

async function holdingOf(credits: number) {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { registry: "A registry of its own" });
  await aPaidOrder(t, admin, buyer, vintageId, credits);
  const wish = { vintageId, beneficiaryName: "Brennvik", purpose: "OWN_EMISSIONS" };
  const ask = (quantity: number) => t.call(buyer, "POST", "/me/retirements", { ...wish, quantity });
  return { buyer, ask };
}

/** Completes it as two tonnes. */
const complete = (id: number) =>
  t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    serialNumberFrom: `A-${10 * id}`,
    serialNumberTo: `A-${10 * id + 1}`,
    registryUrl: "https://registry.example/1",
    retiredAt: new Date().toISOString(),
  });

test("A buyer can withdraw a request until an operator works on it, and gets the credits back", async () => {
  const { buyer, ask } = await holdingOf(5);
  const [first, second] = [await ask(2), await ask(3)];
  const withdraw = (id: number) => t.call(buyer, "POST", `/me/retirements/${id}/withdraw`);

  const taken = await withdraw(first.body.id);
  expect(taken).toMatchObject({ status: 200, body: { status: "WITHDRAWN", startedAt: null } });
  expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings[0]).toMatchObject({
    available: 2,
    inProgress: 3,
  });
  const start = () => t.call(admin, "POST", `/management/retirements/${second.body.id}/start`);
  const started = await start();
  expect(started).toMatchObject({ status: 200, body: { status: "RETIREMENT_IN_PROGRESS" } });
  expect(started.body.startedAt).not.toBeNull();
  expect((await start()).body).toEqual(started.body);
  const begun = { actorId: admin.userId, thingId: String(second.body.id) };
  expect(await audited(t, admin, "retirement.start")).toMatchObject(begun);
  expect(await withdraw(second.body.id)).toMatchObject({
    status: 409,
    body: { code: "INVALID_TRANSITION", detail: expect.stringContaining("operator") },
  });
  for (const path of ["start", "decline"]) {
    const { body } = await t.call(
      admin,
      "POST",
      `/management/retirements/${first.body.id}/${path}`,
      path === "decline" ? { reason: "Too late" } : undefined,
    );
    expect(body).toMatchObject({
      code: "INVALID_TRANSITION",
      detail: expect.stringContaining("withdrew it on"),
    });
  }
  expect(await differences(t.db)).toEqual([]);
});

test("A withdrawal repeated with its key takes effect once and returns the same answer", async () => {
  const { buyer, ask } = await holdingOf(2);
  const { id } = (await ask(2)).body;
  const withdraw = () =>
    t.call(buyer, "POST", `/me/retirements/${id}/withdraw`, undefined, {
      "idempotency-key": "withdraw-1",
    });
  const first = await withdraw();
  expect(first).toMatchObject({ status: 200, body: { status: "WITHDRAWN" } });
  expect((await withdraw()).body).toEqual(first.body);
  expect(await differences(t.db)).toEqual([]);
});

test("A request withdrawn during its completion is either withdrawn or completed", async () => {
  const { buyer, ask } = await holdingOf(6);
  const asked = await Promise.all([1, 2, 3].map(() => ask(2)));
  const ends = await Promise.all(
    asked.map(async ({ body: { id } }) => {
      const responses = await Promise.all([
        t.call(buyer, "POST", `/me/retirements/${id}/withdraw`),
        complete(id),
      ]);
      return responses.map(({ status }) => status).toSorted();
    }),
  );
  expect(ends).toEqual([
    [200, 409],
    [200, 409],
    [200, 409],
  ]);
  expect(await differences(t.db)).toEqual([]);
});

test("A retirement lists who took which step, and why", async () => {
  const { buyer, ask } = await holdingOf(6);
  const [done, declined, withdrawn] = [await ask(2), await ask(2), await ask(2)];
  const operate = (id: number, step: string, body?: object) =>
    t.call(admin, "POST", `/management/retirements/${id}/${step}`, body);
  for (let n = 0; n < 2; n++) await operate(done.body.id, "start");
  await complete(done.body.id);
  await operate(declined.body.id, "decline", { reason: "Not at this registry" });
  await t.call(buyer, "POST", `/me/retirements/${withdrawn.body.id}/withdraw`);
  const late = await complete(declined.body.id);
  const detail = / declined it on .*: Not at this registry\.$/;
  expect(late).toMatchObject({ status: 409, body: { detail: expect.stringMatching(detail) } });

  const one = (id: number) => t.call(admin, "GET", `/management/retirements/${id}`);
  const stepsOf = async (id: number) => (await one(id)).body.transitions;
  const byOf = async (user: TestCaller) => {
    const { username, firstName, lastName } = (await t.call(user, "GET", "/me")).body;
    return { actor: username, actorName: `${firstName} ${lastName}` };
  };
  const [operator, asker] = [await byOf(admin), await byOf(buyer)];
  const [began, completed, ...more] = await stepsOf(done.body.id);
  expect(more).toEqual([]);
  expect(began).toMatchObject({ step: "start", ...operator, reason: null });
  expect(completed).toMatchObject({ step: "complete", ...operator, reason: null });
  expect(Date.parse(completed.at)).toBeGreaterThanOrEqual(Date.parse(began.at));
  const reason = "Not at this registry";
  expect((await t.mailTo(asker.actor)).text_body).toContain(reason);
  expect(await stepsOf(declined.body.id)).toEqual([
    { step: "decline", ...operator, reason, at: expect.any(String) },
  ]);
  expect(await stepsOf(withdrawn.body.id)).toEqual([
    { step: "withdraw", ...asker, reason: null, at: expect.any(String) },
  ]);
});
