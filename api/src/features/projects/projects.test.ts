import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "../../../test/app.ts";
import { anOrder } from "../../../test/builders/order.ts";
import { daysAfter } from "../../core/days.ts";
import { today } from "../../core/days.sql.ts";
import { aProject, aReport } from "../../../test/builders/project.ts";
import { runBlocked } from "../../../test/runBlocked.ts";
import { audited, noticesOf, runNews } from "../../../test/operators.ts";

let t: TestApp;
let admin: TestCaller;
let buyer: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
  buyer = await t.aUser();
});
afterAll(() => t.close());

const at = (projectId: number) => `/management/projects/${projectId}`;
const read = async (projectId: number) => (await t.call(admin, "GET", at(projectId))).body;
async function change(projectId: number, body: object) {
  const { version } = await read(projectId);
  return await t.call(admin, "PATCH", at(projectId), { version, ...body });
}

async function references() {
  const choices = async (list: string) =>
    (await t.call(admin, "GET", `/management/projects/choices?list=${list}&size=1`)).body.content[0]
      .id as number;
  await aProject(t.db);
  return {
    registryId: await choices("registries"),
    projectDeveloperId: await choices("developers"),
    projectTypeId: await choices("projectTypes"),
  };
}

describe("a new project", () => {
  test("is sold after it was created from scratch", async () => {
    const made = await t.call(admin, "POST", "/management/projects", {
      name: "  Peat of the north ",
      ...(await references()),
      countries: ["NO", "SE"],
      youtubeVideos: ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3", "youtu.be/dQw4w9WgXcQ"],
      sustainableDevelopmentGoals: [15, 13, 13],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: "Peat of the north",
        status: { id: "AVAILABLE" },
        hidden: false,
        continent: "Europe",
        sustainableDevelopmentGoals: [13, 15],
        youtubeVideos: [{ videoId: "dQw4w9WgXcQ" }],
        categories: [],
        vintages: [],
        inUse: { carts: 0, openOrders: 0, holders: 0 },
        version: 1,
      },
    });
    const { id } = made.body;
    const vintage = await t.call(admin, "POST", `${at(id)}/vintages`, {
      impactType: "REDUCTION",
      claimType: "COMPENSATION",
      creditType: "EX_POST",
      price: 12.5,
      credits: 300,
    });
    expect(vintage.status).toBe(201);
    const listed = await t.call(buyer, "GET", "/projects?q=peat%20of%20the%20north");
    expect(listed.body.content).toMatchObject([{ id, priceFrom: 12.5, availableCredits: 300 }]);
    const order = await anOrder(t, buyer, vintage.body.id, 20);
    expect(order.totalPriceGross).toBe(297.5);
    const open = { openOrders: 1, creditsInOpenOrders: 20 };
    expect((await read(id)).inUse).toMatchObject(open);
    await t.call(admin, "POST", `/management/orders/${order.id}/approve`, {});
    expect((await read(id)).inUse).toMatchObject(open);
  });

  test("needs a name, existing directory entries and a unique id", async () => {
    const refs = await references();
    const post = (body: object) => t.call(admin, "POST", "/management/projects", body);
    expect(await post({ ...refs, name: "  " })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "name" }] },
    });
    expect(await post({ ...refs, name: "A", registryId: 2147483647 })).toMatchObject({
      status: 400,
      body: { fieldErrors: [{ path: "registryId" }] },
    });
    expect((await post({ ...refs, name: "A", externalId: "VCS77" })).status).toBe(201);
    for (const externalId of ["VCS77", "vcs77", "VCS 77", "VCS-77"])
      expect(await post({ ...refs, name: "B", externalId })).toMatchObject({
        status: 400,
        body: { fieldErrors: [{ path: "externalId" }] },
      });
    expect((await post({ ...refs, name: "C", externalId: "VCS7-7" })).status).toBe(201);
  });
});

