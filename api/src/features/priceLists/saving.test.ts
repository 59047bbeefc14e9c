import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestUser } from "../../../test/app.ts";
import { aProject } from "../../../test/builders/project.ts";

/* A price list is saved as its form shows it: what is shown has to be all that is to stay. */

let t: TestApp;
let operator: TestUser;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
});
afterAll(() => t.close());

const path = "/management/price-lists";
async function aList(name: string, facts: { companies: number[]; prices?: object[] }) {
  const usual = { validFrom: "2020-01-01", validUntil: null, rules: [], prices: [] };
  return (await t.call(operator, "POST", path, { ...usual, name, ...facts })).body;
}
const read = async (id: number) => (await t.call(operator, "GET", `${path}/${id}`)).body;
type List = Awaited<ReturnType<typeof read>>;
/** All of a list as it is shown, by another name. */
const rename = ({ id, name, companies, prices, validFrom, validUntil, rules, version }: List) =>
  t.call(operator, "PATCH", `${path}/${id}`, {
    name: `${name}, renamed`,
    companies: companies.map((each: { id: number }) => each.id),
    prices: prices.map((each: { id: number; own: number }) => ({
      vintageId: each.id,
      price: each.own,
    })),
    validFrom,
    validUntil,
    rules,
    version,
  });

test("the price of a vintage that is withdrawn for a while outlives a change of its list", async () => {
  const { id: projectId, vintageId } = await aProject(t.db);
  const companies = [operator.companyId];
  const { id } = await aList("Withdrawn", { companies, prices: [{ vintageId, price: 4 }] });
  const vintage = `/management/projects/${projectId}/vintages/${vintageId}`;
  const withdrawn = await t.call(operator, "PATCH", vintage, { status: "WITHDRAWN", version: 1 });
  expect(withdrawn.status).toBe(200);

  const { body: saved } = await rename(await read(id));

  expect(saved.prices).toMatchObject([{ id: vintageId, own: 4 }]);
});

test("a list can be saved on after one of its companies was merged into another", async () => {
  const [from, into] = [(await t.aUser()).companyId, (await t.aUser()).companyId];
  const { id } = await aList("Merged", { companies: [from, into] });
  const merge = { intoId: into, reason: "The same" };
  const merged = await t.call(operator, "POST", `/management/companies/${from}/merge`, merge);
  expect(merged.status).toBe(200);

  const shown = await read(id);

  expect(shown.companies).toMatchObject([{ id: into }]);
  expect((await rename(shown)).status).toBe(200);
});
