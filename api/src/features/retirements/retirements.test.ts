import { dayIn } from "@tonneline/contract/days";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { differences } from "../ledger/ledger.sql.ts";
import { notifyOfCreditType } from "../portfolio/portfolio.service.ts";

let t: TestApp;
let admin: TestCaller;
let verraProject: number;
beforeAll(async () => {
  t = await testApp({ poolSize: 20 });
  admin = await t.aUser("Admin");
  ({ id: verraProject } = await aProject(t.db));
  await t.db.updateTable("registries").set({ code: "VCS" }).where("name", "=", "Verra").execute();
});
afterAll(async () => {
  expect(verraProject).toBeGreaterThan(0);
  expect(await differences(t.db)).toEqual([]);
  await t.close();
});

const wanted = (vintageId: number, quantity: number) => ({
  vintageId,
  quantity,
  beneficiaryName: "Brennvik Logistics GmbH",
  purpose: "OWN_EMISSIONS",
});
const ask = (buyer: TestCaller, vintageId: number, quantity: number, headers = {}) =>
  t.call(buyer, "POST", "/me/retirements", wanted(vintageId, quantity), headers);
const verra = (first: number, last: number) =>
  `19381-${first}-${last}-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`;
const complete = (id: number, first: number, last: number) =>
  t.call(admin, "POST", `/management/retirements/${id}/complete`, {
    serialNumberFrom: verra(first, last),
    serialNumberTo: verra(first, last),
    registryUrl: "https://registry.verra.org/app/projectDetail/VCS/3005",
    retiredAt: new Date().toISOString(),
  });

async function holdingOf(credits: number) {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 1000 }] });
  await aPaidOrder(t, admin, buyer, vintageId, credits);
  return { buyer, vintageId };
}

async function rename(buyer: TestCaller, name: string) {
  const { version } = (await t.call(buyer, "GET", "/me/company")).body;
  expect((await t.call(buyer, "PATCH", "/me/company", { name, version })).status).toBe(200);
}

