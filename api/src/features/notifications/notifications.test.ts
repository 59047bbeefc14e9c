import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../../test/app.ts";
import { notify } from "./notifications.service.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("One is marked as read, or all of them, or those up to a given one", async () => {
  const [person, other] = [await t.aUser(), await t.aUser()];
  const told = [person, person, person, person, other].map(({ userId }) => ({
    userId,
    code: "company.merged" as const,
    facts: { companyName: "Demo AG" },
  }));
  await notify(t.db, told);
  const unread = async (who = person): Promise<{ id: number }[]> =>
    (await t.call(who, "GET", "/me/notifications?read=false")).body.content;
  const [newest, second, third, oldest] = await unread();
  const mark = (query: string) => t.call(person, "POST", `/me/notifications/read${query}`);
  await mark(`?notificationId=${newest!.id}`);
  expect(await unread()).toEqual([second, third, oldest]);
  expect((await mark(`?upTo=${third!.id}`)).status).toBe(204);
  expect(await unread()).toEqual([second]);
  const page = await t.call(person, "GET", "/me/notifications?read=true&size=1&page=2");
  expect(page.body).toMatchObject({
    content: [{ id: oldest!.id, read: true }],
    totalElements: 3,
    last: true,
  });
  await mark("");
  expect([(await unread()).length, (await unread(other)).length]).toEqual([0, 1]);
});