describe("every field", () => {
  test("is read back as written, and only changes are in the audit log", async () => {
    const { id } = await aProject(t.db);
    const fields = {
      name: "Mangroves of Lamu",
      description: "Two lines\nof text",
      externalId: "VCS9",
      registryUrl: "https://registry.verra.org/app/projectDetail/VCS/9",
      registryStatus: "Registered",
      methodology: "VM0033",
      countries: ["TZ"],
      continent: "Asia",
      sustainableDevelopmentGoals: [1, 14],
      status: "COMING_SOON",
      hidden: true,
      investmentAvailable: true,
      sponsoringDetails: {
        expectedImpact: "Clean water",
        sponsoringOpportunity: { from: "2026-01-01", to: "2026-12-31" },
      },
      financingDetails: {
        expectedCredits: 5000,
        financingOpportunity: { from: "2026-02-01", to: "2027-01-31" },
        averagePricePerCredit: 9.99,
        creditingPeriod: [2027, 2028],
        methodology: "VM0047",
      },
      embedUrl: "https://www.openstreetmap.org/export/embed.html?bbox=40,-3,41,-2",
      labels: [{ kind: "CCP", detail: "", source: "ICVCM", asOf: "2026-01-31" }],
      demonstration: false,
    };
    const changed = await change(id, fields);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...fields,
      status: { id: "COMING_SOON", name: "Coming soon" },
      categories: ["FINANCING", "SPONSORING", "CREDIT_SALE"].sort(),
    });
    expect(await read(id)).toEqual(changed.body);
    const twice = { ...fields.financingDetails, creditingPeriod: [2028, 2027, 2028] };
    expect((await change(id, { financingDetails: twice })).body).toMatchObject({
      financingDetails: fields.financingDetails,
    });

    await change(id, { description: "One line" });
    expect(await audited(t, admin, "project.change")).toMatchObject({
      thingId: String(id),
      before: { description: "Two lines\nof text" },
      after: { description: "One line" },
    });
    const emptied = await change(id, { sponsoringDetails: null, financingDetails: null });
    expect(emptied.body).toMatchObject({ sponsoringDetails: null, financingDetails: null });
  });

  test("refuses a label dated in the future, by its field", async () => {
    const { id } = await aProject(t.db);
    const day = await today(t.db);
    const label = { kind: "CCP", detail: "", source: "ICVCM", asOf: day };
    const labels = [label, { ...label, kind: "CORSIA", asOf: daysAfter(day, 2) }];
    const another = { name: "Dated ahead", ...(await references()), labels };
    for (const refused of [
      await change(id, { labels }),
      await t.call(admin, "POST", "/management/projects", another),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: {
          fieldErrors: [{ path: "labels.1.asOf", message: "This date is in the future" }],
        },
      });
    expect((await change(id, { labels: [label] })).status).toBe(200);
  });

  test.each([
    ["embedUrl", "http://maps.example.org"],
    ["embedUrl", "javascript:alert(1)"],
    ["embedUrl", "https://10.0.0.1/map"],
    ["registryUrl", "http://registry.example.org"],
    ["registryUrl", "https://admin@registry.example.org"],
    ["youtubeVideos.0", ["https://vimeo.com/123"]],
    ["countries.0", ["ZZ"]],
    [
      "financingDetails.financingOpportunity.to",
      {
        expectedCredits: 1,
        financingOpportunity: { from: "2026-02-01", to: "2026-01-01" },
        averagePricePerCredit: 1,
        creditingPeriod: [],
        methodology: "V",
      },
    ],
  ])("is refused at %s when it is %j", async (path, value) => {
    const { id } = await aProject(t.db);
    const response = await change(id, { [path.split(".")[0]!]: value });
    expect(response).toMatchObject({ status: 400, body: { fieldErrors: [{ path }] } });
  });
});

