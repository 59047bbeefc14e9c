import { sql } from "kysely";
import { listRetirements } from "@tonneline/contract/managedRetirements";
import { type SerialBlock } from "@tonneline/contract/retirements";
import { called } from "../../core/called.sql.ts";
import { sellerDay, sellerMoment, withinDays } from "../../core/days.sql.ts";
import type { Executor, Tx } from "../../core/db.ts";
import type { Step } from "../../core/decisions.ts";
import { byName, list } from "../../core/lists.ts";
import { hasWords, isAmong } from "../../core/search.ts";
import type { NumberedBlock } from "./serials.rules.ts";

/** The facts copied into a retirement, as of its request. */
export interface RetiredProduct {
  projectName: string;
  externalId: string | null;
  registry: { id: number; name: string };
  projectType: { id: number; name: string };
  countries: string[];
  year: number;
  methodology: string;
}

/** Returns the products of vintages, by vintage id. */
export async function productsOf(executor: Executor, vintageIds: readonly number[]) {
  const { rows } = await sql<{
    vintageId: number;
    projectId: number;
    registryId: number;
    creditType: string;
    product: RetiredProduct;
  }>`
    select v.id as "vintageId", p.id as "projectId", r.id as "registryId", v.credit_type as "creditType",
      json_build_object('projectName', p.name, 'externalId', p.external_id,
        'registry', json_build_object('id', r.id, 'name', r.name),
        'projectType', json_build_object('id', t.id, 'name', t.name),
        'countries', p.countries, 'year', v.year, 'methodology', v.methodology) as product
    from vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
      join project_types t on t.id = p.project_type_id
    where v.id = any(${vintageIds}::integer[])`.execute(executor);
  return new Map(rows.map((row) => [row.vintageId, row]));
}

export interface RetirementToInsert {
  user_id: number;
  company_id: number;
  vintage_id: number;
  project_id: number;
  registry_id: number;
  quantity: number;
  beneficiary_name: string;
  purpose: string;
  message: string | null;
  period_from: string | null;
  period_to: string | null;
  unnamed: boolean;
  product: string;
}

/** Inserts retirements and returns their ids by vintage id. */
export async function insertRetirements(
  tx: Tx,
  rows: readonly RetirementToInsert[],
): Promise<Map<number, number>> {
  const inserted = await tx
    .insertInto("retirements")
    .values(
      rows.map((row) => ({
        ...row,
        username: sql<string>`(select username from users where id = ${row.user_id})`,
      })),
    )
    .returning(["id", "vintage_id"])
    .execute();
  return new Map(inserted.map((row) => [row.vintage_id, row.id]));
}

/** Updates the username copied into each of the user's retirements, which lists search. */
export async function refreshRetirementUsernames(tx: Tx, userId: number): Promise<void> {
  await sql`update retirements set username = u.username from users u where u.id = user_id and u.id = ${userId}`.execute(
    tx,
  );
}

/**
 * Locks all of a user's retirements until the transaction ends: waits for decisions on them, and blocks new ones. To be called
 * before the account is locked, in the same lock order as a decision.
 */
export async function lockRetirementsOf(tx: Tx, userId: number): Promise<void> {
  await sql`select from retirements where user_id = ${userId} order by id for update`.execute(tx);
}

/** Erases beneficiary and message of an erased account's declined or withdrawn retirements. */
export async function eraseBeneficiaries(tx: Tx, userId: number): Promise<void> {
  await sql`update retirements set beneficiary_name = 'Erased', message = null
    where user_id = ${userId} and status in ('DECLINED', 'WITHDRAWN')
      and exists (select from users where users.id = user_id and erased_at is not null)`.execute(
    tx,
  );
}

const columns = [
  "retirements.id",
  "retirements.user_id as userId",
  "retirements.company_id as companyId",
  "retirements.vintage_id as vintageId",
  "retirements.project_id as projectId",
  "retirements.quantity",
  "retirements.status",
  "retirements.beneficiary_name as beneficiaryName",
  "retirements.purpose",
  "retirements.message",
  "retirements.period_from as periodFrom",
  "retirements.period_to as periodTo",
  "retirements.unnamed",
  sql<RetiredProduct>`retirements.product`.as("product"),
  "retirements.requested_at as requestedAt",
  "retirements.started_at as startedAt",
  "retirements.retired_at as retiredAt",
  sql<
    SerialBlock[]
  >`(select coalesce(json_agg(json_build_object('serialNumberFrom', b.serial_number_from,
    'serialNumberTo', b.serial_number_to) order by b.position), '[]')
    from retirement_blocks b where b.retirement_id = retirements.id)`.as("blocks"),
  "retirements.registry_url as registryUrl",
  "retirements.decline_reason as declineReason",
  "retirements.certificate_number as certificateNumber",
  "retirements.certificate_file_id as certificateFileId",
  "retirements.entered",
  "retirements.entered_by as enteredBy",
  "retirements.entered_at as enteredSince",
  sql<string | null>`(select username from users where id = retirements.entered_by)`.as(
    "enteredUsername",
  ),
  sql<string | null>`(select ${called("u")}
    from users u where u.id = retirements.entered_by)`.as("enteredName"),
  "retirements.version",
  "retirements.username",
  "companies.name as companyName",
  sellerDay(sql`retirements.retired_at`).as("retiredOn"),
] as const;

