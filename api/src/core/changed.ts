import type { RecordAction } from "@tonneline/contract/records";
import { sql } from "kysely";
import { called } from "./called.sql.ts";
import { sellerMoment } from "./days.sql.ts";
import type { Executor } from "./db.ts";
import { refuse } from "./errors.ts";

/**
 * The actions that change a record's version, for records with further actions in the audit log: payments, reminders, notes and
 * logins are not changes that a save could overwrite.
 */
const changes: Partial<Record<string, readonly RecordAction[]>> = {
  order: [
    "order.approve",
    "order.pay",
    "order.reject",
    "order.reopen",
    "order.credit",
    "order.refund",
    "order.correctInvoice",
  ],
  user: ["user.change", "user.block", "user.unblock", "user.erase"],
  company: [
    "company.limit",
    "company.change",
    "company.rules",
    "company.budgets",
    "company.block",
    "company.unblock",
    "company.merge",
  ],
};

interface LastChange {
  name: string | null;
  at: string;
  fields: string[];
}

/**
 * Refuses an operator's change to a record whose version has changed since. The message names who changed it last, when, and
 * which fields, according to the audit log.
 */
export async function refuseChanged(
  executor: Executor,
  thing: { type: string; id: number | string },
): Promise<never> {
  const actions = changes[thing.type];
  const { rows } = await sql<LastChange>`
    select coalesce(${called("users")}, e.actor) as name,
      ${sellerMoment(sql`e.at`)} as at,
      case when e.before is null or e.after is null then '{}'
        else array(select jsonb_object_keys(e.after) order by 1) end as fields
    from audit_entries e left join users on users.id = e.actor_id
    where e.thing_type = ${thing.type} and e.thing_id = ${String(thing.id)}
      and ${actions ? sql`e.action = any(${actions}::text[])` : sql`true`} order by e.id desc limit 1`.execute(
    executor,
  );
  const [last] = rows;
  if (!last?.name) return refuse("VERSION_CONFLICT");
  const { name, at, fields } = last;
  const which = fields.length > 0 ? ` (${fields.map(inWords).join(", ")})` : "";
  return refuse("VERSION_CONFLICT", { detail: `${name} changed this on ${at}${which}.` });
}

/**
 * Refuses an action that another operator has taken already, and names who and when, according to the audit log. `done` is the
 * action's past tense, such as "blocked".
 */
export async function refuseAlreadyDone(
  executor: Executor,
  thing: { type: string; id: number },
  step: { action: string; done: string },
): Promise<never> {
  const { rows } = await sql<{ said: string | null }>`
    select concat(coalesce(${called("users")}, e.actor), ' ', ${step.done}::text, ' it already, on ', ${sellerMoment(sql`e.at`)},
      '.') as said
    from audit_entries e left join users on users.id = e.actor_id
    where e.thing_type = ${thing.type} and e.thing_id = ${String(thing.id)} and e.action = ${step.action}
    order by e.id desc limit 1`.execute(executor);
  const detail = rows[0]?.said;
  return refuse("INVALID_TRANSITION", detail ? { detail } : {});
}

/** Returns a field's name for people: postalCode is "postal code", priceCents "price". */
function inWords(field: string): string {
  return field
    .replace(/Cents$/, "")
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