describe("an embedded page", () => {
  const page = "https://maps.example.org/lamu";
  async function allow(...hosts: string[]) {
    const { embeds } = (await t.call(admin, "GET", "/management/settings")).body;
    const body = { embeds: { hosts, version: embeds.version } };
    expect((await t.call(admin, "PATCH", "/management/settings", body)).status).toBe(200);
  }
  const refused = (message: string) => ({
    status: 400,
    body: { code: "VALIDATION_FAILED", fieldErrors: [{ path: "embedUrl", message }] },
  });
  const rest = "; sites are added in the settings";

  test("of a site that is not in the settings is refused, with the allowed ones", async () => {
    await allow("www.youtube-nocookie.com", "maps.example.net");
    const { id } = await aProject(t.db);
    const detail = `Only pages of www.youtube-nocookie.com, maps.example.net can be embedded${rest}`;
    expect(await change(id, { embedUrl: page })).toMatchObject(refused(detail));
    const body = { name: "Mapped", ...(await references()), embedUrl: page };
    expect(await t.call(admin, "POST", "/management/projects", body)).toMatchObject(
      refused(detail),
    );

    await allow("maps.example.org");
    expect((await change(id, { embedUrl: page })).body).toMatchObject({ embedUrl: page });
  });

  test("stays when its site is taken off the list, until it is changed", async () => {
    await allow("maps.example.org");
    const { id } = await aProject(t.db);
    await change(id, { embedUrl: page });
    await allow();
    expect((await change(id, { embedUrl: page, name: "Other" })).status).toBe(200);
    const detail = `Only pages of no site can be embedded${rest}`;
    expect(await change(id, { embedUrl: `${page}?z=2` })).toMatchObject(refused(detail));
    expect((await change(id, { embedUrl: null })).body).toMatchObject({ embedUrl: null });
  });
});

describe("two operators", () => {
  test("who save the same version: the second is refused and loses nothing", async () => {
    const { id } = await aProject(t.db, { name: "Before" });
    const [first, second] = await Promise.all(
      ["One", "Two"].map((name) => t.call(admin, "PATCH", at(id), { version: 1, name })),
    );
    const statuses = [first!.status, second!.status].sort();
    expect(statuses).toEqual([200, 409]);
    const lost = [first!, second!].find(({ status }) => status === 409)!;
    expect(lost.body.code).toBe("VERSION_CONFLICT");
    const now = await read(id);
    expect(now.version).toBe(2);
    expect((await t.call(admin, "PATCH", at(id), { version: 2, name: "Three" })).status).toBe(200);
  });

  test("a save without changes has no effect", async () => {
    const { id } = await aProject(t.db, { name: "Still" });
    const before = await read(id);
    const same = await change(id, { name: "Still", countries: ["KE"], status: "AVAILABLE" });
    expect(same.body).toEqual(before);
  });
});

