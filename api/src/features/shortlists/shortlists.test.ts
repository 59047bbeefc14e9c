import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited, noticesOf } from "../../../test/operators.ts";
import { changeVintage, setProjectStatus } from "../catalogue/catalogue.service.ts";
import { createLiveCatalogue } from "../catalogue/live.service.ts";
import { createSearches, notifyOfNews } from "./searches.service.ts";
import { shortlistJobs } from "./shortlists.jobs.ts";

let t: TestApp;
let buyer: TestUser;
let colleague: TestUser;
let viewer: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  t = await testApp();
  buyer = await t.aUser();
  const { companyId } = buyer;
  colleague = await t.aUser("User", { companyId, companyRole: "BUYER" });
  viewer = await t.aUser("User", { companyId, companyRole: "VIEWER" });
  stranger = await t.aUser();
});
afterAll(() => t.close());

const aList = async (name: string): Promise<number> => {
  const { status, body } = await t.call(buyer, "POST", "/me/shortlists", { name });
  expect(status).toBe(201);
  return body.id;
};

test("A shortlist belongs to the company: a colleague adds a vintage, a viewer reads it, strangers see nothing", async () => {
  const { vintageId } = await aProject(t.db);
  const id = await aList("Board pack");
  const path = `/me/shortlists/${id}/vintages/${vintageId}`;
  const kept = await t.call(colleague, "PUT", path, { note: "Only one with CCP" });
  expect(kept.body.vintages).toMatchObject([
    { vintageId, note: "Only one with CCP", priceThen: 10, availableThen: 1000 },
  ]);
  const lists = await t.call(viewer, "GET", "/me/shortlists?q=board");
  expect(lists.body).toMatchObject({ totalElements: 1, content: [{ id, name: "Board pack" }] });
  expect((await t.call(viewer, "GET", "/me/shortlists?q=boardroom")).body.totalElements).toBe(0);
  expect((await t.call(viewer, "PUT", path)).status).toBe(403);
  expect((await t.call(stranger, "PUT", path)).status).toBe(404);
  expect((await t.call(stranger, "GET", "/me/shortlists")).body.totalElements).toBe(0);
});

test("A vintage on a list shows what has changed since, and keeps its note when it is added again", async () => {
  const { vintageId } = await aProject(t.db);
  const id = await aList("Changes");
  const path = `/me/shortlists/${id}/vintages/${vintageId}`;
  await t.call(buyer, "PUT", path, { note: "Ask for the verifier" });
  await t.db.transaction().execute((tx) => changeVintage(tx, vintageId, { priceCents: 1250 }));
  const { body } = await t.call(buyer, "PUT", path);
  expect(body.vintages).toMatchObject([
    { note: "Ask for the verifier", priceThen: 10, vintage: { price: 12.5 } },
  ]);
  expect((await t.call(buyer, "DELETE", path)).status).toBe(204);
  expect((await t.call(buyer, "DELETE", path)).status).toBe(404);
});

test("A vintage that is deleted while it is added is not found", async () => {
  const { vintageId } = await aProject(t.db, { vintages: [{ credits: 0 }] });
  const path = `/me/shortlists/${await aList("For the board")}/vintages/${vintageId}`;
  const gone = sql`with stock as (delete from vintage_stock where vintage_id = ${vintageId})
    delete from vintages where id = ${vintageId}`;
  const [response] = await runBlocked(t.db, gone, [() => t.call(buyer, "PUT", path)]);
  expect(response!.body.code).toBe("NOT_FOUND");
});

test("A company is limited to a hundred shortlists and a person to a hundred searches, also concurrently", async () => {
  const { companyId, userId } = await t.aUser();
  const person = await t.aUser("User", { companyId, companyRole: "BUYER" });
  await sql`insert into shortlists (company_id, user_id, name)
    select ${companyId}, ${userId}, 'List ' || n from generate_series(1, 98) n`.execute(t.db);
  await sql`insert into saved_searches (user_id, name, query, alert)
    select ${person.userId}, 'Search ' || n, '', 'NONE' from generate_series(1, 98) n`.execute(
    t.db,
  );
  const more = [1, 2, 3, 4, 5].map((n) => `One more ${n}`);
  for (const [path, rest] of [
    ["/me/shortlists", {}],
    ["/me/searches", { query: "q=biochar" }],
  ] as const) {
    const responses = await Promise.all(
      more.map((name) => t.call(person, "POST", path, { name, ...rest })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 400, 400, 400]);
    expect((await t.call(person, "GET", `${path}?size=1`)).body.totalElements).toBe(100);
  }
});

