import { sql, type SqlBool } from "kysely";
import type { mailSorts, MailStatus } from "@tonneline/contract/mails";
import type { Executor } from "../../core/db.ts";

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

/** A page of mails, and how many there are by status for the same search. */
export async function mailPage(executor: Executor, filter: MailFilter) {
  let searched = executor.selectFrom("mails");
  if (filter.q) {
    const pattern = `%${filter.q.replaceAll(/[\\%_]/g, "\\$&")}%`;
    searched = searched.where(
      sql<SqlBool>`(mails.recipient ilike ${pattern} or mails.subject ilike ${pattern} or mails.text_body ilike ${pattern})`,
    );
  }
  let query = searched.selectAll("mails").select(attachments.as("files"));
  if (filter.status)
    query = query.where(sql<SqlBool>`mails.status = any(${filter.status}::text[])`);
  for (const { field, direction } of filter.sort) {
    query = query.orderBy(sortColumns[field], (order) => {
      const directed = direction === "asc" ? order.asc() : order.desc();
      // Only this may be empty; for the others an index gives the order.
      return field === "sentAt" ? directed.nullsLast() : directed;
    });
  }
  const [rows, counts] = await Promise.all([
    query
      .orderBy("mails.id", "desc")
      .limit(filter.size)
      .offset(filter.page * filter.size)
      .execute(),
    searched
      .select((eb) => ["mails.status", eb.fn.countAll<number>().as("count")])
      .groupBy("mails.status")
      .execute(),
  ]);
  return { rows, counts };
}

export async function mailById(executor: Executor, mailId: number) {
  return await executor
    .selectFrom("mails")
    .selectAll("mails")
    .select(attachments.as("files"))
    .where("id", "=", mailId)
    .executeTakeFirst();
}
export type MailRow = NonNullable<Awaited<ReturnType<typeof mailById>>>;
