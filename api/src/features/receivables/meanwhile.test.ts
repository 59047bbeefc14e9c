import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { inTransaction, openDb, openPool } from "../../core/db.ts";
import { createSettings } from "../settings/settings.service.ts";
import { sendDueReminders, sendReminder } from "./receivables.service.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

/** An order whose invoice was due weeks ago. */
async function aLate(): Promise<number> {
  const { vintageId } = await aProject(t.db);
  const { id } = await anOrder(t, await t.aUser(), vintageId, 10);
  await t.call(admin, "POST", `/management/orders/${id}/approve`, {});
  await sql`update orders set due_on = now() - interval '40 days' where id = ${id}`.execute(t.db);
  return id;
}
const reminded = async () =>
  (await sql<{ id: number }>`select order_id as id from reminders order by id`.execute(t.db)).rows;

test("Reminders can be paused for a year at most", async () => {
  const path = `/management/orders/${await aLate()}/reminders/stop`;
  const pause = (until: string) =>
    t.call(admin, "PUT", path, { kind: "PAUSED", until, reason: "Payment run" });
  const now = await today(t.db);
  const fieldErrors = [{ path: "until", message: "Choose a day from today to 365 days ahead." }];
  for (const day of [daysAfter(now, -1), daysAfter(now, 366)]) {
    expect(await pause(day)).toMatchObject({ status: 400, body: { fieldErrors } });
  }
  for (const day of [now, daysAfter(now, 365)]) expect((await pause(day)).status).toBe(204);
});

test("A reminder can be sent by a server whose other connections are all in use", async () => {
  const id = await aLate();
  const one = openDb(openPool(t.databaseUrl, 1, () => {}));
  const actor = { userId: admin.userId, username: "admin", ip: "" };
  try {
    await sendReminder(one, createSettings(one, 30), actor, id, { level: 1 }, inTransaction);
  } finally {
    await one.destroy();
  }
  expect(await reminded()).toEqual([{ id }]);
});

test("Switching automatic reminders off stops a run in progress", async () => {
  const [before, first] = [await reminded(), await aLate()];
  await aLate();
  const settings = createSettings(t.db, 30);
  let asked = 0;
  const current = async () => {
    const now = await settings.current();
    return { ...now, reminders: { ...now.reminders, automatic: asked++ < before.length + 1 } };
  };
  await sendDueReminders(t.db, { ...settings, current });
  expect(await reminded()).toEqual([...before, { id: first }]);
});
