import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { details, type BenchBuyer } from "./data.ts";
import { connect, measure, type Answer, type Call, type Figures } from "./load.ts";

export interface PurchaseFigures {
  name: string;
  /** One client at a time. */
  one: Figures;
  /** All connections at once. */
  ours: Figures;
  /** A program that writes the same rows with one statement per request. */
  limit: Figures;
  /** Time after the last purchase until all its mails had left. */
  jobsLeftMs: number;
}

interface Shop {
  /** Sets tonnes in a buyer's cart. Returns the cart's version, or undefined if it was refused. */
  set(buyer: BenchBuyer, vintageId: number, credits: number): Promise<number | undefined>;
  checkout(buyer: BenchBuyer, version: number): Promise<boolean>;
}

const versionOf = ({ status, body }: Answer) =>
  status === 200 ? (JSON.parse(body.toString()) as { version: number }).version : undefined;

function productShop(send: (call: Call) => Promise<Answer>): Shop {
  const post = (buyer: BenchBuyer, to: string, body: object, headers = {}) =>
    send({
      method: "POST",
      path: `/api/v1/me/cart/${to}`,
      headers: { authorization: buyer.authorization, ...headers },
      body,
    });
  return {
    set: async (buyer, vintageId, credits) =>
      versionOf(await post(buyer, "vintages", { vintageId, credits })),
    checkout: async (buyer, version) => {
      const key = { "idempotency-key": `bench-${buyer.userId}-${version}` };
      return (await post(buyer, "checkout", { ...details, version }, key)).status === 200;
    },
  };
}

function baselineShop(send: (call: Call) => Promise<Answer>): Shop {
  const post = (to: string, body: object) => send({ method: "POST", path: to, body });
  const { invoiceAddress, ...named } = details;
  return {
    set: async ({ userId }, vintageId, credits) =>
      versionOf(await post("/cart", { userId, vintageId, credits })),
    checkout: async ({ userId }, version) => {
      const body = { userId, version, details: { ...named, ...invoiceAddress } };
      const key = `bench-${userId}-${version}`;
      return (await post("/checkout", { ...body, key })).status === 200;
    },
  };
}

/**
 * Sets carts, makes complete purchases, and has everybody buy the same vintage: in turn through the product and through
 * the smallest program that writes the same rows, on the same database.
 */
export async function measurePurchases(
  send: (call: Call) => Promise<Answer>,
  options: {
    url: string;
    buyers: readonly BenchBuyer[];
    vintageIds: readonly number[];
    connections: number;
    seconds: number;
    /** Resolves when the jobs of earlier purchases are done. */
    waitForJobs: () => Promise<void>;
  },
): Promise<PurchaseFigures[]> {
  const { url, buyers, vintageIds, connections, seconds, waitForJobs } = options;
  const child = fork(
    path.join(import.meta.dirname, "baselineShop.ts"),
    [url, String(connections)],
    {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    },
  );
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  const baselineClient = connect(port, connections);
  const cartBuyers = buyers.slice(0, 1000);
  const purchasers = buyers.slice(1000);
  const vintageOf = (index: number) => vintageIds[index % vintageIds.length]!;

  const addToCart = (shop: Shop) => async (index: number) => {
    const buyer = cartBuyers[index % cartBuyers.length]!;
    return (await shop.set(buyer, vintageOf(index), 1 + (index % 3))) !== undefined;
  };
  const purchase = (shop: Shop, vintage: (index: number) => number) => {
    let next = 0;
    return async (index: number) => {
      const buyer = purchasers[next++ % purchasers.length]!;
      const version = await shop.set(buyer, vintage(index), 1);
      return version !== undefined && (await shop.checkout(buyer, version));
    };
  };
  const scenarios: {
    name: string;
    operation: (shop: Shop) => (index: number) => Promise<boolean>;
  }[] = [
    { name: "add to cart", operation: addToCart },
    { name: "whole purchase", operation: (shop) => purchase(shop, vintageOf) },
    {
      name: "whole purchase, all of one vintage",
      operation: (shop) => purchase(shop, () => vintageIds[0]!),
    },
  ];
  try {
    const figures: PurchaseFigures[] = [];
    for (const { name, operation } of scenarios) {
      const ours = operation(productShop(send));
      // The first requests on each connection pay for planning.
      await measure(connections, seconds / 4, ours);
      const one = await measure(1, seconds, ours);
      const all = await measure(connections, seconds, ours);
      // The limit's program enqueues jobs without running them: ours would run alongside it.
      const ended = performance.now();
      await waitForJobs();
      const jobsLeftMs = performance.now() - ended;
      const limit = operation(baselineShop(baselineClient.send));
      await measure(connections, seconds / 4, limit);
      figures.push({
        name,
        one,
        ours: all,
        jobsLeftMs,
        limit: await measure(connections, seconds, limit),
      });
      console.log(
        `  ${name}: ${all.perSecond.toFixed(0)}/s, limit ${figures.at(-1)!.limit.perSecond.toFixed(0)}/s`,
      );
    }
    return figures;
  } finally {
    baselineClient.close();
    child.disconnect();
    await once(child, "exit");
  }
}