function retirements(executor: Executor) {
  return executor
    .selectFrom("retirements")
    .innerJoin("companies", "companies.id", "retirements.company_id");
}

/** Returns a retirement of any company, without a lock; undefined if there is none. */
export function retirementById(executor: Executor, retirementId: number) {
  return retirements(executor)
    .select(columns)
    .where("retirements.id", "=", retirementId)
    .executeTakeFirst();
}
export type CertificateRow = NonNullable<Awaited<ReturnType<typeof certificateBy>>>;
export type RetirementRow = NonNullable<Awaited<ReturnType<typeof retirementById>>>;

/** Returns a retirement of a company; undefined for one of another company. */
export async function retirementOf(executor: Executor, companyId: number, retirementId: number) {
  return (await someRetirementsOf(executor, companyId, [retirementId]))[0];
}

/** Returns those of a company's retirements with one of these ids, by id. */
export function someRetirementsOf(
  executor: Executor,
  companyId: number,
  retirementIds: readonly number[],
) {
  return retirements(executor)
    .select(columns)
    .where("retirements.id", "=", sql<number>`any(${retirementIds}::integer[])`)
    .where("retirements.company_id", "=", companyId)
    .orderBy("retirements.id")
    .execute();
}

/** Returns a retirement by its certificate's number, with the file's hash and the ledger entry that retired these tonnes. */
export function certificateBy(executor: Executor, number: string) {
  return retirements(executor)
    .leftJoin("credit_movements as entry", (join) =>
      join
        .onRef("entry.vintage_id", "=", "retirements.vintage_id")
        .onRef("entry.retirement_id", "=", "retirements.id")
        .onRef("entry.quantity", "=", "retirements.quantity")
        .on("entry.kind", "=", "RETIRE"),
    )
    .leftJoin("files", "files.id", "retirements.certificate_file_id")
    .select([...columns, "entry.id as entryId", "entry.occurred_at as enteredAt", "files.sha256"])
    .where("retirements.certificate_number", "=", number)
    .executeTakeFirst();
}

/** Returns whether a retirement, its company's current name or its name on invoices contains these words. */
async function isNamed(executor: Executor, q: string) {
  const ofCompany = await isAmong(
    executor,
    "retirements.company_id",
    sql`select c.id from companies c left join company_details d on d.company_id = c.id
      where (${hasWords("c.words", q)} or ${hasWords(sql`split_part(d.words, E'\\n', 1)`, q)})
        and exists (select from retirements r where r.company_id = c.id)`,
  );
  return sql`(${hasWords("retirements.words", q)} or ${ofCompany})`;
}

/** Returns all retirements, or those of one company or one of its members. */
export const retirementsOf = (whose: { companyId?: number; userId?: number | undefined } = {}) =>
  list(listRetirements, {
    from: sql`retirements`,
    id: "retirements.id",
    columns: {
      id: "retirements.id",
      requestedAt: "retirements.requested_at",
      quantity: "retirements.quantity",
      status: "retirements.status",
      retiredAt: { by: "retirements.retired_at", mayBeEmpty: true },
      projectName: byName(sql`retirements.product ->> 'projectName'`),
      year: sql`(retirements.product ->> 'year')::integer`,
      registryName: byName(sql`retirements.product #>> '{registry,name}'`),
      beneficiaryName: byName("retirements.beneficiary_name"),
      buyer: {
        by: byName("companies.name"),
        join: sql`join companies on companies.id = retirements.company_id`,
      },
      // How long it has been waiting; null once decided.
      age: {
        by: sql`case when retirements.status = 'RETIREMENT_IN_PROGRESS' then now() - retirements.requested_at end`,
        mayBeEmpty: true,
      },
    },
    defaultOrder: { field: "requestedAt", direction: "desc" },
    words: async (q, _query, executor) => [await isNamed(executor, q)],
    where: ({ requestedFrom, requestedTo, companyId, projectId, registryId, entered }) => [
      entered !== undefined &&
        sql`(retirements.entered is not null and retirements.status = 'RETIREMENT_IN_PROGRESS') = ${entered}`,
      companyId && sql`retirements.company_id = ${companyId}`,
      projectId && sql`retirements.project_id = ${projectId}`,
      registryId && sql`retirements.registry_id = ${registryId}`,
      whose.companyId && sql`retirements.company_id = ${whose.companyId}`,
      whose.userId && sql`retirements.user_id = ${whose.userId}`,
      withinDays(sql`retirements.requested_at`, requestedFrom, requestedTo),
    ],
    tabs: { by: "retirements.status", sums: { quantity: "retirements.quantity" } },
    rows: (executor, page) =>
      retirements(executor)
        .innerJoin(page, "page.id", "retirements.id")
        .select(columns)
        .orderBy("page.position"),
  });

