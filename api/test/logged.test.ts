import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "./app.ts";
import { aProject } from "./builders/project.ts";
import { upload } from "./operators.ts";

const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let t: TestApp;
let admin: TestUser;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

type Step = [method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body?: object];

const stepsOf =
  (caller: TestUser) =>
  async (...[method, path, body]: Step): Promise<number> => {
    const answer = await t.call(caller, method, path, body);
    expect(answer.status, `${method} ${path}`).toBeOneOf([200, 201, 204]);
    return answer.body?.id ?? answer.body?.documentId;
  };

/** What the audit log says of a caller: action and record, in order. */
const logOf = async ({ userId }: TestUser) =>
  (
    await t.db
      .selectFrom("audit_entries")
      .select(["action", "thing_type", "thing_id"])
      .where("actor_id", "=", userId)
      .orderBy("id")
      .execute()
  ).map(({ action, thing_type, thing_id }) => `${action} ${thing_type} ${thing_id}`);

test("Each step of a project from its creation to its deletion is logged once", async () => {
  const { id: other } = await aProject(t.db);
  const { registry, projectDeveloper, projectType } = (
    await t.call(admin, "GET", `/management/projects/${other}`)
  ).body;
  const step = stepsOf(admin);
  const id = await step("POST", "/management/projects", {
    name: "Peat of the north",
    registryId: registry.id,
    projectDeveloperId: projectDeveloper.id,
    projectTypeId: projectType.id,
  });
  const at = `/management/projects/${id}`;
  const kind = { impactType: "MIXED", claimType: "COMPENSATION", creditType: "EX_POST" };
  const vintage = await step("POST", `${at}/vintages`, kind);
  await step("DELETE", `${at}/vintages/${vintage}`);
  const anImage = async () => {
    const file = { name: "a.png", bytes: Buffer.from(onePixel, "base64") };
    return (await upload(t, admin, `${at}/images`, file)).body.imageId as number;
  };
  const [one, two] = [await anImage(), await anImage()];
  await step("PATCH", `${at}/images`, { imageIds: [two, one] });
  await step("PATCH", `${at}/images/${one}`, { alt: "A peat bog" });
  await step("DELETE", `${at}/images/${one}`);
  const aLink = (name: string) =>
    step("POST", `${at}/documents/links`, { name, url: "https://registry.example/1" });
  const [first, second] = [await aLink("First"), await aLink("Second")];
  await step("PATCH", `${at}/documents`, { documentIds: [second, first] });
  await step("PATCH", `${at}/documents/${first}`, { name: "Another" });
  await step("DELETE", `${at}/documents/${first}`);
  await step("POST", `${at}/changes`, { change: "Verified again" });
  await step("DELETE", at);
  const project = `project ${id}`;
  expect(await logOf(admin)).toEqual([
    `project.create ${project}`,
    `vintage.create vintage ${vintage}`,
    `vintage.delete vintage ${vintage}`,
    `image.add ${project}`,
    `image.add ${project}`,
    `image.order ${project}`,
    `image.describe ${project}`,
    `image.delete ${project}`,
    `document.add ${project}`,
    `document.add ${project}`,
    `document.order ${project}`,
    `document.rename ${project}`,
    `document.delete ${project}`,
    `project.note ${project}`,
    `project.delete ${project}`,
  ]);
});

test("Each step of a report, a partner and a role is logged once", async () => {
  const operator = await t.aUser("Admin");
  const step = stepsOf(operator);
  const report = await step("POST", "/management/reports", {
    name: "Reed beds: permanence",
    description: "",
    price: 490,
    publishedAt: "2026-03-01",
    projectIds: [],
  });
  await step("PATCH", `/management/reports/${report}`, { price: 500, version: 1 });
  await step("DELETE", `/management/reports/${report}`);
  const partner = await step("POST", "/management/partners", { name: "A partner" });
  await step("PATCH", `/management/partners/${partner}`, { name: "Another", version: 1 });
  await step("DELETE", `/management/partners/${partner}`);
  const role = await step("POST", "/management/roles", { name: "A role", permissions: [] });
  const again = { name: "Another", permissions: [], version: 1 };
  await step("PATCH", `/management/roles/${role}`, again);
  await step("DELETE", `/management/roles/${role}`);
  const verbs = ["create", "change", "delete"];
  expect(await logOf(operator)).toEqual([
    ...verbs.map((verb) => `report.${verb} report ${report}`),
    ...verbs.map((verb) => `partner.${verb} partner ${partner}`),
    ...verbs.map((verb) => `role.${verb} role ${role}`),
  ]);
});

test("Each change of a company by its owner, and by an operator, is logged once", async () => {
  const [owner, operator] = [await t.aUser(), await t.aUser("Admin")];
  const step = stepsOf(owner);
  const plain = { profile: "EN16931", address: null };
  await step("PUT", "/me/company/e-invoices", { ...plain, reference: "Desk 7", version: 1 });
  const { version } = (await t.call(owner, "GET", "/me/company")).body;
  await step("PATCH", "/me/company", { name: "Renamed", version });
  const invited = { email: "ida@example.com", role: "BUYER" };
  await step("POST", "/me/company/invitations", invited);
  const { invitations } = (await t.call(owner, "GET", "/me/company")).body;
  await step("DELETE", `/me/company/invitations/${invitations[0].id}`);
  const at = `/management/companies/${owner.companyId}`;
  const operate = stepsOf(operator);
  const seen = (await t.call(operator, "GET", at)).body;
  await operate("PATCH", at, { creditLimit: 5, version: seen.version });
  await operate("POST", `${at}/block`, { reason: "Unknown address" });
  await operate("POST", `${at}/unblock`);
  const logged = (verbs: string[]) =>
    verbs.map((verb) => `company.${verb} company ${owner.companyId}`);
  expect(await logOf(owner)).toEqual(logged(["eInvoices", "change", "invite", "uninvite"]));
  expect(await logOf(operator)).toEqual(logged(["limit", "block", "unblock"]));
});