test("Of two concurrent renames the second is refused", async () => {
  const id = await aList("First name");
  const path = `/me/shortlists/${id}`;
  const rename = (caller: TestUser, name: string) =>
    t.call(caller, "PATCH", path, { name, version: 1 });
  const responses = await Promise.all([rename(buyer, "One"), rename(colleague, "Other")]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await t.call(buyer, "DELETE", path)).status).toBe(204);

  const admin = await t.aUser("Admin");
  const { name } = responses.find(({ status }) => status === 200)!.body;
  const of = { thingId: String(id), thingName: name };
  expect(await audited(t, admin, "shortlist.create")).toMatchObject({
    ...of,
    actorId: buyer.userId,
    thingName: "First name",
  });
  expect(await audited(t, admin, "shortlist.rename")).toMatchObject({
    ...of,
    before: { name: "First name" },
    after: { name },
  });
  expect(await audited(t, admin, "shortlist.delete")).toMatchObject(of);
});

test("A link is refused until links are allowed, shows no price, and ends", async () => {
  const vintages = [{ creditType: "EX_ANTE" }];
  const { vintageId } = await aProject(t.db, { name: "Delta Blue", vintages });
  const expected = { expected_delivery: "2031-Q2" };
  await t.db.updateTable("vintages").set(expected).where("id", "=", vintageId).execute();
  const id = await aList("For the board");
  await t.call(buyer, "PUT", `/me/shortlists/${id}/vintages/${vintageId}`);
  const path = `/me/shortlists/${id}/share`;
  expect((await t.call(buyer, "POST", path)).status).toBe(409);
  const admin = await t.aUser("Admin");
  const allow = async (byLink: boolean) => {
    const { version } = (await t.call(admin, "GET", "/management/settings")).body.sharing;
    const sharing = { byLink, version };
    const saved = await t.call(admin, "PATCH", "/management/settings", { sharing });
    expect(saved.status).toBe(200);
  };
  await allow(true);

  const { body: shared } = await t.call(buyer, "POST", path, { days: 7 });
  const daysLeft = (Date.parse(shared.until) - Date.now()) / 86_400_000;
  expect(daysLeft).toBeGreaterThan(6.9);
  expect(daysLeft).toBeLessThan(7.1);
  const read = ({ url } = shared) =>
    t.call(undefined, "GET", `/shared-shortlists/${new URL(url).pathname.split("/").at(-1)}`);
  const response = await read();
  expect(response.body.vintages).toMatchObject([
    { vintageId, expectedDelivery: "2031-Q2", project: { name: "Delta Blue" } },
  ]);
  expect(JSON.stringify(response.body)).not.toMatch(/price|available|Per|Son/);
  await sql`update shortlists set share_until = now() where id = ${id}`.execute(t.db);
  expect((await read()).status).toBe(404);
  const { content } = (await t.call(buyer, "GET", "/me/shortlists")).body;
  expect(content).toContainEqual(expect.objectContaining({ id, share: null }));
  const { body: another } = await t.call(buyer, "POST", path);
  expect((await read()).status).toBe(404);
  expect((await read(another)).status).toBe(200);
  await allow(false);
  expect((await read(another)).status).toBe(404);
  await allow(true);
  expect((await read(another)).status).toBe(200);
  expect((await t.call(buyer, "DELETE", path)).status).toBe(204);
  expect((await read(another)).status).toBe(404);
  const of = { thingId: String(id), actorId: buyer.userId };
  expect(await audited(t, admin, "shortlist.share")).toMatchObject(of);
  expect(await audited(t, admin, "shortlist.unshare")).toMatchObject(of);
});

test.each(["prices=1", "priceTo=cheap", "sort=best", "category=NONE"])(
  "A search with unknown filters is not saved: %s",
  async (query) => {
    const search = { name: "Wrong", query };
    const { status, body } = await t.call(buyer, "POST", "/me/searches", search);
    expect([status, body.fieldErrors[0].path]).toEqual([400, "query"]);
  },
);

test("A search that is too long is not validated any further", async () => {
  const query = Array.from({ length: 700 }, (_, at) => `k${at}=1`).join("&");
  const { body } = await t.call(buyer, "POST", "/me/searches", { name: "Long", query });
  // Only the length is reported: finding everything else that is wrong took a minute for half a megabyte.
  expect(body.fieldErrors).toMatchObject([
    { path: "query", message: expect.stringContaining("2000") },
  ]);
});

