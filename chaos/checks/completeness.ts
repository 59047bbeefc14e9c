import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import type { Executor } from "../../api/src/core/db.ts";
import { rowsOf } from "./promises.ts";

/** Returns the unfinished work, in words; empty when nothing waits and every expired hold was released. */
export async function unfinishedWork(executor: Executor): Promise<string[]> {
  const rows = await rowsOf<{ says: string }>(
    executor,
    sql`select format('Job %s %s, try %s of %s, next %s: %s', task_identifier,
        case when locked_at is null then 'waits' else 'is held by ' || locked_by end,
        attempts, max_attempts, run_at, left(last_error, 200)) as says from graphile_worker.jobs
      -- What is to come in days, such as the end of a kept quote, is not late.
      where attempts > 0 or run_at < now() + interval '1 hour'
    union all
    select format('Mail %s is %s after %s tries, since %s: %s', id, status, attempts, sending_since, last_error) from mails
      where status <> 'SENT'
    union all
    select format('Invoice %s has no file', number) from invoices where pdf_file_id is null or ubl_file_id is null
    union all
    select format('Order %s has no invoice file', id) from orders
      where invoice_number is not null and invoice_file_id is null
    union all
    select format('Retirement %s has no certificate', id) from retirements
      where status = 'RETIRED' and certificate_file_id is null
    union all
    select format('Run %s is not over', id) from bulk_runs where ended_at is null
    union all
    select format('Quote %s is kept since %s', id, valid_until) from quotes
      where holding and valid_until < now() - interval '10 seconds'
    union all
    -- What the product promises: an ended hold is free within ten seconds.
    select format('Cart item %s is held since %s', id, reserved_to) from cart_items
      where reserved_to < now() - interval '10 seconds'`,
  );
  return rows.map((row) => row.says);
}

/** Returns the files stored since `lastFileId` whose bytes are missing or differ from those stored. */
export async function damagedFiles(
  executor: Executor,
  lastFileId: number,
  read: (storageKey: string) => Promise<Buffer>,
): Promise<string[]> {
  const rows = await rowsOf<{ id: number; key: string; name: string; sha256: string }>(
    executor,
    sql`select id, storage_key as key, name, sha256 from files where id > ${lastFileId} order by id`,
  );
  const damaged: string[] = [];
  for (const { id, key, name, sha256 } of rows) {
    const bytes = await read(key).catch(() => undefined);
    const found = bytes && createHash("sha256").update(bytes).digest("hex");
    if (found !== sha256) damaged.push(`File ${id} (${name}) is ${bytes ? "not whole" : "gone"}`);
  }
  return damaged;
}

/** Returns mails that the product calls sent but no mail server received, and mails unknown to the product. */
export async function lostMails(
  executor: Executor,
  received: readonly { messageId?: string | undefined; subject?: string | undefined }[],
): Promise<{ lost: string[]; duplicates: number }> {
  const sent = await rowsOf<{ id: number; subject: string }>(
    executor,
    sql`select id, subject from mails where status = 'SENT'`,
  );
  const idOf = (messageId = "") => Number(/<mail-(\d+)-/.exec(messageId)?.[1]);
  const byId = Map.groupBy(received, ({ messageId }) => idOf(messageId));
  const lost = sent.flatMap(({ id, subject }) => {
    const copies = byId.get(id) ?? [];
    if (copies.length === 0) return [`Mail ${id} (${subject}) is called sent, and nobody got it`];
    const ids = new Set(copies.map(({ messageId }) => messageId));
    return ids.size === 1 ? [] : [`Mail ${id} went out under ${ids.size} Message-IDs`];
  });
  return { lost, duplicates: received.length - byId.size };
}

/** Reads a file's bytes from a folder store. */
export const readFromFolder = (folder: string) => (key: string) => readFile(`${folder}/${key}`);