describe("a retirement", () => {
  test("is found by its project, its serial number, and its company's current name", async () => {
    const { buyer, vintageId } = await holdingOf(10);
    const { body: asked } = await ask(buyer, vintageId, 4);
    await complete(asked.id, 7001, 7004);
    await rename(buyer, "Renamed & Söhne");
    // Even before any invoice details are saved.
    const { body: early } = await t.call(admin, "GET", `/management/retirements/${asked.id}`);
    expect(early).toMatchObject({ companyName: "Renamed & Söhne" });
    const invoiced = { ...invoiceDetails, companyName: "Invoiced Holding" };
    await t.call(buyer, "POST", "/me/company/details", invoiced);
    const path = "/management/retirements?sort=retiredAt,desc";
    const search = (q: string) => t.call(admin, "GET", `${path}&q=${encodeURIComponent(q)}`);
    for (const q of ["SÖHNE", "invoiced", "19381-7001", String(asked.id)]) {
      const { body } = await search(q);
      expect(body.content, q).toMatchObject([{ id: asked.id, companyName: "Renamed & Söhne" }]);
      expect(body.counts, q).toMatchObject({ RETIRED: 1, RETIREMENT_IN_PROGRESS: 0 });
    }
    expect((await search(invoiceDetails.vatNumber)).body.content).toEqual([]);
  });

  test("is counted in its registry's queue, longest waiting first", async () => {
    const buyer = await t.aUser();
    const { vintageId: isometric } = await aProject(t.db, { registry: "Isometric" });
    const { vintageId: puro } = await aProject(t.db, { registry: "Puro.earth" });
    for (const vintageId of [isometric, puro]) await aPaidOrder(t, admin, buyer, vintageId, 10);
    await ask(buyer, puro, 3);
    await ask(buyer, isometric, 5);
    await ask(buyer, puro, 4);
    // The queue includes all pending retirements, whatever tab is shown.
    const { body } = await t.call(admin, "GET", "/management/retirements?status=DECLINED");
    const queue = (body.queue as { registry: { name: string }; oldestAt: string }[]).filter(
      ({ registry }) => registry.name !== "Verra",
    );
    expect(queue).toMatchObject([
      { registry: { name: "Puro.earth" }, waiting: 2, tonnes: 7 },
      { registry: { name: "Isometric" }, waiting: 1, tonnes: 5 },
    ]);
    expect(queue[0]!.oldestAt < queue[1]!.oldestAt).toBe(true);
  });

  test("is sorted by its buyer's current name, and by its age while it is in progress", async () => {
    const [first, second] = [await holdingOf(10), await holdingOf(10)];
    const { body: done } = await ask(first.buyer, first.vintageId, 1);
    await complete(done.id, 6001, 6001);
    const { body: older } = await ask(second.buyer, second.vintageId, 2);
    const { body: younger } = await ask(first.buyer, first.vintageId, 3);
    const sorted = async (sort: string, q = "") => {
      const path = `/management/retirements?sort=${sort}&q=${encodeURIComponent(q)}`;
      const { body } = await t.call(admin, "GET", path);
      const ids: number[] = body.content.map(({ id }: { id: number }) => id);
      return ids.filter((id) => [done.id, older.id, younger.id].includes(id));
    };
    for (const q of ["", "Brennvik"]) {
      expect(await sorted("age,asc", q)).toEqual([younger.id, older.id, done.id]);
      expect(await sorted("age,desc", q)).toEqual([older.id, younger.id, done.id]);
      await rename(first.buyer, "Aachen AG");
      await rename(second.buyer, "berlin eG");
      expect(await sorted("buyer,asc", q)).toEqual([done.id, younger.id, older.id]);
      await rename(first.buyer, "Celle KG");
      expect(await sorted("buyer,asc", q)).toEqual([older.id, done.id, younger.id]);
      expect(await sorted("buyer,desc", q)).toEqual([younger.id, done.id, older.id]);
    }
  });

  test("reduces the available holding at once, and is completed with serial numbers", async () => {
    const { buyer, vintageId } = await holdingOf(10);

    const asked = await ask(buyer, vintageId, 4);
    expect(asked).toMatchObject({
      status: 201,
      body: { status: "RETIREMENT_IN_PROGRESS", quantity: 4 },
    });
    const during = await t.call(buyer, "GET", "/me/portfolio");
    expect(during.body.holdings[0]).toMatchObject({
      purchased: 10,
      inProgress: 4,
      retired: 0,
      available: 6,
    });

    const done = await complete(asked.body.id, 1001, 1004);
    expect(done).toMatchObject({ status: 200, body: { status: "RETIRED" } });
    expect(done.body.certificateNumber).toMatch(/^TL-\d{4}-\w{4}-\w{4}$/);
    const after = await t.call(buyer, "GET", "/me/portfolio");
    expect(after.body.holdings[0]).toMatchObject({
      purchased: 10,
      inProgress: 0,
      retired: 4,
      available: 6,
    });
    const entry = await t.db
      .selectFrom("audit_entries")
      .select(["action", "actor_id", "before", "after"])
      .where("thing_type", "=", "retirement")
      .where("thing_id", "=", String(asked.body.id))
      .executeTakeFirst();
    expect(entry).toMatchObject({
      action: "retirement.complete",
      actor_id: admin.userId,
      before: { status: "RETIREMENT_IN_PROGRESS", serials: null },
      after: { status: "RETIRED", serials: verra(1001, 1004) },
    });
    expect(JSON.stringify(entry)).not.toContain(done.body.certificateNumber);
    const { body } = await t.call(buyer, "GET", "/me/notifications");
    expect(body.content.map((each: { code: string }) => each.code).slice(0, 2)).toEqual([
      "portfolio.retirement.completed",
      "portfolio.retirement.requested",
    ]);
  });

  test.each([
    ["more numbers than tonnes", 2001, 2005, 400, "VALIDATION_FAILED"],
    ["numbers that are retired already", 1004, 1005, 409, "IN_USE"],
  ])("is not completed with %s", async (_name, first, last, status, code) => {
    const { buyer, vintageId } = await holdingOf(2);
    const { body } = await ask(buyer, vintageId, 2);
    expect(await complete(body.id, first, last)).toMatchObject({ status, body: { code } });
    expect((await t.call(admin, "GET", `/management/retirements/${body.id}`)).body.status).toBe(
      "RETIREMENT_IN_PROGRESS",
    );
  });

  test("is listed among what prevents its registry from being deleted", async () => {
    const { buyer, vintageId } = await holdingOf(1);
    const { body: asked } = await ask(buyer, vintageId, 1);
    const path = `/management/registries/${asked.registry.id}`;
    const { body } = await t.call(admin, "GET", `${path}/uses`);
    const { retirements, projects } = await t.db
      .selectNoFrom((eb) => [
        eb
          .selectFrom("retirements")
          .select(eb.fn.countAll<number>().as("count"))
          .where("registry_id", "=", asked.registry.id)
          .as("retirements"),
        eb
          .selectFrom("projects")
          .select(eb.fn.countAll<number>().as("count"))
          .where("registry_id", "=", asked.registry.id)
          .as("projects"),
      ])
      .executeTakeFirstOrThrow();
    expect(body.usedByCount).toBe(Number(retirements) + Number(projects));
    expect((await t.call(admin, "DELETE", path)).body).toMatchObject({ code: "IN_USE", ...body });
  });

  test("that is declined returns the credits", async () => {
    const { buyer, vintageId } = await holdingOf(3);
    const { body } = await ask(buyer, vintageId, 3);
    const declined = await t.call(admin, "POST", `/management/retirements/${body.id}/decline`, {
      reason: "Wrong vintage",
    });
    expect(declined.body).toMatchObject({ status: "DECLINED", declineReason: "Wrong vintage" });
    expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings[0]).toMatchObject({
      available: 3,
      inProgress: 0,
    });
    expect(await complete(body.id, 1, 3)).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION" },
    });
  });

  test("is found by the day of its request", async () => {
    const { buyer, vintageId } = await holdingOf(2);
    const { body } = await ask(buyer, vintageId, 2);
    const day = dayIn("Europe/Berlin", new Date(body.requestedAt));
    const dayBefore = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
    const on = async (days: string) =>
      (await t.call(admin, "GET", `/management/retirements?q=${body.id}&${days}`)).body;
    expect(await on(`requestedFrom=${day}&requestedTo=${day}`)).toMatchObject({
      content: [{ id: body.id }],
      totalQuantity: 2,
    });
    expect(await on(`requestedTo=${dayBefore}`)).toMatchObject({
      totalElements: 0,
      totalQuantity: 0,
    });
  });

  test("of ex-ante credits is refused until they are ex-post, of which holders are notified once", async () => {
    const { buyer, vintageId } = await holdingOf(3);
    await t.db
      .updateTable("vintages")
      .set({ credit_type: "EX_ANTE" })
      .where("id", "=", vintageId)
      .execute();
    await notifyOfCreditType(t.db, vintageId);
    expect(await ask(buyer, vintageId, 1)).toMatchObject({
      status: 409,
      body: { code: "INVALID_TRANSITION" },
    });

    await t.db
      .updateTable("vintages")
      .set({ credit_type: "EX_POST" })
      .where("id", "=", vintageId)
      .execute();
    await notifyOfCreditType(t.db, vintageId);
    await notifyOfCreditType(t.db, vintageId);

    expect((await ask(buyer, vintageId, 1)).status).toBe(201);
    const { body } = await t.call(buyer, "GET", "/me/notifications");
    const codes = body.content.map((each: { code: string }) => each.code);
    expect(
      codes.filter((code: string) => code === "portfolio.vintage.credit.ex-post"),
    ).toHaveLength(1);
  });

  test("of another company's credits, or of none, is not found", async () => {
    const { vintageId } = await holdingOf(3);
    expect(await ask(await t.aUser(), vintageId, 1)).toMatchObject({ status: 404 });
  });

  test("requested twice with the same key is created once", async () => {
    const { buyer, vintageId } = await holdingOf(3);
    const key = { "idempotency-key": "retire-once" };
    const first = await ask(buyer, vintageId, 2, key);
    const second = await ask(buyer, vintageId, 2, key);
    expect(second.body.id).toBe(first.body.id);
    expect(await ask(buyer, vintageId, 1, key)).toMatchObject({ status: 422 });
  });
});

