/** A reference model of the market: the minimum needed to predict every answer and every count. Sums are in cents. */
export interface Market {
  vintages: { issued: number; priceCents: number }[];
  /** The project is paused: its credits cannot be put in a cart or ordered. */
  paused: boolean;
  /** By buyer, in the order of the lines. */
  carts: Line[][];
  orders: Order[][];
  retirements: Retirement[][];
}

interface Line {
  vintage: number;
  quantity: number;
  /** Whether its hold is active; otherwise its credits are for sale again. */
  held: boolean;
  /** The price last shown to the buyer. */
  priceCents: number;
}
interface Order {
  status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT" | "PAID" | "REJECTED";
  lines: { vintage: number; quantity: number }[];
  sums: Sums;
}
interface Retirement {
  status: "RETIREMENT_IN_PROGRESS" | "RETIRED" | "DECLINED";
  vintage: number;
  quantity: number;
}
export interface Sums {
  credits: number;
  netCents: number;
  vatCents: number;
  grossCents: number;
}

/** An action by a buyer or operator. `index` refers to the buyer's orders or retirements, and may be out of range. */
export type Action =
  | { do: "set"; buyer: number; vintage: number; credits: number }
  | { do: "look" | "order" | "holds end"; buyer: number }
  | { do: "retire"; buyer: number; vintage: number; credits: number }
  | { do: "approve" | "pay" | "reject"; operator: number; buyer: number; index: number }
  | { do: "complete" | "decline"; operator: number; buyer: number; index: number }
  | { do: "adjust"; operator: number; vintage: number; credits: number }
  | { do: "price"; operator: number; vintage: number; cents: number }
  | { do: "pause"; operator: number; paused: boolean };

/** What the actor gets: the sums of the cart or order, the status after a decision, or a refusal. */
export type Answer =
  | { done: true; sums?: Sums; status?: string }
  | { done: false; code: string; available?: number };

const done: Answer = { done: true };
const refused = (code: string, available?: number): Answer =>
  available === undefined ? { done: false, code } : { done: false, code, available };

export function aReference(issued: readonly number[], pricesCents: readonly number[]): Market {
  return {
    vintages: issued.map((credits, n) => ({ issued: credits, priceCents: pricesCents[n]! })),
    paused: false,
    carts: [[], []],
    orders: [[], []],
    retirements: [[], []],
  };
}

/** Performs an action, and returns the answer that the actor should get. */
export function act(market: Market, action: Action): Answer {
  switch (action.do) {
    case "look":
      settle(market, action.buyer);
      return { done: true, sums: cartSums(market, action.buyer) };
    case "set":
      return set(market, action);
    case "order":
      return order(market, action.buyer);
    case "holds end":
      for (const line of market.carts[action.buyer]!) line.held = false;
      return done;
    case "approve":
    case "pay":
    case "reject":
      return decide(market.orders[action.buyer]![action.index], orderSteps[action.do]);
    case "complete":
    case "decline":
      return decide(market.retirements[action.buyer]![action.index], retirementSteps[action.do]);
    case "retire":
      return retire(market, action);
    case "adjust": {
      const { available } = stockOf(market, action.vintage);
      if (available + action.credits < 0) return refused("INSUFFICIENT_CREDITS", available);
      market.vintages[action.vintage]!.issued += action.credits;
      return done;
    }
    case "price":
      market.vintages[action.vintage]!.priceCents = action.cents;
      return done;
    case "pause":
      market.paused = action.paused;
      return done;
  }
}

type Steps<Status extends string> = Partial<Record<Status, Status>>;
const orderSteps: Record<"approve" | "pay" | "reject", Steps<Order["status"]>> = {
  approve: { AWAITING_APPROVAL: "AWAITING_PAYMENT" },
  pay: { AWAITING_PAYMENT: "PAID" },
  reject: { AWAITING_APPROVAL: "REJECTED", AWAITING_PAYMENT: "REJECTED" },
};
const retirementSteps: Record<"complete" | "decline", Steps<Retirement["status"]>> = {
  complete: { RETIREMENT_IN_PROGRESS: "RETIRED" },
  decline: { RETIREMENT_IN_PROGRESS: "DECLINED" },
};

function decide<S extends string>(thing: { status: S } | undefined, steps: Steps<S>): Answer {
  if (!thing) return refused("NOT_FOUND");
  const to = steps[thing.status];
  if (!to) return refused("INVALID_TRANSITION");
  thing.status = to;
  return { done: true, status: to };
}

/** When a buyer opens the cart, prices are updated, and expired holds are renewed as far as credits are available. */
function settle(market: Market, buyer: number, except?: number): void {
  const kept: Line[] = [];
  for (const line of market.carts[buyer]!) {
    if (line.vintage !== except) {
      line.priceCents = market.vintages[line.vintage]!.priceCents;
      if (!line.held && !market.paused) {
        line.quantity = Math.min(line.quantity, stockOf(market, line.vintage).available);
        line.held = line.quantity > 0;
        if (!line.held) continue;
      }
    }
    kept.push(line);
  }
  market.carts[buyer] = kept;
}

