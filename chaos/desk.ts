import { bookSureEntries, importStatements } from "@tonneline/contract/bank";
import { creditOrder } from "@tonneline/contract/corrections";
import { decideOnOrders, stopOrderDecisions } from "@tonneline/contract/orderDecisions";
import { getOrder, listOrders } from "@tonneline/contract/orders";
import { keepQuote, listManagedQuotes } from "@tonneline/contract/quotes";
import { sendReminder } from "@tonneline/contract/receivables";
import { sampleCamt } from "../api/src/features/bank/camt.fixtures.ts";
import type { Chance } from "./chance.ts";
import type { Client, Person } from "./client.ts";
import type { Journal, Request } from "./journal.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** What somebody does next who works on many things at once: with the bank's files, runs, credit notes and quotes. */
export function createDesk({ username }: Person, client: Client, chance: Chance, journal: Journal) {
  let wishes = 0;
  const wish = (list: Request[], what: string): Request => {
    const asked: Request = { name: `${username} ${what} ${++wishes}`, outcome: "under way" };
    list.push(asked);
    return asked;
  };
  const giveUp = () => (chance.happens(0.15) ? { giveUpAfter: 1 } : {});

  async function ordersThat(status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT" | "PAID") {
    const query = { status, size: "20", sort: "id,desc" };
    const page = await client.call(listOrders, { query });
    return page.kind === "acknowledged" ? chance.shuffled(page.body.content) : [];
  }

  /** The bank's file says that some orders were paid; the same file again is no news. */
  async function addStatement(): Promise<void> {
    const paid = (await ordersThat("AWAITING_PAYMENT")).slice(0, 4);
    if (paid.length === 0) return;
    const asked = wish(journal.statements, "statement");
    const entries = paid.map(({ totalPriceGross, transactionId }, index) => ({
      cents: Math.round(totalPriceGross * 100),
      creditorReference: transactionId,
      bankReference: `${asked.name} ${index}`,
    }));
    // 35 characters at most.
    const statementId = asked.name.replace("@chaos.example", "");
    const file = new Blob([sampleCamt({ statementId, day: dayIn(0), entries })]);
    const added = await client.change("statement", importStatements, { query: {}, file }, giveUp());
    asked.outcome = added.kind;
    const id = added.kind === "acknowledged" && added.body.statements[0]?.id;
    if (id) asked.id = id;
  }

  async function bookWhatIsSure(): Promise<void> {
    await client.change("book", bookSureEntries, {}, giveUp());
  }

  /** Approves several orders by a run that waits a moment; sometimes it is taken back. */
  async function approveMany(): Promise<void> {
    const rows = (await ordersThat("AWAITING_APPROVAL")).slice(0, 4).map(({ id }) => ({ id }));
    if (rows.length === 0) return;
    const asked = wish(journal.runs, "run");
    const body = { decision: "approve" as const, rows };
    const options = { key: asked.name, ...giveUp() };
    const run = await client.change(
      "run",
      decideOnOrders,
      { query: { startsIn: "1" }, body },
      options,
    );
    asked.outcome = run.kind;
    if (run.kind !== "acknowledged") return;
    asked.id = run.body.id;
    if (!chance.happens(0.2)) return;
    await client.change("stop run", stopOrderDecisions, { params: { id: String(run.body.id) } });
  }

  async function credit(): Promise<void> {
    const [order] = await ordersThat("PAID");
    if (!order) return;
    const params = { id: String(order.id) };
    const read = await client.call(getOrder, { params });
    if (read.kind !== "acknowledged") return;
    const asked = wish(journal.credits, "credit");
    const { id: itemId } = chance.pick(read.body.items);
    const body = { lines: [{ itemId, quantity: 1 }], reason: asked.name };
    const options = { key: asked.name, ...giveUp() };
    const note = await client.change("credit", creditOrder, { params, body }, options);
    asked.outcome = note.kind;
    if (note.kind === "acknowledged") asked.id = note.body.id;
  }

  async function remind(): Promise<void> {
    const [order] = await ordersThat("AWAITING_PAYMENT");
    if (!order) return;
    const request = { params: { id: String(order.id) }, body: { level: 1 as const } };
    await client.change("remind", sendReminder, request, giveUp());
  }

  async function keep(): Promise<void> {
    const page = await client.call(listManagedQuotes, { query: { status: "OPEN", size: "20" } });
    if (page.kind !== "acknowledged" || page.body.content.length === 0) return;
    const { id } = chance.pick(page.body.content);
    const request = { params: { id: String(id) }, body: { until: dayIn(2) } };
    await client.change("keep", keepQuote, request, giveUp());
  }

  const turns = [addStatement, bookWhatIsSure, approveMany, credit, remind, keep];
  return () => chance.pick(turns)();
}
