import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";

let server: TestApp;
let operator: TestCaller;
beforeAll(async () => {
  server = await testApp({ outside: { flagsmith: external } });
  operator = await server.aUser("Admin");
});
afterAll(() => server.close());

const external = { apiUrl: "https://flags.example:8443/api/v1/", environmentKey: "ser.key" };
const path = "/management/flags/new_cart_api";
const manage = (method: string, below = "", body?: object) =>
  server.call(operator, method, path + below, body);

/** The state of the new cart as served to pages. */
async function servedState(identifier?: string) {
  const response = identifier
    ? await server.app.inject({
        method: "POST",
        url: "/flags-api/v1/identities/",
        payload: { identifier, traits: [{ trait_key: "role", trait_value: "User" }] },
      })
    : await server.app.inject("/flags-api/v1/flags/");
  const flags = identifier ? response.json().flags : response.json();
  return flags[0];
}

async function entries(action: string) {
  return await server.db
    .selectFrom("audit_entries")
    .select(["actor_id", "thing_name", "before", "after"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .execute();
}

beforeEach(async () => {
  await server.db.deleteFrom("flag_overrides").execute();
  const { body } = await manage("GET");
  await manage("PATCH", "", { version: body.version, enabled: false, value: null });
});

test("the new cart is off until an operator switches it on, for everybody at once", async () => {
  expect(await servedState()).toEqual({
    feature: { id: expect.any(Number), name: "new_cart_api", type: "STANDARD" },
    enabled: false,
    feature_state_value: null,
  });
  const { version } = (await manage("GET")).body;
  const response = await manage("PATCH", "", { version, enabled: true, value: "blue" });
  expect(response).toMatchObject({ status: 200, body: { enabled: true, version: version + 1 } });
  expect(await servedState()).toMatchObject({ enabled: true, feature_state_value: "blue" });
  expect(await servedState("person@company.example")).toMatchObject({ enabled: true });
});

test("a change from a stale version is refused, and changes nothing", async () => {
  const { version } = (await manage("GET")).body;
  await manage("PATCH", "", { version, description: "The cart with reports." });
  const response = await manage("PATCH", "", { version, enabled: true });
  expect(response).toMatchObject({ status: 409, body: { code: "VERSION_CONFLICT" } });
  expect((await manage("GET")).body).toMatchObject({
    enabled: false,
    description: "The cart with reports.",
    version: version + 1,
  });
});

test("of many simultaneous changes exactly one succeeds", async () => {
  const { version } = (await manage("GET")).body;
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => manage("PATCH", "", { version, enabled: true })),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.code === "VERSION_CONFLICT")).toHaveLength(7);
});