function set(market: Market, wanted: { buyer: number; vintage: number; credits: number }): Answer {
  const { buyer, vintage, credits } = wanted;
  const { available } = stockOf(market, vintage);
  const line = market.carts[buyer]!.find((each) => each.vintage === vintage);
  if (credits > 0) {
    // A refusal changes nothing.
    if (market.paused) return refused("NOT_PURCHASABLE");
    const left = available + (line?.held ? line.quantity : 0);
    if (credits > left) return refused("INSUFFICIENT_CREDITS", left);
  }
  settle(market, buyer, vintage);
  const { priceCents } = market.vintages[vintage]!;
  if (credits === 0)
    market.carts[buyer] = market.carts[buyer]!.filter((each) => each.vintage !== vintage);
  else if (line) Object.assign(line, { quantity: credits, held: true, priceCents });
  else market.carts[buyer]!.push({ vintage, quantity: credits, held: true, priceCents });
  return { done: true, sums: cartSums(market, buyer) };
}

/** The buyer has looked at the cart right before. */
function order(market: Market, buyer: number): Answer {
  settle(market, buyer);
  const lines = market.carts[buyer]!;
  if (lines.length === 0) return refused("CART_CHANGED");
  if (market.paused) return refused("NOT_PURCHASABLE");
  const sums = cartSums(market, buyer);
  const ordered = lines.map(({ vintage, quantity }) => ({ vintage, quantity }));
  market.orders[buyer]!.push({ status: "AWAITING_APPROVAL", lines: ordered, sums });
  market.carts[buyer] = [];
  return { done: true, sums, status: "AWAITING_APPROVAL" };
}

function retire(market: Market, wanted: { buyer: number; vintage: number; credits: number }) {
  const { buyer, vintage, credits: quantity } = wanted;
  const held = holdingOf(market, buyer, vintage);
  if (held.purchased === 0) return refused("NOT_FOUND");
  const available = held.purchased - held.inProgress - held.retired;
  if (quantity > available) return refused("INSUFFICIENT_CREDITS", available);
  const status = "RETIREMENT_IN_PROGRESS" as const;
  market.retirements[buyer]!.push({ status, vintage, quantity });
  return { done: true, status } as const;
}

function cartSums(market: Market, buyer: number): Sums {
  const lines = market.carts[buyer]!;
  const netCents = lines.reduce((sum, line) => sum + line.quantity * line.priceCents, 0);
  // 19 %, rounded half up to the cent, once on the sum.
  const vatCents = Math.floor((netCents * 19 + 50) / 100);
  const credits = lines.reduce((sum, line) => sum + line.quantity, 0);
  return { credits, netCents, vatCents, grossCents: netCents + vatCents };
}

const sumOf = <T extends { quantity: number }>(
  things: readonly T[],
  which: (thing: T) => boolean,
) => things.reduce((sum, thing) => sum + (which(thing) ? thing.quantity : 0), 0);

/** The amount of a vintage that a buyer has bought, by its current state. */
export function holdingOf({ orders, retirements }: Market, buyer: number, vintage: number) {
  const paid = orders[buyer]!.filter(({ status }) => status === "PAID");
  const retiredAs = (status: Retirement["status"]) =>
    sumOf(retirements[buyer]!, (one) => one.vintage === vintage && one.status === status);
  return {
    purchased: sumOf(
      paid.flatMap(({ lines }) => lines),
      (line) => line.vintage === vintage,
    ),
    inProgress: retiredAs("RETIREMENT_IN_PROGRESS"),
    retired: retiredAs("RETIRED"),
  };
}

/** The tonnes of a vintage by account. */
export function stockOf(market: Market, vintage: number) {
  const { issued } = market.vintages[vintage]!;
  const open = market.orders.flat().filter(({ status }) => status.startsWith("AWAITING"));
  const holdings = market.carts.map((_, buyer) => holdingOf(market, buyer, vintage));
  const total = (key: "purchased" | "inProgress" | "retired") =>
    holdings.reduce((sum, holding) => sum + holding[key], 0);
  const reserved = sumOf(market.carts.flat(), (line) => line.vintage === vintage && line.held);
  const lines = open.flatMap((each) => each.lines);
  const committed = sumOf(lines, (line) => line.vintage === vintage);
  const [retiring, retired] = [total("inProgress"), total("retired")];
  const available = issued - reserved - committed - total("purchased");
  const held = total("purchased") - retiring - retired;
  return { issued, available, reserved, committed, held, retiring, retired };
}
