import { sql, type SqlBool } from "kysely";
import type { mailSorts, MailStatus } from "@tonneline/contract/mails";
import { mayDoAll, permissions } from "@tonneline/contract/people";
import type { Executor } from "../../core/db.ts";
import {
  allInOrder,
  chosenOf,
  idsIfFew,
  isOneOf,
  pageInOrder,
  together,
  type ListOrder,
  type Wanted,
} from "../../core/lists.ts";
import { byIndex, patternOf, quickerLook, type Look } from "../../core/search.ts";

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

const searchedIn = { table: "mail_searches", id: "mail_id", column: "words" };

/**
 * The mails, with words to search for those that have them. Where nothing of the mail itself is asked for PostgreSQL
 * leaves the left join out: then the words and what is beside them are all that is read.
 */
function searched(executor: Executor, { q, sort, reader }: MailFilter, look: Look) {
  const all = executor.selectFrom("mails");
  if (!q) return all;
  const readsAll = mayDoAll(reader, permissions);
  const besideWords =
    readsAll && sort.every(({ field }) => ["id", "status", "createdAt"].includes(field));
  const found = sql`(
    select s.mail_id as id, s.status, s.created_at, m.recipient, m.subject, m.sent_at
    from mail_searches s ${besideWords ? sql`left join` : sql`join`} mails m on m.id = s.mail_id
    where ${look("s.words", q)} ${readsAll ? sql`` : sql`and ${mayFind(q, reader)}`})`;
  return executor.selectFrom(found.as("mails")) as unknown as typeof all;
}

/** By the words of a mail that they may read, or by its address and subject, which the list shows. */
function mayFind(q: string, reader: readonly string[]) {
  return sql`(m.permission = any(${reader}::text[])
    or lower(concat_ws(E'\n', m.recipient, m.subject)) like ${patternOf(q)})`;
}

function matching(executor: Executor, filter: MailFilter, look: Look) {
  const query = searched(executor, filter, look).select("mails.id");
  if (!filter.status) return query;
  return query.where(sql<SqlBool>`mails.status = any(${filter.status}::text[])`);
}

function rowsOf(executor: Executor, page: ReturnType<typeof allInOrder>) {
  return mails(executor).innerJoin(page, "page.id", "mails.id").orderBy("page.place");
}

/** A page of mails, how many the filter finds, and how many there are by status for the same search. */
export async function mailPage(executor: Executor, filter: MailFilter) {
  const look = await quickerLook(executor, searchedIn, filter.q ? [filter.q] : []);
  const counts = await searched(executor, filter, look)
    .select((eb) => [
      "mails.status",
      eb.fn.countAll<number>().as("count"),
      idsIfFew(look, "mails.id").as("ids"),
    ])
    .groupBy("mails.status")
    .execute();
  const { count, ids } = together(chosenOf(counts, filter.status));
  const found = ids
    ? executor.selectFrom("mails").select("mails.id").where(isOneOf("mails.id", ids))
    : matching(executor, filter, look);
  const rows = await rowsOf(executor, pageInOrder(executor, found, order, filter, count)).execute();
  return { rows, counts, total: count };
}

/** Every mail of a filter, as it comes. */
export function mailStream(executor: Executor, filter: MailFilter) {
  const found = matching(executor, filter, byIndex);
  return rowsOf(executor, allInOrder(executor, found, order, filter.sort)).stream(500);
}

export function mailById(executor: Executor, mailId: number) {
  return mails(executor).where("mails.id", "=", mailId).executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof mailById>>>;
