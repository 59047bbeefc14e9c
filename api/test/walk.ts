import fc from "fast-check";
import { sql } from "kysely";
import { inTransaction } from "../src/core/db.ts";
import { Refusal } from "../src/core/errors.ts";
import { createCartService } from "../src/features/cart/cart.service.ts";
import { createCheckout } from "../src/features/cart/checkout.service.ts";
import { changeVintage, setProjectStatus } from "../src/features/catalogue/catalogue.service.ts";
import { lockAvailable, postMovements } from "../src/features/ledger/ledger.service.ts";
import { approveOrder, payOrder, rejectOrder } from "../src/features/orders/life.service.ts";
import { requestRetirement } from "../src/features/retirements/requests.service.ts";
import { completeRetirement } from "../src/features/retirements/completing.service.ts";
import { declineRetirement } from "../src/features/retirements/retirements.service.ts";
import { createSettings } from "../src/features/settings/settings.service.ts";
import { invoiceDetails, testApp } from "./app.ts";
import { aProject } from "./builders/project.ts";

const buyerCount = 3;
const issued = [200, 60, 9];

/** An action by a buyer or operator; `nth` selects among the existing records, so that any step is possible at any time. */
export type Step =
  | { do: "set"; buyer: number; vintage: number; credits: number }
  | { do: "look" | "checkout" | "holds end"; buyer: number }
  | { do: "approve" | "pay" | "reject" | "complete" | "decline"; nth: number }
  | { do: "retire"; buyer: number; vintage: number; credits: number }
  | { do: "adjust"; vintage: number; credits: number }
  | { do: "price"; vintage: number; cents: number }
  | { do: "pause"; paused: boolean };

const buyer = fc.nat(buyerCount - 1);
const vintage = fc.nat(issued.length - 1);
const nth = fc.nat(20);
const oneOf = <const T extends string>(...names: T[]) => fc.constantFrom(...names);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: oneOf("set"), buyer, vintage, credits: fc.nat(12) }),
  },
  { weight: 6, arbitrary: fc.record({ do: oneOf("checkout", "checkout", "look"), buyer }) },
  { weight: 2, arbitrary: fc.record({ do: oneOf("holds end"), buyer }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: oneOf("approve", "approve", "pay", "pay", "reject", "complete", "decline"),
      nth,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: oneOf("retire"),
      buyer,
      vintage,
      credits: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: oneOf("adjust"),
      vintage,
      credits: fc.integer({ min: -15, max: 15 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: oneOf("price"),
      vintage,
      cents: fc.integer({ min: 1, max: 9999 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: oneOf("pause"), paused: fc.nat(4).map((n) => n === 0) }),
  },
);

/** Steps in sequence, occasionally several at the same time. */
export const walks = (length: number) =>
  fc.array(
    fc.oneof(
      { weight: 6, arbitrary: step.map((one) => [one]) },
      { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 5 }) },
    ),
    // No minimum length: a failing walk must shrink to the few steps that matter.
    { maxLength: length, size: "max" },
  );

/** A walk with each kind of step at least once, without a refusal. */
export const everyStep: Step[][] = [
  [{ do: "set", buyer: 0, vintage: 0, credits: 10 }],
  [{ do: "look", buyer: 0 }],
  [{ do: "checkout", buyer: 0 }],
  [{ do: "approve", nth: 0 }],
  [{ do: "pay", nth: 0 }],
  [{ do: "retire", buyer: 0, vintage: 0, credits: 3 }],
  [{ do: "complete", nth: 0 }],
  [{ do: "retire", buyer: 0, vintage: 0, credits: 2 }],
  [{ do: "decline", nth: 0 }],
  [{ do: "set", buyer: 1, vintage: 1, credits: 4 }],
  [{ do: "checkout", buyer: 1 }],
  [{ do: "reject", nth: 0 }],
  [{ do: "set", buyer: 2, vintage: 0, credits: 5 }],
  [{ do: "holds end", buyer: 2 }],
  [{ do: "adjust", vintage: 2, credits: -4 }],
  [{ do: "price", vintage: 0, cents: 1234 }],
  [{ do: "pause", paused: true }],
  [{ do: "pause", paused: false }],
];

