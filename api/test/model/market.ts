import { sql } from "kysely";
import { expect } from "vitest";
import type { CartService } from "../../src/features/cart/cart.service.ts";
import {
  invoiceDetails,
  type TestResponse,
  type TestApp,
  type TestCaller,
  type TestUser,
} from "../app.ts";
import { aProject } from "../builders/project.ts";
import {
  holdingOf,
  stockOf,
  type Action,
  type Answer,
  type Market,
  type Sums,
} from "./reference.ts";

export interface Deps {
  t: TestApp;
  carts: CartService;
  operators: readonly TestCaller[];
}

const nobodys = 2_000_000_000;

/** Creates the same market on the real server: two buyers, and a project that no other test uses. */
export async function aRealMarket(deps: Deps, start: Market) {
  const { t, carts, operators } = deps;
  const buyers = [await t.aUser(), await t.aUser()];
  const project = await aProject(t.db, {
    registry: "A registry of its own",
    vintages: start.vintages.map(({ issued, priceCents }, n) => ({
      credits: issued,
      priceCents,
      year: 2020 + n,
    })),
  });
  const orderIds: number[][] = [[], []];
  const retirementIds: number[][] = [[], []];
  let keys = 0;

  async function perform(action: Action): Promise<Answer> {
    const buyer = "buyer" in action ? buyers[action.buyer]! : buyers[0]!;
    const vintageId = "vintage" in action ? project.vintageIds[action.vintage]! : 0;
    switch (action.do) {
      case "look":
        return cartAnswer(await t.call(buyer, "GET", "/me/cart"));
      case "set": {
        const body = { vintageId, credits: action.credits };
        return cartAnswer(await t.call(buyer, "POST", "/me/cart/vintages", body));
      }
      case "order": {
        const seen = await t.call(buyer, "GET", "/me/cart");
        const body = { ...invoiceDetails, version: seen.body.version };
        const placed = await once(buyer, "/me/cart/checkout", body);
        if (placed.status === 200) orderIds[action.buyer]!.push(placed.body.id);
        return cartAnswer(placed);
      }
      case "holds end":
        await sql`update cart_items set reserved_to = now() - interval '1 second' where reserved_to is not null
          and cart_id = (select id from carts where user_id = ${buyer.userId})`.execute(t.db);
        await carts.endHolds();
        return { done: true };
      case "approve":
      case "pay":
      case "reject": {
        const id = orderIds[action.buyer]![action.index] ?? nobodys;
        const bodies = {
          approve: {},
          pay: { paidAt: new Date().toISOString() },
          reject: { reason: "Not paid in time" },
        };
        const path = `/management/orders/${id}/${action.do}`;
        return answerOf(await once(operators[action.operator]!, path, bodies[action.do]));
      }
      case "retire": {
        const wanted = { vintageId, quantity: action.credits, purpose: "OWN_EMISSIONS" };
        const body = { ...wanted, beneficiaryName: "Brennvik" };
        const asked = await once(buyer, "/me/retirements", body);
        if (asked.status === 201) retirementIds[action.buyer]!.push(asked.body.id);
        return answerOf(asked);
      }
      case "complete":
      case "decline": {
        const id = retirementIds[action.buyer]![action.index] ?? nobodys;
        const serial = `A-${id}`;
        const bodies = {
          complete: {
            serialNumberFrom: serial,
            serialNumberTo: serial,
            registryUrl: "https://registry.example/1",
            retiredAt: new Date().toISOString(),
          },
          decline: { reason: "Not at this registry" },
        };
        const path = `/management/retirements/${id}/${action.do}`;
        return answerOf(await once(operators[action.operator]!, path, bodies[action.do]));
      }
      case "adjust":
        return changeVintage(action.operator, vintageId, {
          addCredits: action.credits,
          reason: "Changed at the registry",
        });
      case "price":
        return changeVintage(action.operator, vintageId, { price: action.cents / 100 });
      case "pause": {
        const status = action.paused ? "TEMPORARILY_UNAVAILABLE" : "AVAILABLE";
        const path = `/management/projects/${project.id}`;
        const version = await versionOf("projects", project.id);
        const caller = operators[action.operator]!;
        const response = await t.call(caller, "PATCH", path, { version, status });
        return withoutStatus(answerOf(response));
      }
    }
  }

  /** Sends a request twice with one key, like a browser that got no answer: it must be executed once and answered twice. */
  async function once(caller: TestCaller, path: string, body: object): Promise<TestResponse> {
    const key = { "idempotency-key": `key-${project.id}-${++keys}` };
    const first = await t.call(caller, "POST", path, body, key);
    // Refusals are not stored: a retry may succeed.
    if (first.status >= 300) return first;
    const second = await t.call(caller, "POST", path, body, key);
    const said = (response: TestResponse) => ({
      status: response.status,
      code: response.body.code,
    });
    expect(said(second)).toEqual(said(first));
    return first;
  }

  async function versionOf(table: "projects" | "vintages", id: number): Promise<number> {
    const { rows } = await sql<{ version: number }>`
      select version from ${sql.table(table)} where id = ${id}`.execute(t.db);
    return rows[0]!.version;
  }

  /** Behaves like an operator: after a conflict, reads the other operator's change and saves again. */
  async function changeVintage(operator: number, vintageId: number, change: object) {
    const path = `/management/projects/${project.id}/vintages/${vintageId}`;
    for (;;) {
      const version = await versionOf("vintages", vintageId);
      const response = await t.call(operators[operator], "PATCH", path, { ...change, version });
      if (response.body.code !== "VERSION_CONFLICT") return withoutStatus(answerOf(response));
    }
  }

  const statementsOf = ({ userId, companyId }: TestUser) => sql<object>`select json_build_object(
    'cart', (select coalesce(json_agg(json_build_array(array_position(${project.vintageIds}::integer[], vintage_id) - 1,
        quantity, reserved, price_cents) order by i.id), '[]')
      from cart_items i join carts c on c.id = i.cart_id where c.user_id = ${userId}),
    'orders', (select coalesce(json_agg(json_build_array(status, total_credits, net_cents, vat_cents, gross_cents)
        order by id), '[]') from orders where user_id = ${userId}),
    'retirements', (select coalesce(json_agg(json_build_array(status, quantity) order by id), '[]')
      from retirements where user_id = ${userId}),
    'holdings', (select coalesce(json_agg(json_build_array(array_position(${project.vintageIds}::integer[], vintage_id) - 1,
        purchased, in_progress, retired) order by vintage_id), '[]') from holdings where company_id = ${companyId})) as all`;

  /** Everything that the reference predicts. */
  async function state() {
    const { rows } = await sql<object>`
      select issued, available, reserved, committed, held, retiring, retired from vintage_stock
      where project_id = ${project.id} order by vintage_id`.execute(t.db);
    const things = [];
    for (const buyer of buyers) {
      const found = await statementsOf(buyer).execute(t.db);
      things.push((found.rows[0] as { all: object }).all);
    }
    return { stocks: rows, buyers: things };
  }

  return { perform, state, buyers };
}

