import { sql, type SqlBool } from "kysely";
import type { mailSorts, MailStatus } from "@tonneline/contract/mails";
import { mayDoAll, permissions } from "@tonneline/contract/people";
import type { Executor } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  pageInOrder,
  totalOf,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { hasWords, patternOf } from "../../core/search.ts";

type SortField = (typeof mailSorts)[number];

const order: ListOrder<SortField> = {
  columns: {
    id: "mails.id",
    createdAt: "mails.created_at",
    sentAt: "mails.sent_at",
    to: "mails.recipient",
    subject: "mails.subject",
    status: "mails.status",
  },
  mayBeEmpty: ["sentAt"],
  id: "mails.id",
  usual: [{ field: "id", direction: "desc" }],
};

export interface MailFilter extends Wanted<SortField> {
  /** The permissions of whoever searches: words of mails that they may not read find nothing. */
  reader: readonly string[];
  q?: string | undefined;
  status?: MailStatus[] | undefined;
}

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

function searched(executor: Executor, { q, reader }: MailFilter) {
  const all = executor.selectFrom("mails");
  if (!q) return all;
  const found = all.where(hasWords("mails.words", q));
  return mayDoAll(reader, permissions) ? found : found.where(mayFind(q, reader));
}

/** By the words of a mail that they may read, or by its address and subject, which the list shows. */
function mayFind(q: string, reader: readonly string[]) {
  return sql<SqlBool>`(mails.permission = any(${reader}::text[])
    or lower(mails.recipient || E'\n' || mails.subject) like ${patternOf(q)})`;
}

function matching(executor: Executor, filter: MailFilter) {
  const query = searched(executor, filter).select("mails.id");
  if (!filter.status) return query;
  return query.where(sql<SqlBool>`mails.status = any(${filter.status}::text[])`);
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return mails(executor).innerJoin(page, "page.id", "mails.id").orderBy("page.place");
}

/** A page of mails, how many the filter finds, and how many there are by status for the same search. */
export async function mailPage(executor: Executor, filter: MailFilter) {
  const page = pageInOrder(executor, matching(executor, filter), order, filter);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, page).execute(),
    searched(executor, filter)
      .select((eb) => ["mails.status", eb.fn.countAll<number>().as("count")])
      .groupBy("mails.status")
      .execute(),
  ]);
  return { rows, counts, total: totalOf(chosenOf(counts, filter.status)) };
}

/** Every mail of a filter, as it comes. */
export function mailStream(executor: Executor, filter: MailFilter) {
  const found = matching(executor, filter);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}

export function mailById(executor: Executor, mailId: number) {
  return mails(executor).where("mails.id", "=", mailId).executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof mailById>>>;
