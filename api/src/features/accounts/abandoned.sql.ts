import { sql } from "kysely";
import type { Executor, Tx } from "../../core/db.ts";

/** The address was never verified, no link is in use, and no operator has changed the account or noted anything on it. */
const isAbandoned = (days: number) => sql<boolean>`u.verified_at is null and u.version = 1
  and u.registered_at < now() - make_interval(days => ${days})
  and exists (select from companies c where c.id = u.company_id and c.version = 1)
  and not exists (select from account_tokens t where t.user_id = u.id and t.expires_at > now())
  and not exists (select from record_notes n where n.record_type = 'user' and n.record_id = u.id
    or n.record_type = 'company' and n.record_id = u.company_id)`;

/** Returns abandoned registrations of more than so many days ago, in random order. */
export async function abandonedAccounts(executor: Executor, days: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where ${isAbandoned(days)} order by random()`.execute(executor);
  return rows.map(({ id }) => id);
}

/** Deletes such an account and its company, unless it has changed. A foreign key violation if anything refers to either. */
export async function deleteAbandoned(tx: Tx, userId: number, days: number): Promise<void> {
  // Locked first, so that the condition sees a verification or a new link of that moment; the company before its member, as
  // everywhere.
  await sql`select from companies where id = (select company_id from users where id = ${userId}) for update`.execute(
    tx,
  );
  await sql`select from users where id = ${userId} for update`.execute(tx);
  await sql`with gone as (
      delete from users u where u.id = ${userId} and ${isAbandoned(days)} returning u.company_id
    ) delete from companies using gone where companies.id = gone.company_id`.execute(tx);
}