describe("a project in a cart", () => {
  test("that is paused stays there and is marked; once on sale again it can be ordered", async () => {
    const owner = await t.aUser();
    const { id, vintageId } = await aProject(t.db);
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
    expect((await read(id)).inUse).toMatchObject({ carts: 1, creditsInCarts: 5 });

    const paused = await change(id, { status: "TEMPORARILY_UNAVAILABLE" });
    expect(paused.body.changes[0].change).toBe(
      "Availability changed from available to temporarily unavailable",
    );
    await runNews(t);
    expect(await noticesOf(t, owner)).toEqual(["cart.project.temporarily.unavailable"]);
    expect((await t.call(owner, "GET", "/me/cart")).body.items).toHaveLength(1);
  });

  test("that is hidden is removed, which frees the credits, and cannot be found any more", async () => {
    const owner = await t.aUser();
    const { id, vintageId } = await aProject(t.db, { name: "Vanishing" });
    await t.call(owner, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
    expect((await change(id, { hidden: true })).body.hidden).toBe(true);
    await runNews(t);
    expect(await noticesOf(t, owner)).toEqual(["cart.vintage.removed"]);
    expect((await t.call(owner, "GET", "/me/cart")).body.items).toEqual([]);
    expect((await read(id)).vintages[0].stock).toMatchObject({ reserved: 0, available: 1000 });
    expect((await t.call(owner, "GET", `/projects/${id}`)).status).toBe(404);
    await change(id, { hidden: false });
    const back = await t.call(owner, "GET", `/projects/${id}`);
    expect(back.body.changes[0].change).toBe("Back on the marketplace");
  });
});

test("an operator adds a sentence to the public history", async () => {
  const { id } = await aProject(t.db);
  const change = "Verification report of 2025 published";
  expect((await t.call(admin, "POST", `${at(id)}/changes`, { change })).status).toBe(201);
  const { body } = await t.call(buyer, "GET", `/projects/${id}`);
  expect(body.changes[0].change).toBe(change);
});

describe("deleting", () => {
  test("removes an unreferenced project with everything that belongs to it", async () => {
    const { id, vintageId } = await aProject(t.db, {
      vintages: [{ credits: 0 }],
      labels: ["CCP"],
    });
    await t.call(admin, "POST", `${at(id)}/documents/links`, {
      name: "Design",
      url: "https://example.org/pdd.pdf",
    });
    const fact = { state: "KNOWN", value: "SCS", source: "Letter", asOf: "2026-02-01" };
    for (const place of ["verifier", `vintages/${vintageId}/verifier`])
      expect((await t.call(admin, "PUT", `${at(id)}/evidence/${place}`, fact)).status).toBe(200);
    await sql`insert into registry_vintages values (${id}, 2020, 3, 1, 2)`.execute(t.db);
    await sql`insert into registry_years values (${id}, 2021, 3, 1)`.execute(t.db);
    const writer = { firstName: "Ilse", lastName: "Brenn", email: "ilse@brennvik.example" };
    const asked = { ...writer, topic: "General Question", message: "Since when?", projectId: id };
    expect((await t.call(buyer, "POST", "/support/requests", asked)).status).toBe(204);
    expect((await t.call(admin, "DELETE", at(id))).status).toBe(204);
    expect((await t.call(admin, "GET", at(id))).status).toBe(404);
    const requests = await t.call(admin, "GET", "/management/support-requests?q=Brenn");
    expect(requests.body.content).toMatchObject([{ message: "Since when?", project: null }]);
    expect(await audited(t, admin, "project.delete")).toMatchObject({ thingId: String(id) });
  });

  test("keeps a support request made about it at the same moment", async () => {
    const { id } = await aProject(t.db, { vintages: [] });
    const writer = { firstName: "Ilse", lastName: "Kern", email: "kern@brennvik.example" };
    const asked = { ...writer, topic: "General Question", message: "Is it gone?", projectId: id };
    const gone = sql`delete from projects where id = ${id}`;
    const ask = () => t.call(buyer, "POST", "/support/requests", asked);
    expect(await runBlocked(t.db, gone, [ask])).toMatchObject([{ status: 204 }]);
    const requests = await t.call(admin, "GET", "/management/support-requests?q=Kern");
    expect(requests.body.content).toMatchObject([{ message: "Is it gone?", project: null }]);
  });

  test("is refused with the orders, carts, reports, price lists and vintages that reference it", async () => {
    const { id, vintageId } = await aProject(t.db, { vintages: [{ year: 2019 }] });
    await aReport(t.db, id);
    const shopper = await t.aUser();
    await anOrder(t, shopper, vintageId, 3);
    await t.call(shopper, "POST", "/me/cart/vintages", { vintageId, credits: 1 });
    await t.call(admin, "POST", "/management/price-lists", {
      name: "Friends of the peat",
      validFrom: "2020-01-01",
      validUntil: null,
      companies: [],
      rules: [{ percent: 10, project: [id] }],
      prices: [],
    });
    const { status, body } = await t.call(admin, "DELETE", at(id));
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: "IN_USE", usedByCount: 5 });
    expect(body.usedBy.map(({ type }: { type: string }) => type)).toEqual([
      "order",
      "cart",
      "report",
      "price-list",
      "vintage",
    ]);
    const { usedBy, usedByCount } = body;
    expect((await t.call(admin, "GET", `${at(id)}/uses`)).body).toEqual({ usedBy, usedByCount });
    expect((await t.call(admin, "GET", at(id))).status).toBe(200);
  });
});

test("choices are found by a part of their name", async () => {
  await aProject(t.db, { developer: "Fjord & Fell AS" });
  const { body } = await t.call(
    admin,
    "GET",
    "/management/projects/choices?list=developers&q=fell",
  );
  expect(body).toMatchObject({ content: [{ name: "Fjord & Fell AS" }], totalElements: 1 });
  const [{ id }] = body.content;
  const named = await t.call(admin, "GET", `/management/projects/choices?list=developers&id=${id}`);
  expect(named.body.content).toEqual(body.content);
});
