import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { notify } from "./notifications.service.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("All are marked as read, or only those up to a given one", async () => {
  const [person, other] = [await t.aUser(), await t.aUser()];
  const told = [person, person, person, other].map(({ userId }) => ({
    userId,
    code: "company.merged" as const,
    facts: { companyName: "Demo AG" },
  }));
  await notify(t.db, told);
  const unread = async (who = person): Promise<{ id: number }[]> =>
    (await t.call(who, "GET", "/me/notifications?read=false")).body.content;
  const [newest, middle, oldest] = await unread();
  const mark = (query: string) => t.call(person, "POST", `/me/notifications/read${query}`);
  expect((await mark(`?upTo=${middle!.id}`)).status).toBe(204);
  expect((await unread()).map(({ id }) => id)).toEqual([newest!.id]);
  const page = await t.call(person, "GET", "/me/notifications?read=true&size=1&page=1");
  expect(page.body).toMatchObject({
    content: [{ id: oldest!.id, read: true }],
    totalElements: 2,
    last: true,
  });
  await mark("");
  expect([(await unread()).length, (await unread(other)).length]).toEqual([0, 1]);
});