/** Creates a market for one walk: three buyers, three vintages, and every service as on the server. */
export async function aMarket() {
  const t = await testApp();
  const settings = createSettings(t.db, 30);
  const carts = createCartService(t.db, settings);
  const { checkout } = createCheckout(t.db, settings, { ownFileId: async () => null });
  const operator = await t.aUser("Admin");
  const buyers = await Promise.all(Array.from({ length: buyerCount }, () => t.aUser()));
  const project = await aProject(t.db, {
    registry: "A registry of its own",
    vintages: issued.map((credits, index) => ({ credits, year: 2020 + index })),
  });
  /** The walk's own count: tonnes issued into the market. */
  const issuedOf = new Map(project.vintageIds.map((id, index) => [id, issued[index]!]));
  const context = {
    actor: { userId: operator.userId, username: "operator", ip: "127.0.0.1" },
    idempotencyKey: undefined,
  };
  const details = { ...invoiceDetails, invoiceAddress: { ...invoiceDetails.invoiceAddress } };

  /** Usually a record for which the step is possible, occasionally any. */
  async function pick(thing: "orders" | "retirements", status: string, index: number) {
    const { rows } = await sql<{ id: number; fits: boolean }>`
      select id, status = ${status} as fits from ${sql.table(thing)} order by id`.execute(t.db);
    const fitting = rows.filter(({ fits }) => fits);
    const among = index < 18 && fitting.length > 0 ? fitting : rows;
    return among[index % Math.max(1, among.length)]?.id ?? 999_999;
  }

  async function take(one: Step): Promise<unknown> {
    const userId = "buyer" in one ? buyers[one.buyer]!.userId : 0;
    const vintageId = "vintage" in one ? project.vintageIds[one.vintage]! : 0;
    switch (one.do) {
      case "set":
        return await carts.setVintage(userId, vintageId, one.credits);
      case "look":
        return await carts.read(userId, undefined, true);
      case "checkout": {
        const { state } = await carts.read(userId, undefined, true);
        const { version } = state.cart;
        const order = { userId, version, idempotencyKey: undefined };
        return await checkout({ ...order, details: details as never });
      }
      case "holds end":
        await sql`update cart_items set reserved_to = now() - interval '1 second'
          where cart_id = (select id from carts where user_id = ${userId}) and reserved_to is not null`.execute(
          t.db,
        );
        return await carts.endHolds();
      case "approve":
        return await approveOrder(
          t.db,
          settings,
          { ...context, id: await pick("orders", "AWAITING_APPROVAL", one.nth) },
          {},
        );
      case "pay":
        return await payOrder(
          t.db,
          { ...context, id: await pick("orders", "AWAITING_PAYMENT", one.nth) },
          new Date(),
        );
      case "reject":
        return await rejectOrder(
          t.db,
          settings,
          {
            ...context,
            id: await pick(
              "orders",
              one.nth % 2 ? "AWAITING_PAYMENT" : "AWAITING_APPROVAL",
              one.nth,
            ),
          },
          { reason: "no reason" },
        );
      case "retire": {
        const wanted = { vintageId, quantity: one.credits, beneficiaryName: "Brennvik" };
        const asking = { actorId: userId, idempotencyKey: undefined };
        const purpose = "OWN_EMISSIONS" as const;
        return await requestRetirement(t.db, { ...wanted, purpose }, asking);
      }
      case "complete": {
        const id = await pick("retirements", "RETIREMENT_IN_PROGRESS", one.nth);
        const serial = `A-${id}`;
        const serials = { serialNumberFrom: serial, serialNumberTo: serial };
        const registryUrl = "https://registry.example/1";
        const completion = { ...serials, registryUrl, retiredAt: new Date().toISOString() };
        return await completeRetirement(t.db, { ...context, id }, completion);
      }
      case "decline":
        return await declineRetirement(
          t.db,
          { ...context, id: await pick("retirements", "RETIREMENT_IN_PROGRESS", one.nth) },
          "no reason",
        );
      case "adjust":
        return await adjust(vintageId, one.credits);
      case "price":
        await inTransaction(t.db, (tx) => changeVintage(tx, vintageId, { priceCents: one.cents }));
        return await carts.applyCatalogueChanges([vintageId]);
      case "pause": {
        const status = one.paused ? "TEMPORARILY_UNAVAILABLE" : "AVAILABLE";
        return await inTransaction(t.db, (tx) => setProjectStatus(tx, project.id, status));
      }
    }
  }

  /** Like an import: never takes credits that buyers hold. */
  async function adjust(vintageId: number, wanted: number): Promise<void> {
    const quantity = await inTransaction(t.db, async (tx) => {
      const available = (await lockAvailable(tx, [vintageId])).get(vintageId)!;
      const most = Math.max(wanted, -available);
      await postMovements(tx, [
        { kind: "ADJUST", vintageId, quantity: most, reason: "changed at the registry" },
      ]);
      return most;
    });
    issuedOf.set(vintageId, issuedOf.get(vintageId)! + quantity);
  }

  return {
    db: t.db,
    issuedOf,
    /** Takes steps concurrently. Refusals are regular outcomes. True for each step that was not refused. */
    async take(steps: readonly Step[]): Promise<boolean[]> {
      return await Promise.all(
        steps.map((one) =>
          take(one).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Refusal) return false;
              throw error;
            },
          ),
        ),
      );
    },
    close: () => t.close(),
  };
}