test("A saved search counts its results, for its owner only", async () => {
  await aProject(t.db, { countries: ["IS"] });
  const search = { name: "Iceland", query: "?country=IS&sort=price,asc" };
  const { status, body } = await t.call(buyer, "POST", "/me/searches", search);
  expect([status, body]).toMatchObject([201, { projects: 1, alert: "NONE" }]);
  expect((await t.call(colleague, "GET", "/me/searches")).body.totalElements).toBe(0);
  const changed = await t.call(buyer, "PATCH", `/me/searches/${body.id}`, { alert: "DAILY" });
  expect(changed.body.alert).toBe("DAILY");
});

test("Other requests are served between counting two searches, however many lists are requested", async () => {
  const catalogue = createLiveCatalogue(t.db);
  let begun = 0;
  let most = 0;
  const searches = createSearches(t.db, {
    ...catalogue,
    current: (companyId) => {
      most = Math.max(most, ++begun);
      setImmediate(() => (begun = 0));
      return catalogue.current(companyId);
    },
  });
  const row = { name: "Iceland", query: "country=IS", alert: "NONE", createdAt: new Date() };
  const rows = [1, 2, 3, 4].map((id) => ({ ...row, id }));
  const list = () => searches.views(rows, buyer.companyId);
  expect((await Promise.all([list(), list()])).flat()).toHaveLength(8);
  await catalogue.stop();
  expect(most).toBe(1);
});

const yesterday = () =>
  sql`update saved_searches set checked_at = now() - interval '1 day'`.execute(t.db);
const notify = async () => {
  const catalogue = createLiveCatalogue(t.db);
  await Promise.all([notifyOfNews(t.db, catalogue), notifyOfNews(t.db, catalogue)]);
  await catalogue.stop();
};
const lastMailTo = async ({ userId }: TestUser) => {
  const { username } = await t.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return await t.mailTo(username);
};
const newsOf = async (user: TestUser) =>
  (await noticesOf(t, user)).filter((code) => code === "search.news").length;

