import { sql } from "kysely";
import type { Executor } from "../../api/src/core/db.ts";
import type { RecordedDecision, Decision, Journal, Outcome, Request } from "../journal.ts";

/** What people had been told at one moment; later answers concern later states. */
export type Promised = Pick<
  Journal,
  | "orders"
  | "retirements"
  | "statements"
  | "runs"
  | "creditNotes"
  | "refunds"
  | "priceLists"
  | "decisions"
>;

/** Copies each entry, so that its outcome stays fixed while people continue. */
export function promisedSoFar(journal: Journal): Promised {
  const copies = <T extends object>(list: readonly T[]) => list.map((each) => ({ ...each }));
  return {
    orders: copies(journal.orders),
    retirements: copies(journal.retirements),
    statements: copies(journal.statements),
    runs: copies(journal.runs),
    creditNotes: copies(journal.creditNotes),
    refunds: copies(journal.refunds),
    priceLists: copies(journal.priceLists),
    decisions: copies(journal.decisions),
  };
}

/** Returns where the database differs from what people were told. */
export async function brokenPromises(executor: Executor, promised: Promised): Promise<string[]> {
  const orders = await rowsOf<StoredRow>(
    executor,
    sql`select id, company_name as name from orders where company_name like '%@chaos.example order %'`,
  );
  const retirements = await rowsOf<StoredRow>(
    executor,
    sql`select id, beneficiary_name as name from retirements`,
  );
  const statements = await rowsOf<StoredRow>(
    executor,
    sql`select id, replace(statement_id, ' statement', '@chaos.example statement') as name from bank_statements`,
  );
  const runs = await rowsOf<StoredRow>(
    executor,
    sql`select r.id, replace(k.key, '-run-', ' run ') as name from idempotency_keys k
      join bulk_runs r on r.id = (k.answer ->> 'id')::integer where k.endpoint = 'orders.decide'`,
  );
  const creditNotes = await rowsOf<StoredRow>(
    executor,
    sql`select id, reason as name from invoices where series = 'CREDIT_NOTE'`,
  );
  const refunds = await rowsOf<StoredRow>(executor, sql`select id, text as name from bank_refunds`);
  const priceLists = await rowsOf<StoredRow>(executor, sql`select id, name from price_lists`);
  return [
    ...brokenRequests("Order", promised.orders, orders),
    ...brokenRequests("Retirement", promised.retirements, retirements),
    ...brokenRequests("Statement", promised.statements, statements),
    ...brokenRequests("Run", promised.runs, runs),
    ...brokenRequests("Credit note", promised.creditNotes, creditNotes),
    ...brokenRequests("Refund", promised.refunds, refunds),
    ...brokenRequests("Price list", promised.priceLists, priceLists),
    ...(await brokenDecisions(executor, promised.decisions)),
  ];
}

interface StoredRow {
  id: number;
  name: string;
}

const maxCopies: Record<Outcome, number> = {
  acknowledged: 1,
  refused: 0,
  unknown: 1,
  "under way": 1,
};

function brokenRequests(what: string, requests: Request[], stored: StoredRow[]): string[] {
  const idsOf = Map.groupBy(stored, ({ name }) => name);
  return requests.flatMap(({ name, outcome, id }) => {
    const ids = (idsOf.get(name) ?? []).map((row) => row.id);
    const isRight =
      outcome === "acknowledged"
        ? ids.length === 1 && ids[0] === id
        : ids.length <= maxCopies[outcome];
    if (isRight) return [];
    const text = id === undefined ? outcome : `${outcome} as ${id}`;
    return [`${what} "${name}" was ${text}, and there are ${ids.length}: ${ids.join(", ")}`];
  });
}

// The audit entry of each decision, written once and only when it was carried out.
const auditActions: Record<Decision, string> = {
  approve: "order.approve",
  pay: "order.pay",
  reject: "order.reject",
  complete: "retirement.complete",
  decline: "retirement.decline",
};

async function brokenDecisions(
  executor: Executor,
  decisions: RecordedDecision[],
): Promise<string[]> {
  const rows = await rowsOf<{ action: string; thingId: number; actor: string }>(
    executor,
    sql`select action, thing_id::integer as "thingId", actor from audit_entries
      where action = any(${Object.values(auditActions)}::text[])`,
  );
  const keyOf = (action: string, thingId: number, actor: string) => `${action} ${thingId} ${actor}`;
  const done = Map.groupBy(rows, ({ action, thingId, actor }) => keyOf(action, thingId, actor));
  return decisions.flatMap((decided) => {
    const { decision, thingId, operator, outcome } = decided;
    const times = done.get(keyOf(auditActions[decision], thingId, operator))?.length ?? 0;
    const subject = `${decision} of ${thingId} by ${operator}`;
    if (outcome === "acknowledged" && times !== 1)
      return [`${subject} was acknowledged and done ${times} times`];
    // The operator may have done it in an earlier attempt, given up under another key.
    const mayBeEarlierAttempt = decisions.some(
      (other) =>
        other !== decided &&
        other.decision === decision &&
        other.thingId === thingId &&
        other.operator === operator &&
        other.outcome !== "refused",
    );
    if (outcome === "refused" && times > 0 && !mayBeEarlierAttempt) {
      return [`${subject} was refused${decided.retried ? " after a lost answer" : ""}, but done`];
    }
    return [];
  });
}

/** Executes a raw SQL statement and returns its rows. */
export async function rowsOf<T>(
  executor: Executor,
  statement: ReturnType<typeof sql>,
): Promise<T[]> {
  return (await statement.execute(executor)).rows as T[];
}
