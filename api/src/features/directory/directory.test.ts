import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { audited } from "../../../test/operators.ts";
import { aPaidOrder } from "../../../test/builders/order.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser("User");
});
afterAll(() => t.close());

const base = "/management/developers";
async function entry(name: string) {
  const { body } = await t.call(admin, "GET", `${base}?q=${encodeURIComponent(name)}`);
  return body.content[0];
}
const findable = async (words: string) =>
  (await t.call(buyer, "GET", `/projects?category=CREDIT_SALE&q=${encodeURIComponent(words)}`)).body
    .content;

test.each(["auditors", "developers", "registries", "project-types"])(
  "%s are created, read and sorted",
  async (list) => {
    const names = [`Zebra ${list}`, `aardvark ${list}`];
    for (const name of names) {
      const created = await t.call(admin, "POST", `/management/${list}`, { name });
      expect(created).toMatchObject({ status: 201, body: { name, projects: 0, version: 1 } });
      const read = await t.call(admin, "GET", `/management/${list}/${created.body.id}`);
      expect(read.body).toEqual(created.body);
    }
    const { body } = await t.call(admin, "GET", `/management/${list}?sort=name,desc&q=${list}`);
    expect(body.content.map(({ name }: { name: string }) => name)).toEqual(names);
    const taken = await t.call(admin, "POST", `/management/${list}`, {
      name: names[0]!.toUpperCase(),
    });
    expect(taken.body).toMatchObject({
      code: "VALIDATION_FAILED",
      fieldErrors: [{ path: "name" }],
    });
  },
);

describe("a project type", () => {
  const types = "/management/project-types";
  const scopeOf = async (body: object) => (await t.call(admin, "POST", types, body)).body.scope;

  test("has the scope that was chosen, otherwise the one of its name, otherwise the default", async () => {
    expect(await scopeOf({ name: "Peat rewetting", scope: "Forestry & Land Use" })).toBe(
      "Forestry & Land Use",
    );
    expect(await scopeOf({ name: "cookstoves" })).toBe("Household & Community");
    expect(await scopeOf({ name: "Star dust" })).toBe("Other");
    const unknown = await t.call(admin, "POST", types, { name: "Sun dust", scope: "Space" });
    expect(unknown.body.code).toBe("VALIDATION_FAILED");
    const misplaced = { name: "Wanderers", scope: "Other" };
    expect((await t.call(admin, "POST", base, misplaced)).body.fieldErrors).toEqual([
      { path: "scope", message: "Only project types have a scope" },
    ]);
  });

  test("changes its scope and keeps it when only its name changes", async () => {
    const { id, version } = (await t.call(admin, "POST", types, { name: "Moss" })).body;
    const change = (body: object) => t.call(admin, "PATCH", `${types}/${id}`, body);
    const moved = await change({ name: "Moss", scope: "Agriculture", version });
    expect(moved.body).toMatchObject({ name: "Moss", scope: "Agriculture" });
    expect(await audited(t, admin, "project-type.change")).toMatchObject({ thingId: String(id) });
    const renamed = await change({ name: "Mosses", version: moved.body.version });
    expect(renamed.body).toMatchObject({ name: "Mosses", scope: "Agriculture" });
    const response = await t.app.inject({
      url: `/api/v1${types}?q=mosses`,
      headers: { authorization: `Bearer ${admin.authToken}`, accept: "text/csv" },
    });
    expect(response.body).toContain("Mosses,Agriculture,0");
  });
});

