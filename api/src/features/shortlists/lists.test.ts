import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { publicUrl, testApp, type TestApp } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";
import { inTransaction } from "../../core/db.ts";
import { mailNews } from "./searches.mails.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test("A shortlist holds five hundred vintages, whose notes can still be changed", async () => {
  const { id: projectId, vintageId } = await aProject(t.db);
  const person = await t.aUser();
  const { id } = (await t.call(person, "POST", "/me/shortlists", { name: "Everything" })).body;
  await t.call(person, "PUT", `/me/shortlists/${id}/vintages/${vintageId}`);
  await sql`with made as (insert into vintages (project_id, year, impact_type, claim_type, credit_type)
      select project_id, year, impact_type, claim_type, credit_type from vintages, generate_series(1, 500)
      where id = ${vintageId} returning id)
    insert into shortlist_vintages (shortlist_id, vintage_id, user_id, available)
    select ${id}, id, ${person.userId}, 0 from made order by id limit 499`.execute(t.db);
  const { rows } = await sql<{ id: number }>`select max(id) as id from vintages
    where project_id = ${projectId}`.execute(t.db);
  const more = await t.call(person, "PUT", `/me/shortlists/${id}/vintages/${rows[0]!.id}`);
  expect([more.status, more.body.detail]).toEqual([400, expect.stringMatching(/500 vintages/)]);
  const note = await t.call(person, "PUT", `/me/shortlists/${id}/vintages/${vintageId}`, {
    note: "Best",
  });
  expect(note.status).toBe(200);
});

test("The shortlists of a company hold two thousand vintages, whose notes can still be changed", async () => {
  const { vintageId } = await aProject(t.db);
  const { vintageId: oneMore } = await aProject(t.db);
  const person = await t.aUser();
  const lists = await Promise.all(
    [1, 2, 3, 4, 5].map(
      async (n) => (await t.call(person, "POST", "/me/shortlists", { name: `List ${n}` })).body.id,
    ),
  );
  const keep = (vintage: number, note?: string) =>
    t.call(person, "PUT", `/me/shortlists/${lists[4]}/vintages/${vintage}`, note ? { note } : {});
  expect((await keep(vintageId)).status).toBe(200);
  // As many as a merge of companies may result in.
  await sql`with made as (insert into vintages (project_id, year, impact_type, claim_type, credit_type)
      select project_id, year, impact_type, claim_type, credit_type from vintages, generate_series(1, 500)
      where id = ${vintageId} returning id)
    insert into shortlist_vintages (shortlist_id, vintage_id, user_id, available)
    select list, id, ${person.userId}, 0 from made, unnest(${lists.slice(0, 4)}::int[]) list`.execute(
    t.db,
  );
  const more = await keep(oneMore);
  expect([more.status, more.body.detail]).toEqual([400, expect.stringMatching(/2000 vintages/)]);
  expect((await keep(vintageId, "Best")).status).toBe(200);
  await t.call(person, "DELETE", `/me/shortlists/${lists[0]}`);
  expect((await keep(oneMore)).status).toBe(200);
});

test.each([
  ["shortlists", {}, "updatedAt"],
  ["searches", { query: "q=biochar" }, "createdAt"],
])("A person's %s are sorted by name unless they choose the time", async (kind, rest, time) => {
  const person = await t.aUser();
  const ids: Record<string, number> = {};
  for (const name of ["banana", "Apple", "cherry"])
    ids[name] = (await t.call(person, "POST", `/me/${kind}`, { name, ...rest })).body.id;
  const names = async (query: string) => {
    const { body } = await t.call(person, "GET", `/me/${kind}?${query}`);
    return body.content.map(({ name }: { name: string }) => name);
  };
  expect(await names("")).toEqual(["Apple", "banana", "cherry"]);
  expect(await names("sort=name,desc&size=2")).toEqual(["cherry", "banana"]);
  expect(await names(`sort=${time},asc`)).toEqual(["banana", "Apple", "cherry"]);
  await t.call(person, "PATCH", `/me/${kind}/${ids["banana"]}`, { name: "Banana" });
  const last = kind === "shortlists" ? "Banana" : "cherry";
  expect((await names(`sort=${time},desc`))[0]).toBe(last);
});

test("A vintage is taken off alone, and lists go by their last change", async () => {
  const person = await t.aUser();
  const { vintageIds } = await aProject(t.db, { vintages: [{}, { year: 2023 }] });
  const made = async (name: string) =>
    (await t.call(person, "POST", "/me/shortlists", { name })).body.id as number;
  const [one, two] = [await made("One"), await made("Two")];
  const latest = async () =>
    (await t.call(person, "GET", "/me/shortlists?sort=updatedAt,desc")).body.content[0].name;
  const call = (method: string, list: number, vintage: number) =>
    t.call(person, method, `/me/shortlists/${list}/vintages/${vintage}`);
  for (const vintage of vintageIds) await call("PUT", one, vintage);
  expect(await latest()).toBe("One");
  await call("PUT", two, vintageIds[0]!);
  await call("DELETE", one, vintageIds[0]!);
  expect(await latest()).toBe("One");
  const kept = t.db
    .selectFrom("shortlist_vintages")
    .select(["shortlist_id as list", "vintage_id as vintage"])
    .where("shortlist_id", "in", [one, two])
    .orderBy("shortlist_id");
  expect(await kept.execute()).toEqual([
    { list: one, vintage: vintageIds[1] },
    { list: two, vintage: vintageIds[0] },
  ]);
});

test("An alert counts from what its own search finds when it is turned on", async () => {
  const person = await t.aUser();
  const { id: projectId } = await aProject(t.db, { countries: ["IS"] });
  await t.call(person, "POST", "/me/searches", { name: "Malta", query: "country=MT" });
  const iceland = { name: "Iceland", query: "country=IS" };
  const { id } = (await t.call(person, "POST", "/me/searches", iceland)).body;
  await t.call(person, "PATCH", `/me/searches/${id}`, { alert: "DAILY" });
  const search = t.db.selectFrom("saved_searches").select("known").where("id", "=", id);
  const { known } = await search.executeTakeFirstOrThrow();
  expect(JSON.stringify(known)).toContain(String(projectId));
});

test("News of a search lists twenty projects and how many more there are, and leads to the search", async () => {
  const added = Array.from({ length: 22 }, (_, nth) => nth + 1);
  const news = { added, onSale: [], again: [], priced: [] };
  const mailOf = async (query: string) => {
    const search = { name: "Malta", query, news, nameOf: (id: number) => `Project ${id}.` };
    await inTransaction(t.db, (tx) => mailNews(tx, "reader@company.example", search));
    return (await t.mailTo("reader@company.example")).text_body;
  };
  const all = await mailOf("");
  expect(all).toContain("Project 20.");
  expect(all).not.toContain("Project 21.");
  expect(all).toContain("and 2 more");
  expect(all).toMatch(new RegExp(`${publicUrl}/marketplace/spot\\s`));
  expect(await mailOf("country=MT")).toContain(`${publicUrl}/marketplace/spot?country=MT`);
});
