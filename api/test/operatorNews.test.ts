import { notificationCodes } from "@tonneline/contract/codes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../src/core/db.ts";
import { mergeHandlers } from "../src/core/jobs.ts";
import { cartJobs } from "../src/features/cart/cart.jobs.ts";
import { createCartService } from "../src/features/cart/cart.service.ts";
import {
  changeVintage,
  setProjectStatus,
  type VintageChange,
} from "../src/features/catalogue/catalogue.service.ts";
import { portfolioJobs } from "../src/features/portfolio/portfolio.jobs.ts";
import { createSettings } from "../src/features/settings/settings.service.ts";
import { testApp, type TestApp, type TestCaller } from "./app.ts";
import { aPaidOrder } from "./builders/order.ts";
import { aProject } from "./builders/project.ts";

let t: TestApp;
let admin: TestCaller;
beforeAll(async () => {
  t = await testApp();
  admin = await t.aUser("Admin");
});
afterAll(() => t.close());

/** Runs only the worker's jobs for such changes: no buyer opens the cart. */
const spread = () => {
  const carts = createCartService(t.db, createSettings(t.db, 30));
  return t.runJobs(mergeHandlers(cartJobs(t.db, carts), portfolioJobs(t.db)));
};
const change = (vintageId: number, what: VintageChange) =>
  inTransaction(t.db, (tx) => changeVintage(tx, vintageId, what));

async function notificationsOf(person: TestCaller, area: "cart" | "portfolio") {
  const { body } = await t.call(person, "GET", "/me/notifications?read=false");
  return (body.content as { code: string; facts: object }[])
    .filter(({ code }) => code.startsWith(area) && !code.includes("retirement"))
    .map(({ code, facts }) => ({ code, ...facts }));
}

/** A buyer with 5 tonnes in the cart, and another who bought 5 of the same. */
async function aVintageInUse(facts = {}) {
  const [buyer, holder] = [await t.aUser(), await t.aUser()];
  const project = await aProject(t.db, {
    name: "Alto Jutaí",
    vintages: [{ year: 2021, ...facts }],
  });
  await aPaidOrder(t, admin, holder, project.vintageId, 5);
  const { vintageId } = project;
  await t.call(buyer, "POST", "/me/cart/vintages", { vintageId, credits: 5 });
  return { ...project, buyer, holder };
}

/** Every code that an operator's change to a vintage raises in a cart, and what the buyer sees. */
const changes: [code: string, facts: object, what: VintageChange, read: object][] = [
  [
    "cart.vintage.price.changed",
    { priceCents: 1000 },
    { priceCents: 1250 },
    { before: 10, after: 12.5 },
  ],
  [
    "cart.claim.type.changed",
    { claimType: "CONTRIBUTION" },
    { claimType: "COMPENSATION" },
    { before: "CONTRIBUTION", after: "COMPENSATION" },
  ],
  [
    "cart.impact.type.changed",
    { impactType: "REMOVAL_SHORT" },
    { impactType: "MIXED" },
    { before: "REMOVAL_SHORT", after: "MIXED" },
  ],
  ["cart.vintage.year.changed", {}, { year: 2022 }, { before: 2021, after: 2022, year: 2022 }],
  [
    "cart.vintage.credit.ex-post",
    { creditType: "EX_ANTE" },
    { creditType: "EX_POST" },
    { before: "EX_ANTE", after: "EX_POST" },
  ],
  [
    "cart.vintage.credit.ex-ante",
    { creditType: "EX_POST" },
    { creditType: "EX_ANTE" },
    { before: "EX_POST", after: "EX_ANTE" },
  ],
  [
    "cart.vintage.removed",
    {},
    { status: "WITHDRAWN" },
    { reason: "It is no longer offered.", year: 2021 },
  ],
];