describe("an entry that projects reference", () => {
  test("is renamed everywhere at once, the search included", async () => {
    await aProject(t.db, { name: "Peat one", developer: "Moorland Works" });
    const before = await entry("Moorland Works");
    expect(before.projects).toBe(1);

    const response = await t.call(admin, "PATCH", `${base}/${before.id}`, {
      name: "Fenland Works",
      version: before.version,
    });
    expect(response.body).toMatchObject({ name: "Fenland Works", version: before.version + 1 });
    expect(await findable("fenland")).toMatchObject([{ name: "Peat one" }]);
    const managed = await t.call(admin, "GET", "/management/projects?q=fenland");
    expect(managed.body.content).toMatchObject([{ name: "Peat one" }]);

    const stale = await t.call(admin, "PATCH", `${base}/${before.id}`, { name: "X", version: 1 });
    expect(stale.body.code).toBe("VERSION_CONFLICT");
  });

  test("cannot be deleted, and shows its uses before and after the attempt", async () => {
    const { id } = await entry("Fenland Works");
    const uses = await t.call(admin, "GET", `${base}/${id}/uses`);
    expect(uses.body).toMatchObject({
      usedBy: [{ type: "project", name: "Peat one" }],
      usedByCount: 1,
    });
    const response = await t.call(admin, "DELETE", `${base}/${id}`);
    expect(response).toMatchObject({ status: 409, body: { code: "IN_USE", ...uses.body } });
  });

  test("is merged into another, which takes over its projects, and is audited", async () => {
    const project = await aProject(t.db, { name: "Peat two", developer: "Fenland Works Ltd" });
    const versionNow = async () =>
      (await t.call(admin, "GET", `/management/projects/${project.id}`)).body.version;
    const version = await versionNow();
    const [from, into] = [await entry("Fenland Works Ltd"), await entry("Fenland Works")];

    const response = await t.call(admin, "POST", `${base}/${from.id}/merge`, { intoId: into.id });

    expect(response.body).toMatchObject({ id: into.id, projects: 2 });
    // Stops an operator who has the project open from restoring the old developer.
    expect(await versionNow()).toBe(version + 1);
    expect((await t.call(admin, "GET", `${base}/${from.id}`)).status).toBe(404);
    expect(await findable("peat two")).toMatchObject([{ projectDeveloper: { id: into.id } }]);
    const log = await t.call(admin, "GET", "/management/audit?action=developer.merge");
    expect(log.body.content).toMatchObject([{ before: { name: "Fenland Works Ltd" } }]);

    const self = await t.call(admin, "POST", `${base}/${into.id}/merge`, { intoId: into.id });
    expect(self.body.code).toBe("INVALID_TRANSITION");
    const gone = await t.call(admin, "POST", `${base}/${into.id}/merge`, { intoId: from.id });
    expect(gone.body.fieldErrors).toMatchObject([{ path: "intoId" }]);
  });
});

test("a project type is renamed, kept while it is in use, and merged, as the buyers' filters show", async () => {
  const types = "/management/project-types";
  const project = await aProject(t.db, { name: "Kelp one", projectType: "Kelp farming" });
  const facetNames = async () => {
    const { body } = await t.call(buyer, "GET", "/projects/facets?q=kelp%20one");
    return body.projectTypes.map(({ name }: { name: string }) => name);
  };
  const { body: found } = await t.call(admin, "GET", `${types}?q=kelp`);
  const [{ id, version }] = found.content;
  expect(found.content).toMatchObject([{ name: "Kelp farming", projects: 1 }]);
  const name = "Seaweed farming";
  await t.call(admin, "PATCH", `${types}/${id}`, { name, version });
  expect(await findable("seaweed")).toMatchObject([{ id: project.id, projectType: { id, name } }]);
  expect(await facetNames()).toContain(name);
  expect((await t.call(admin, "DELETE", `${types}/${id}`)).body).toMatchObject({
    code: "IN_USE",
    usedBy: [{ id: project.id }],
  });

  const { body: into } = await t.call(admin, "POST", types, { name: "Aquaculture" });
  await t.call(admin, "POST", `${types}/${id}/merge`, { intoId: into.id });
  expect(await findable("aquaculture")).toMatchObject([{ projectType: { name: "Aquaculture" } }]);
  const log = await t.call(admin, "GET", "/management/audit?action=project-type.merge");
  expect(log.body.content).toMatchObject([{ thingId: String(id), before: { name } }]);
});

