import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { aProject } from "./builders/project.ts";

/** As readers expect, and unlike a sort by bytes. */
const inOrder = ["Åland Peat", "brennvik", "Łódź Wind", "Öresund", "Zeta"];
const jumbled = ["Zeta", "Öresund", "brennvik", "Łódź Wind", "Åland Peat"];

let t: TestApp;
let operator: TestCaller;
let projectId: number;
beforeAll(async () => {
  t = await testApp();
  operator = await t.aUser("Admin");
  projectId = (await aProject(t.db)).id;
});
afterAll(() => t.close());

const named = (name: string) => ({ name });
const aPriceList = (name: string) => ({
  name,
  validFrom: "2026-01-01",
  validUntil: null,
  companies: [],
  rules: [],
  prices: [],
});
const aReport = (name: string) => ({
  name,
  description: "All that is known.",
  price: 10,
  publishedAt: "2026-01-01",
  projectIds: [projectId],
});
const aSearch = (name: string) => ({ name, query: "q=peat", alert: "NONE" });
const aView = (name: string) => ({ list: "orders", name, query: "", hidden: [] });

test.each<[string, (name: string) => object, string]>([
  ["/management/auditors", named, ""],
  ["/management/developers", named, ""],
  ["/management/partners", named, ""],
  ["/management/price-lists", aPriceList, ""],
  ["/management/project-types", named, ""],
  ["/management/registries", named, ""],
  ["/management/reports", aReport, "?sort=name,asc"],
  ["/me/searches", aSearch, ""],
  ["/me/shortlists", named, ""],
  ["/me/views", aView, "?list=orders"],
])("%s sorts names as readers expect", async (path, body, query) => {
  for (const name of jumbled) {
    const made = await t.call(operator, "POST", path, body(name));
    expect(made).toMatchObject({ status: 201 });
  }
  expect(await mine(`${path}${query}`)).toEqual(inOrder);
});

test.each(["/management/projects/choices?list=developers", "/reports?sort=name,asc"])(
  "%s sorts them like this, too",
  async (path) => {
    expect(await mine(path)).toEqual(inOrder);
  },
);

/** This test's names in a list, in the list's order. */
async function mine(path: string): Promise<string[]> {
  const { status, body } = await t.call(operator, "GET", path);
  expect(status).toBe(200);
  return body.content
    .map(({ name }: { name: string }) => name)
    .filter((name: string) => jumbled.includes(name));
}
