import { sql, type SqlBool } from "kysely";
import { listMails } from "@tonneline/contract/mails";
import { hasAllPermissions, permissions } from "@tonneline/contract/people";
import type { Executor } from "../../core/db.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords, searchable } from "../../core/search.ts";

export interface Attachment {
  id: number;
  name: string;
  mediaType: string;
  bytes: number;
}

const attachments = sql<Attachment[]>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes)
    order by a.place), '[]')
  from jsonb_array_elements_text(mails.attachments) with ordinality a (file_id, place)
  join files f on f.id = a.file_id::integer)`;

function mails(executor: Executor) {
  return executor
    .selectFrom("mails")
    .selectAll("mails")
    .select([
      attachments.as("files"),
      sql<boolean>`coalesce(mails.token_until > now(), false)`.as("link_in_force"),
    ]);
}

/** The mails as listed to a reader: searching finds nothing in texts that the reader may not read. */
export const mailsFor = (reader: readonly string[]) =>
  list(listMails, {
    from: sql`mails`,
    id: "mails.id",
    columns: {
      id: "mails.id",
      createdAt: "mails.created_at",
      sentAt: { by: "mails.sent_at", mayBeEmpty: true },
      to: "mails.recipient",
      subject: byName("mails.subject"),
      status: "mails.status",
    },
    defaultOrder: { field: "id", direction: "desc" },
    words: (q) => [has(q), !hasAllPermissions(reader, permissions) && mayFind(q, reader)],
    tabs: { by: "mails.status" },
    rows: (executor, page) =>
      mails(executor).innerJoin(page, "page.id", "mails.id").orderBy("page.position"),
  });

/** Split by status, since the index on words leaves out waiting mails. */
const has = (
  q: string,
) => sql<SqlBool>`((mails.status <> 'WAITING' and ${hasWords("mails.words", q)})
  or (mails.status = 'WAITING' and ${hasWords("mails.words", q)}))`;

/** Matches the text of mails that the reader may read; otherwise only recipient and subject, which the list shows. */
function mayFind(q: string, reader: readonly string[]) {
  return sql`(mails.permission = any(${reader}::text[])
    or ${hasWords(searchable(sql`mails.recipient || E'\\n' || mails.subject`), q)})`;
}

/**
 * Returns a mail with its attachments and whether its link still works; undefined if there is none.
 * The caller checks who may read the text.
 */
export function mailById(executor: Executor, mailId: number) {
  return mails(executor).where("mails.id", "=", mailId).executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof mailById>>>;
