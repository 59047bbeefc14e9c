import { isDeepStrictEqual } from "node:util";
import { checkout, setCartVintage } from "@tonneline/contract/cart";
import type { RequestOf } from "@tonneline/contract/endpoint";
import { listHoldings } from "@tonneline/contract/portfolio";
import { createQuote, orderQuote } from "@tonneline/contract/quotes";
import { requestRetirement } from "@tonneline/contract/retirements";
import type { Chance } from "./chance.ts";
import type { Client, Person } from "./client.ts";
import type { Journal, Request } from "./journal.ts";

// Now and then a person closes the browser instead of retrying.
const giveUp = (chance: Chance) => (chance.happens(0.15) ? { maxLostAnswers: 1 } : {});

/** A buyer's next step: puts credits in the cart and orders them, or retires some of the holdings. */
export function createBuyer(
  { username }: Person,
  client: Client,
  chance: Chance,
  journal: Journal,
  vintageIds: readonly number[],
) {
  let requestCount = 0;

  async function buy(): Promise<void> {
    const body = { vintageId: chance.pick(vintageIds), credits: chance.between(1, 9) };
    const cart = await client.change("hold", setCartVintage, { query: {}, body });
    if (cart.kind !== "acknowledged") return;
    // Abandoned: the reservation has to expire by itself.
    if (chance.happens(0.15)) return;
    const requested: Request = {
      name: `${username} order ${++requestCount}`,
      outcome: "under way",
    };
    journal.orders.push(requested);
    const details = {
      companyName: requested.name,
      invoiceAddress: {
        street: "Hafenkontor 14",
        postalCode: "20457",
        province: "Hamburg",
        city: "Hamburg",
        countryCode: "DE" as const,
      },
      invoiceEmail: username,
      vatNumber: "DE123456789",
      version: cart.body.version,
    };
    if (chance.happens(0.2)) return await buyByQuote(requested, details);
    const key = requested.name;
    const order = await client.change(
      "order",
      checkout,
      { body: details },
      { key, ...giveUp(chance) },
    );
    requested.outcome = order.kind;
    if (order.kind !== "acknowledged") return;
    if ("id" in order.body) requested.id = order.body.id;
    if (!chance.happens(0.1)) return;
    journal.counts.replayed++;
    const again = await client.call(checkout, { body: details }, { key });
    const same = again.kind === "acknowledged" && isDeepStrictEqual(again.body, order.body);
    if (again.kind !== "unknown" && !same) {
      journal.differences.push(
        `Order ${requested.id}: its key gave another answer the second time`,
      );
    }
  }

  /** Orders from quotes have no idempotency key: "already ordered" may come from the attempt whose answer was lost. */
  async function buyByQuote(
    requested: Request,
    { version: _version, ...details }: RequestOf<typeof checkout>["body"],
  ): Promise<void> {
    const quote = await client.change("quote", createQuote, { body: {} });
    requested.outcome = "refused";
    if (quote.kind !== "acknowledged") return;
    requested.outcome = "under way";
    const request = { params: { id: String(quote.body.id) }, body: details };
    const order = await client.change("order quote", orderQuote, request, giveUp(chance));
    requested.outcome = order.kind === "refused" && order.retried ? "unknown" : order.kind;
    if (order.kind === "acknowledged" && "transactionId" in order.body)
      requested.id = order.body.id;
  }

  async function retire(): Promise<void> {
    const holdings = await client.call(listHoldings, { query: { size: "50" } });
    if (holdings.kind !== "acknowledged") return;
    const unretired = holdings.body.content.filter(({ available }) => available > 0);
    if (unretired.length === 0) return;
    const { vintageId, available } = chance.pick(unretired);
    const requested: Request = {
      name: `${username} retirement ${++requestCount}`,
      outcome: "under way",
    };
    journal.retirements.push(requested);
    const body = {
      vintageId,
      quantity: chance.between(1, Math.min(available, 5)),
      beneficiaryName: requested.name,
      purpose: "OWN_EMISSIONS" as const,
    };
    const options = { key: requested.name, ...giveUp(chance) };
    const answer = await client.change("retire", requestRetirement, { body }, options);
    requested.outcome = answer.kind;
    if (answer.kind === "acknowledged") requested.id = answer.body.id;
  }

  return () => (chance.happens(0.3) ? retire() : buy());
}