describe.each([
  ["Verra", "VCS", (a: number, b: number) => verra(a, b).replace("19381", "7")],
  ["Gold Standard", "GOLD", (a: number, b: number) => `GS1-1-KE-GS1-16-2025-3-${a}-${b}`],
  ["ACR", "ACR", (a: number, b: number) => `ACR-FR-1129-2025-2917-${a} to ${b}`],
  ["CAR", "CAR", (a: number, b: number) => `CAR-1-US-1-31-983-KS-2025-9-${a} to ${b}`],
  ["ART", "ART", (a: number, b: number) => `ART-GY-102-2021-11-${a} to ${b}`],
])("Serial numbers of %s", (name, code, serial) => {
  test("can be retired once, without overlaps", async () => {
    const buyer = await t.aUser();
    const { vintageId } = await aProject(t.db, { registry: name });
    await t.db
      .updateTable("registries")
      .set({ code })
      .where("name", "=", name)
      .where("code", "is", null)
      .execute();
    await aPaidOrder(t, admin, buyer, vintageId, 100);
    const retire = async (first: number, last: number) => {
      const { body } = await ask(buyer, vintageId, last - first + 1);
      return t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
        serialNumberFrom: serial(first, last),
        serialNumberTo: serial(first, last),
        registryUrl: "https://registry.example/1",
        retiredAt: new Date().toISOString(),
      });
    };

    expect((await retire(101, 110)).status).toBe(200);
    for (const [first, last] of [
      [101, 110],
      [110, 111],
      [95, 101],
      [104, 105],
      [90, 120],
    ] as const)
      expect(await retire(first, last)).toMatchObject({ status: 409, body: { code: "IN_USE" } });
    expect((await retire(111, 112)).status).toBe(200);
    expect((await retire(99, 100)).status).toBe(200);
  });
});