/** Locks a retirement until the transaction ends, and returns it with its registry's code. */
export function lockRetirement(tx: Tx, retirementId: number) {
  return tx
    .selectFrom("retirements")
    .innerJoin("registries", "registries.id", "retirements.registry_id")
    .selectAll("retirements")
    .select("registries.code as registryCode")
    .where("retirements.id", "=", retirementId)
    .forUpdate("retirements")
    .executeTakeFirst();
}
export type LockedRetirement = NonNullable<Awaited<ReturnType<typeof lockRetirement>>>;

/** What a decision writes in addition to the status. */
export interface Decided {
  completed?: {
    blocks: readonly NumberedBlock[];
    registryUrl: string;
    retiredAt: Date;
    certificateNumber: string;
  };
  /** The reason for declining. */
  declined?: string;
}

/** Moves a retirement to its next status; undefined if it is no longer in `from`. */
export async function moveRetirement(
  tx: Tx,
  { id, from, to, actorId }: Step,
  { completed, declined }: Decided,
): Promise<LockedRetirement | undefined> {
  const { numUpdatedRows } = await tx
    .updateTable("retirements")
    .set({
      status: to,
      ...(completed && {
        serials: completed.blocks.map(inWords).join("\n"),
        registry_url: completed.registryUrl,
        retired_at: completed.retiredAt,
        certificate_number: completed.certificateNumber,
      }),
      ...(declined !== undefined && { decline_reason: declined }),
      decided_at: sql<Date>`now()`,
      decided_by: actorId,
      version: sql<number>`version + 1`,
    })
    .where("id", "=", id)
    .where("status", "=", from)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return undefined;
  if (completed) await insertBlocks(tx, id, completed.blocks);
  return await lockRetirement(tx, id);
}

const inWords = ({ serialNumberFrom: from, serialNumberTo: to }: SerialBlock) =>
  from === to ? from : `${from} to ${to}`;

/** Fails with the constraint `serials_once` if a number was retired before; inserts in a fixed order to avoid deadlocks. */
async function insertBlocks(
  tx: Tx,
  retirementId: number,
  blocks: readonly NumberedBlock[],
): Promise<void> {
  const column = <K extends keyof NumberedBlock>(key: K) => blocks.map((block) => block[key]);
  await sql`insert into retirement_blocks
      (retirement_id, position, registry_id, serial_number_from, serial_number_to, block, numbers)
    select r.id, b.position, r.registry_id, b.first_serial, b.last_serial, b.block, int8range(b.first, b.last, '[]')
    from retirements r, unnest(${column("serialNumberFrom")}::text[], ${column("serialNumberTo")}::text[],
      ${column("block")}::text[], ${column("first")}::bigint[], ${column("last")}::bigint[])
      with ordinality as b (first_serial, last_serial, block, first, last, position)
    where r.id = ${retirementId}
    order by b.block, b.first`.execute(tx);
}

/** Records that an operator works on a pending retirement; false if it is no longer pending. Keeps the first start. */
export async function startWork(tx: Tx, retirementId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("retirements")
    .set({
      started_at: sql<Date>`coalesce(started_at, now())`,
      version: sql<number>`version + case when started_at is null then 1 else 0 end`,
    })
    .where("id", "=", retirementId)
    .where("status", "=", "RETIREMENT_IN_PROGRESS")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Links the certificate's file. */
export async function setCertificateFile(
  tx: Tx,
  retirementId: number,
  fileId: number,
): Promise<void> {
  await tx
    .updateTable("retirements")
    .set({ certificate_file_id: fileId })
    .where("id", "=", retirementId)
    .execute();
}

/** Describes who decided on a retirement and when, in a sentence. */
export async function lastStep(executor: Executor, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ sentence: string }>`
    select concat(${called("u")},
      case r.status when 'RETIRED' then ' completed it on ' when 'DECLINED' then ' declined it on '
        else ' withdrew it on ' end,
      ${sellerMoment(sql`r.decided_at`)}, ': ' || r.decline_reason, '.') as sentence
    from retirements r join users u on u.id = r.decided_by where r.id = ${id}`.execute(executor);
  return rows[0]?.sentence;
}

/**
 * Moves every retirement of a company, in progress or done, to the company it is merged into; beneficiaries and certificates
 * stay as they are. The caller has locked both companies, and moves the holdings afterwards.
 */
export async function moveRetirements(tx: Tx, fromId: number, intoId: number): Promise<void> {
  await tx
    .updateTable("retirements")
    .set({ company_id: intoId })
    .where("company_id", "=", fromId)
    .execute();
}

/** Returns the storage keys of a company's certificates, oldest first, each with a unique file name. */
export async function certificateFilesOf(
  executor: Executor,
  { companyId, userId }: { companyId: number; userId?: number | undefined },
): Promise<{ name: string; key: string }[]> {
  return await executor
    .selectFrom("retirements")
    .innerJoin("files", "files.id", "retirements.certificate_file_id")
    .select(["files.storage_key as key"])
    .select(sql<string>`'Certificate ' || retirements.certificate_number || '.pdf'`.as("name"))
    .where("retirements.company_id", "=", companyId)
    .$if(userId !== undefined, (query) => query.where("retirements.user_id", "=", userId!))
    .orderBy("retirements.id")
    .execute();
}
