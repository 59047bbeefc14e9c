import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../test/app.ts";
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

const saidBy = (fields: string) =>
  expect.stringMatching(
    new RegExp(
      String.raw`^Mira Okafor changed this on \d+ \w{3} \d{4}, \d\d:\d\d Europe/Berlin time ${fields}\.$`,
    ),
  );

test("Whoever comes second hears who was first, when, and with which fields", async () => {
  const { body } = await t.call(slow, "GET", "/management/settings");
  const { seller } = body;
  const first = { ...seller, postalCode: "20459", street: "Kehrwieder 2" };
  expect((await t.call(quick, "PATCH", "/management/settings", { seller: first })).status).toBe(
    200,
  );
  expect(await t.call(slow, "PATCH", "/management/settings", { seller })).toMatchObject({
    status: 409,
    body: { code: "VERSION_CONFLICT", detail: saidBy(String.raw`\(postal code, street\)`) },
  });
});

test("So does whoever saves a project with its vintages, or one vintage", async () => {
  const { id, vintageId } = await aProject(t.db, { vintages: [{ credits: 10, priceCents: 1000 }] });
  const at = `/management/projects/${id}`;
  const vintage = (caller: TestCaller, price: number, version: number) =>
    t.call(caller, "PATCH", `${at}/vintages/${vintageId}`, { price, version });
  const { version } = (await t.call(slow, "GET", at)).body;
  expect((await vintage(quick, 12, 1)).status).toBe(200);
  expect((await vintage(slow, 11, 1)).body.detail).toEqual(saidBy(String.raw`\(price\)`));
  const name = { name: "A better name", version };
  const saved = await t.call(quick, "PATCH", at, {
    ...name,
    version: (await t.call(quick, "GET", at)).body.version,
  });
  expect(saved.status).toBe(200);
  expect((await t.call(slow, "PATCH", at, name)).body.detail).toEqual(saidBy(String.raw`\(name\)`));
});
