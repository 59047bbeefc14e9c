import { sql, type SqlBool } from "kysely";
import type { mailSorts, MailStatus } from "@tonneline/contract/mails";
import { placed, patternOf, type Executor } from "../../core/db.ts";

const sortColumns = {
  id: "mails.id",
  createdAt: "mails.created_at",
  sentAt: "mails.sent_at",
  to: "mails.recipient",
  subject: "mails.subject",
  status: "mails.status",
} as const satisfies Record<(typeof mailSorts)[number], string>;

export interface MailFilter {
  q?: string | undefined;
  status?: MailStatus[] | undefined;
  sort: { field: keyof typeof sortColumns; direction: "asc" | "desc" }[];
  page: number;
  size: number;
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
  return executor.selectFrom("mails").selectAll("mails").select(attachments.as("files"));
}

/**
 * The mails, with words to search for those that have them. Where nothing of the mail itself is asked for PostgreSQL
 * leaves the left join out: then the words and what is beside them are all that is read.
 */
function searched(executor: Executor, { q, sort }: MailFilter) {
  const all = executor.selectFrom("mails");
  if (!q) return all;
  const besideWords = sort.every(({ field }) => ["id", "status", "createdAt"].includes(field));
  const found = sql`(
    select s.mail_id as id, s.status, s.created_at, m.recipient, m.subject, m.sent_at
    from mail_searches s ${besideWords ? sql`left join` : sql`join`} mails m on m.id = s.mail_id
    where s.words like ${patternOf(q)})`;
  return executor.selectFrom(found.as("mails")) as unknown as typeof all;
}

/** The ids in their order; what a row shows is read afterwards, for the rows of the page alone. */
function sortedIds(executor: Executor, filter: MailFilter) {
  let query = searched(executor, filter).select("mails.id");
  if (filter.status)
    query = query.where(sql<SqlBool>`mails.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      // Only this may be empty; for the others an index gives the order.
      return field === "sentAt" ? directed.nullsLast() : directed;
    });
  }
  return query.orderBy("mails.id", filter.sort.at(-1)?.direction ?? "desc");
}

function rowsOf(executor: Executor, ids: ReturnType<typeof sortedIds>) {
  const page = placed(executor, ids);
  return mails(executor).innerJoin(page, "page.id", "mails.id").orderBy("page.place");
}

/** A page of mails, and how many there are by status for the same search. */
export async function mailPage(executor: Executor, filter: MailFilter) {
  const ids = sortedIds(executor, filter)
    .limit(filter.size)
    .offset(filter.page * filter.size);
  const [rows, counts] = await Promise.all([
    rowsOf(executor, ids).execute(),
    searched(executor, filter)
      .select((eb) => ["mails.status", eb.fn.countAll<number>().as("count")])
      .groupBy("mails.status")
      .execute(),
  ]);
  return { rows, counts };
}

/** Every mail of a filter, as it comes. */
export function mailStream(executor: Executor, filter: MailFilter) {
  return rowsOf(executor, sortedIds(executor, filter)).stream(500);
}

export function mailById(executor: Executor, mailId: number) {
  return mails(executor).where("mails.id", "=", mailId).executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof mailById>>>;