describe("an override", () => {
  const identity = "early@company.example";

  test("applies to one person only, in any spelling of the email, whether registered or not", async () => {
    const put = await manage("PUT", "/overrides", {
      identity: " Early@Company.Example ",
      enabled: true,
      value: "first",
    });
    expect(put.body.overrides).toEqual([
      { id: expect.any(Number), identity, enabled: true, value: "first", hasAccount: false },
    ]);
    expect(await servedState(identity)).toMatchObject({
      enabled: true,
      feature_state_value: "first",
    });
    expect(await servedState("EARLY@company.example")).toMatchObject({ enabled: true });
    expect(await servedState("late@company.example")).toMatchObject({ enabled: false });
    expect(await servedState()).toMatchObject({ enabled: false, feature_state_value: null });
  });

  test("takes precedence over the common state, until it is removed", async () => {
    const put = await manage("PUT", "/overrides", { identity, enabled: false });
    await manage("PATCH", "", { version: put.body.version, enabled: true });
    expect(await servedState(identity)).toMatchObject({ enabled: false });
    const { id } = put.body.overrides[0];
    await sql`insert into flags (name, description) values ('another', 'Another')`.execute(
      server.db,
    );
    const elsewhere = `/management/flags/another/overrides/${id}`;
    expect((await server.call(operator, "DELETE", elsewhere)).status).toBe(404);
    await sql`delete from flags where name = 'another'`.execute(server.db);
    const removed = await manage("DELETE", `/overrides/${id}`);
    expect(removed.status).toBe(204);
    expect(await servedState(identity)).toMatchObject({ enabled: true });
    const again = await manage("DELETE", `/overrides/${id}`);
    expect(again).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  test("is replaced by the next one for the same person", async () => {
    await manage("PUT", "/overrides", { identity, enabled: true, value: "first" });
    const { body } = await manage("PUT", "/overrides", { identity, enabled: false });
    expect(body.overrides).toEqual([
      expect.objectContaining({ identity, enabled: false, value: null }),
    ]);
  });

  test("shows whether its email belongs to an account", async () => {
    const person = await server.aUser();
    const { username } = await server.db
      .selectFrom("users")
      .select("username")
      .where("id", "=", person.userId)
      .executeTakeFirstOrThrow();
    const { body } = await manage("PUT", "/overrides", { identity: username, enabled: true });
    expect(body.overrides[0]).toMatchObject({ identity: username, hasAccount: true });
  });
});

test("the list shows every flag with its overrides", async () => {
  await manage("PUT", "/overrides", { identity: "b@company.example", enabled: true });
  await manage("PUT", "/overrides", { identity: "a@company.example", enabled: true });
  const { body } = await server.call(operator, "GET", "/management/flags");
  expect(body.totalElements).toBe(1);
  expect(body.content[0]).toMatchObject({ name: "new_cart_api", description: expect.any(String) });
  expect(body.content[0].overrides.map((each: { identity: string }) => each.identity)).toEqual([
    "a@company.example",
    "b@company.example",
  ]);
});

test("the list is exported with whom each flag is on and off for", async () => {
  await manage("PUT", "/overrides", { identity: "b@company.example", enabled: false });
  await manage("PUT", "/overrides", { identity: "a@company.example", enabled: true });
  await manage("PUT", "/overrides", { identity: "c@company.example", enabled: true });
  const { rawPayload } = await server.app.inject({
    url: "/api/v1/management/flags",
    headers: { authorization: `Bearer ${operator.authToken}`, accept: "text/csv" },
  });
  expect(parse(rawPayload, { bom: true, columns: true })).toMatchObject([
    {
      Flag: "new_cart_api",
      Enabled: "no",
      "Enabled for": "a@company.example c@company.example",
      "Disabled for": "b@company.example",
    },
  ]);
});

test("the list is paged, sorted and searched like every other", async () => {
  const names = ["another_one", "a_third"];
  for (const name of names) {
    await sql`insert into flags (name, description) values (${name}, 'Said of it')`.execute(
      server.db,
    );
  }
  const listed = async (query: string) => {
    const { status, body } = await server.call(operator, "GET", `/management/flags?${query}`);
    const { content = [], ...page } = body;
    return { status, names: content.map((each: { name: string }) => each.name), ...page };
  };
  expect(await listed("page=1&size=2&sort=name,desc")).toEqual({
    status: 200,
    names: ["a_third"],
    totalElements: 3,
    page: 1,
    size: 2,
    last: true,
  });
  expect(await listed("page=0&size=2&sort=name,asc")).toMatchObject({
    names: ["a_third", "another_one"],
    last: false,
  });
  expect(await listed("")).toMatchObject({
    names: ["a_third", "another_one", "new_cart_api"],
    page: 0,
    size: 2147483647,
    last: true,
  });
  expect(await listed("q=said%20ANOTHER")).toMatchObject({
    names: ["another_one"],
    totalElements: 1,
  });
  expect(await listed("sort=enabled,asc")).toMatchObject({ status: 400 });
  expect(await listed("colour=blue")).toMatchObject({ status: 400 });
  await server.db.deleteFrom("flags").where("name", "in", names).execute();
});

test("changes are in the audit log with their actor; refused ones are not", async () => {
  const { version } = (await manage("GET")).body;
  const before = (await entries("flag.update")).length;
  await manage("PATCH", "", { version, enabled: true });
  await manage("PATCH", "", { version, enabled: false });
  const updates = await entries("flag.update");
  expect(updates).toHaveLength(before + 1);
  expect(updates[0]).toEqual({
    actor_id: operator.userId,
    thing_name: "new_cart_api",
    before: { enabled: false },
    after: { enabled: true },
  });

  const identity = "early@company.example";
  const { body } = await manage("PUT", "/overrides", { identity, enabled: true });
  expect((await entries("flag.override"))[0]).toMatchObject({
    before: null,
    after: { identity, enabled: true },
  });
  await manage("PUT", "/overrides", { identity, enabled: false });
  expect((await entries("flag.override"))[0]).toMatchObject({
    before: { enabled: true },
    after: { identity, enabled: false },
  });
  await manage("DELETE", `/overrides/${body.overrides[0].id}`);
  expect((await entries("flag.removeOverride"))[0]).toMatchObject({
    before: { identity, enabled: false },
    after: null,
  });
});

test("a change is one flag's, and the log has what the same person's override was before", async () => {
  await sql`insert into flags (name, description) values ('another', 'Another')`.execute(server.db);
  const other = "/management/flags/another";
  const identity = "early@company.example";
  const wanted = { identity, enabled: true, value: "there" };
  await server.call(operator, "PUT", `${other}/overrides`, wanted);
  await manage("PUT", "/overrides", { identity: "late@company.example", enabled: true });
  const enabled = async () => {
    const flags = server.db.selectFrom("flags").select(["name", "enabled"]).orderBy("name");
    return (await flags.execute()).map((flag) => flag.enabled);
  };
  const { body } = await server.call(operator, "GET", other);
  await server.call(operator, "PATCH", other, { version: body.version, enabled: true });
  expect(await enabled()).toEqual([true, false]);
  const { version } = (await manage("GET")).body;
  await manage("PATCH", "", { version, enabled: true });
  await manage("PATCH", "", { version: version + 1, enabled: false });
  expect(await enabled()).toEqual([true, false]);
  await manage("PUT", "/overrides", { identity, enabled: false });
  expect((await entries("flag.override"))[0]).toMatchObject({ before: null });
  await server.db.deleteFrom("flags").where("name", "=", "another").execute();
});

test("pages may connect to the configured flag service, and to no other host", async () => {
  const { headers } = await server.app.inject("/health/live");
  expect(headers["content-security-policy"]).toContain(
    "connect-src 'self' https://flags.example:8443;",
  );
  const settings = await server.call(undefined, "GET", "/client-settings");
  expect(settings.body.flags).toEqual(external);
});
