import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceDetails, testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aTeam, putRules } from "../../../test/builders/company.ts";
import { aProject } from "../../../test/builders/project.ts";

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

async function requested(buyer: TestUser, credits: number): Promise<number> {
  const { vintageId } = await aProject(t.db);
  const set = await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits });
  const body = { ...invoiceDetails, costCentre: "CC-1", version: set.body.version };
  return (await t.call(buyer, "POST", "/me/cart/checkout", body)).body.approval.id;
}

async function exported(user: TestUser, query = "") {
  const response = await t.app.inject({
    url: `/api/v1/me/approvals?${query}`,
    headers: { authorization: `Bearer ${user.authToken}`, accept: "text/csv" },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-disposition"]).toMatch(/requests-\d{4}-\d\d-\d\d\.csv/);
  return parse<Record<string, string>>(response.rawPayload, { bom: true, columns: true });
}

test("A company exports its own requests as CSV, with who decided them and why", async () => {
  const { owner, buyer, approver } = await aTeam(t);
  const elsewhere = await aTeam(t);
  for (const team of [owner, elsewhere.owner])
    await putRules(t, team, [{ kind: "TONNES", over: 1 }]);
  const refused = await requested(buyer, 5);
  const waiting = await requested(buyer, 2);
  await requested(elsewhere.buyer, 3);
  await t.call(approver, "POST", `/me/approvals/${refused}/refuse`, { reason: "Not this year" });

  const { body } = await t.call(buyer, "GET", `/me/approvals/${refused}`);
  const rows = await exported(approver, "sort=createdAt,asc&page=1&size=1");
  expect(rows.map((row) => row["Request"])).toEqual([`${refused}`, `${waiting}`]);
  expect(rows[0]).toEqual({
    Request: `${refused}`,
    "Requested by": body.requester.name,
    "Requested (UTC)": body.createdAt,
    Status: "REFUSED",
    "Cost centre": "CC-1",
    Tonnes: "5",
    "Net (EUR)": "50",
    "VAT %": "19",
    "VAT (EUR)": "9.5",
    "Total (EUR)": "59.5",
    "Held until (UTC)": body.expiresAt,
    "Decided (UTC)": body.decidedAt,
    "Decided by": body.decidedBy.name,
    "Refused because": "Not this year",
    Order: "",
  });
  expect(rows[1]).toMatchObject({ Status: "PENDING", "Decided by": "", "Refused because": "" });
  expect(await exported(approver, "waitingFor=me")).toHaveLength(1);
  expect(await exported(buyer, "waitingFor=me")).toEqual([]);
});
