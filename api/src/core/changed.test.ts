import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../test/app.ts";
import { anOrder } from "../../test/builders/order.ts";
import { aProject } from "../../test/builders/project.ts";

let t: TestApp;
let quick: TestCaller;
let slow: TestCaller;
beforeAll(async () => {
  t = await testApp();
  [quick, slow] = await Promise.all([t.aUser("Admin"), t.aUser("Admin")]);
  const named = { first_name: "Mira", last_name: "Okafor" };
  await t.db.updateTable("users").set(named).where("id", "=", quick.userId).execute();
});
afterAll(() => t.close());

const detailOf = (fields: string) =>
  expect.stringMatching(
    new RegExp(
      String.raw`^Mira Okafor changed this on \d+ \w+ \d{4} at \d\d:\d\d \(Europe/Berlin\) ${fields}\.$`,
    ),
  );

test("A conflicting save reports who changed the record first, when, and which fields", async () => {
  const read = async () => (await t.call(slow, "GET", "/management/settings")).body.seller;
  const before = { ...(await read()), city: "Bremen" };
  await t.call(slow, "PATCH", "/management/settings", { seller: before });
  const seller = await read();
  const first = { ...seller, postalCode: "20459", street: "Kehrwieder 2" };
  expect((await t.call(quick, "PATCH", "/management/settings", { seller: first })).status).toBe(
    200,
  );
  expect(await t.call(slow, "PATCH", "/management/settings", { seller })).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT", detail: detailOf(String.raw`\(postal code, street\)`) },
  });
});

test("So does a conflicting save of a project with its vintages, or of one vintage", async () => {
  const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 10, priceCents: 1000 }] });
  const at = `/management/projects/${id}`;
  const vintage = (caller: TestCaller, price: number, version: number) =>
    t.call(caller, "PATCH", `${at}/vintages/${vintageId}`, { price, version });
  const { version } = (await t.call(slow, "GET", at)).body;
  expect((await vintage(quick, 12, 1)).status).toBe(200);
  expect((await vintage(slow, 11, 1)).body.detail).toEqual(detailOf(String.raw`\(price\)`));
  const name = { name: "A better name", version };
  const saved = await t.call(quick, "PATCH", at, {
    ...name,
    version: (await t.call(quick, "GET", at)).body.version,
  });
  expect(saved.status).toBe(200);
  expect((await t.call(slow, "PATCH", at, name)).body.detail).toEqual(
    detailOf(String.raw`\(name\)`),
  );
});

test("A conflict on an order or a user never names those who only booked a payment, reminded or wrote a note", async () => {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 10);
  const at = `/management/orders/${id}`;
  const order = (await t.call(quick, "POST", `${at}/approve`, {})).body;
  const lines = [{ itemId: order.items[0].id, quantity: 1 }];
  const credit = { lines, reason: "One too many", returnCredits: true, version: order.version };
  expect((await t.call(quick, "POST", `${at}/credit-notes`, credit)).status).toBe(201);
  const day = new Date().toISOString().slice(0, 10);
  const payment = { amount: 1, day, reference: "A part" };
  expect((await t.call(slow, "POST", `${at}/payments`, payment)).status).toBe(201);
  expect((await t.call(slow, "POST", `${at}/reminders`, { level: 1 })).status).toBe(201);
  expect((await t.call(slow, "POST", `${at}/credit-notes`, credit)).body.detail).toEqual(
    detailOf(String.raw`\(credit note number, credited, returned credits\)`),
  );

  const person = await t.aUser();
  const user = `/management/users/${person.userId}`;
  const { version } = (await t.call(slow, "GET", user)).body;
  expect((await t.call(quick, "PATCH", user, { version, firstName: "Ada" })).status).toBe(200);
  const note = await t.call(slow, "POST", `/management/records/users/${person.userId}/notes`, {
    text: "Called",
  });
  expect(note.status).toBe(201);
  expect((await t.call(slow, "PATCH", user, { version, firstName: "Grace" })).body.detail).toEqual(
    detailOf(String.raw`\(first name\)`),
  );
});

test("An action taken already is reported with who took it last, whatever was done since", async () => {
  const { userId } = await t.aUser();
  const at = `/management/users/${userId}`;
  const block = (by: TestCaller) => t.call(by, "POST", `${at}/block`, { reason: "Chargebacks" });
  expect((await block(slow)).status).toBe(200);
  expect((await t.call(slow, "POST", `${at}/unblock`)).status).toBe(200);
  expect((await block(quick)).status).toBe(200);
  const note = { text: "Called" };
  expect(
    (await t.call(slow, "POST", `/management/records/users/${userId}/notes`, note)).status,
  ).toBe(201);
  expect((await block(slow)).body.detail).toMatch(/^Mira Okafor blocked it already, on /);
});
