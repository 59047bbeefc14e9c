import { expect, test } from "vitest";
import { invoiceDetails, testApp } from "./app.ts";
import { putRules } from "./builders/company.ts";
import { aPaidOrder } from "./builders/order.ts";
import { aProject, aReport } from "./builders/project.ts";

test("A search for punctuation alone finds nothing, in every list of a buyer", async () => {
  const t = await testApp();
  const admin = await t.aUser("Admin");
  const buyer = await t.aUser();
  const { id: projectId, vintageId } = await aProject(t.db, { vintages: [{ credits: 100 }] });
  await aPaidOrder(t, admin, buyer, vintageId!, 5);
  await aReport(t.db, projectId);
  await t.call(buyer, "POST", "/me/shortlists", { name: "Peatland" });
  const search = { name: "Peatland", query: "q=peat", alert: "NONE" };
  await t.call(buyer, "POST", "/me/searches", search);
  const put = () => t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  await put();
  await t.call(buyer, "POST", "/me/quotes", {});
  await putRules(t, buyer, [{ kind: "TONNES", over: 1 }]);
  const { version } = (await put()).body;
  await t.call(buyer, "POST", "/me/cart/checkout", { ...invoiceDetails, version });

  for (const path of [
    "/me/approvals",
    "/me/orders",
    "/me/portfolio/holdings",
    "/me/quotes",
    "/me/searches",
    "/me/shortlists",
    "/projects",
    "/reports",
  ]) {
    const found = async (q: string) => {
      const { body } = await t.call(buyer, "GET", `${path}?q=${encodeURIComponent(q)}`);
      return { path, q, total: body.totalElements };
    };
    expect.soft(await found("")).toEqual({ path, q: "", total: 1 });
    for (const q of ["%", "_", "“”"]) expect.soft(await found(q)).toEqual({ path, q, total: 0 });
  }
  await t.close();
});