test("The same texts cannot be retired twice at a registry with an unknown format", async () => {
  const buyer = await t.aUser();
  const { vintageId } = await aProject(t.db, { registry: "Registry of its own" });
  await aPaidOrder(t, admin, buyer, vintageId, 10);
  const retire = async (from: string, to: string) => {
    const { body } = await ask(buyer, vintageId, 2);
    return t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
      serialNumberFrom: from,
      serialNumberTo: to,
      registryUrl: "https://registry.example/1",
      retiredAt: new Date().toISOString(),
    });
  };
  expect((await retire("X 1", "X 2")).status).toBe(200);
  expect(await retire("x 1", "X  2")).toMatchObject({ status: 409, body: { code: "IN_USE" } });
  expect((await retire("X 3", "X 4")).status).toBe(200);
});

test.each([
  "http://registry.verra.org/1",
  "https://registry.verra.org@evil.example/1",
  "https://192.168.0.10/1",
  "https://registry.internal/1",
])("A certificate does not link to %s", async (registryUrl) => {
  const { buyer, vintageId } = await holdingOf(1);
  const { body } = await ask(buyer, vintageId, 1);
  const completion = { serialNumberFrom: verra(601, 601), serialNumberTo: verra(601, 601) };
  const response = await t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
    ...completion,
    registryUrl,
    retiredAt: new Date().toISOString(),
  });
  expect(response).toMatchObject({ status: 400, body: { fieldErrors: [{ path: "registryUrl" }] } });
});

test("A retirement must not be dated in the future, nor before the credits' year", async () => {
  const { buyer, vintageId } = await holdingOf(2);
  const { body } = await ask(buyer, vintageId, 2);
  const retireAt = (at: Date) =>
    t.call(admin, "POST", `/management/retirements/${body.id}/complete`, {
      serialNumberFrom: verra(501, 502),
      serialNumberTo: verra(501, 502),
      registryUrl: "https://registry.example/1",
      retiredAt: at.toISOString(),
    });
  for (const at of [new Date("2999-01-01"), new Date(Date.now() + 60 * 60_000)])
    expect(await retireAt(at)).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "retiredAt", message: "This date is in the future" }] },
    });
  // The credits are of 2022, which starts an hour earlier for the seller than in UTC.
  expect((await retireAt(new Date("2021-12-31T22:59:59Z"))).body.fieldErrors).toEqual([
    { path: "retiredAt", message: "These are credits of 2022: none can have been retired before" },
  ]);
  expect((await t.call(buyer, "GET", `/me/retirements/${body.id}`)).body.status).toBe(
    "RETIREMENT_IN_PROGRESS",
  );
  expect((await retireAt(new Date("2021-12-31T23:00:00Z"))).body.status).toBe("RETIRED");
});

test("Serial numbers beyond exact integers are refused", async () => {
  const { buyer, vintageId } = await holdingOf(1);
  const { body } = await ask(buyer, vintageId, 1);
  expect(await complete(body.id, 1e20, 1e20)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_FAILED" },
  });
});

test("300 concurrent retirements of one holding never exceed it", async () => {
  const { buyer, vintageId } = await holdingOf(100);

  const responses = await Promise.all(Array.from({ length: 300 }, () => ask(buyer, vintageId, 1)));

  expect(responses.filter((response) => response.status === 201)).toHaveLength(100);
  for (const { status, body } of responses)
    if (status !== 201) expect(body.code).toBe("INSUFFICIENT_CREDITS");
  expect((await t.call(buyer, "GET", "/me/portfolio")).body.holdings[0]).toMatchObject({
    available: 0,
    inProgress: 100,
  });
});