test.each([
  ["developers", "developer"],
  ["registries", "registry"],
  ["project-types", "projectType"],
])(
  "a price list with one of the %s as a criterion prevents its deletion, and follows its merge",
  async (list, narrowing) => {
    const add = async (name: string) =>
      (await t.call(admin, "POST", `/management/${list}`, { name })).body.id as number;
    const [from, into] = [await add(`Double ${list}`), await add(`Kept ${list}`)];
    const name = `Friends of ${list}`;
    const { body: made } = await t.call(admin, "POST", "/management/price-lists", {
      name,
      validFrom: "2020-01-01",
      validUntil: null,
      companies: [],
      rules: [
        { percent: 10, [narrowing]: [from] },
        { percent: 5, [narrowing]: [into, from] },
        { percent: 1 },
      ],
      prices: [],
    });
    expect(await t.call(admin, "DELETE", `/management/${list}/${from}`)).toMatchObject({
      status: 409,
      body: { usedBy: [{ type: "price-list", id: made.id, name }], usedByCount: 1 },
    });
    await t.call(admin, "POST", `/management/${list}/${from}/merge`, { intoId: into });
    const { body } = await t.call(admin, "GET", `/management/price-lists/${made.id}`);
    const rules = [
      { percent: 10, [narrowing]: [into] },
      { percent: 5, [narrowing]: [into] },
      { percent: 1 },
    ];
    // The new version stops an operator who has the list open from restoring the old names.
    expect(body).toMatchObject({ rules, version: made.version + 1 });
    expect(await audited(t, admin, "price-list.change")).toMatchObject({
      thingId: String(made.id),
      before: { rules: made.rules },
      after: { rules },
    });
  },
);

test("an unreferenced one is deleted", async () => {
  const { body } = await t.call(admin, "POST", base, { name: "Short-lived" });
  const uses = await t.call(admin, "GET", `${base}/${body.id}/uses`);
  expect(uses.body).toEqual({ usedBy: [], usedByCount: 0 });
  expect((await t.call(admin, "DELETE", `${base}/${body.id}`)).status).toBe(204);
  for (const gone of [`${base}/${body.id}`, `${base}/${body.id}/uses`]) {
    expect((await t.call(admin, "GET", gone)).status).toBe(404);
  }
});

test("a registry with retirements is not merged into another, and says what it is used by", async () => {
  const { vintageId } = await aProject(t.db, { registry: "Registry of old" });
  await aPaidOrder(t, admin, buyer, vintageId, 2);
  const wanted = { vintageId, quantity: 1, beneficiaryName: "Nordhafen", purpose: "OTHER" };
  expect((await t.call(buyer, "POST", "/me/retirements", wanted)).status).toBe(201);
  const registries = "/management/registries";
  const { body } = await t.call(admin, "GET", `${registries}?q=registry%20of%20old`);
  const from = body.content[0].id as number;
  const { body: into } = await t.call(admin, "POST", registries, { name: "Registry of new" });
  const merged = await t.call(admin, "POST", `${registries}/${from}/merge`, { intoId: into.id });
  expect(merged).toMatchObject({ status: 409, body: { code: "IN_USE" } });
  const list = { name: "Of old", validFrom: "2020-01-01", validUntil: null, companies: [] };
  const rules = [{ percent: 10, registry: [from] }];
  await t.call(admin, "POST", "/management/price-lists", { ...list, rules, prices: [] });
  expect((await t.call(admin, "DELETE", `${registries}/${from}`)).body).toMatchObject({
    usedBy: [{ type: "project" }, { type: "retirement" }, { type: "price-list" }],
    usedByCount: 3,
  });
  expect((await t.call(admin, "GET", `${registries}/${from}`)).body.projects).toBe(1);
});
