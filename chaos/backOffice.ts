import {
  bookBankEntry,
  bookMatchedEntries,
  importBankStatements,
  listBankEntries,
} from "@tonneline/contract/bank";
import { createRefundFile, refundBankEntry } from "@tonneline/contract/bankRefunds";
import { listCompanies } from "@tonneline/contract/companies";
import { creditOrder } from "@tonneline/contract/corrections";
import { decideOnOrders, stopOrderDecisions } from "@tonneline/contract/orderDecisions";
import { getOrder, listOrders } from "@tonneline/contract/orders";
import { createPriceList, deletePriceList, listPriceLists } from "@tonneline/contract/priceLists";
import { extendQuote, listManagedQuotes } from "@tonneline/contract/quotes";
import { sendReminder } from "@tonneline/contract/receivables";
import { sampleCamt } from "../api/src/features/bank/camt.fixtures.ts";
import type { Chance } from "./chance.ts";
import type { Client, Person } from "./client.ts";
import type { Journal, Request } from "./journal.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The next step of an operator who works on many things: the bank, refunds, runs, credit notes, quotes, price lists. */
export function createBackOffice(
  { username }: Person,
  client: Client,
  chance: Chance,
  journal: Journal,
) {
  let requestCount = 0;
  const addRequest = (list: Request[], what: string): Request => {
    const requested: Request = {
      name: `${username} ${what} ${++requestCount}`,
      outcome: "under way",
    };
    list.push(requested);
    return requested;
  };
  const giveUp = () => (chance.happens(0.15) ? { maxLostAnswers: 1 } : {});

  async function ordersWith(status: "AWAITING_APPROVAL" | "AWAITING_PAYMENT" | "PAID") {
    const query = { status, size: "20", sort: "id,desc" };
    const page = await client.call(listOrders, { query });
    return page.kind === "acknowledged" ? chance.shuffled(page.body.content) : [];
  }

  /**
   * Imports a bank statement on which some orders were paid, now and then with too much; importing it again changes nothing.
   */
  async function importStatement(): Promise<void> {
    const paid = (await ordersWith("AWAITING_PAYMENT")).slice(0, 4);
    if (paid.length === 0) return;
    const requested = addRequest(journal.statements, "statement");
    const entries = paid.map(({ totalPriceGross, transactionId }, index) => ({
      cents: Math.round(totalPriceGross * 100) + (chance.happens(0.5) ? 1000 : 0),
      creditorReference: transactionId,
      bankReference: `${requested.name} ${index}`,
    }));
    // At most 35 characters.
    const statementId = requested.name.replace("@chaos.example", "");
    const file = new Blob([sampleCamt({ statementId, day: dayIn(0), entries })]);
    const added = await client.change(
      "statement",
      importBankStatements,
      { query: {}, file },
      giveUp(),
    );
    requested.outcome = added.kind;
    const id = added.kind === "acknowledged" && added.body.statements[0]?.id;
    if (id) requested.id = id;
  }

  async function bookMatches(): Promise<void> {
    await client.change("book", bookMatchedEntries, {}, giveUp());
  }

  /** Books an overpayment and refunds the rest through a file for the bank. */
  async function refundRest(): Promise<void> {
    const query = { status: "SUGGESTED", size: "20", sort: "id,desc" } as const;
    const page = await client.call(listBankEntries, { query });
    if (page.kind !== "acknowledged") return;
    const entry = page.body.content.find(({ why }) => why === "REFERENCE_OVER");
    if (!entry) return;
    const params = { id: String(entry.id) };
    const orders = entry.orders.map(({ orderId, open }) => ({ orderId, amount: open, open }));
    const booked = await client.change("book over", bookBankEntry, { params, body: { orders } });
    if (booked.kind !== "acknowledged" || booked.body.rest <= 0) return;
    const requested = addRequest(journal.refunds, "refund");
    const to = { name: "Chaos", iban: "DE02120300000000202051", text: requested.name };
    const body = { ...to, amount: booked.body.rest };
    const refund = await client.change(
      "refund",
      refundBankEntry,
      { params, body },
      { maxLostAnswers: 1 },
    );
    requested.outcome = refund.kind;
    if (refund.kind === "acknowledged") requested.id = refund.body.id;
    if (chance.happens(0.5)) await client.change("refund file", createRefundFile, {}, giveUp());
  }

  /**
   * Gives a few companies a price list, which makes their carts dearer or cheaper, or deletes a passing one. A passing
   * list is never recorded as acknowledged: it may be deleted before its creator gets the answer.
   */
  async function changePrices(): Promise<void> {
    const before = await client.call(listPriceLists, { query: { size: "20" } });
    const last =
      before.kind === "acknowledged" &&
      before.body.content.find(({ name }) => name.startsWith(`${username} passing`));
    if (last && chance.happens(0.8)) {
      await client.change("end prices", deletePriceList, { params: { id: String(last.id) } });
      return;
    }
    const page = await client.call(listCompanies, { query: { q: "chaos", size: "20" } });
    if (page.kind !== "acknowledged") return;
    const companies = chance.shuffled(page.body.content.map(({ id }) => id)).slice(0, 3);
    const isPermanent = chance.happens(0.5);
    const requested = addRequest(journal.priceLists, isPermanent ? "prices" : "passing prices");
    const rules = [{ percent: chance.between(1, 30) }];
    const dates = { validFrom: dayIn(-1), validUntil: null };
    const body = { name: requested.name, ...dates, companies, rules, prices: [] };
    const created = await client.change("prices", createPriceList, { body }, { maxLostAnswers: 1 });
    if (!isPermanent) return;
    requested.outcome = created.kind;
    if (created.kind === "acknowledged") requested.id = created.body.id;
  }

  /** Approves several orders by a run that waits a moment; sometimes the run is canceled. */
  async function approveMany(): Promise<void> {
    const rows = (await ordersWith("AWAITING_APPROVAL")).slice(0, 4).map(({ id }) => ({ id }));
    if (rows.length === 0) return;
    const requested = addRequest(journal.runs, "run");
    const body = { decision: "approve" as const, rows };
    const options = { key: requested.name, ...giveUp() };
    const run = await client.change(
      "run",
      decideOnOrders,
      { query: { startsIn: "1" }, body },
      options,
    );
    requested.outcome = run.kind;
    if (run.kind !== "acknowledged") return;
    requested.id = run.body.id;
    if (!chance.happens(0.2)) return;
    await client.change("stop run", stopOrderDecisions, { params: { id: String(run.body.id) } });
  }

  async function issueCreditNote(): Promise<void> {
    const [order] = await ordersWith("PAID");
    if (!order) return;
    const params = { id: String(order.id) };
    const read = await client.call(getOrder, { params });
    if (read.kind !== "acknowledged") return;
    const requested = addRequest(journal.creditNotes, "credit");
    const { id: itemId } = chance.pick(read.body.items);
    const body = { lines: [{ itemId, quantity: 1 }], reason: requested.name };
    const options = { key: requested.name, ...giveUp() };
    const note = await client.change("credit", creditOrder, { params, body }, options);
    requested.outcome = note.kind;
    if (note.kind === "acknowledged") requested.id = note.body.id;
  }

  async function remind(): Promise<void> {
    const [order] = await ordersWith("AWAITING_PAYMENT");
    if (!order) return;
    const request = { params: { id: String(order.id) }, body: { level: 1 as const } };
    await client.change("remind", sendReminder, request, giveUp());
  }

  async function extendOpenQuote(): Promise<void> {
    const page = await client.call(listManagedQuotes, { query: { status: "OPEN", size: "20" } });
    if (page.kind !== "acknowledged" || page.body.content.length === 0) return;
    const { id } = chance.pick(page.body.content);
    const request = { params: { id: String(id) }, body: { until: dayIn(2) } };
    await client.change("keep", extendQuote, request, giveUp());
  }

  const steps = [
    importStatement,
    bookMatches,
    refundRest,
    approveMany,
    issueCreditNote,
    remind,
    extendOpenQuote,
    changePrices,
  ];
  return () => chance.pick(steps)();
}
