import type { Endpoint, RequestOf } from "@tonneline/contract/endpoint";
import { approveOrder, listOrders, payOrder, rejectOrder } from "@tonneline/contract/orders";
import {
  completeRetirement,
  declineRetirement,
  listRetirements,
} from "@tonneline/contract/managedRetirements";
import type { Chance } from "./chance.ts";
import type { Client, Person } from "./client.ts";
import type { RecordedDecision, Decision, Journal } from "./journal.ts";

/** An operator's next step: decides on a waiting order or retirement. */
export function createOperator(
  { username }: Person,
  client: Client,
  chance: Chance,
  journal: Journal,
) {
  async function decide<const E extends Endpoint>(
    decision: Decision,
    thingId: number,
    endpoint: E,
    request: RequestOf<E>,
  ): Promise<void> {
    const decided: RecordedDecision = {
      decision,
      thingId,
      operator: username,
      outcome: "under way",
      retried: false,
    };
    journal.decisions.push(decided);
    const key = `${username} ${journal.decisions.length}`;
    const options = { key, ...(chance.happens(0.15) && { maxLostAnswers: 1 }) };
    const answer = await client.change(decision, endpoint, request, options);
    decided.outcome = answer.kind;
    decided.retried = answer.kind !== "unknown" && answer.retried;
  }

  async function decideOnOrder(status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT"): Promise<boolean> {
    const query = { status, size: "20", sort: "id,asc" };
    const page = await client.call(listOrders, { query });
    if (page.kind !== "acknowledged" || page.body.content.length === 0) return false;
    const { id } = chance.pick(page.body.content);
    const params = { id: String(id) };
    if (chance.happens(0.12)) {
      await decide("reject", id, rejectOrder, { params, body: { reason: "No such company." } });
    } else if (status === "AWAITING_APPROVAL") {
      await decide("approve", id, approveOrder, { params, body: {} });
    } else {
      const paidAt = new Date(Date.now() - 60_000).toISOString();
      await decide("pay", id, payOrder, { params, body: { paidAt } });
    }
    return true;
  }

  async function decideOnRetirement(): Promise<boolean> {
    const query = { status: "RETIREMENT_IN_PROGRESS", size: "20", sort: "id,asc" };
    const page = await client.call(listRetirements, { query });
    if (page.kind !== "acknowledged" || page.body.content.length === 0) return false;
    const { id, quantity } = chance.pick(page.body.content);
    const params = { id: String(id) };
    if (chance.happens(0.15)) {
      await decide("decline", id, declineRetirement, { params, body: { reason: "Not now." } });
      return true;
    }
    // A range of Verra's registry: the retirement's number makes its block unique.
    const serials = `${id}-1-${quantity}-VCS-VCU-1310-VER-CN-13-3005-01012022-31102022-0`;
    const body = {
      serialNumberFrom: serials,
      serialNumberTo: serials,
      registryUrl: "https://registry.example/1310",
      retiredAt: new Date(Date.now() - 60_000).toISOString(),
    };
    await decide("complete", id, completeRetirement, { params, body });
    return true;
  }

  return async () => {
    const steps = [
      () => decideOnOrder("AWAITING_APPROVAL"),
      () => decideOnOrder("AWAITING_PAYMENT"),
      decideOnRetirement,
    ];
    for (const step of chance.shuffled(steps)) if (await step()) return;
  };
}