/** The same for the reference. */
export function expectedState(market: Market) {
  return {
    stocks: market.vintages.map((_, vintage) => stockOf(market, vintage)),
    buyers: market.carts.map((lines, buyer) => ({
      cart: lines.map((line) => [
        line.vintage,
        line.quantity,
        line.held ? line.quantity : 0,
        line.priceCents,
      ]),
      orders: market.orders[buyer]!.map(({ status, sums }) => [
        status,
        sums.credits,
        sums.netCents,
        sums.vatCents,
        sums.grossCents,
      ]),
      retirements: market.retirements[buyer]!.map(({ status, quantity }) => [status, quantity]),
      holdings: market.vintages
        .map((_, vintage) => ({ vintage, ...holdingOf(market, buyer, vintage) }))
        .filter(({ purchased }) => purchased > 0)
        .map((held) => [held.vintage, held.purchased, held.inProgress, held.retired]),
    })),
  };
}

function answerOf({ status, body }: TestResponse): Answer {
  if (status < 300) return { done: true, status: body.status };
  const { code, available } = body;
  return available === undefined ? { done: false, code } : { done: false, code, available };
}

/** Removes the status of a project or vintage, which is not the outcome of a decision. */
function withoutStatus(answer: Answer): Answer {
  return answer.done ? { done: true } : answer;
}

function cartAnswer(response: TestResponse): Answer {
  if (response.status !== 200) return answerOf(response);
  const { body } = response;
  const cents = (euros: number) => Math.round(euros * 100);
  const sums: Sums = {
    credits: body.totalCredits,
    netCents: cents(body.totalPriceNet),
    vatCents: cents(body.vatAmount),
    grossCents: cents(body.totalPriceGross),
  };
  return body.status === undefined
    ? { done: true, sums }
    : { done: true, sums, status: body.status };
}