test("News of a search are sent once a day, by mail and notification: new, repriced, for sale again", async () => {
  const person = await t.aUser();
  const priced = await aProject(t.db, { name: "Priced", countries: ["MT"] });
  const asked = await aProject(t.db, {
    name: "Asked for",
    countries: ["MT"],
    vintages: [{ priceCents: 123_456 }],
  });
  const gone = await aProject(t.db, {
    name: "Back again",
    countries: ["MT"],
    status: "TEMPORARILY_UNAVAILABLE",
  });
  const search = { name: "Malta", query: "country=MT", alert: "DAILY" };
  await t.call(person, "POST", "/me/searches", search);
  await yesterday();
  await notify();
  expect(await newsOf(person)).toBe(0);

  await t.db
    .transaction()
    .execute((tx) => changeVintage(tx, priced.vintageId, { priceCents: 900 }));
  await t.db
    .transaction()
    .execute((tx) => changeVintage(tx, asked.vintageId, { priceCents: null }));
  await t.db.transaction().execute((tx) => setProjectStatus(tx, gone.id, "AVAILABLE"));
  await aProject(t.db, { name: "Brand new", countries: ["MT"] });
  await notify();
  expect(await newsOf(person)).toBe(0);
  await yesterday();
  await notify();
  expect(await newsOf(person)).toBe(1);
  const mail = await lastMailTo(person);
  expect(mail.subject).toContain("Malta");
  expect(mail.text_body).toContain("New in this search: Brand new");
  expect(mail.text_body).toContain("Now for sale: Back again");
  expect(mail.text_body).toContain("Asked for: on request, before €1,234.56");
  expect(mail.text_body).toContain("Priced: from €9.00, before €10.00");
  const turnOff = /Saved searches:\s(<a href=")?https:\/\/market\.example\/shortlists\b/;
  for (const body of [mail.text_body, mail.html_body]) expect(body).toMatch(turnOff);
  await yesterday();
  await notify();
  expect(await newsOf(person)).toBe(1);
});

test("What had sold out and left a search is reported for sale when it returns, not new", async () => {
  const person = await t.aUser();
  const { id } = await aProject(t.db, { name: "Restocked", countries: ["SM"] });
  const asked = { name: "San Marino", query: "country=SM&availableOnly=true", alert: "DAILY" };
  await t.call(person, "POST", "/me/searches", asked);
  for (const status of ["TEMPORARILY_UNAVAILABLE", "AVAILABLE"] as const) {
    await t.db.transaction().execute((tx) => setProjectStatus(tx, id, status));
    await yesterday();
    await notify();
  }
  expect(await newsOf(person)).toBe(1);
  const mail = await lastMailTo(person);
  expect(mail.text_body).toContain("Now for sale: Restocked");
  expect(mail.text_body).not.toContain("New");
});

test("News are first sent on the morning after an alert was turned on", async () => {
  const person = await t.aUser();
  const country = await aProject(t.db, { countries: ["LU"] });
  const search = { name: "Luxembourg", query: "country=LU", alert: "DAILY" };
  const { id } = (await t.call(person, "POST", "/me/searches", search)).body;
  const priceTo = (priceCents: number) =>
    t.db.transaction().execute((tx) => changeVintage(tx, country.vintageId, { priceCents }));
  await priceTo(900);
  await shortlistJobs(t.db)["searches.alerts"]!({}, { id: "1" } as never);
  expect(await newsOf(person)).toBe(1);
  await priceTo(800);
  await notify();
  expect(await newsOf(person)).toBe(1);

  const alert = (when: string) => t.call(person, "PATCH", `/me/searches/${id}`, { alert: when });
  // Saved as it is, it still reports what was due.
  await alert("DAILY");
  await yesterday();
  await notify();
  expect(await newsOf(person)).toBe(2);
  for (const when of ["NONE", "DAILY"]) await alert(when);
  await priceTo(700);
  await notify();
  expect(await newsOf(person)).toBe(3);
});

test("A search that cannot be parsed does not block the news of others", async () => {
  const [first, second] = [await t.aUser(), await t.aUser()];
  for (const person of [first, second]) {
    const search = { name: "Andorra", query: "country=AD", alert: "DAILY" };
    await t.call(person, "POST", "/me/searches", search);
  }
  await sql`update saved_searches set query = 'country=nowhere' where user_id = ${first.userId}`.execute(
    t.db,
  );
  await aProject(t.db, { countries: ["AD"] });
  const catalogue = createLiveCatalogue(t.db);
  await expect(notifyOfNews(t.db, catalogue)).rejects.toThrow("country");
  await catalogue.stop();
  expect([await newsOf(first), await newsOf(second)]).toEqual([0, 1]);
  await sql`delete from saved_searches where user_id = ${first.userId}`.execute(t.db);
});

test("A user who is blocked while news are sent gets none", async () => {
  const person = await t.aUser();
  const search = { name: "Bhutan", query: "country=BT", alert: "DAILY" };
  await t.call(person, "POST", "/me/searches", search);
  await aProject(t.db, { countries: ["BT"] });
  const catalogue = createLiveCatalogue(t.db);
  await notifyOfNews(t.db, {
    ...catalogue,
    current: async (companyId) => {
      await sql`update users set blocked = true, blocked_reason = '' where id = ${person.userId}`.execute(
        t.db,
      );
      return await catalogue.current(companyId);
    },
  });
  await catalogue.stop();
  expect(await newsOf(person)).toBe(0);
});

test.each([
  ["is blocked", sql`blocked = true`],
  ["has not proven their address", sql`verified_at = null`],
  ["may look at nothing", sql`role_id = (select id from roles where name = 'Anonymous')`],
])("No user who %s gets news of a search", async (_what, change) => {
  const person = await t.aUser();
  await t.call(person, "POST", "/me/searches", {
    name: "Chad",
    query: "country=TD",
    alert: "DAILY",
  });
  await aProject(t.db, { countries: ["TD"] });
  await yesterday();
  await sql`update users set ${change} where id = ${person.userId}`.execute(t.db);
  await notify();
  const { rows } = await sql`select from saved_searches
    where user_id = ${person.userId} and checked_at > now() - interval '1 hour'`.execute(t.db);
  expect(rows).toEqual([]);
});

test.each(["SOLD_OUT", "COMING_SOON"] as const)(
  "A buyer who waits for a project that is %s is notified once it is for sale, and of no other",
  async (status) => {
    const person = await t.aUser();
    const externalId = `WAIT${status.length}`;
    const { id } = await aProject(t.db, { externalId, status });
    await aProject(t.db, { externalId: `${externalId}9` });
    const search = {
      name: "Awaited",
      query: `project=${id}&q=${externalId}&availableOnly=true`,
      alert: "DAILY",
    };
    const { body } = await t.call(person, "POST", "/me/searches", search);
    expect(body.projects).toBe(0);
    await yesterday();
    await notify();
    expect(await newsOf(person)).toBe(0);

    await t.db.transaction().execute((tx) => setProjectStatus(tx, id, "AVAILABLE"));
    for (const _day of [1, 2]) {
      await yesterday();
      await notify();
    }
    expect(await newsOf(person)).toBe(1);
  },
);