describe("an operator's change to a vintage", () => {
  test.each(changes)(
    "reaches the cart as %s, once, with old and new value",
    async (code, facts, what, read) => {
      const { id, buyer, vintageId } = await aVintageInUse(facts);

      await change(vintageId, what);
      await spread();
      await spread();

      const news = { code, projectId: id, projectName: "Alto Jutaí", ...read };
      expect(await notificationsOf(buyer, "cart")).toEqual([expect.objectContaining(news)]);
      const cart = (await t.call(buyer, "GET", "/me/cart")).body;
      expect(cart.items).toHaveLength(code === "cart.vintage.removed" ? 0 : 1);
      expect(await notificationsOf(buyer, "cart")).toHaveLength(1);
    },
  );

  test("that takes it off sale releases the tonnes in carts", async () => {
    const { vintageId } = await aVintageInUse({ credits: 100 });
    await change(vintageId, { status: "WITHDRAWN" });
    await spread();
    const stock = await t.db
      .selectFrom("vintage_stock")
      .select(["available", "reserved", "held"])
      .where("vintage_id", "=", vintageId)
      .executeTakeFirst();
    expect(stock).toEqual({ available: 95, reserved: 0, held: 5 });
  });

  test("of several fields is reported one by one", async () => {
    const { buyer, vintageId } = await aVintageInUse();
    await change(vintageId, { priceCents: 2000, claimType: "COMPENSATION", year: 2019 });
    await spread();
    expect((await notificationsOf(buyer, "cart")).map(({ code }) => code).toSorted()).toEqual([
      "cart.claim.type.changed",
      "cart.vintage.price.changed",
      "cart.vintage.year.changed",
    ]);
  });
});

test.each(["TEMPORARILY_UNAVAILABLE", "COMING_SOON", "CONTACT_REQUIRED", "SOLD_OUT"] as const)(
  "A project that becomes %s is reported in carts, which keep it; its return is not",
  async (status) => {
    const { id, buyer } = await aVintageInUse();
    const set = (to: typeof status | "AVAILABLE") =>
      inTransaction(t.db, (tx) => setProjectStatus(tx, id, to));

    await set(status);
    await spread();
    const before = (await t.call(buyer, "GET", "/me/cart")).body;
    await set("AVAILABLE");
    await spread();

    expect(await notificationsOf(buyer, "cart")).toEqual([
      expect.objectContaining({ code: "cart.project.temporarily.unavailable", projectId: id }),
    ]);
    expect(before.items[0].product.purchasable).toBe(false);
    const after = (await t.call(buyer, "GET", "/me/cart")).body;
    expect(after.items[0].product.purchasable).toBe(true);
    expect(after.version).toBeGreaterThan(before.version);
  },
);

test.each([
  ["portfolio.vintage.credit.ex-post", "EX_ANTE", "EX_POST"],
  ["portfolio.vintage.credit.ex-ante", "EX_POST", "EX_ANTE"],
] as const)(
  "Holders are notified of %s, once; buyers with it in a cart are not",
  async (code, from, to) => {
    const { id, buyer, holder, vintageId } = await aVintageInUse({ creditType: from });

    await change(vintageId, { creditType: to });
    await spread();
    await change(vintageId, { priceCents: 4321 });
    await spread();

    const news = { code, projectId: id, projectName: "Alto Jutaí", year: 2021 };
    expect(await notificationsOf(holder, "portfolio")).toEqual([expect.objectContaining(news)]);
    expect(await notificationsOf(buyer, "portfolio")).toEqual([]);
    const { body } = await t.call(holder, "GET", "/me/portfolio");
    expect(body.holdings[0].creditType).toBe(to);
  },
);

test("Every notification code of carts is raised by one of these changes", () => {
  const raised = [...changes.map(([code]) => code), "cart.project.temporarily.unavailable"];
  const codes = notificationCodes.filter((code) => code.startsWith("cart."));
  expect(raised.toSorted()).toEqual(codes.toSorted());
});
